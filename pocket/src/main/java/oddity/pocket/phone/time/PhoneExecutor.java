package oddity.pocket.phone.time;

import android.os.SystemClock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** What an app gets for Java's executor that does things later: its delays go by the phone's clock. */
public class PhoneExecutor extends ScheduledThreadPoolExecutor {
    /** Those whose time has not come. Guarded by itself. */
    private final Set<Task<?>> waiting = new LinkedHashSet<>();

    public PhoneExecutor(int threads) {
        super(threads);
    }

    public PhoneExecutor(int threads, ThreadFactory factory) {
        super(threads, factory);
    }

    public PhoneExecutor(int threads, RejectedExecutionHandler handler) {
        super(threads, handler);
    }

    public PhoneExecutor(int threads, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(threads, factory, handler);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        // Without a delay it is what has come due, or what is to be done at once.
        return delay <= 0
                ? super.schedule(command, delay, unit)
                : later(new Task<>(Executors.callable(command), 0), unit.toMillis(delay));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return delay <= 0 ? super.schedule(callable, delay, unit) : later(new Task<>(callable, 0), unit.toMillis(delay));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long delay, long period, TimeUnit unit) {
        return again(command, delay, period, unit, false);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long delay, long pause, TimeUnit unit) {
        return again(command, delay, pause, unit, true);
    }

    private ScheduledFuture<?> again(Runnable command, long delay, long period, TimeUnit unit, boolean isPause) {
        if (period <= 0) {
            throw new IllegalArgumentException();
        }
        long ms = Math.max(1, unit.toMillis(period));
        return later(new Task<>(Executors.callable(command), isPause ? -ms : ms), unit.toMillis(delay));
    }

    private <V> Task<V> later(Task<V> task, long ms) {
        if (isShutdown()) {
            throw new RejectedExecutionException("shut down");
        }
        task.await(Math.max(0, ms));
        return task;
    }

    /** What repeats ends now; what waits for its only time still comes. */
    @Override
    public void shutdown() {
        for (Task<?> task : allWaiting()) {
            if (task.isPeriodic()) {
                task.cancel(false);
            }
        }
        super.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> never = new ArrayList<>(super.shutdownNow());
        for (Task<?> task : allWaiting()) {
            task.leave();
            never.add(task);
        }
        return never;
    }

    List<Task<?>> allWaiting() {
        synchronized (waiting) {
            return List.copyOf(waiting);
        }
    }

    /** Something to be done once, or again and again. */
    final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
        /** 0 for once; from beginning to beginning, or, below 0, from end to beginning. */
        private final long periodMs;
        private long dueMs;
        private Sleepers.Sleeper sleeper;

        Task(Callable<V> what, long periodMs) {
            super(what);
            this.periodMs = periodMs;
        }

        void await(long ms) {
            synchronized (waiting) {
                dueMs = SystemClock.uptimeMillis() + ms;
                waiting.add(this);
                sleeper = Sleepers.after(ms, this::come);
            }
        }

        /** Is not waited for any more. */
        void leave() {
            synchronized (waiting) {
                waiting.remove(this);
                sleeper.rise();
            }
        }

        private void come() {
            boolean isNext = getActiveCount() < getCorePoolSize();
            if (isShutdown()) {
                getThreadFactory().newThread(this).start();
            } else {
                execute(this);
            }
            if (!isNext) {
                leave();
            }
        }

        @Override
        public void run() {
            leave();
            if (!isPeriodic()) {
                super.run();
            } else if (runAndReset() && !isShutdown()) {
                await(periodMs < 0 ? -periodMs : Math.max(0, dueMs + periodMs - SystemClock.uptimeMillis()));
            }
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            boolean isCancelled = super.cancel(mayInterrupt);
            leave();
            return isCancelled;
        }

        @Override
        public boolean isPeriodic() {
            return periodMs != 0;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueMs - SystemClock.uptimeMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.MILLISECONDS), other.getDelay(TimeUnit.MILLISECONDS));
        }
    }
}
