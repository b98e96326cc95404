package oddity.pocket.phone.system;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The system services that the framework asked for in vain since the last request, and which of its classes asked.
 *
 * <p>Some of its code throws for want of one. Some does without: a toast asks for the accessibility service, and that excuses no crash
 * elsewhere.
 */
public final class MissingServices {
    /** It asks on behalf of others. */
    private static final String REGISTRY = "android.app.SystemServiceRegistry";
    private static final String MANAGER = "android.os.ServiceManager";
    private static final Map<String, Set<String>> ASKERS = new TreeMap<>();

    private MissingServices() {}

    /** Notes that it is missing to whoever asks in this stack. */
    public static void note(String name, StackTraceElement[] stack) {
        String asker = Arrays.stream(stack).map(frame -> outermost(frame.getClassName()))
                .filter(type -> type.startsWith("android.") || type.startsWith("com.android."))
                .filter(type -> !type.equals(MANAGER)).findFirst().orElse(REGISTRY);
        synchronized (ASKERS) {
            ASKERS.computeIfAbsent(name, unknown -> new TreeSet<>()).add(asker);
        }
    }

    public static void forget() {
        synchronized (ASKERS) {
            ASKERS.clear();
        }
    }

    /** Those that code with this stack may want, in a line; null when there is none. */
    public static String wantedIn(StackTraceElement[] stack) {
        Set<String> types = new TreeSet<>(Set.of(REGISTRY));
        Arrays.stream(stack).map(frame -> outermost(frame.getClassName())).forEach(types::add);
        Set<String> names = new TreeSet<>();
        synchronized (ASKERS) {
            ASKERS.forEach((name, askers) -> {
                if (askers.stream().anyMatch(types::contains)) {
                    names.add(name);
                }
            });
        }
        return names.isEmpty() ? null : String.join(", ", names);
    }

    private static String outermost(String type) {
        int inner = type.indexOf('$');
        return inner < 0 ? type : type.substring(0, inner);
    }
}
