package oddity.pocket.boot.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.FileNotFoundException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Stand-ins whose methods the framework may call: theirs are protected, which method handles get around. */
final class StandIns {
    private StandIns() {}

    static byte[] opened(String internalName) throws IOException {
        try (InputStream original = StandIns.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
            if (original == null) {
                throw new FileNotFoundException(internalName);
            }
            ClassReader reader = new ClassReader(original);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Opening(writer), 0);
            return writer.toByteArray();
        }
    }

    private static int open(int access) {
        return (access & Opcodes.ACC_PRIVATE) != 0 ? access : access & ~Opcodes.ACC_PROTECTED | Opcodes.ACC_PUBLIC;
    }

    private static final class Opening extends ClassVisitor {
        Opening(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            super.visit(version, access | Opcodes.ACC_PUBLIC, name, signature, parent, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            boolean isProtected = (access & Opcodes.ACC_PROTECTED) != 0;
            return super.visitMethod(isProtected ? open(access) : access, name, descriptor, signature, exceptions);
        }
    }
}
