package oddity.pocket.phone.time;

import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import oddity.pocket.phone.Substitutes;
import org.robolectric.util.ReflectionHelpers;

/** What an app gets for Java's timer: one that goes by the phone's clock. */
public class PhoneTimer extends Timer {
    /** A task's states, as {@link TimerTask} itself counts them. */
    private static final int NEW = 0;
    private static final int SCHEDULED = 1;
    private static final int EXECUTED = 2;
    private static final int CANCELLED = 3;

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final PhoneExecutor tasks;

    public PhoneTimer() {
        this(false);
    }

    public PhoneTimer(boolean isDaemon) {
        this("Timer-" + COUNT.getAndIncrement(), isDaemon);
    }

    public PhoneTimer(String name) {
        this(name, false);
    }

    public PhoneTimer(String name, boolean isDaemon) {
        super(name, isDaemon);
        // The thread that the original has begun is none of ours.
        super.cancel();
        tasks = new PhoneExecutor(1, work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(isDaemon);
            return thread;
        });
    }

    @Override
    public void schedule(TimerTask task, long delay) {
        begin(task, delay);
        tasks.schedule(() -> carryOut(task, EXECUTED), delay, TimeUnit.MILLISECONDS);
    }

    @Override
    public void schedule(TimerTask task, Date time) {
        schedule(task, until(time));
    }

    @Override
    public void schedule(TimerTask task, long delay, long period) {
        begin(task, delay);
        tasks.scheduleWithFixedDelay(() -> carryOut(task, SCHEDULED), delay, period, TimeUnit.MILLISECONDS);
    }

    @Override
    public void schedule(TimerTask task, Date first, long period) {
        schedule(task, until(first), period);
    }

    @Override
    public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
        begin(task, delay);
        tasks.scheduleAtFixedRate(() -> carryOut(task, SCHEDULED), delay, period, TimeUnit.MILLISECONDS);
    }

    @Override
    public void scheduleAtFixedRate(TimerTask task, Date first, long period) {
        scheduleAtFixedRate(task, until(first), period);
    }

    @Override
    public void cancel() {
        tasks.allWaiting().forEach(task -> task.cancel(false));
        tasks.shutdown();
    }

    private void begin(TimerTask task, long delay) {
        if (delay < 0) {
            throw new IllegalArgumentException("Negative delay.");
        }
        if (tasks.isShutdown()) {
            throw new IllegalStateException("Timer already cancelled.");
        }
        if (state(task) != NEW) {
            throw new IllegalStateException("Task already scheduled or cancelled");
        }
        setState(task, SCHEDULED);
    }

    /** What a task throws ends its thread, and with it an app. */
    private void carryOut(TimerTask task, int after) {
        if (state(task) == CANCELLED) {
            // Or it would come again.
            throw new IllegalStateException("cancelled");
        }
        ReflectionHelpers.setField(TimerTask.class, task, "nextExecutionTime", Substitutes.currentTimeMillis());
        setState(task, after);
        try {
            task.run();
        } catch (Throwable thrown) {
            cancel();
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        }
    }

    private static long until(Date time) {
        return Math.max(0, time.getTime() - Substitutes.currentTimeMillis());
    }

    private static int state(TimerTask task) {
        return ReflectionHelpers.<Integer>getField(task, "state");
    }

    private static void setState(TimerTask task, int state) {
        ReflectionHelpers.setField(TimerTask.class, task, "state", state);
    }
}
