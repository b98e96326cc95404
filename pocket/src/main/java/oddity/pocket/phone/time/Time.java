package oddity.pocket.phone.time;

import android.os.Looper;
import android.os.SystemClock;
import android.view.Choreographer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import oddity.pocket.phone.task.TaskStack;
import oddity.pocket.phone.threads.OtherThreads;
import oddity.pocket.phone.window.Windows;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.shadows.ShadowSystemClock;
import org.robolectric.util.ReflectionHelpers;

/**
 * The phone's time. It stands still unless {@link #pass} moves it, a frame at a time.
 *
 * <p>Messages of the main thread run one by one, and in between the app's other threads get to rest: so the same calls give
 * the same order of things, as far as the app's threads wait for each other rather than race.
 */
public final class Time {
    private static final long FRAME_MS = 16;
    /** A task due so soon counts as something that is about to happen. Blinking cursors take half a second. */
    private static final long SOON_MS = 100;
    /** An app that posts to itself without end must not keep us. */
    private static final int MAX_MESSAGES = 100_000;
    /** A thread that was woken is given so much time, by the computer's clock, to get a processor; it is looked after so often. */
    private static final long WAKING_NANOS = 1_000_000_000L;
    private static final long LOOK_NANOS = 100_000;

    private final TaskStack stack;
    private final Windows windows;
    private final OtherThreads others = new OtherThreads(Thread.currentThread());
    private Runnable chores = () -> {};

    public Time(TaskStack stack, Windows windows) {
        this.stack = stack;
        this.windows = windows;
    }

    /** What the system does between messages besides activities: services that were asked for, for instance. */
    public void setChores(Runnable chores) {
        this.chores = chores;
    }

    /** Whether the app's other threads may have to wait for the network. */
    public void setOnline(boolean isOnline) {
        others.setOnline(isOnline);
    }

    public long now() {
        return SystemClock.uptimeMillis();
    }

    /** The phone has been on for so long, in which there may have been other processes. */
    public void goOnFrom(long ms) {
        ShadowSystemClock.advanceBy(Duration.ofMillis(Math.max(0, ms - now())));
    }

    /** Everything that is due now. */
    public void run() {
        ShadowPausedLooper main = main();
        for (int done = 0; done < MAX_MESSAGES; done++) {
            others.rest();
            if (Sleepers.wakeNext()) {
                continue;
            }
            if (!main.isIdle()) {
                main.runOneTask();
                continue;
            }
            chores.run();
            if (!stack.settle() && main.isIdle()) {
                return;
            }
        }
    }

    /** Lets time pass and does what falls due in it. */
    public void pass(long ms) {
        long end = now() + ms;
        run();
        while (now() < end) {
            step(Math.min(FRAME_MS, end - now()));
            run();
        }
    }

    /** Lets time pass, so much at a time, until nothing moves; at most so long, and once in any case. */
    public void rest(long ms, long mostMs) {
        long step = Math.max(1, ms);
        long end = now() + mostMs;
        do {
            pass(step);
        } while (isMoving() && now() + step <= end);
    }

    /** The main thread waits: whatever wakes first does, or so much time passes. It may go on before either. */
    public void await(long ms) {
        others.rest();
        long next = Math.min(now() + ms, Sleepers.nextDue());
        ShadowSystemClock.advanceBy(Duration.ofMillis(Math.max(0, next - now())));
        Sleepers.wakeNext();
        others.rest();
    }

    /** One frame, for those who need a window to come into being. Starts no activities. */
    public void frame() {
        step(FRAME_MS);
        main().idle();
    }

    /** Whether something happens by itself, or is about to. What the app's other threads are at is done first. */
    public boolean isMoving() {
        long end = System.nanoTime() + WAKING_NANOS;
        // One may wake another just as it is looked at, and rest when its turn comes.
        while ((others.areWoken() || others.areWoken()) && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
            run();
        }
        long soon = now() + SOON_MS;
        long next = main().getNextScheduledTaskTime().toMillis();
        return nextFrameWork() <= soon
                || next > 0 && next <= soon
                || Sleepers.nextDue() <= soon
                || windows.isScrolling();
    }

    /** When something is to be done in a frame. That one is asked for says less: it comes even when nobody waits for it any more. */
    private static long nextFrameWork() {
        long next = Long.MAX_VALUE;
        Object[] queues = ReflectionHelpers.getField(Choreographer.getInstance(), "mCallbackQueues");
        for (Object queue : queues) {
            Object head = ReflectionHelpers.getField(queue, "mHead");
            if (head != null) {
                next = Math.min(next, ReflectionHelpers.<Long>getField(head, "dueTime"));
            }
        }
        return next;
    }

    private void step(long ms) {
        ShadowSystemClock.advanceBy(Duration.ofMillis(ms));
        windows.scroll();
    }

    private static ShadowPausedLooper main() {
        return Shadow.extract(Looper.getMainLooper());
    }
}
