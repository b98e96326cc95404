package oddity.pocket.phone.threads;

import android.os.SystemClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import oddity.pocket.boot.Channel;
import oddity.pocket.phone.Blame;
import oddity.pocket.phone.LogBook;
import oddity.pocket.phone.time.Sleepers;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.shadows.ShadowSystemClock;

/**
 * Notices when the app's main thread hangs, answers in its place, and ends the JVM.
 *
 * <p>A thread that computes is judged by the time it has used of a processor, not by the clock on the wall: a computer that is
 * busy with something else does not make an app hang. One that waits is judged by the wall.
 */
public final class Watchdog extends Thread {
    /** What a phone allows an app that was touched. Starting loads classes, for which a phone needs far less time. */
    private static final long HANGING_NANOS = 5_000_000_000L;
    private static final long STARTING_NANOS = 30_000_000_000L;
    private static final long LOOK_MS = 200;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Thread main;
    private final OtherThreads others;
    private final Channel channel;
    private long request;
    private String process;
    private boolean isAtWork;
    private long allowed;
    private long usedBefore;
    private long waitingNanos;

    /** In the topmost group: threads of the app are told by being below the main thread's. */
    public Watchdog(Thread main, Channel channel) {
        super(topmost(), null, "watchdog");
        this.main = main;
        this.others = new OtherThreads(main);
        this.channel = channel;
        setDaemon(true);
    }

    /** The main thread begins with a request. */
    public synchronized void begin(long id, String process, boolean isStart) {
        this.request = id;
        this.process = process;
        this.allowed = isStart ? STARTING_NANOS : HANGING_NANOS;
        this.usedBefore = threads.getThreadCpuTime(main.getId());
        this.waitingNanos = 0;
        this.isAtWork = true;
    }

    /** It has the answer, which is sent while the watchdog holds still. */
    public synchronized void end(Channel.Frame answer) throws IOException {
        isAtWork = false;
        channel.write(answer);
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(LOOK_MS);
                look();
            }
        } catch (InterruptedException | IOException | JSONException ended) {
            // Nobody listens any more.
            Runtime.getRuntime().halt(1);
        }
    }

    private synchronized void look() throws IOException, JSONException {
        if (isHanging()) {
            channel.write(new Channel.Frame(hang().toString()));
            Runtime.getRuntime().halt(0);
        }
    }

    /** As far as one look more can tell. */
    synchronized boolean isHanging() {
        if (!isAtWork) {
            return false;
        }
        boolean isWaiting = switch (main.getState()) {
            case WAITING, BLOCKED -> true;
            default -> false;
        };
        waitingNanos = isWaiting ? waitingNanos + waitedNanos() : 0;
        long used = threads.getThreadCpuTime(main.getId()) - usedBefore;
        return used > allowed || waitingNanos > allowed;
    }

    /**
     * How long the main thread has waited since the last look, by the phone's clock. That stands still as long as it waits: so where
     * it waits for one that sleeps, nobody else would wake that. Which sleeps on where that is too long: its main thread is to be found
     * where it waits, not somewhere behind that.
     */
    private long waitedNanos() {
        long next = Sleepers.nextDue();
        if (next == Long.MAX_VALUE || others.areBusy()) {
            return LOOK_MS * 1_000_000;
        }
        long ms = Math.max(0, next - SystemClock.uptimeMillis());
        long nanos = TimeUnit.MILLISECONDS.toNanos(ms);
        if (waitingNanos + nanos <= allowed) {
            ShadowSystemClock.advanceBy(Duration.ofMillis(ms));
            Sleepers.wakeNext();
        }
        return nanos;
    }

    /** The answer in place of the main thread's. */
    JSONObject hang() throws JSONException {
        StackTraceElement[] stack = main.getStackTrace();
        String lacking = Blame.lackIn(stack);
        JSONArray entry = lacking != null
                ? new JSONArray().put(6).put("PocketPhone").put("this phone lacks " + lacking)
                : new JSONArray().put(6).put("ActivityManager")
                        .put("ANR in " + process)
                        .put("PID: " + LogBook.pid())
                        .put("Reason: Input dispatching timed out (the main thread did not come back)");
        JSONArray frames = new JSONArray().put(4).put("PocketPhone").put("the main thread was here:");
        for (StackTraceElement frame : stack) {
            frames.put("\tat " + frame);
        }
        JSONObject died = new JSONObject().put("thread", "main").put("exception", "the main thread hangs")
                .put("lacking", lacking == null ? JSONObject.NULL : lacking);
        return new JSONObject().put("id", request).put("died", died).put("log", new JSONArray().put(entry).put(frames));
    }

    static ThreadGroup topmost() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
