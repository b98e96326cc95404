package oddity.pocket.phone.time;

import android.os.SystemClock;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import oddity.pocket.phone.threads.Patience;

/**
 * What waits for the phone's clock besides the main thread: threads that sleep, tasks of timers. They wake one at a time, the one that
 * is due first before the others.
 */
public final class Sleepers {
    private static final PriorityQueue<Sleeper> ASLEEP = new PriorityQueue<>(
            Comparator.comparingLong((Sleeper sleeper) -> sleeper.due).thenComparingLong(sleeper -> sleeper.number));
    /** A hundred years. Some sleep for as long as a number can say, which no clock could count. */
    private static final long LONGEST_MS = 100L * 365 * 24 * 3600 * 1000;

    private static long last;

    private Sleepers() {}

    /** One that waits, and what wakes it. */
    public static final class Sleeper {
        private final long due;
        private final long number;
        private final Runnable wake;
        private volatile boolean isUp;

        private Sleeper(long due, long number, Runnable wake) {
            this.due = due;
            this.number = number;
            this.wake = wake;
        }

        /** It goes on, woken by whomever, or is not to be woken any more. */
        public void rise() {
            isUp = true;
            synchronized (ASLEEP) {
                ASLEEP.remove(this);
            }
        }
    }

    /** Has this done when so much time has passed, on the thread that lets it pass, which then waits for the one to rise. */
    public static Sleeper after(long ms, Runnable wake) {
        return add(Math.max(1, Math.min(ms, LONGEST_MS)), wake);
    }

    /** Has this done as soon as the main thread is done with what it does now. Nobody rises of it. */
    public static void soon(Runnable what) {
        add(0, what).isUp = true;
    }

    private static Sleeper add(long ms, Runnable wake) {
        synchronized (ASLEEP) {
            long due = SystemClock.uptimeMillis() + ms;
            Sleeper sleeper = new Sleeper(due, ++last, wake);
            ASLEEP.add(sleeper);
            return sleeper;
        }
    }

    /** The calling thread waits for so long. */
    public static void sleep(long ms) throws InterruptedException {
        CountDownLatch woken = new CountDownLatch(1);
        Sleeper sleeper = after(ms, woken::countDown);
        try {
            woken.await();
        } finally {
            sleeper.rise();
        }
    }

    /** Wakes the next one whose time has come. Says whether there was one. */
    public static boolean wakeNext() {
        Sleeper sleeper;
        synchronized (ASLEEP) {
            if (nextDue() > SystemClock.uptimeMillis()) {
                return false;
            }
            sleeper = ASLEEP.poll();
        }
        sleeper.wake.run();
        // Time must not pass before.
        Patience.until(() -> sleeper.isUp);
        return true;
    }

    /** When the next one wakes; the end of time when none sleeps. */
    public static long nextDue() {
        synchronized (ASLEEP) {
            return ASLEEP.isEmpty() ? Long.MAX_VALUE : ASLEEP.peek().due;
        }
    }
}
