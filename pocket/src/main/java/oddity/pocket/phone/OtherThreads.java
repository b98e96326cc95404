package oddity.pocket.phone;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;

/** The app's threads besides the main one. */
final class OtherThreads {
    /** By the computer's clock: a thread that computes for longer is not waited for any more. */
    private static final long PATIENCE_NANOS = 1_000_000_000L;
    /** Most only look whether their time has come, as the clock moves, and rest again sooner than a pause would take. */
    private static final long YIELDING_NANOS = 300_000;
    private static final long PAUSE_NANOS = 50_000;
    private static final int MAX_THREADS = 512;

    /** Those that did not come to rest once: one that never does would cost a second at each message. */
    private final Set<Thread> restless = Collections.newSetFromMap(new WeakHashMap<>());
    private final Thread[] found = new Thread[MAX_THREADS];

    /** Waits until all of them wait for something, or for as long as is reasonable. */
    void rest() {
        // Seen resting once, a thread may be between two pieces of work.
        if (!areBusy() && !areBusy()) {
            return;
        }
        long began = System.nanoTime();
        int quiet = 0;
        while (quiet < 2) {
            long waited = System.nanoTime() - began;
            if (waited > PATIENCE_NANOS) {
                noteRestless();
                return;
            }
            if (waited < YIELDING_NANOS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            quiet = areBusy() ? 0 : quiet + 1;
        }
    }

    private boolean areBusy() {
        int count = enumerate();
        for (int at = 0; at < count; at++) {
            if (isBusy(found[at]) && !restless.contains(found[at])) {
                return true;
            }
        }
        return false;
    }

    private void noteRestless() {
        int count = enumerate();
        for (int at = 0; at < count; at++) {
            if (isBusy(found[at])) {
                restless.add(found[at]);
            }
        }
    }

    /** Threads that an app starts are in the main thread's group or below it; the JVM's and ours are not. */
    private int enumerate() {
        return Thread.currentThread().getThreadGroup().enumerate(found, true);
    }

    private static boolean isBusy(Thread thread) {
        Thread.State state = thread.getState();
        return thread != Thread.currentThread()
                && (state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED);
    }
}
