package oddity.pocket.boot;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import org.robolectric.android.AndroidSdkShadowMatcher;
import org.robolectric.android.internal.AndroidTestEnvironment;
import org.robolectric.annotation.ResourcesMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.config.AndroidConfigurer;
import org.robolectric.interceptors.AndroidInterceptors;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.SandboxManager;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.internal.bytecode.ClassHandlerBuilder;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.internal.bytecode.Interceptor;
import org.robolectric.internal.bytecode.Interceptors;
import org.robolectric.internal.bytecode.ShadowMap;
import org.robolectric.internal.bytecode.ShadowProviders;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.SdkProvider;
import org.robolectric.sandbox.ShadowMatcher;
import org.robolectric.util.inject.Injector;

/** Builds the sandbox in which the framework of one API level lives. */
public final class Sandboxes {
    /** Loaded once for both sides of the sandbox, so that objects of these classes can be handed over. */
    private static final String OUTSIDE = "oddity.pocket.boot.";

    /** What stands in for Robolectric's own stand-ins, where those do otherwise than a phone does. */
    private static final List<String> SHADOWS = List.of(
            "oddity.pocket.phone.shadows.PhoneActivity",
            "oddity.pocket.phone.shadows.PhoneContext",
            "oddity.pocket.phone.shadows.PhoneService",
            "oddity.pocket.phone.shadows.PhoneAlarms",
            "oddity.pocket.phone.shadows.PhoneAudio",
            "oddity.pocket.phone.shadows.PhoneConnectivity",
            "oddity.pocket.phone.shadows.PhoneJobs",
            "oddity.pocket.phone.shadows.PhoneLocales",
            "oddity.pocket.phone.shadows.PhoneNotifications",
            "oddity.pocket.phone.shadows.PhonePackages",
            "oddity.pocket.phone.shadows.PhonePendingIntent",
            "oddity.pocket.phone.shadows.PhoneStarts",
            "oddity.pocket.phone.shadows.PhoneStorage",
            "oddity.pocket.phone.shadows.PhoneSystemServices",
            "oddity.pocket.phone.shadows.PhoneToast",
            "oddity.pocket.phone.shadows.PhoneViewRoot",
            "oddity.pocket.phone.shadows.PhoneWindowSession",
            "oddity.pocket.phone.shadows.RealActivityGroup",
            "oddity.pocket.phone.shadows.RealAsyncQueryHandler",
            "oddity.pocket.phone.shadows.RealFilter",
            "oddity.pocket.phone.shadows.RealIntentService",
            "oddity.pocket.phone.shadows.RealJobService",
            "oddity.pocket.phone.shadows.RealScaleGestureDetector",
            "oddity.pocket.phone.shadows.RealTabActivity",
            "oddity.pocket.phone.shadows.RealTabHost",
            "oddity.pocket.phone.shadows.RealTabSpec",
            "oddity.pocket.phone.shadows.RealZoomButtonsController",
            "oddity.pocket.phone.shadows.NoMagnifier");

    private Sandboxes() {}

    /** A sandbox, and by what it decides who answers for whom. */
    public record Made(AndroidSandbox sandbox, ShadowMap shadows, ShadowMatcher matcher, Interceptors interceptors) {
        /** The classes for which there may be a stand-in, as source code names them. */
        public Set<String> shadowed() throws ClassNotFoundException {
            Set<String> names = new HashSet<>();
            for (ShadowProvider provider : ServiceLoader.load(ShadowProvider.class)) {
                provider.getShadows().forEach(shadow -> names.add(shadow.getKey()));
                provider.getShadowPickerMap().keySet().forEach(name -> names.add(name.replace('$', '.')));
            }
            for (String shadow : SHADOWS) {
                Class<?> ours = Class.forName(shadow, false, Sandboxes.class.getClassLoader());
                names.add(ShadowMap.obtainShadowInfo(ours).shadowedClassName.replace('$', '.'));
            }
            return names;
        }
    }

    static AndroidSandbox build(int api, AppFiles app) throws ClassNotFoundException {
        return make(api, app).sandbox();
    }

    /** Sets a phone up in the sandbox and takes it down again. */
    public static void warm(AndroidSandbox sandbox) throws ReflectiveOperationException {
        ClassLoader inside = sandbox.getRobolectricClassLoader();
        Thread.currentThread().setContextClassLoader(inside);
        Class<?> service = inside.loadClass("oddity.pocket.phone.RequestLoop");
        service.getConstructor(AndroidSandbox.class, AppFiles.class).newInstance(sandbox, new AppFiles());
    }

    public static Made make(int api, AppFiles app) throws ClassNotFoundException {
        ClassLoader ours = Sandboxes.class.getClassLoader();
        Injector injector = new Injector.Builder(ours)
                .bind(Properties.class, System.getProperties())
                .bind(AppFiles.class, app)
                .bind(AndroidSandbox.TestEnvironmentSpec.class, environment(ours))
                .build();
        Sdk sdk = sdk(injector.getInstance(SdkProvider.class), api);
        ShadowProviders providers = injector.getInstance(ShadowProviders.class);
        // Of two for the same method, the later one is asked.
        Collection<Interceptor> all = AndroidInterceptors.all();
        all.add(new WallClock());
        Interceptors interceptors = new Interceptors(all);
        InstrumentationConfiguration.Builder configuration = new InstrumentationConfiguration.Builder();
        new AndroidConfigurer(providers).configure(configuration, interceptors);
        configuration.doNotAcquirePackage(OUTSIDE);
        AndroidSandbox sandbox = injector.getInstance(SandboxManager.SandboxBuilder.class).build(
                configuration.build(), sdk, sdk, ResourcesMode.Mode.BINARY, SQLiteMode.Mode.NATIVE);
        ShadowMap shadows = shadows(providers, ours);
        sandbox.replaceShadowMap(shadows);
        ClassHandlerBuilder handlers = injector.getInstance(ClassHandlerBuilder.class);
        ShadowMatcher matcher = new AndroidSdkShadowMatcher(api);
        sandbox.configure(handlers.build(shadows, matcher, interceptors, List.of()), interceptors);
        return new Made(sandbox, shadows, matcher, interceptors);
    }

    private static AndroidSandbox.TestEnvironmentSpec environment(ClassLoader ours) throws ClassNotFoundException {
        // Named, not mentioned: linked here, it would pull the framework's classes in outside of the sandbox.
        Class<?> environment = Class.forName("oddity.pocket.phone.PhoneEnvironment", false, ours);
        return new AndroidSandbox.TestEnvironmentSpec(environment.asSubclass(AndroidTestEnvironment.class));
    }

    private static ShadowMap shadows(ShadowProviders providers, ClassLoader ours) throws ClassNotFoundException {
        ShadowMap.Builder shadows = providers.getBaseShadowMap().newBuilder();
        for (String name : SHADOWS) {
            shadows.addShadowClasses(Class.forName(name, false, ours));
        }
        return shadows.build();
    }

    private static Sdk sdk(SdkProvider provider, int api) {
        for (Sdk sdk : provider.getSdks()) {
            if (sdk.getApiLevel() == api) {
                return sdk;
            }
        }
        throw new IllegalArgumentException("there is no framework of API level " + api);
    }
}
