package oddity.pocket.phone;

import java.lang.reflect.InvocationTargetException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import oddity.pocket.phone.system.MissingServices;
import oddity.pocket.phone.task.PhoneInstrumentation;

/**
 * Whether an exception or a hang is the app's fault, or that of a phone which lacks something.
 *
 * <p>Mistaken where an app handles what is missing badly in its own code, much later: then no trace of it is left.
 */
public final class Blame {
    /** Packages that are not on a pocket phone, and what people call them. */
    private static final List<String[]> ABSENT = List.of(
            new String[] {"com.google.android.gms.", "Google Play services"},
            new String[] {"com.google.firebase.", "Google Play services"},
            new String[] {"com.android.billingclient.", "the Play Store"},
            new String[] {"android.webkit.", "WebView"},
            new String[] {"com.android.webview.", "WebView"});
    /** Where the framework's classes are; what it lacks of them is our doing. */
    private static final List<String> PLATFORM = List.of("android.", "com.android.internal.", "com.google.android.maps.", "dalvik.",
            "java.", "javax.", "jdk.", "libcore.", "org.apache.http.", "org.json.", "org.w3c.", "org.xml.", "org.xmlpull.", "sun.");
    /** Libraries that go by the framework's name, and come with apps. */
    private static final List<String> BROUGHT = List.of("android.arch.", "android.databinding.", "android.support.");
    private static final String LATER = "dalvik.system.";
    private static final String OURS = "oddity.pocket.";
    private static final String GUARD = OURS + "boot.Guard";
    private static final String OFFLINE = OURS + "boot.OfflineSockets";
    private static final String CONTENT = OURS + "phone.content.";
    private static final String FRAMEWORK = "android.";
    private static final String DATABASE = FRAMEWORK + "database.";
    private static final String ROBOLECTRIC = "org.robolectric.";
    private static final String COMPOSE = "androidx.compose.";
    /** As much as people read; what the JVM says of broken classes goes on for pages. */
    private static final int MAX_WORDS = 160;
    /** Deeper than people nest exceptions. */
    private static final int MAX_CAUSES = 20;

    private Blame() {}

    /** The exception that the app threw, without what reflection wraps around it. */
    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
        while (inner instanceof InvocationTargetException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** What the phone lacks, in a line; null when the app is to blame. */
    public static String lackOf(Throwable thrown) {
        String lack = lackBehind(thrown);
        return lack == null ? null : inALine(lack);
    }

    /** The same for a thread that does not come back: no code of the app has a part in what it does. */
    public static String lackIn(StackTraceElement[] stack) {
        if (Arrays.stream(stack).map(StackTraceElement::getClassName).anyMatch(Blame::isOfTheApp)) {
            return null;
        }
        return Arrays.stream(stack).filter(frame -> frame.getClassName().startsWith(FRAMEWORK)).findFirst()
                .map(frame -> inALine("a framework that comes back from " + frame.getClassName() + "." + frame.getMethodName()))
                .orElse(null);
    }

    private static boolean isOfTheApp(String name) {
        boolean isOurs = name.startsWith(OURS) || name.startsWith(ROBOLECTRIC);
        return !isOurs && (BROUGHT.stream().anyMatch(name::startsWith) || PLATFORM.stream().noneMatch(name::startsWith));
    }

    /** What went wrong first. */
    static Throwable rootOf(Throwable thrown) {
        Throwable root = thrown;
        for (int depth = 0; root.getCause() != null && depth < MAX_CAUSES; depth++) {
            root = root.getCause();
        }
        return root;
    }

    /** Where in the app's own code it went wrong, as in a stack; where none of that has a part, where it was thrown. */
    static String placeOf(Throwable thrown) {
        Throwable root = rootOf(thrown);
        StackTraceElement[] stack = root.getStackTrace();
        return Arrays.stream(stack).filter(frame -> isOfTheApp(frame.getClassName())).findFirst()
                .or(() -> Arrays.stream(stack).findFirst()).map(frame -> inALine(frame.toString())).orElse("");
    }

    private static String lackBehind(Throwable thrown) {
        Throwable root = rootOf(thrown);
        if (root instanceof UnsatisfiedLinkError) {
            return "native code: " + root.getMessage();
        }
        if (isLeftOutOfTheApp(root)) {
            return null;
        }
        if (root instanceof LinkageError && !(root instanceof ExceptionInInitializerError)) {
            return "a part of the framework: " + root;
        }
        if (root instanceof GeneralSecurityException && root.getMessage() != null && root.getMessage().contains("Android")) {
            return "a keystore: " + root.getMessage();
        }
        if (root instanceof OutOfMemoryError) {
            // It may be the app's doing as well; but a pocket phone's memory is shared with the framework's own.
            return "memory: " + root.getMessage();
        }
        if (root instanceof PhoneInstrumentation.NobodyAnswers) {
            return "another app: " + root.getMessage();
        }
        if (isInOurContent(root)) {
            return "content as apps know it: " + root.getMessage();
        }
        return lackAt(root);
    }

    /** A class that only the app itself could have brought: a build that leaves out what it needs fails on every phone. */
    private static boolean isLeftOutOfTheApp(Throwable root) {
        boolean isMissing = root instanceof ClassNotFoundException || root instanceof NoClassDefFoundError;
        if (!isMissing || root.getMessage() == null || root.getMessage().contains(" ")) {
            return false;
        }
        String name = root.getMessage().replace('/', '.');
        boolean isBrought = BROUGHT.stream().anyMatch(name::startsWith)
                || PLATFORM.stream().noneMatch(name::startsWith) && absentAt(name) == null;
        // Code that is loaded from a file later is DEX, which no JVM reads.
        return isBrought && Arrays.stream(root.getStackTrace()).noneMatch(at -> at.getClassName().startsWith(LATER));
    }

    /** The database stumbles over what an app asks of people, media or appointments: our tables have fewer columns. */
    private static boolean isInOurContent(Throwable root) {
        for (StackTraceElement frame : root.getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith(CONTENT)) {
                return true;
            }
            if (!name.startsWith(DATABASE) && !name.startsWith(ROBOLECTRIC)) {
                return false;
            }
        }
        return false;
    }

    /** The first frame that is neither Java's nor Robolectric's says who was at work. */
    private static String lackAt(Throwable root) {
        boolean isUnfinished = root instanceof UnsupportedOperationException || root instanceof AssertionError
                || root instanceof NullPointerException || root instanceof ReflectiveOperationException
                || root instanceof IndexOutOfBoundsException || root instanceof ClassCastException || isInItsWords(root);
        for (StackTraceElement frame : root.getStackTrace()) {
            String name = frame.getClassName();
            // A socket that is taken, closed or waited at too long is so on any phone.
            if (name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith(OFFLINE)) {
                continue;
            }
            if (name.startsWith(ROBOLECTRIC)) {
                if (isUnfinished) {
                    return "a part of the framework: " + root + " in " + frame;
                }
                continue;
            }
            if (name.startsWith(GUARD) && (root instanceof UnknownHostException || root instanceof SocketException)) {
                return "a network that the app may reach: " + root.getMessage();
            }
            if (name.startsWith(GUARD)) {
                return "files outside of its storage: " + root.getMessage();
            }
            if (name.startsWith(OURS)) {
                return "a pocket phone that works: " + root + " in " + frame;
            }
            if (name.startsWith(COMPOSE) && ComposeVersion.untried() != null) {
                return "a Compose that was tried here, as " + ComposeVersion.untried() + " was not: " + root;
            }
            String absent = absentAt(name);
            return absent == null && isOfTheFramework(name) ? missingService(root) : absent;
        }
        return null;
    }

    /** No phone speaks of what stands in for it. */
    private static boolean isInItsWords(Throwable root) {
        return root.getMessage() != null && root.getMessage().contains(ROBOLECTRIC);
    }

    private static boolean isOfTheFramework(String name) {
        return name.startsWith(FRAMEWORK) && BROUGHT.stream().noneMatch(name::startsWith);
    }

    /** The framework stumbles itself, and what has a part in that had asked for a service that is not there. */
    private static String missingService(Throwable root) {
        boolean isStumbling = root instanceof UnsupportedOperationException || root instanceof NullPointerException
                || root instanceof IllegalStateException;
        String missing = MissingServices.wantedIn(root.getStackTrace());
        return isStumbling && missing != null ? "a system service: " + missing : null;
    }

    static String inALine(String words) {
        String line = words.lines().findFirst().orElse("");
        return line.length() > MAX_WORDS ? line.substring(0, MAX_WORDS) + "…" : line;
    }

    private static String absentAt(String name) {
        for (String[] absent : ABSENT) {
            if (name.startsWith(absent[0])) {
                return absent[1];
            }
        }
        return null;
    }
}
