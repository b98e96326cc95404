package oddity.pocket.phone;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which Compose an app was built with, and whether it is one that was tried on pocket phones. */
final class ComposeVersion {
    /** Where a build notes it. */
    static final String FILE = "META-INF/androidx.compose.ui_ui.version";

    /** {@code oddity doctor} says the same; a test of it compares. */
    private static final int MAJOR = 1;
    private static final int FIRST_MINOR = 2;
    private static final int LAST_MINOR = 9;
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(\\..*)?");

    private static volatile String untried;

    private ComposeVersion() {}

    /** An app begins, with this note or with none. */
    static void note(String version) {
        untried = version == null || isTried(version.trim()) ? null : Blame.inALine(version.trim());
    }

    /** The version where it was never tried; else null. */
    static String untried() {
        return untried;
    }

    private static boolean isTried(String version) {
        Matcher numbers = NUMBERS.matcher(version);
        if (!numbers.matches()) {
            return false;
        }
        int minor = Integer.parseInt(numbers.group(2));
        return Integer.parseInt(numbers.group(1)) == MAJOR && minor >= FIRST_MINOR && minor <= LAST_MINOR;
    }
}
