package oddity.pocket.boot;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Changes an app's classes as they are loaded: what they ask Java about time, chance, files, regular
 * expressions and native code, the phone answers, and
 * Google's maps are empty ones.
 *
 * <p>Only calls that stand in the app's own code and its libraries' are changed. Waiting for another thread, and for no longer
 * than so long, goes by the computer's clock.
 */
final class AppRewriter {
    private static final String SUBSTITUTES = "oddity/pocket/phone/Substitutes";
    private static final String THREAD_SUBSTITUTES = "oddity/pocket/phone/threads/ThreadSubstitutes";

    private static final String FILE_SUBSTITUTES = "oddity/pocket/phone/FileSubstitutes";
    private static final String FILE = "java/io/File";
    /** What can be asked of a file, or done to it, without opening it. */
    static final Set<String> FILE_CALLS = Set.of("exists", "isFile", "isDirectory", "isHidden", "canRead", "canWrite",
            "canExecute", "delete", "mkdir", "mkdirs", "renameTo", "setReadOnly", "setLastModified", "length", "lastModified",
            "getFreeSpace", "getTotalSpace", "getUsableSpace", "list", "listFiles", "createNewFile", "deleteOnExit",
            "getCanonicalPath", "getCanonicalFile");

    private static final String EXECUTORS = "java/util/concurrent/Executors.";
    private static final String FACTORY = "Ljava/util/concurrent/ThreadFactory;";
    private static final String EXECUTOR = "Ljava/util/concurrent/ScheduledExecutorService;";

    private static final String TEMPORARY = "(Ljava/lang/String;Ljava/lang/String;)Ljava/io/File;";

    private static final String REGEX_SUBSTITUTES = "oddity/pocket/phone/RegexSubstitutes";
    private static final String PATTERN = "java/util/regex/Pattern";
    private static final String STRING = "java/lang/String";
    private static final String L_STRING = "L" + STRING + ";";
    /** What makes or uses a regular expression; those of strings have the string in front. */
    private static final Set<String> REGEX_CALLS = Set.of(
            PATTERN + ".compile(" + L_STRING + ")L" + PATTERN + ";",
            PATTERN + ".compile(" + L_STRING + "I)L" + PATTERN + ";",
            PATTERN + ".matches(" + L_STRING + "Ljava/lang/CharSequence;)Z",
            STRING + ".matches(" + L_STRING + ")Z",
            STRING + ".replaceAll(" + L_STRING + L_STRING + ")" + L_STRING,
            STRING + ".replaceFirst(" + L_STRING + L_STRING + ")" + L_STRING,
            STRING + ".split(" + L_STRING + ")[" + L_STRING,
            STRING + ".split(" + L_STRING + "I)[" + L_STRING);

    /** Static methods and methods of objects, by owner, name and descriptor; the substitute has the same name. */
    private static final Map<String, String> CALLS = Map.ofEntries(
            Map.entry("java/lang/System.currentTimeMillis()J", "()J"),
            Map.entry("java/lang/System.nanoTime()J", "()J"),
            Map.entry("java/lang/System.exit(I)V", "(I)V"),
            Map.entry("java/lang/System.load(Ljava/lang/String;)V", "(Ljava/lang/String;)V"),
            Map.entry("java/lang/System.loadLibrary(Ljava/lang/String;)V", "(Ljava/lang/String;)V"),
            Map.entry("java/lang/Math.random()D", "()D"),
            Map.entry("java/io/File.createTempFile" + TEMPORARY, TEMPORARY),
            Map.entry("java/util/UUID.randomUUID()Ljava/util/UUID;", "()Ljava/util/UUID;"),
            Map.entry("java/time/Clock.systemUTC()Ljava/time/Clock;", "()Ljava/time/Clock;"),
            Map.entry("java/time/Clock.systemDefaultZone()Ljava/time/Clock;", "()Ljava/time/Clock;"));

    /** The same for what has to do with threads. */
    private static final Map<String, String> THREAD_CALLS = Map.ofEntries(
            Map.entry("java/lang/Thread.sleep(J)V", "(J)V"),
            Map.entry("java/lang/Thread.sleep(JI)V", "(JI)V"),
            Map.entry("java/lang/Object.notify()V", "(Ljava/lang/Object;)V"),
            Map.entry("java/lang/Object.notifyAll()V", "(Ljava/lang/Object;)V"),
            Map.entry("java/lang/Object.wait()V", "(Ljava/lang/Object;)V"),
            Map.entry("java/lang/Object.wait(J)V", "(Ljava/lang/Object;J)V"),
            Map.entry("java/lang/Object.wait(JI)V", "(Ljava/lang/Object;JI)V"),
            Map.entry("java/util/concurrent/TimeUnit.sleep(J)V", "(Ljava/util/concurrent/TimeUnit;J)V"),
            Map.entry("java/util/concurrent/locks/LockSupport.parkNanos(J)V", "(J)V"),
            Map.entry("java/util/concurrent/locks/LockSupport.parkNanos(Ljava/lang/Object;J)V", "(Ljava/lang/Object;J)V"),
            Map.entry("java/util/concurrent/locks/LockSupport.parkUntil(J)V", "(J)V"),
            Map.entry("java/util/concurrent/locks/LockSupport.parkUntil(Ljava/lang/Object;J)V", "(Ljava/lang/Object;J)V"),
            Map.entry(EXECUTORS + "newScheduledThreadPool(I)" + EXECUTOR, "(I)" + EXECUTOR),
            Map.entry(EXECUTORS + "newScheduledThreadPool(I" + FACTORY + ")" + EXECUTOR, "(I" + FACTORY + ")" + EXECUTOR),
            Map.entry(EXECUTORS + "newSingleThreadScheduledExecutor()" + EXECUTOR, "()" + EXECUTOR),
            Map.entry(EXECUTORS + "newSingleThreadScheduledExecutor(" + FACTORY + ")" + EXECUTOR, "(" + FACTORY + ")" + EXECUTOR),
            Map.entry("java/lang/Thread.interrupt()V", "(Ljava/lang/Thread;)V"),
            Map.entry("java/lang/Thread.start()V", "(Ljava/lang/Thread;)V"));

    /** Classes of which an app makes objects or its own classes. */
    private static final Map<String, String> TYPES = Map.of(
            "java/util/Timer", "oddity/pocket/phone/time/PhoneTimer",
            "java/util/concurrent/ScheduledThreadPoolExecutor", "oddity/pocket/phone/time/PhoneExecutor");

    /** Methods without arguments that ask for the time of now, as they do with a clock. */
    private static final String NOW = "now";
    private static final String TIME = "java/time/";
    /** How apps ask a map fragment or view for its map. */
    private static final String MAPS = "com/google/android/gms/maps/";
    private static final String GET_MAP = "getMapAsync(L" + MAPS + "OnMapReadyCallback;)V";
    private static final String CALENDAR = "java/util/Calendar";
    /** Native methods that Java stands in for. */
    private static final String COUNTER = "androidx/datastore/core/NativeSharedCounter.";
    private static final Set<String> HELPED = Set.of(
            "androidx/graphics/path/ConicConverter.internalConicToQuadratics([FI[FFF)I",
            COUNTER + "nativeTruncateFile(I)I", COUNTER + "nativeCreateSharedCounter(I)J",
            COUNTER + "nativeGetCounterValue(J)I", COUNTER + "nativeIncrementAndGetCounterValue(J)I");

    private AppRewriter() {}

    static byte[] rewrite(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Rewriting(writer), 0);
        return writer.toByteArray();
    }

    private static final class Rewriting extends ClassVisitor {
        private boolean isMap;
        private String owner;

        Rewriting(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            isMap = name.startsWith(MAPS);
            owner = name;
            super.visit(version, access, name, signature, TYPES.getOrDefault(parent, parent), interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            boolean isNative = (access & Opcodes.ACC_NATIVE) != 0;
            if (isNative && HELPED.contains(owner + "." + name + descriptor)) {
                help(super.visitMethod(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions), access, name, descriptor);
                return null;
            }
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean hasCode = (access & Opcodes.ACC_ABSTRACT) == 0;
            if (isMap && hasCode && (name + descriptor).equals(GET_MAP)) {
                giveEmptyMap(method);
                return null;
            }
            return new Calls(method);
        }
    }

    /** The whole of a method that asks for a map: Play services would make it. */
    private static void giveEmptyMap(MethodVisitor method) {
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "oddity/pocket/phone/Maps", "whenReady", "(Ljava/lang/Object;)V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /** The whole of a method whose native code is not here: a method of ours with the same name and arguments. */
    private static void help(MethodVisitor method, int access, String name, String descriptor) {
        method.visitCode();
        int local = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            method.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
            local += argument.getSize();
        }
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "oddity/pocket/phone/NativeHelpers", name, descriptor, false);
        method.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static final class Calls extends MethodVisitor {
        Calls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, opcode == Opcodes.NEW ? TYPES.getOrDefault(type, type) : type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            String called = owner + "." + name + descriptor;
            if (CALLS.containsKey(called)) {
                call(name, CALLS.get(called));
            } else if (THREAD_CALLS.containsKey(called) && opcode != Opcodes.INVOKESPECIAL) {
                callThreads(name, THREAD_CALLS.get(called));
            } else if (owner.equals(FILE) && opcode == Opcodes.INVOKEVIRTUAL && FILE_CALLS.contains(name)) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, FILE_SUBSTITUTES, name, "(L" + FILE + ";" + descriptor.substring(1), false);
            } else if (REGEX_CALLS.contains(called)) {
                String before = owner.equals(STRING) ? L_STRING : "";
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, REGEX_SUBSTITUTES, name, "(" + before + descriptor.substring(1), false);
            } else if (opcode == Opcodes.INVOKESPECIAL && TYPES.containsKey(owner)) {
                super.visitMethodInsn(opcode, TYPES.get(owner), name, descriptor, isInterface);
            } else if (owner.equals("android/os/SystemClock") && name.equals("sleep")) {
                callThreads("sleepWhole", descriptor);
            } else if (owner.equals("java/util/Date") && isPlainConstructor(name, descriptor)) {
                call("currentTimeMillis", "()J");
                super.visitMethodInsn(opcode, owner, name, "(J)V", false);
            } else if (owner.equals("java/util/Random") && isPlainConstructor(name, descriptor)) {
                call("seed", "()J");
                super.visitMethodInsn(opcode, owner, name, "(J)V", false);
            } else if (owner.equals(CALENDAR) && name.equals("getInstance")) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                call("now", "(Ljava/util/Calendar;)Ljava/util/Calendar;");
            } else if (owner.startsWith(TIME) && name.equals(NOW) && descriptor.startsWith("()")) {
                call("systemDefaultZone", "()Ljava/time/Clock;");
                super.visitMethodInsn(
                        opcode, owner, name, "(Ljava/time/Clock;" + descriptor.substring(1), isInterface);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        private void call(String name, String descriptor) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SUBSTITUTES, name, descriptor, false);
        }

        private void callThreads(String name, String descriptor) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, THREAD_SUBSTITUTES, name, descriptor, false);
        }

        private static boolean isPlainConstructor(String name, String descriptor) {
            return name.equals("<init>") && descriptor.equals("()V");
        }
    }
}
