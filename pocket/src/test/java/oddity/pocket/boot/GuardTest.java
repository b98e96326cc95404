package oddity.pocket.boot;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** In a JVM of its own, for a guard cannot be taken away again. */
public class GuardTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    /** What apps do, and some try. Prints what came of each. */
    public static final class App {
        private interface Deed {
            void run() throws Exception;
        }

        public static void main(String[] arguments) throws Exception {
            Path storage = Path.of(arguments[0]);
            Path foreign = Path.of(arguments[1]);
            if (arguments.length > 2) {
                goOnline(storage, foreign, Integer.parseInt(arguments[2]));
            } else {
                tryAll(storage, foreign);
            }
        }

        private static void goOnline(Path storage, Path foreign, int port) throws IOException {
            Guard.close(storage, storage, storage, List.of(), true);
            attempt("reach a server", () -> new Socket("localhost", port));
            attempt("be a server", () -> new ServerSocket(0));
            attempt("read a file of the computer's", () -> Files.readString(foreign));
            Guard.setConnected(false);
            attempt("reach a server from outside of the network", () -> new Socket("localhost", port));
        }

        private static void tryAll(Path storage, Path foreign) throws IOException {
            Path other = Files.createSymbolicLink(storage.resolveSibling("other-name"), storage);
            Guard.close(storage, storage, storage, List.of(other), false);
            attempt("write its own file", () -> Files.writeString(storage.resolve("note"), "milk"));
            attempt("read its own file", () -> Files.readString(storage.resolve("note")));
            attempt("read it by another name", () -> Files.readString(other.resolve("note")));
            attempt("look for what is not there", () -> new File("/system/xbin/su").exists());
            attempt("read a file of the computer's", () -> Files.readString(foreign));
            attempt("open a file of the computer's", () -> new FileInputStream(foreign.toFile()));
            attempt("write a file of the computer's", () -> Files.writeString(foreign, "mine"));
            attempt("delete a file of the computer's", () -> foreign.toFile().delete());
            attempt("leave by a path with dots", () -> Files.readString(storage.resolve("../" + foreign.getFileName())));
            attempt("reach a server", () -> new Socket("localhost", 80));
            attempt("fetch a page", () -> new URL("http://localhost/").openStream());
            attempt("be a server", () -> new ServerSocket(0));
            attempt("be a server at a port that is taken", () -> {
                try (ServerSocket first = new ServerSocket(8080)) {
                    new ServerSocket(first.getLocalPort());
                }
            });
            attempt("be a server at a port that was given back", () -> new ServerSocket(8080));
            attempt("wait for somebody for a while", () -> {
                ServerSocket server = new ServerSocket(0);
                server.setSoTimeout(1);
                server.accept();
            });
            attempt("wait for somebody until it is closed", () -> {
                ServerSocket server = new ServerSocket(0);
                new Thread(() -> close(server)).start();
                server.accept();
            });
            attempt("listen to packets", () -> new DatagramSocket(4000));
            attempt("wait for a packet", () -> {
                DatagramSocket socket = new DatagramSocket();
                socket.setSoTimeout(1);
                socket.receive(new DatagramPacket(new byte[1], 1));
            });
            attempt("send a packet", () -> new DatagramSocket().send(
                    new DatagramPacket(new byte[1], 1, InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 4000)));
            attempt("be a server by a channel", () -> ServerSocketChannel.open().bind(null));
            attempt("run a program", () -> new ProcessBuilder("true").start());
            attempt("take the guard away", () -> System.setSecurityManager(null));
            attempt("read the clock", System::nanoTime);
        }

        private static void close(ServerSocket server) {
            try {
                server.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private static void attempt(String what, Deed deed) {
            String came;
            try {
                deed.run();
                came = "done";
            } catch (Throwable refused) {
                came = refused.getClass().getSimpleName();
            }
            System.out.println(what + ": " + came);
        }
    }

    @Test
    public void anAppIsKeptToItsOwnPhone() throws Exception {
        Path foreign = folder.newFile("diary").toPath();
        assertEquals(List.of(
                "write its own file: done",
                "read its own file: done", "read it by another name: done",
                "look for what is not there: done",
                "read a file of the computer's: AccessDeniedException",
                "open a file of the computer's: FileNotFoundException",
                "write a file of the computer's: AccessDeniedException",
                "delete a file of the computer's: SecurityException",
                "leave by a path with dots: AccessDeniedException",
                "reach a server: UnknownHostException",
                "fetch a page: UnknownHostException",
                "be a server: done",
                "be a server at a port that is taken: BindException",
                "be a server at a port that was given back: done",
                "wait for somebody for a while: SocketTimeoutException",
                "wait for somebody until it is closed: SocketException",
                "listen to packets: done",
                "wait for a packet: SocketTimeoutException",
                "send a packet: UnknownHostException",
                "be a server by a channel: SocketException",
                "run a program: IOException",
                "take the guard away: SecurityException",
                "read the clock: done"), tried(folder.newFolder("storage").toPath(), foreign));
        assertEquals("", Files.readString(foreign));
    }

    @Test
    public void whereItMayItReachesTheNetworkAndNothingElse() throws Exception {
        Path foreign = folder.newFile("diary").toPath();
        try (ServerSocket server = new ServerSocket(0)) {
            String port = String.valueOf(server.getLocalPort());
            assertEquals(List.of(
                    "reach a server: done",
                    "be a server: SocketException",
                    "read a file of the computer's: AccessDeniedException",
                    "reach a server from outside of the network: UnknownHostException"),
                    tried(folder.newFolder("storage").toPath(), foreign, port));
        }
    }

    private List<String> tried(Path storage, Path foreign, String... more) throws IOException, InterruptedException {
        Path printed = folder.newFile("printed").toPath();
        List<String> line = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.security.manager=allow", "-Djava.io.tmpdir=" + storage, "-Drobolectric.dependency.dir=" + storage,
                "-cp", System.getProperty("java.class.path"), App.class.getName(), storage.toString(), foreign.toString()));
        line.addAll(List.of(more));
        Process process = new ProcessBuilder(line)
                .redirectOutput(printed.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        assertEquals(0, process.waitFor());
        return Files.readAllLines(printed);
    }
}
