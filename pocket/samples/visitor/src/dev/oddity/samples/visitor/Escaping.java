package dev.oddity.samples.visitor;

import android.content.Context;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;

/** What no app may do to the computer that a phone runs on. Each attempt tells whether it was refused. */
final class Escaping {
    private final Context context;

    Escaping(Context context) {
        this.context = context;
    }

    /** One that returns has got what it should not. */
    private interface Attempt {
        void make() throws Exception;
    }

    void addTo(Map<String, Wish> wishes) {
        wishes.put("Escape", this::all);
        wishes.put("Who is localhost?", () -> InetAddress.getByName("localhost").getHostAddress());
    }

    private String all() {
        StringBuilder got = new StringBuilder();
        int refused = 0;
        Attempt[] attempts = {
            () -> new BufferedReader(new FileReader("/etc/passwd")).readLine(),
            () -> new RandomAccessFile("/etc/hostname", "r").read(),
            () -> new FileOutputStream("/tmp/oddity-visitor-was-here").write(1),
            () -> new FileOutputStream(new File(context.getFilesDir(), "../../../../../../../../tmp/oddity-visitor-was-here")).write(1),
            () -> require(new File("/etc").list() != null),
            () -> require(new File("/etc/passwd").delete()),
            () -> require(new File("/tmp/oddity-visitor-was-here").createNewFile()),
            () -> Runtime.getRuntime().exec("id"),
            () -> new ProcessBuilder("/bin/sh", "-c", "id").start(),
            () -> new Socket("127.0.0.1", 22).close(),
            () -> new Socket().connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 80), 100),
            () -> ServerSocketChannel.open().socket().bind(null),
            () -> InetAddress.getByName("example.com"),
            () -> new URL("https://example.com").openStream().close(),
            this::execByReflection,
            this::readByReflection,
            this::removeGuard,
        };
        for (int at = 0; at < attempts.length; at++) {
            try {
                attempts[at].make();
                got.append(" ").append(at);
            } catch (Exception kept) {
                refused++;
            }
        }
        return "refused " + refused + " of " + attempts.length + (got.length() == 0 ? "" : ", got" + got);
    }

    private void execByReflection() throws Exception {
        Method exec = Runtime.class.getMethod("exec", String.class);
        exec.invoke(Runtime.getRuntime(), "id");
    }

    private void readByReflection() throws Exception {
        Class<?> files = Class.forName("java.nio.file.Files");
        Class<?> path = Class.forName("java.nio.file.Path");
        Object passwd = Class.forName("java.nio.file.Paths").getMethod("get", String.class, String[].class)
                .invoke(null, "/etc/passwd", new String[0]);
        files.getMethod("readAllBytes", path).invoke(null, passwd);
    }

    private void removeGuard() throws Exception {
        Method set = System.class.getMethod("setSecurityManager", Class.forName("java.lang.SecurityManager"));
        set.invoke(null, new Object[] {null});
        try (InputStream passwd = new java.io.FileInputStream("/etc/passwd")) {
            passwd.read();
        }
    }

    private static void require(boolean got) throws Exception {
        if (!got) {
            throw new Exception("refused");
        }
    }
}
