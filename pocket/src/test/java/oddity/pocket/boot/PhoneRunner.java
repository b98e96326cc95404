package oddity.pocket.boot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.manipulation.Filterable;
import org.junit.runner.manipulation.NoTestsRemainException;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;
import org.robolectric.internal.AndroidSandbox;

/**
 * Runs tests where the phone's own classes live: inside of the sandbox, beside the real framework, on an app's main thread.
 *
 * <p>All classes with this runner share one sandbox, for it takes seconds to come up.
 */
public final class PhoneRunner extends Runner implements Filterable {
    private static final int API = 34;
    private static final String FRAMEWORK = "android-all-instrumented-14-robolectric-10818077-i7.jar";
    /** Our own app that has a wish for everything a phone can give. */
    private static final Path APK = Path.of("samples", "apk", "visitor.apk").toAbsolutePath();

    private static AppFiles app;
    private static AndroidSandbox sandbox;

    private final BlockJUnit4ClassRunner inside;

    public PhoneRunner(Class<?> outside) throws InitializationError {
        try {
            inside = new BlockJUnit4ClassRunner(bootedSandbox().getRobolectricClassLoader().loadClass(outside.getName()));
        } catch (ClassNotFoundException error) {
            throw new InitializationError(error);
        }
    }

    /** In which the test that asks is. */
    public static AndroidSandbox sandbox() {
        return sandbox;
    }

    public static AppFiles app() {
        return app;
    }

    @Override
    public Description getDescription() {
        return inside.getDescription();
    }

    @Override
    public void filter(Filter filter) throws NoTestsRemainException {
        inside.filter(filter);
    }

    @Override
    public void run(RunNotifier notifier) {
        sandbox.runOnMainThread(() -> {
            Thread.currentThread().setContextClassLoader(sandbox.getRobolectricClassLoader());
            inside.run(notifier);
            return null;
        });
    }

    /** By the converter that phones use, which is in Rust. */
    private static Path converted() throws IOException, InterruptedException {
        Path target = Path.of("target").toAbsolutePath();
        Path classes = target.resolve("visitor.jar");
        Path types = target.resolve("types.txt");
        TypeList.write(types, List.of(target.resolve("frameworks").resolve(FRAMEWORK)));
        Process convert = new ProcessBuilder("cargo", "run", "--quiet", "--locked", "--package", "oddity-dex", "--example",
                "convert", "--", APK.toString(), types.toString(), classes.toString()).inheritIO().start();
        if (convert.waitFor() != 0) {
            throw new IOException("cannot convert " + APK);
        }
        return classes;
    }

    private static AndroidSandbox bootedSandbox() throws InitializationError {
        if (sandbox == null) {
            try {
                app = new AppFiles();
                app.set(APK, converted());
                sandbox = Sandboxes.build(API, app);
            } catch (Exception error) {
                throw new InitializationError(error);
            }
        }
        return sandbox;
    }
}
