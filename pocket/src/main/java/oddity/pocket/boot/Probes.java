package oddity.pocket.boot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which parts of the app have run: its code was converted so that its classes fetch their probes here and tick them as they run.
 *
 * <p>Threads tick without any order; a tick that is not seen by one call of {@link #reached} is seen by a later one.
 */
public final class Probes {
    private static final List<Probes> ALL = new ArrayList<>();

    private final String name;
    private final boolean[] ticked;
    private final boolean[] told;

    private Probes(String name, int count) {
        this.name = name;
        this.ticked = new boolean[count];
        this.told = new boolean[count];
    }

    /** Called once by each class as it begins to run. */
    public static boolean[] of(String name, int count) {
        Probes probes = new Probes(name, count);
        synchronized (ALL) {
            ALL.add(probes);
        }
        return probes.ticked;
    }

    /** The same for a class of an app that was built with JaCoCo, and asks its agent for them. */
    public static boolean[] getProbes(long id, String name, int count) {
        return of(name.replace('/', '.'), count);
    }

    /** The numbers of the probes that were reached since the last call, by class. */
    public static Map<String, List<Integer>> reached() {
        Map<String, List<Integer>> reached = new LinkedHashMap<>();
        synchronized (ALL) {
            for (Probes probes : ALL) {
                List<Integer> fresh = probes.fresh();
                if (!fresh.isEmpty()) {
                    reached.put(probes.name, fresh);
                }
            }
        }
        return reached;
    }

    private List<Integer> fresh() {
        List<Integer> fresh = new ArrayList<>();
        for (int at = Arrays.mismatch(ticked, told); at >= 0; at = Arrays.mismatch(ticked, told)) {
            told[at] = true;
            fresh.add(at);
        }
        return fresh;
    }
}
