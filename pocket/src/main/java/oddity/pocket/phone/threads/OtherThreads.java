package oddity.pocket.phone.threads;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;

/** The app's threads besides the main one. */
public final class OtherThreads {
    /** A thread that computes for longer is not waited for: of a processor's time, for a computer may be busy with something else. */
    private static final long PATIENCE_NANOS = 1_000_000_000L;
    /** By the computer's clock, whatever they do. */
    private static final long MOST_NANOS = 20_000_000_000L;
    private static final long ONLINE_PATIENCE_NANOS = 10_000_000_000L;
    private static final long LOOK_NANOS = 20_000_000;
    /** Most only look whether their time has come, as the clock moves, and rest again sooner than a pause would take. */
    private static final long YIELDING_NANOS = 300_000;
    private static final long PAUSE_NANOS = 50_000;
    private static final int MAX_THREADS = 512;
    private static final File TASKS = new File("/proc/self/task");

    /** Those that did not come to rest, until they do: one that never does would cost a second at each message. */
    private final Set<Thread> restless = Collections.newSetFromMap(new WeakHashMap<>());
    private final ThreadMXBean times = ManagementFactory.getThreadMXBean();
    private final Thread[] found = new Thread[MAX_THREADS];
    private final Thread main;
    private boolean isOnline;

    public OtherThreads(Thread main) {
        this.main = main;
    }

    /** Where there is a network, they seem to compute as long as they wait for it. */
    public void setOnline(boolean isOnline) {
        this.isOnline = isOnline;
    }

    /** Waits until all of them wait for something, or for as long as is reasonable. */
    public void rest() {
        // Seen resting once, a thread may be between two pieces of work.
        if (!areBusy() && !areBusy()) {
            return;
        }
        long began = System.nanoTime();
        Effort effort = new Effort(began);
        int quiet = 0;
        while (quiet < 2) {
            long now = System.nanoTime();
            long waited = now - began;
            if (isOnline ? waited > ONLINE_PATIENCE_NANOS : waited > MOST_NANOS || effort.isEnough(now)) {
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

    /**
     * Whether one of them is about to go on: one that was woken still seems to rest until it gets a processor, and on a busy computer
     * that takes a while. Only the system knows; where it does not say, none is.
     */
    public boolean areWoken() {
        Set<String> names = new HashSet<>();
        int count = enumerate();
        for (int at = 0; at < count; at++) {
            if (found[at] != main && !restless.contains(found[at])) {
                names.add(found[at].getName());
            }
        }
        // Most apps have none, and looking takes a while.
        String[] tasks = names.isEmpty() ? null : TASKS.list();
        if (tasks == null) {
            return false;
        }
        for (String task : tasks) {
            if (isRunnable(task, names)) {
                return true;
            }
        }
        return false;
    }

    /** As in {@code 4711 (a thread's name) R ...}, of which the system keeps the beginning. */
    private static boolean isRunnable(String task, Set<String> names) {
        String told;
        try {
            told = Files.readString(TASKS.toPath().resolve(task).resolve("stat"), StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return false;
        }
        int end = told.lastIndexOf(')');
        return end >= 0 && told.startsWith(") R", end)
                && names.stream().anyMatch(name -> name.startsWith(told.substring(told.indexOf('(') + 1, end)));
    }

    /** Whether one of them has something to do. */
    boolean areBusy() {
        int count = enumerate();
        boolean areBusy = false;
        for (int at = 0; at < count; at++) {
            if (!isBusy(found[at])) {
                // Whoever rests at last is waited for the next time.
                restless.remove(found[at]);
            } else if (!restless.contains(found[at])) {
                areBusy = true;
            }
        }
        return areBusy;
    }

    /** What they have done while they are waited for. */
    private final class Effort {
        private final long usedBefore = usedNanos();
        private long used = usedBefore;
        private long lookedAt;
        private long workedAt;

        Effort(long now) {
            lookedAt = now;
            workedAt = now;
        }

        /** Whether they have computed for long enough, or wait for so long for something that no thread of this process brings. */
        boolean isEnough(long now) {
            if (now - lookedAt < LOOK_NANOS) {
                return false;
            }
            lookedAt = now;
            long usedNow = usedNanos();
            if (usedNow != used || areWoken()) {
                used = usedNow;
                workedAt = now;
            }
            return used - usedBefore > PATIENCE_NANOS || now - workedAt > PATIENCE_NANOS;
        }

        private long usedNanos() {
            long sum = 0;
            int count = enumerate();
            for (int at = 0; at < count; at++) {
                if (found[at] != main && !restless.contains(found[at])) {
                    sum += Math.max(0, times.getThreadCpuTime(found[at].getId()));
                }
            }
            return sum;
        }
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
        return main.getThreadGroup().enumerate(found, true);
    }

    private boolean isBusy(Thread thread) {
        Thread.State state = thread.getState();
        return thread != main
                && (state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED);
    }
}
