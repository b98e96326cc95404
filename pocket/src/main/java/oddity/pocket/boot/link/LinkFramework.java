package oddity.pocket.boot.link;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import oddity.pocket.boot.Sandboxes;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * Writes a framework whose calls are linked: {@code LinkFramework API FRAMEWORK.jar TO.jar}. Prints how many of Robolectric's call
 * sites there were, and how many remain.
 *
 * <p>Robolectric has every method of the framework ask, the first time that it is called in a process, whether a stand-in answers
 * it; and from then on each call goes through a chain of method handles. Which stand-ins there are depends on the API level and on
 * nothing that an app does, so all can be asked beforehand. Nothing is compressed, for classes are read whenever a process begins.
 */
public final class LinkFramework {
    private static final String CLASS = ".class";

    private final Answers answers;
    private final JarFile framework;
    private final ClassLinker.Counts counts = new ClassLinker.Counts();

    private LinkFramework(Answers answers, JarFile framework) {
        this.answers = answers;
        this.framework = framework;
    }

    public static void main(String[] arguments) {
        int exit = 0;
        try {
            run(Integer.parseInt(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
        } catch (Throwable failed) {
            failed.printStackTrace();
            exit = 1;
        }
        // The phone that was asked has threads of its own.
        Runtime.getRuntime().halt(exit);
    }

    private static void run(int api, Path from, Path to) throws Exception {
        Sandboxes.Made made = Sandboxes.make(api, new oddity.pocket.boot.AppFiles());
        made.sandbox().runOnMainThread(() -> {
            // What picks between stand-ins wants to know how the phone is set up.
            Sandboxes.warm(made.sandbox());
            try (JarFile framework = new JarFile(from.toFile()); StoredJar jar = new StoredJar(to)) {
                LinkFramework link = new LinkFramework(new Answers(made), framework);
                link.write(jar);
                System.out.println(link.counts);
            }
            return null;
        });
    }

    private void write(StoredJar jar) throws IOException {
        Map<String, ClassLinker.Family> families = families();
        TreeSet<String> standIns = new TreeSet<>();
        for (JarEntry entry : Collections.list(framework.entries())) {
            if (entry.isDirectory()) {
                continue;
            }
            byte[] bytes = read(entry);
            jar.add(entry.getName(), entry.getName().endsWith(CLASS) ? linked(bytes, families, standIns) : bytes);
        }
        for (String standIn : standIns) {
            jar.add(standIn + CLASS, StandIns.opened(standIn));
        }
    }

    /** Who has what Robolectric adds to a class, and of whom it is made. */
    private Map<String, ClassLinker.Family> families() throws IOException {
        Map<String, ClassLinker.Family> families = new HashMap<>();
        for (JarEntry entry : Collections.list(framework.entries())) {
            if (entry.getName().endsWith(CLASS)) {
                ClassNode node = new ClassNode();
                new ClassReader(read(entry)).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
                boolean isOpened = node.fields.stream().anyMatch(field -> field.name.equals(ClassLinker.DATA));
                families.put(node.name, new ClassLinker.Family(node.superName, isOpened));
            }
        }
        return families;
    }

    private byte[] linked(byte[] bytes, Map<String, ClassLinker.Family> families, TreeSet<String> standIns) {
        ClassReader reader = new ClassReader(bytes);
        ClassNode node = new ClassNode();
        reader.accept(node, 0);
        if ((node.access & Opcodes.ACC_MODULE) != 0) {
            return bytes;
        }
        new ClassLinker(node, answers, families, standIns, counts).link();
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private byte[] read(JarEntry entry) throws IOException {
        try (InputStream in = framework.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
