package oddity.pocket.boot;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Keeps an app, which is a stranger's program, to its own phone: no network unless somebody allows it, no other programs, no
 * files but the phone's.
 *
 * <p>A guard against what apps do by themselves, not against one that was written to break out: native code and Java's own
 * inner doors are not watched.
 */
@SuppressWarnings("removal")
public final class Guard extends SecurityManager {
    /** Time zones, chance, and what a phone's kernel tells every app too. */
    private static final List<String> PHONE_LIKE = List.of("/usr/share/zoneinfo", "/etc/localtime", "/dev/random",
            "/dev/urandom", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu");

    /** What opens files, and how far below us it stands when it asks. */
    private static final Set<String> OPENERS =
            Set.of("java.io.FileInputStream", "java.io.FileOutputStream", "java.io.RandomAccessFile");
    private static final int OPENING_DEPTH = 4;
    /** What stands below channels, which open sockets of the computer's. */
    private static final String CHANNELS = "sun.nio.ch.";
    /** What stands below {@code java.nio.file.Files}, all of whose methods declare that they may be refused. */
    private static final String NEW_FILES = "sun.nio.fs.";

    private final ThreadLocal<Boolean> isLooking = ThreadLocal.withInitial(() -> false);
    private final List<Path> readable = new ArrayList<>();
    private final List<Path> writable = new ArrayList<>();

    /** Whether the phone is in the network that the app may reach. */
    private static volatile boolean isConnected = true;

    private final boolean mayConnect;

    private Guard(boolean mayConnect) {
        this.mayConnect = mayConnect;
    }

    /** From now on the JVM may write only to the storage, by whatever name, and read besides only what it consists of. Others it reaches only where it may. */
    public static void close(Path apk, Path classes, Path storage, List<Path> names, boolean mayConnect) throws IOException {
        Guard guard = new Guard(mayConnect);
        guard.allow(guard.writable, storage);
        guard.writable.addAll(names);
        guard.allow(guard.writable, Path.of(System.getProperty("java.io.tmpdir")));
        guard.allow(guard.readable, Path.of(System.getProperty("java.home")));
        guard.allow(guard.readable, Path.of(System.getProperty("robolectric.dependency.dir")));
        guard.allow(guard.readable, apk);
        guard.allow(guard.readable, classes);
        for (String part : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            guard.allow(guard.readable, Path.of(part));
        }
        for (String place : PHONE_LIKE) {
            guard.allow(guard.readable, Path.of(place));
        }
        if (!mayConnect) {
            OfflineSockets.install();
        }
        System.setSecurityManager(guard);
    }

    /** Somebody takes the phone out of the network, or back. */
    public static void setConnected(boolean connected) {
        isConnected = connected;
    }

    /** Both as it is written and where it leads, for links stand in many a path. */
    private void allow(List<Path> list, Path path) throws IOException {
        list.add(path.toAbsolutePath().normalize());
        if (Files.exists(path)) {
            list.add(path.toRealPath());
        }
    }

    @Override
    public void checkPermission(Permission permission) {
        if (permission.getName().equals("setSecurityManager")) {
            throw new SecurityException("a pocket phone keeps its guard");
        }
    }

    @Override
    public void checkPermission(Permission permission, Object context) {
        checkPermission(permission);
    }

    @Override
    public void checkPackageAccess(String name) {}

    @Override
    public void checkRead(FileDescriptor file) {}

    @Override
    public void checkWrite(FileDescriptor file) {}

    @Override
    public void checkRead(String file) {
        if (!isBelow(file, writable) && !isBelow(file, readable) && exists(file)) {
            throw refused(file, "a pocket phone has no " + file);
        }
    }

    @Override
    public void checkRead(String file, Object context) {
        checkRead(file);
    }

    @Override
    public void checkWrite(String file) {
        if (!isBelow(file, writable)) {
            throw refused(file, "a pocket phone does not write " + file);
        }
    }

    @Override
    public void checkDelete(String file) {
        checkWrite(file);
    }

    /** Asked too by those who only want to know whether a file could be run. */
    @Override
    public void checkExec(String program) {
        boolean isStart = StackWalker.getInstance().walk(frames ->
                frames.skip(1).limit(2).anyMatch(frame -> frame.getClassName().equals("java.lang.ProcessBuilder")));
        if (!isStart) {
            checkRead(program);
            return;
        }
        throw Guard.<RuntimeException>asOnAPhone(
                new IOException("Cannot run program \"" + program + "\": error=13, Permission denied"));
    }

    /** As on a phone that is in no network. */
    @Override
    public void checkConnect(String host, int port) {
        if (mayConnect && isConnected) {
            return;
        }
        throw Guard.<RuntimeException>asOnAPhone(
                new UnknownHostException("Unable to resolve host \"" + host + "\": No address associated with hostname"));
    }

    @Override
    public void checkConnect(String host, int port, Object context) {
        checkConnect(host, port);
    }

    /** Where nobody is reached a socket may wait for others: there is nothing of the computer's behind it. Channels have no such. */
    @Override
    public void checkListen(int port) {
        boolean isOfTheComputer = mayConnect || StackWalker.getInstance().walk(
                frames -> frames.limit(OPENING_DEPTH).anyMatch(frame -> frame.getClassName().startsWith(CHANNELS)));
        if (!isOfTheComputer) {
            return;
        }
        throw Guard.<RuntimeException>asOnAPhone(new SocketException("Permission denied"));
    }

    @Override
    public void checkAccept(String host, int port) {
        checkListen(port);
    }

    @Override
    public void checkMulticast(InetAddress group) {
        checkConnect(group.toString(), -1);
    }

    @Override
    public void checkExit(int status) {}

    /** Who opens a file is told so as on a phone. Who only asks about one has not declared that. */
    private static RuntimeException refused(String file, String why) {
        boolean opens = StackWalker.getInstance().walk(
                frames -> frames.limit(OPENING_DEPTH).anyMatch(frame -> OPENERS.contains(frame.getClassName())));
        if (opens) {
            throw Guard.<RuntimeException>asOnAPhone(
                    new FileNotFoundException(file + ": open failed: EACCES (Permission denied); " + why));
        }
        boolean isNew = StackWalker.getInstance().walk(
                frames -> frames.limit(OPENING_DEPTH).anyMatch(frame -> frame.getClassName().startsWith(NEW_FILES)));
        if (isNew) {
            throw Guard.<RuntimeException>asOnAPhone(new AccessDeniedException(file, null, why));
        }
        return new SecurityException(why);
    }

    /** Apps are used to these, and catch them; those who ask us declare them, though our own methods cannot. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> E asOnAPhone(IOException exception) throws E {
        throw (E) exception;
    }

    /** What is not there may be asked for: framework and apps look for many a file that only some phones have. */
    private boolean exists(String file) {
        if (isLooking.get()) {
            return false;
        }
        isLooking.set(true);
        try {
            return Files.exists(Path.of(file), LinkOption.NOFOLLOW_LINKS);
        } finally {
            isLooking.set(false);
        }
    }

    private static boolean isBelow(String file, List<Path> folders) {
        Path path = Path.of(file).toAbsolutePath().normalize();
        for (Path folder : folders) {
            if (path.startsWith(folder)) {
                return true;
            }
        }
        return false;
    }
}
