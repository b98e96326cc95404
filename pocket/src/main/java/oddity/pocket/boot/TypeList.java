package oddity.pocket.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Writes down which classes an app finds on a phone, for whoever converts its code: {@code TypeList TO FRAMEWORK.jar
 * LIBRARY.jar...}. A line for each with its name and its parent's, and {@code interface} after that for interfaces; the framework's
 * first, then Java's own.
 */
public final class TypeList {
    private static final String CLASS = ".class";

    private final Set<String> written = new HashSet<>();
    private final PrintWriter out;

    private TypeList(PrintWriter out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]), Stream.of(arguments).skip(1).map(Path::of).toList());
    }

    static void write(Path to, List<Path> jars) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(to))) {
            TypeList list = new TypeList(out);
            for (Path jar : jars) {
                list.addJar(jar);
            }
            list.addJava();
            if (out.checkError()) {
                throw new IOException("cannot write " + to);
            }
        }
    }

    private void addJar(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(CLASS)) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        add(in.readAllBytes());
                    }
                }
            }
        }
    }

    /** What a class loader finds without the class path: the packages that Java promises to everybody. */
    private void addJava() throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        List<Path> classes;
        try (Stream<Path> files = Files.walk(modules)) {
            classes = files.filter(file -> file.toString().endsWith(CLASS) && isPromised(modules.relativize(file))).toList();
        }
        for (Path file : classes) {
            add(Files.readAllBytes(file));
        }
    }

    private static boolean isPromised(Path file) {
        String module = file.getName(0).toString();
        return module.startsWith("java.") || module.equals("jdk.unsupported");
    }

    private void add(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        String name = reader.getClassName();
        if (name.endsWith("module-info") || !written.add(name)) {
            return;
        }
        String parent = reader.getSuperName();
        boolean isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
        out.println(name + " " + (parent == null ? "-" : parent) + (isInterface ? " interface" : ""));
    }
}
