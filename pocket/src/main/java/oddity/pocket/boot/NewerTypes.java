package oddity.pocket.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Stand-ins for Android's types that Robolectric's shadows name and that the framework of an API level does not have.
 *
 * <p>A shadow serves all levels, and using it at all fails when one of its methods takes a type that came later. The build lists
 * what shadows name; where the framework lacks such a type, an empty class does, since nothing of that level ever makes one.
 */
final class NewerTypes {
    private static final String LIST = "newer-types.txt";
    private static final String SUFFIX = ".class";

    private static Set<String> names;

    private NewerTypes() {}

    /** Run by the build: lists the types that a jar of shadows names, one a line, in a folder of classes. */
    public static void main(String[] arguments) throws IOException {
        Path list = Path.of(arguments[1], NewerTypes.class.getPackageName().split("\\.")).resolve(LIST);
        Files.write(list, namedIn(Path.of(arguments[0])));
    }

    /** An empty class for the file of a class that shadows name; null for any other file. */
    static synchronized byte[] standIn(String file) {
        if (names == null) {
            names = read();
        }
        String internalName = withoutSuffix(file);
        return names.contains(internalName) ? emptyClass(internalName) : null;
    }

    private static Set<String> namedIn(Path shadows) throws IOException {
        Set<String> named = new TreeSet<>();
        Set<String> own = new HashSet<>();
        try (JarFile jar = new JarFile(shadows.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(SUFFIX)) {
                    own.add(withoutSuffix(entry.getName()));
                    try (InputStream bytes = jar.getInputStream(entry)) {
                        new ClassReader(bytes).accept(new Signatures(named), ClassReader.SKIP_CODE);
                    }
                }
            }
        }
        // Some shadows live in packages of Android's, and are there.
        named.removeAll(own);
        return named;
    }

    private static String withoutSuffix(String file) {
        return file.substring(0, file.length() - SUFFIX.length());
    }

    private static Set<String> read() {
        Set<String> read = new HashSet<>();
        try (InputStream list = NewerTypes.class.getResourceAsStream(LIST);
                BufferedReader lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
            lines.lines().forEach(read::add);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return read;
    }

    private static byte[] emptyClass(String internalName) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, internalName, null, "java/lang/Object", null);
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(1, 1);
        constructor.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Collects the types of Android's in the methods and fields of a class. */
    private static final class Signatures extends ClassVisitor {
        private final Set<String> named;

        Signatures(Set<String> named) {
            super(Opcodes.ASM9);
            this.named = named;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            note(Type.getReturnType(descriptor));
            for (Type argument : Type.getArgumentTypes(descriptor)) {
                note(argument);
            }
            return null;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            note(Type.getType(descriptor));
            return null;
        }

        private void note(Type type) {
            Type one = type.getSort() == Type.ARRAY ? type.getElementType() : type;
            if (one.getSort() != Type.OBJECT) {
                return;
            }
            String name = one.getInternalName();
            if (name.startsWith("android/") || name.startsWith("com/android/")) {
                named.add(name);
            }
        }
    }
}
