package oddity.pocket.boot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

public class AppClassLoaderTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void anAppsOwnClassStaysAsItIsInAPackageOfTheFrameworks() throws Exception {
        Path framework = jar("framework", "android.Frame", 1);
        Path app = jar("app", "android.support.Brought", 7);
        assertEquals(7, numberOf(loader(framework, app).loadClass("android.support.Brought")));
    }

    @Test
    public void theFrameworkComesFirst() throws Exception {
        Path framework = jar("framework", "plain.Shared", 1);
        Path app = jar("app", "plain.Shared", 7);
        assertEquals(1, numberOf(loader(framework, app).loadClass("plain.Shared")));
    }

    @Test
    public void anAppBringsWhatIsLeftToTheWorldOutsideAndMissingThere() throws Exception {
        Path framework = jar("framework", "android.Frame", 1);
        Path app = jar("app", "outside.Library", 7);
        ClassLoader loader = loader(framework, app);
        assertEquals(7, numberOf(loader.loadClass("outside.Library")));
        assertThrows(ClassNotFoundException.class, () -> loader.loadClass("outside.Missing"));
    }

    @Test
    public void theLibraryThatThePhoneRunsOnIsThePhones() throws Exception {
        String name = com.google.common.base.Strings.class.getName();
        ClassLoader loader = loader(jar("framework", "android.Frame", 1), jar("app", name, 7));
        assertEquals("aa", loader.loadClass(name).getMethod("repeat", String.class, int.class).invoke(null, "a", 2));
        ClassLoader other = loader(jar("framework", "android.Frame", 1), jar("app", "com.google.common.a.b", 7));
        assertEquals(7, numberOf(other.loadClass("com.google.common.a.b")));
    }

    @Test
    public void apachesHttpClientIsThereForAppsThatAskForIt() throws Exception {
        Path framework = jar("framework", "org.apache.http.conn.ssl.OfTheFramework", 1);
        Path app = jar("app", "org.apache.http.client.methods.HttpGet", 7);
        String get = "org.apache.http.client.methods.HttpGet";
        String post = "org.apache.http.client.methods.HttpPost";
        AppFiles files = new AppFiles();
        ClassLoader without = loader(framework, app, files);
        assertThrows(ClassNotFoundException.class, () -> without.loadClass(post));
        assertNotNull("for handlers", without.loadClass("org.apache.http.client.ClientProtocolException"));
        assertEquals("the app's own", 7, numberOf(without.loadClass(get)));
        assertNotNull("the framework's", without.loadClass("org.apache.http.conn.ssl.OfTheFramework"));
        files.setUsesHttp(true);
        ClassLoader with = loader(framework, app, files);
        Object request = with.loadClass(post).getConstructor(String.class).newInstance("http://example.com/a");
        assertEquals("POST http://example.com/a HTTP/1.1", request.getClass().getMethod("getRequestLine").invoke(request).toString());
        assertEquals("the phone's comes first", "GET",
                with.loadClass(get).getMethod("getMethod").invoke(with.loadClass(get).getConstructor().newInstance()));
    }

    private static AppClassLoader loader(Path framework, Path app) throws IOException {
        return loader(framework, app, new AppFiles());
    }

    private static AppClassLoader loader(Path framework, Path app, AppFiles files) throws IOException {
        InstrumentationConfiguration configuration = InstrumentationConfiguration.newBuilder()
                .addInstrumentedPackage("android.").addInstrumentedPackage("org.apache.http.").doNotAcquirePackage("outside.").build();
        files.set(app, app);
        return new AppClassLoader(configuration, new OneJar(framework), new ClassInstrumentor(), files);
    }

    private static int numberOf(Class<?> type) throws ReflectiveOperationException {
        return type.getField("number").getInt(type.getConstructor().newInstance());
    }

    private Path jar(String name, String type, int number) throws IOException {
        Path jar = folder.getRoot().toPath().resolve(name + ".jar");
        String internalName = type.replace('.', '/');
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(file)) {
            entries.putNextEntry(new JarEntry(internalName + ".class"));
            entries.write(classWith(internalName, number));
        }
        return jar;
    }

    /** A class as compilers for phones make them: its constructor has the number ready before it calls that of its parent. */
    private static byte[] classWith(String internalName, int number) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, internalName, null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_PUBLIC, "number", "I", null, null).visitEnd();
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitIntInsn(Opcodes.BIPUSH, number);
        constructor.visitVarInsn(Opcodes.ISTORE, 1);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitVarInsn(Opcodes.ILOAD, 1);
        constructor.visitFieldInsn(Opcodes.PUTFIELD, internalName, "number", "I");
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static final class OneJar extends Sdk {
        private final Path jar;

        OneJar(Path jar) {
            super(34);
            this.jar = jar;
        }

        @Override
        public Path getJarPath() {
            return jar;
        }

        @Override
        public String getAndroidVersion() {
            return "14";
        }

        @Override
        public String getAndroidCodeName() {
            return "U";
        }

        @Override
        public boolean isSupported() {
            return true;
        }

        @Override
        public String getUnsupportedMessage() {
            return "";
        }

        @Override
        public void verifySupportedSdk(String test) {}
    }
}
