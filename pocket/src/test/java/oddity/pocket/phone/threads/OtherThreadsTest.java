package oddity.pocket.phone.threads;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.os.AsyncTask;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.time.Time;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class OtherThreadsTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> story = Collections.synchronizedList(new ArrayList<>());
    private Handler main;
    private Time time;

    @Before
    public void begin() {
        main = new Handler(Looper.getMainLooper());
        time = phone.get().time;
    }

    @Test
    public void whatAnotherThreadWorksOnIsDoneBeforeTimeGoesOn() {
        new Thread(() -> {
            long sum = IntStream.range(0, 5_000_000).mapToLong(number -> number % 7).sum();
            main.post(() -> story.add("sum " + (sum > 0)));
        }).start();
        work();
        check("sum true");
    }

    @Test
    public void workThatGoesFromThreadToThreadComesToItsEnd() {
        HandlerThread second = new HandlerThread("second");
        second.start();
        Handler handler = new Handler(second.getLooper());
        new Thread(() -> handler.post(() -> main.post(() -> handler.post(() -> main.post(() -> story.add("there")))))).start();
        work();
        second.quit();
        check("there");
    }

    @Test
    public void aTaskInTheBackgroundTellsTheMainThread() {
        new Sum().execute(1, 2, 3);
        work();
        check("pre", "doing 3", "post 6");
    }

    @Test
    public void aHandlerOfAnotherThreadWaitsByThePhonesClock() {
        HandlerThread other = new HandlerThread("other");
        other.start();
        Handler handler = new Handler(other.getLooper());
        handler.postDelayed(() -> story.add("late"), 500);
        handler.postDelayed(() -> story.add("early"), 100);
        time.pass(99);
        work();
        check();
        time.pass(1);
        work();
        check("early");
        time.pass(400);
        work();
        other.quit();
        check("late");
    }

    @Test
    public void aThreadThatWaitsIsNotWaitedFor() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            try {
                latch.await();
                story.add("let go");
            } catch (InterruptedException ended) {
                story.add("interrupted");
            }
        });
        waiting.start();
        work();
        check();
        latch.countDown();
        waiting.join();
        check("let go");
    }

    @Test
    public void aPoolsTasksAreAllDone() {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int at = 0; at < 20; at++) {
            pool.execute(() -> main.post(() -> story.add("done")));
        }
        work();
        pool.shutdown();
        assertEquals(20, story.size());
    }

    @Test
    public void aThreadThatIsNeverDoneDoesNotKeepThePhone() throws InterruptedException {
        AtomicBoolean goes = new AtomicBoolean(true);
        Thread busy = new Thread(() -> {
            while (goes.get()) {
                Thread.onSpinWait();
            }
        });
        busy.start();
        try {
            time.run();
            assertTrue(busy.isAlive());
            main.post(() -> story.add("goes on"));
            time.run();
            check("goes on");
        } finally {
            goes.set(false);
            busy.join();
        }
    }

    @Test
    public void aThreadThatComputedForTooLongIsWaitedForOnceItHasRested() {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        AtomicBoolean goes = new AtomicBoolean(true);
        pool.execute(() -> {
            while (goes.get()) {
                Thread.onSpinWait();
            }
        });
        time.run();
        goes.set(false);
        pool.execute(() -> main.post(() -> story.add("rested")));
        Patience.until(() -> !main.getLooper().getQueue().isIdle());
        work();
        check("rested");
        pool.execute(() -> {
            long sum = IntStream.range(0, 50_000_000).mapToLong(number -> number % 7).sum();
            main.post(() -> story.add("sum " + (sum > 0)));
        });
        work();
        pool.shutdown();
        check("sum true");
    }

    /** As a phone that comes to rest: what a thread tells the main one just before it waits is done in another round. */
    private void work() {
        int rounds = 0;
        do {
            time.run();
            rounds++;
        } while (time.isMoving() && rounds < 20);
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), story);
        story.clear();
    }

    private final class Sum extends AsyncTask<Integer, Void, Integer> {
        @Override
        protected void onPreExecute() {
            story.add("pre");
        }

        @Override
        protected Integer doInBackground(Integer... numbers) {
            story.add("doing " + numbers.length);
            return List.of(numbers).stream().mapToInt(Integer::intValue).sum();
        }

        @Override
        protected void onPostExecute(Integer sum) {
            story.add("post " + sum);
        }
    }
}
