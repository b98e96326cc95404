package oddity.pocket.phone.system;

import java.util.Set;
import java.util.TreeSet;

/** The system services that the framework asked for in vain since the last request: some of its code throws for want of one. */
public final class MissingServices {
    private static final Set<String> NAMES = new TreeSet<>();

    private MissingServices() {}

    public static void note(String name) {
        synchronized (NAMES) {
            NAMES.add(name);
        }
    }

    public static void forget() {
        synchronized (NAMES) {
            NAMES.clear();
        }
    }

    /** Their names in a line; null when none was missing. */
    public static String inWords() {
        synchronized (NAMES) {
            return NAMES.isEmpty() ? null : String.join(", ", NAMES);
        }
    }
}
