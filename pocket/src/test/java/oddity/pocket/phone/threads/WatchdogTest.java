package oddity.pocket.phone.threads;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.os.SystemClock;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import oddity.pocket.boot.Channel;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.time.Sleepers;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class WatchdogTest {
    /** Five looks make a second, and five seconds are allowed. */
    private static final int LOOKS_ALLOWED = 25;
    private static final int LOOKS_ALLOWED_TO_START = 150;

    /** Whose clock tells how long one waits. */
    @Rule
    public final TestPhone phone = new TestPhone();

    private final CountDownLatch wait = new CountDownLatch(1);
    private final Thread main = new Thread(new ThreadGroup("app"), this::await, "waits");
    private final Watchdog watchdog =
            new Watchdog(main, Channel.of(InputStream.nullInputStream(), OutputStream.nullOutputStream()));

    @Before
    public void begin() {
        start(main);
    }

    @After
    public void end() {
        wait.countDown();
    }

    @Test
    public void aThreadThatWaitsForTooLongHangs() {
        watchdog.begin(1, "com.example", false);
        check(LOOKS_ALLOWED);
    }

    @Test
    public void startingMayTakeLonger() {
        watchdog.begin(1, "com.example", true);
        check(LOOKS_ALLOWED_TO_START);
    }

    @Test
    public void eachRequestCountsForItself() throws Exception {
        watchdog.begin(1, "com.example", false);
        for (int look = 0; look < LOOKS_ALLOWED; look++) {
            assertFalse(watchdog.isHanging());
        }
        watchdog.end(new Channel.Frame("{}"));
        watchdog.begin(2, "com.example", false);
        check(LOOKS_ALLOWED);
    }

    @Test
    public void whoHasNothingToDoDoesNotHang() throws Exception {
        watchdog.begin(1, "com.example", false);
        watchdog.end(new Channel.Frame("{}"));
        for (int look = 0; look < 2 * LOOKS_ALLOWED; look++) {
            assertFalse(watchdog.isHanging());
        }
    }

    @Test
    public void whileItWaitsForASleeperTimePasses() throws Exception {
        Thread sleeper = sleeper(3_000);
        watchdog.begin(1, "com.example", false);
        assertFalse(watchdog.isHanging());
        sleeper.join();
        assertEquals("woken", 0, wait.getCount());
    }

    @Test
    public void whoWaitsForASleeperTooLongIsFoundWaiting() throws Exception {
        Thread sleeper = sleeper(20_000);
        long before = SystemClock.uptimeMillis();
        watchdog.begin(1, "com.example", false);
        assertTrue(watchdog.isHanging());
        assertEquals("time has not passed", before, SystemClock.uptimeMillis());
        assertEquals("it sleeps still", 1, wait.getCount());
        sleeper.interrupt();
        sleeper.join();
    }

    @Test
    public void theAnswerTellsWhereItHangs() throws Exception {
        watchdog.begin(9, "com.example", false);
        JSONObject answer = watchdog.hang();
        assertEquals(9, answer.getLong("id"));
        assertEquals("main", answer.getJSONObject("died").getString("thread"));
        assertEquals("the main thread hangs", answer.getJSONObject("died").getString("exception"));
        assertEquals("ActivityManager", answer.getJSONArray("log").getJSONArray(0).getString(1));
        assertEquals("ANR in com.example", answer.getJSONArray("log").getJSONArray(0).getString(2));
        assertTrue(answer.getJSONArray("log").getString(1).contains("CountDownLatch.await"));
    }

    private void check(int looksAllowed) {
        for (int look = 0; look < looksAllowed; look++) {
            assertFalse("at look " + look, watchdog.isHanging());
        }
        assertTrue(watchdog.isHanging());
    }

    /** Another thread of the app, which lets the main one go on as it wakes. */
    private Thread sleeper(long ms) {
        Thread sleeper = new Thread(main.getThreadGroup(), () -> {
            try {
                Sleepers.sleep(ms);
                wait.countDown();
            } catch (InterruptedException ended) {
                // The test is over.
            }
        }, "sleeps");
        start(sleeper);
        return sleeper;
    }

    private static void start(Thread thread) {
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private void await() {
        try {
            wait.await();
        } catch (InterruptedException ended) {
            // The test is over.
        }
    }
}
