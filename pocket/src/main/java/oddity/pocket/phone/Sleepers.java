package oddity.pocket.phone;

import android.os.SystemClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Threads that sleep by the phone's clock. They wake one at a time, the one that is due first before the others. */
final class Sleepers {
    private static final PriorityQueue<Sleeper> ASLEEP = new PriorityQueue<>(
            Comparator.comparingLong((Sleeper sleeper) -> sleeper.due).thenComparingLong(sleeper -> sleeper.number));
    private static long last;

    private Sleepers() {}

    private static final class Sleeper {
        final long due;
        final long number;
        boolean isAwake;

        Sleeper(long due, long number) {
            this.due = due;
            this.number = number;
        }
    }

    static void sleep(long ms) throws InterruptedException {
        Sleeper sleeper;
        synchronized (ASLEEP) {
            sleeper = new Sleeper(SystemClock.uptimeMillis() + Math.max(1, ms), ++last);
            ASLEEP.add(sleeper);
        }
        try {
            synchronized (sleeper) {
                while (!sleeper.isAwake) {
                    sleeper.wait();
                }
            }
        } catch (InterruptedException early) {
            synchronized (ASLEEP) {
                ASLEEP.remove(sleeper);
            }
            throw early;
        }
    }

    /** Wakes the next one whose time has come. Says whether there was one. */
    static boolean wakeNext() {
        Sleeper sleeper;
        synchronized (ASLEEP) {
            if (ASLEEP.isEmpty() || ASLEEP.peek().due > SystemClock.uptimeMillis()) {
                return false;
            }
            sleeper = ASLEEP.poll();
        }
        synchronized (sleeper) {
            sleeper.isAwake = true;
            sleeper.notifyAll();
        }
        return true;
    }

    /** When the next one wakes; the end of time when none sleeps. */
    static long nextDue() {
        synchronized (ASLEEP) {
            return ASLEEP.isEmpty() ? Long.MAX_VALUE : ASLEEP.peek().due;
        }
    }
}
