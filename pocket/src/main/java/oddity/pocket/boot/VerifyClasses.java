package oddity.pocket.boot;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Has a JVM load and verify all classes of an app, beside the framework: {@code VerifyClasses APP.jar FRAMEWORK.jar}. Prints how many
 * there are, then a line for each that it refuses, with what it says. None of the app's code runs.
 */
public final class VerifyClasses {
    private static final String CLASS = ".class";

    private VerifyClasses() {}

    public static void main(String[] arguments) throws IOException {
        Path app = Path.of(arguments[0]);
        List<String> names = names(app);
        System.out.println(names.size());
        try (URLClassLoader loader = loader(app, Path.of(arguments[1]))) {
            for (String name : names) {
                try {
                    link(Class.forName(name, false, loader));
                } catch (ClassNotFoundException | LinkageError refused) {
                    System.out.println(name + ": " + firstLine(refused));
                }
            }
        }
    }

    private static List<String> names(Path app) throws IOException {
        List<String> names = new ArrayList<>();
        try (JarFile jar = new JarFile(app.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                // A phone has these of its own, and no class loader may define them.
                if (name.endsWith(CLASS) && !name.startsWith("java/")) {
                    names.add(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
                }
            }
        }
        return names;
    }

    /** The framework goes before the app, and what Robolectric put into the framework comes last. */
    private static URLClassLoader loader(Path app, Path framework) throws MalformedURLException {
        List<URL> urls = new ArrayList<>(List.of(framework.toUri().toURL(), app.toUri().toURL()));
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(jar).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** A JVM verifies a class before it tells of its members. A member of a type that is missing is no fault of the class. */
    private static void link(Class<?> type) {
        try {
            type.getDeclaredFields();
            return;
        } catch (NoClassDefFoundError missing) {
            // The class itself, or the type of a field: the next question tells.
        }
        try {
            type.getDeclaredConstructors();
            return;
        } catch (NoClassDefFoundError missing) {
            // Likewise.
        }
        type.getDeclaredMethods();
    }

    private static String firstLine(Throwable refused) {
        return refused.toString().lines().findFirst().orElse("");
    }
}
