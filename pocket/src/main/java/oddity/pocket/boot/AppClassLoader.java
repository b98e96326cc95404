package oddity.pocket.boot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import javax.inject.Named;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

/**
 * The sandbox's class loader: the framework's classes, then the app's, then stand-ins for newer types, then ours.
 *
 * <p>Robolectric finds it through META-INF/services and fills in what its constructor asks for.
 */
public final class AppClassLoader extends AndroidSandbox.SdkSandboxClassLoader {
    /**
     * Robolectric's stand-ins inside of the sandbox run on this library. Where an app brings an older one along, or one that was
     * made smaller, a mixture of both would suit neither.
     */
    private static final String SHARED = "com/google/common/";

    /** Apache's HTTP client with what it needs, which lies beside us; the framework has only a few of its classes. */
    private static final List<String> HTTP =
            List.of("org/apache/http/", "org/apache/commons/logging/", "org/apache/commons/codec/");

    private final InstrumentationConfiguration configuration;
    private final AppFiles app;

    public AppClassLoader(
            InstrumentationConfiguration configuration,
            @Named("runtimeSdk") Sdk sdk,
            ClassInstrumentor instrumentor,
            AppFiles app) {
        super(configuration, sdk, instrumentor);
        this.configuration = configuration;
        this.app = app;
    }

    /**
     * Those classes of the framework that ask Java's calendar are changed as the app's are. What an app brings along stays as it
     * is, whatever its package: Robolectric would open the support library up as it does the framework, and cut off what a
     * constructor has prepared before it calls that of its parent. Libraries that Robolectric leaves to the world outside, Kotlin's
     * among them, an app brings along where the world has none.
     */
    @Override
    public Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            if (WallClock.isAskedBy(name)) {
                return defineChanged(name, super.getResourceUrl(name.replace('.', '/') + ".class"));
            }
            String file = name.replace('.', '/') + ".class";
            if (HTTP.stream().anyMatch(file::startsWith) && super.getResourceUrl(file) == null) {
                return defineHttp(name, file);
            }
            if (configuration.shouldAcquire(name) && isBrought(file) && super.getResourceUrl(file) == null) {
                return defineBrought(name, file);
            }
            try {
                return super.loadClass(name, resolve);
            } catch (ClassNotFoundException missing) {
                if (!app.has(file)) {
                    throw missing;
                }
                return defineBrought(name, file);
            }
        }
    }

    private boolean isBrought(String file) {
        boolean isOurs = file.startsWith(SHARED) && getParent().getResource(file) != null;
        return !isOurs && app.has(file);
    }

    private Class<?> defineBrought(String name, String file) throws ClassNotFoundException {
        try (InputStream brought = getClassBytesFromAlternateClassLoader(file)) {
            byte[] bytes = brought.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException error) {
            throw new ClassNotFoundException(name, error);
        }
    }

    /**
     * Of a library of the phone's, then of the app; Robolectric would open it up as it does the framework. Its exceptions are there for
     * every app: a phone passes handlers of unknown ones over, where a JVM looks them up as soon as anything is thrown.
     */
    private Class<?> defineHttp(String name, String file) throws ClassNotFoundException {
        boolean isThere = app.usesHttp() || name.endsWith("Exception");
        URL library = isThere ? getParent().getResource(file) : null;
        return library == null && app.has(file) ? defineBrought(name, file) : defineChanged(name, library);
    }

    private Class<?> defineChanged(String name, URL found) throws ClassNotFoundException {
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream original = found.openStream()) {
            byte[] changed = AppRewriter.rewrite(original.readAllBytes());
            return defineClass(name, changed, 0, changed.length);
        } catch (IOException error) {
            throw new ClassNotFoundException(name, error);
        }
    }

    @Override
    protected InputStream getClassBytesFromAlternateClassLoader(String name) {
        InputStream found = isBrought(name) ? app.code().getResourceAsStream(name) : null;
        if (found == null) {
            byte[] standIn = NewerTypes.standIn(name);
            return standIn == null ? null : new ByteArrayInputStream(standIn);
        }
        try (found) {
            return new ByteArrayInputStream(AppRewriter.rewrite(found.readAllBytes()));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    @Override
    protected URL getResourceUrl(String name) {
        return isBrought(name) ? app.code().findResource(name) : super.getResourceUrl(name);
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        List<URL> found = new ArrayList<>(Collections.list(super.findResources(name)));
        URLClassLoader code = app.code();
        if (code != null) {
            found.addAll(Collections.list(code.findResources(name)));
        }
        return Collections.enumeration(found);
    }
}
