package oddity.pocket.phone;

import android.app.Instrumentation;
import javax.inject.Named;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.internal.AndroidTestEnvironment;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.TestEnvironmentLifecyclePlugin;

/** Robolectric's environment with our own task stack and with storage that outlives the JVM. */
public final class PhoneEnvironment extends AndroidTestEnvironment {
    /** What the next application is set up with. Robolectric makes the environment, so it cannot be handed in. */
    private static Instrumentation instrumentation;
    private static PhoneFolder folder;

    public PhoneEnvironment(
            @Named("runtimeSdk") Sdk runtime,
            @Named("compileSdk") Sdk compile,
            ShadowProvider[] shadows,
            TestEnvironmentLifecyclePlugin[] plugins) {
        super(runtime, compile, shadows, plugins);
    }

    static void prepare(Instrumentation instrumentation, PhoneFolder folder) {
        PhoneEnvironment.instrumentation = instrumentation;
        PhoneEnvironment.folder = folder;
    }

    /** The first call after Robolectric has chosen a temporary folder, and before anything is put there. */
    @Override
    protected Instrumentation pickInstrumentation() {
        RuntimeEnvironment.setTempDirectory(folder);
        return instrumentation;
    }
}
