package oddity.pocket.boot;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The app's files, named after the phone has booted: a spare phone waits without knowing its app.
 *
 * <p>One object shared by the launcher, the class loader and the phone inside the sandbox.
 */
public final class AppFiles {
    private static final int LONGEST_TEXT = 1 << 16;

    private volatile Path apk;
    private volatile URLClassLoader code;
    private volatile boolean usesHttp;

    /** Says which app it is: its APK, and its code as a jar of classes. */
    public void set(Path apk, Path classes) throws MalformedURLException {
        // Code looks up resources that lie in the APK beside its classes, such as META-INF/services.
        URL[] urls = {classes.toUri().toURL(), apk.toUri().toURL()};
        this.code = new URLClassLoader(urls, null);
        this.apk = apk;
    }

    /** Says whether the app has Apache's HTTP client of the phone: its manifest asks for it, or is older than the question. */
    public void setUsesHttp(boolean usesHttp) {
        this.usesHttp = usesHttp;
    }

    boolean usesHttp() {
        return usesHttp;
    }

    public Path apk() {
        return apk;
    }

    /** Whether the app brings such a file along, beside its classes or among them. */
    boolean has(String file) {
        URLClassLoader here = code;
        return here != null && here.findResource(file) != null;
    }

    /** What is in such a file of the app's, as text; null where there is none. */
    public String text(String file) throws IOException {
        URLClassLoader here = code;
        try (InputStream found = here == null ? null : here.getResourceAsStream(file)) {
            return found == null ? null : new String(found.readNBytes(LONGEST_TEXT), StandardCharsets.UTF_8);
        }
    }

    /** Whether a class of this name is the app's. */
    public boolean hasClass(String name) {
        return has(name.replace('.', '/') + ".class");
    }

    /** Reads the app's classes and resources; null before there is an app. */
    URLClassLoader code() {
        return code;
    }
}
