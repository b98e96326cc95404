package oddity.pocket.boot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import androidx.graphics.path.ConicConverter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import oddity.pocket.phone.FileSubstitutes;
import oddity.pocket.phone.RegexSubstitutes;
import org.junit.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

public class AppRewriterTest {
    /** An app's class, with each thing that the phone answers. */
    static final class Asking {
        Object[] ask() {
            return new Object[] {
                System.currentTimeMillis(), System.nanoTime(), Math.random(), new Date(), new Random(), new Random(7),
                Calendar.getInstance(), UUID.randomUUID(), LocalDate.now(), "text".length()
            };
        }
    }

    @Test
    public void timeAndChanceAreAskedOfThePhone() throws IOException {
        List<String> calls = callsOf(AppRewriter.rewrite(bytesOf(Asking.class)));
        for (String call : List.of("currentTimeMillis()J", "nanoTime()J", "random()D", "seed()J",
                "now(Ljava/util/Calendar;)Ljava/util/Calendar;", "randomUUID()Ljava/util/UUID;",
                "systemDefaultZone()Ljava/time/Clock;")) {
            assertTrue(call, calls.contains("oddity/pocket/phone/Substitutes." + call));
        }
        for (String call : List.of("java/lang/System.currentTimeMillis()J", "java/util/Date.<init>()V",
                "java/util/Random.<init>()V", "java/time/LocalDate.now()Ljava/time/LocalDate;")) {
            assertFalse(call, calls.contains(call));
        }
        assertTrue("a seed of the app's own stays", calls.contains("java/util/Random.<init>(J)V"));
    }

    /** An app's class that looks at files and makes some. */
    static final class Filing extends File {
        Filing() {
            super("/data/misc/other");
        }

        boolean look(File file) throws IOException {
            return file.mkdirs() && file.createNewFile() && file.listFiles(File::isDirectory) != null && super.exists();
        }
    }

    @Test
    public void filesOfOthersAreAskedOfThePhone() throws IOException {
        List<String> calls = callsOf(AppRewriter.rewrite(bytesOf(Filing.class)));
        for (String call : List.of("mkdirs(Ljava/io/File;)Z", "createNewFile(Ljava/io/File;)Z",
                "listFiles(Ljava/io/File;Ljava/io/FileFilter;)[Ljava/io/File;")) {
            assertTrue(call + " in " + calls, calls.contains("oddity/pocket/phone/FileSubstitutes." + call));
        }
        assertTrue("what a parent does stays its own", calls.contains("java/io/File.exists()Z"));
    }

    @Test
    public void nativeMethodsThatAreKnownAreThePhones() throws IOException {
        byte[] rewritten = AppRewriter.rewrite(bytesOf(ConicConverter.class));
        assertEquals(List.of("java/lang/Object.<init>()V", "oddity/pocket/phone/NativeHelpers.internalConicToQuadratics([FI[FFF)I"),
                callsOf(rewritten));
        new ClassReader(rewritten).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                assertEquals(name, name.equals("another"), (access & Opcodes.ACC_NATIVE) != 0);
                return null;
            }
        }, 0);
    }

    /** An app's class that matches texts. */
    static final class Matching {
        boolean match(String text) throws IOException {
            return Pattern.compile("a", Pattern.CASE_INSENSITIVE).matcher(text).find() && Pattern.matches("a", text)
                    && text.matches("b") && Pattern.compile("c").split(text.replaceAll("d", "e")).length == text.split("f").length
                    && text.split("g", 2)[0].replaceFirst("h", "i").isEmpty() && File.createTempFile("j", "k").exists();
        }
    }

    @Test
    public void expressionsAreThoseOfThePhone() throws IOException {
        List<String> calls = callsOf(AppRewriter.rewrite(bytesOf(Matching.class)));
        String text = "Ljava/lang/String;";
        for (String call : List.of("compile(" + text + ")Ljava/util/regex/Pattern;", "compile(" + text + "I)Ljava/util/regex/Pattern;",
                "matches(" + text + "Ljava/lang/CharSequence;)Z", "matches(" + text + text + ")Z",
                "replaceAll(" + text + text + text + ")" + text, "replaceFirst(" + text + text + text + ")" + text,
                "split(" + text + text + ")[" + text, "split(" + text + text + "I)[" + text)) {
            assertTrue(call + " in " + calls, calls.contains("oddity/pocket/phone/RegexSubstitutes." + call));
            String name = call.substring(0, call.indexOf('('));
            assertTrue(call, Arrays.stream(RegexSubstitutes.class.getMethods()).anyMatch(
                    method -> method.getName().equals(name) && Type.getMethodDescriptor(method).equals(call.substring(name.length()))));
        }
        assertTrue(calls.toString(), calls.contains("oddity/pocket/phone/Substitutes.createTempFile(" + text + text + ")Ljava/io/File;"));
    }

    /** Each that is called instead must be there, or an app that calls it ends. */
    @Test
    public void everySubstituteForFilesIsThere() {
        List<String> there = Arrays.stream(FileSubstitutes.class.getMethods()).map(Method::getName).toList();
        List<String> missing = AppRewriter.FILE_CALLS.stream().filter(name -> !there.contains(name)).toList();
        assertEquals(List.of(), missing);
        for (Method method : File.class.getMethods()) {
            if (AppRewriter.FILE_CALLS.contains(method.getName())) {
                List<Class<?>> parameters = new ArrayList<>(List.of(File.class));
                parameters.addAll(List.of(method.getParameterTypes()));
                assertTrue(method.toString(), Arrays.stream(FileSubstitutes.class.getMethods()).anyMatch(
                        substitute -> substitute.getName().equals(method.getName())
                                && List.of(substitute.getParameterTypes()).equals(parameters)
                                && substitute.getReturnType() == method.getReturnType()));
            }
        }
    }

    /** An app's class, with each way to do something later. */
    static final class Delaying extends Timer {
        ScheduledExecutorService[] delay() throws InterruptedException {
            new Timer("name").schedule(null, 5);
            new Thread(this::cancel).start();
            Thread.sleep(5);
            Thread.currentThread().interrupt();
            LockSupport.parkNanos(this, 5);
            TimeUnit.SECONDS.sleep(5);
            synchronized (this) {
                wait(5);
                wait();
                notifyAll();
            }
            return new ScheduledExecutorService[] {new ScheduledThreadPoolExecutor(1), Executors.newScheduledThreadPool(1),
                Executors.newSingleThreadScheduledExecutor(Thread::new)};
        }
    }

    @Test
    public void whatIsToBeDoneLaterGoesByThePhonesClock() throws IOException {
        byte[] changed = AppRewriter.rewrite(bytesOf(Delaying.class));
        List<String> calls = callsOf(changed);
        for (String call : List.of("time/PhoneTimer.<init>()V", "time/PhoneTimer.<init>(Ljava/lang/String;)V", "time/PhoneExecutor.<init>(I)V",
                "threads/ThreadSubstitutes.start(Ljava/lang/Thread;)V", "threads/ThreadSubstitutes.sleep(J)V",
                "threads/ThreadSubstitutes.interrupt(Ljava/lang/Thread;)V",
                "threads/ThreadSubstitutes.parkNanos(Ljava/lang/Object;J)V", "threads/ThreadSubstitutes.sleep(Ljava/util/concurrent/TimeUnit;J)V",
                "threads/ThreadSubstitutes.wait(Ljava/lang/Object;J)V", "threads/ThreadSubstitutes.wait(Ljava/lang/Object;)V",
                "threads/ThreadSubstitutes.notifyAll(Ljava/lang/Object;)V",
                "threads/ThreadSubstitutes.newScheduledThreadPool(I)Ljava/util/concurrent/ScheduledExecutorService;")) {
            assertTrue(call + " in " + calls, calls.contains("oddity/pocket/phone/" + call));
        }
        assertFalse(calls.toString(), calls.contains("java/util/Timer.<init>()V"));
        assertEquals("oddity/pocket/phone/time/PhoneTimer", new ClassReader(changed).getSuperName());
    }

    @Test
    public void mapsAreTheEmptyOnesOfThePhone() {
        String wish = "(Lcom/google/android/gms/maps/OnMapReadyCallback;)V";
        String empty = "oddity/pocket/phone/Maps.whenReady(Ljava/lang/Object;)V";
        String real = "com/google/android/gms/maps/Delegate.getMapAsync" + wish;
        assertEquals(List.of(empty), callsOf(AppRewriter.rewrite(handingOn("com/google/android/gms/maps/MapView", wish))));
        assertEquals("a class of the app's own", List.of(real), callsOf(AppRewriter.rewrite(handingOn("com/example/Atlas", wish))));
    }

    /** A class whose {@code getMapAsync} hands the wish on. */
    private static byte[] handingOn(String name, String wish) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor method = type.visitMethod(Opcodes.ACC_PUBLIC, "getMapAsync", wish, null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC, "com/google/android/gms/maps/Delegate", "getMapAsync", wish, false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }

    @Test
    public void everythingElseStaysAsItIs() throws IOException {
        byte[] original = bytesOf(ChannelTest.class);
        assertEquals(callsOf(original), callsOf(AppRewriter.rewrite(original)));
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream bytes = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return bytes.readAllBytes();
        }
    }

    private static List<String> callsOf(byte[] type) {
        List<String> calls = new ArrayList<>();
        new ClassReader(type).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean itf) {
                        calls.add(owner + "." + name + descriptor);
                    }
                };
            }
        }, 0);
        return calls;
    }
}
