package oddity.pocket.boot;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import org.robolectric.internal.AndroidSandbox;

/**
 * A pocket phone: one JVM that runs one app on the real framework of one API level.
 *
 * <p>Started with the API level as its only argument, it reads requests from standard input and answers each on standard
 * output (see PROTOCOL.md). It ends when its input ends. What anything prints goes to standard error.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        int exit = 0;
        try {
            run(Integer.parseInt(arguments[0]));
        } catch (Throwable failed) {
            failed.printStackTrace();
            exit = 1;
        }
        // Threads that an app or Robolectric started would keep the JVM alive.
        Runtime.getRuntime().halt(exit);
    }

    private static void run(int api) throws Exception {
        Channel channel = channel();
        // An app that prints must not garble our answers.
        System.setOut(new PrintStream(System.err, true));
        LeanThemes.install();
        AppFiles app = new AppFiles();
        AndroidSandbox sandbox = Sandboxes.build(api, app);
        sandbox.runOnMainThread(() -> {
            serve(sandbox, app, channel);
            return null;
        });
    }

    /** Over descriptors of its own where it is told some: an app may write to that of standard output. */
    private static Channel channel() throws ReflectiveOperationException {
        String told = System.getProperty("oddity.channel");
        if (told == null) {
            return Channel.of(System.in, System.out);
        }
        System.clearProperty("oddity.channel");
        String[] numbers = told.split(",");
        return Channel.of(new BufferedInputStream(new FileInputStream(descriptor(numbers[0]))),
                new FileOutputStream(descriptor(numbers[1])));
    }

    private static FileDescriptor descriptor(String number) throws ReflectiveOperationException {
        Constructor<FileDescriptor> of = FileDescriptor.class.getDeclaredConstructor(int.class);
        of.setAccessible(true);
        return of.newInstance(Integer.parseInt(number));
    }

    /** Hands over to the class that lives inside the sandbox, where the framework's classes are. */
    private static void serve(AndroidSandbox sandbox, AppFiles app, Channel channel) throws Exception {
        ClassLoader inside = sandbox.getRobolectricClassLoader();
        Thread.currentThread().setContextClassLoader(inside);
        Class<?> service = inside.loadClass("oddity.pocket.phone.RequestLoop");
        Object phone = service.getConstructor(AndroidSandbox.class, AppFiles.class).newInstance(sandbox, app);
        service.getMethod("serve", Channel.class).invoke(phone, channel);
    }
}
