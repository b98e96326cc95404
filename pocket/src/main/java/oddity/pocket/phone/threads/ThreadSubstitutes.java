package oddity.pocket.phone.threads;

import android.os.Looper;
import android.os.SystemClock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Substitutes;
import oddity.pocket.phone.time.PhoneExecutor;
import oddity.pocket.phone.time.Sleepers;

/**
 * What an app's code calls where it was written to have threads begin, wait and go on.
 *
 * <p>They wait by the phone's clock, and go on one after the other where they would race.
 */
public final class ThreadSubstitutes {
    private static final long NANOS = 1_000_000;

    private static final Waiters WAITERS = new Waiters();

    private ThreadSubstitutes() {}

    /** Lets the new thread run until it waits for something: so the order in which threads begin is always the same. */
    public static void start(Thread thread) {
        thread.start();
        Patience.until(() -> thread.getState() != Thread.State.RUNNABLE);
    }

    public static void sleep(long ms) throws InterruptedException {
        if (ms < 0) {
            throw new IllegalArgumentException("millis < 0: " + ms);
        }
        if (isMain()) {
            SystemClock.sleep(ms);
        } else {
            WAITERS.begin(Thread.currentThread());
            try {
                Sleepers.sleep(ms);
            } finally {
                WAITERS.end(Thread.currentThread());
            }
        }
    }

    public static void sleep(long ms, int nanos) throws InterruptedException {
        sleep(nanos > 0 ? ms + 1 : ms);
    }

    public static void sleep(TimeUnit unit, long time) throws InterruptedException {
        sleep(Math.max(0, unit.toMillis(time)));
    }

    /** As the framework's own: it does not end before its time, and who interrupts is heard afterwards. */
    public static void sleepWhole(long ms) {
        long end = SystemClock.uptimeMillis() + ms;
        boolean isInterrupted = false;
        for (long rest = ms; rest > 0; rest = end - SystemClock.uptimeMillis()) {
            try {
                sleep(rest);
            } catch (InterruptedException interrupted) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The main thread waits for others by the computer's clock, for the phone's stands still meanwhile. */
    public static void wait(Object monitor, long ms) throws InterruptedException {
        if (isMain()) {
            // It may wait for those whom it has just told something.
            while (Sleepers.wakeNext()) {
                continue;
            }
            monitor.wait(ms);
            return;
        }
        Sleepers.Sleeper sleeper =
                ms <= 0 ? null : Sleepers.after(ms, () -> start(new Thread(() -> holding(monitor, monitor::notifyAll))));
        WAITERS.begin(monitor);
        try {
            monitor.wait();
        } finally {
            WAITERS.end(monitor);
            if (sleeper != null) {
                sleeper.rise();
            }
        }
    }

    public static void wait(Object monitor) throws InterruptedException {
        wait(monitor, 0);
    }

    public static void wait(Object monitor, long ms, int nanos) throws InterruptedException {
        wait(monitor, nanos > 0 ? ms + 1 : ms);
    }

    /** See {@link #tell}. */
    public static void notify(Object monitor) {
        tell(monitor, 1, monitor::notify);
    }

    public static void notifyAll(Object monitor) {
        tell(monitor, Integer.MAX_VALUE, monitor::notifyAll);
    }

    /** As with {@link #notify(Object)}. */
    public static void interrupt(Thread thread) {
        if (isMain() && thread != Thread.currentThread()) {
            Sleepers.soon(() -> WAITERS.tell(thread, 1, thread::interrupt));
        } else {
            thread.interrupt();
        }
    }

    /**
     * Whom the main thread tells something hears it when that is done with what it does now, one after the other: threads that
     * are told at once would race.
     */
    private static void tell(Object monitor, int most, Runnable telling) {
        if (!isMain() || !Thread.holdsLock(monitor)) {
            telling.run();
            return;
        }
        Runnable aside = () -> start(new Thread(() -> holding(monitor, telling)));
        // Those who are told while the main thread waits there go on only when it does.
        Sleepers.soon(() -> WAITERS.tell(monitor, Thread.holdsLock(monitor) ? 0 : most, aside));
    }

    /** On a thread of its own, for somebody may hold the monitor for long. */
    private static void holding(Object monitor, Runnable what) {
        synchronized (monitor) {
            what.run();
        }
    }

    public static void parkNanos(long nanos) {
        parkNanos(null, nanos);
    }

    /** May end before its time, as Java's own may. */
    public static void parkNanos(Object blocker, long nanos) {
        long ms = msOf(nanos);
        if (ms <= 0) {
            return;
        }
        if (isMain()) {
            Phone.current().time.await(ms);
            return;
        }
        Thread waiting = Thread.currentThread();
        Sleepers.Sleeper sleeper = Sleepers.after(ms, () -> LockSupport.unpark(waiting));
        LockSupport.park(blocker);
        sleeper.rise();
    }

    public static void parkUntil(long deadline) {
        parkUntil(null, deadline);
    }

    public static void parkUntil(Object blocker, long deadline) {
        parkNanos(blocker, (deadline - Substitutes.currentTimeMillis()) * NANOS);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int threads) {
        return new PhoneExecutor(threads);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int threads, ThreadFactory factory) {
        return new PhoneExecutor(threads, factory);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new PhoneExecutor(1);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        return new PhoneExecutor(1, factory);
    }

    private static boolean isMain() {
        return Looper.getMainLooper().getThread() == Thread.currentThread();
    }

    /** Rounded up: the phone's clock counts no less. */
    private static long msOf(long nanos) {
        return nanos <= 0 ? 0 : (nanos - 1) / NANOS + 1;
    }
}
