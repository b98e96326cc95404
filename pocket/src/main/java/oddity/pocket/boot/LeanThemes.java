package oddity.pocket.boot;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.robolectric.res.android.CppAssetManager2;

/**
 * Themes that take no room for packages which they say nothing about.
 *
 * <p>Where Android leaves such a package out, Robolectric's copy of a theme has an empty table for it, and for 254 of them: a
 * quarter of a megabyte for each window, menu and list that copies a theme, and the time to go through it at the next copy.
 */
final class LeanThemes {
    private static final String THEME = "org/robolectric/res/android/CppAssetManager2$Theme";

    private LeanThemes() {}

    /** Changes Robolectric's class for themes. Must come before anything has one. */
    static void install() throws IOException, IllegalAccessException {
        MethodHandles.privateLookupIn(CppAssetManager2.class, MethodHandles.lookup()).defineClass(changed());
    }

    static byte[] changed() throws IOException {
        try (InputStream original = LeanThemes.class.getClassLoader().getResourceAsStream(THEME + ".class")) {
            ClassReader reader = new ClassReader(original);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Changing(writer), 0);
            return writer.toByteArray();
        }
    }

    private static final class Changing extends ClassVisitor {
        Changing(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("SetTo") ? new Copying(method) : method;
        }
    }

    /** The first table that is made is the empty one. Instead there is none, as before anything is copied. */
    private static final class Copying extends MethodVisitor {
        private boolean isInside;
        private boolean isDone;

        Copying(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW && type.equals(THEME + "$ThemePackage") && !isDone) {
                isInside = true;
                super.visitInsn(Opcodes.ACONST_NULL);
            } else {
                super.visitTypeInsn(opcode, type);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (!isInside || opcode != Opcodes.DUP) {
                super.visitInsn(opcode);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (isInside) {
                isInside = false;
                isDone = true;
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }
}
