package oddity.pocket.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.jacoco.core.instr.Instrumenter;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has an app's classes note which of their parts run, with JaCoCo: {@code Instrument FROM.jar TO.jar}. Prints how many probes
 * there are.
 *
 * <p>Widely used libraries stay as they are: what runs in them says little about the app.
 */
public final class Instrument {
    private static final List<String> LIBRARIES = List.of("androidx/", "android/support/", "kotlin/", "kotlinx/",
            "com/google/android/material/", "com/google/android/gms/");

    private static final String PROBES = Probes.class.getName().replace('.', '/');
    /** What JaCoCo names the method in which a class fetches its probes. */
    private static final String OWN_PROBES = "$jacocoInit";

    /** dex2jar writes classes of this version without what verifiers of this version want to see; those before it do not. */
    private static final int VERSION_WITH_FRAMES = 50;
    private static final int BYTE_OF_VERSION = 7;

    private long probes;
    private final Instrumenter instrumenter = new Instrumenter(this::fetchProbes);

    Instrument() {}

    public static void main(String[] arguments) throws IOException {
        Instrument instrument = new Instrument();
        instrument.copy(Path.of(arguments[0]), Path.of(arguments[1]));
        System.out.println(instrument.probes);
    }

    void copy(Path from, Path to) throws IOException {
        try (JarFile jar = new JarFile(from.toFile()); OutputStream file = Files.newOutputStream(to);
                JarOutputStream out = new JarOutputStream(file)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                try (InputStream in = jar.getInputStream(entry)) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    out.write(changed(entry.getName(), in.readAllBytes()));
                }
            }
        }
    }

    byte[] changed(String name, byte[] original) {
        if (!name.endsWith(".class") || LIBRARIES.stream().anyMatch(name::startsWith)) {
            return original;
        }
        byte[] bytes = original.clone();
        if (bytes[BYTE_OF_VERSION] == VERSION_WITH_FRAMES) {
            bytes[BYTE_OF_VERSION] = VERSION_WITH_FRAMES - 1;
        }
        if (new String(bytes, StandardCharsets.ISO_8859_1).contains(OWN_PROBES)) {
            return withItsOwnProbes(bytes);
        }
        try {
            return instrumenter.instrument(bytes, name);
        } catch (IOException strange) {
            // It runs all the same; only what of it has run is not known.
            return original;
        }
    }

    /** An app that was built with JaCoCo has probes already: they tell us, instead of the agent in the app. */
    private byte[] withItsOwnProbes(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                return name.equals(OWN_PROBES) ? new OwnProbes(method) : method;
            }
        }, 0);
        return writer.toByteArray();
    }

    /** The method in which a class asks JaCoCo's agent for its probes; their number is the last thing that it mentions before. */
    private final class OwnProbes extends MethodVisitor {
        private int last;

        OwnProbes(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
                last = opcode - Opcodes.ICONST_0;
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            last = operand;
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitLdcInsn(Object value) {
            last = value instanceof Integer number ? number : last;
            super.visitLdcInsn(value);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isAsking = name.equals("getProbes") && descriptor.equals("(JLjava/lang/String;I)[Z");
            probes += isAsking ? last : 0;
            super.visitMethodInsn(opcode, isAsking ? PROBES : owner, name, descriptor, isInterface);
        }
    }

    long probes() {
        return probes;
    }

    private int fetchProbes(long id, String name, int count, MethodVisitor method) {
        probes += count;
        method.visitLdcInsn(name.replace('/', '.'));
        method.visitLdcInsn(count);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "of", "(Ljava/lang/String;I)[Z", false);
        return 2;
    }
}
