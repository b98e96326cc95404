package oddity.pocket.phone.threads;

import java.util.IdentityHashMap;
import java.util.Map;

/** The app's threads that wait to be told something: each by itself, and how many on which monitor. */
final class Waiters {
    private final Map<Object, Integer> counts = new IdentityHashMap<>();
    private volatile long risen;

    /** The calling thread begins to wait, on this. */
    synchronized void begin(Object on) {
        counts.merge(on, 1, Integer::sum);
    }

    /** It goes on. */
    synchronized void end(Object on) {
        counts.merge(on, -1, (count, one) -> count == 1 ? null : count + one);
        risen++;
    }

    /** Tells up to so many of those who wait on this, and waits until they go on. */
    void tell(Object on, int most, Runnable telling) {
        long enough = risen + Math.min(most, count(on));
        telling.run();
        Patience.until(() -> risen >= enough);
    }

    private synchronized int count(Object on) {
        return counts.getOrDefault(on, 0);
    }
}
