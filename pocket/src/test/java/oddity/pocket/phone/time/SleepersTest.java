package oddity.pocket.phone.time;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.threads.ThreadSubstitutes;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class SleepersTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> story = Collections.synchronizedList(new ArrayList<>());
    private Time time;

    @Before
    public void begin() {
        time = phone.get().time;
        time.run();
    }

    @Test
    public void aThreadSleepsByThePhonesClock() {
        sleep("a", 1000);
        time.pass(999);
        check();
        time.pass(1);
        check("a");
    }

    @Test
    public void theOneThatIsDueFirstWakesFirst() {
        sleep("late", 300);
        sleep("early", 100);
        sleep("between", 200);
        time.pass(1000);
        check("early", "between", "late");
    }

    @Test
    public void ofTwoThatAreDueTogetherTheOneThatLayDownFirstWakesFirst() {
        for (int at = 0; at < 5; at++) {
            sleep("sleeper " + at, 100);
        }
        time.pass(100);
        check("sleeper 0", "sleeper 1", "sleeper 2", "sleeper 3", "sleeper 4");
    }

    @Test
    public void whoSleepsOverAndOverWakesAtEachTime() {
        start(() -> {
            for (int turn = 1; turn <= 3; turn++) {
                ThreadSubstitutes.sleep(100);
                story.add("turn " + turn);
            }
        });
        time.pass(250);
        check("turn 1", "turn 2");
        time.pass(100);
        check("turn 3");
    }

    @Test
    public void whoIsDueSoonIsAboutToMove() {
        sleep("a", 1000);
        assertFalse(time.isMoving());
        time.pass(950);
        assertTrue(time.isMoving());
        time.pass(50);
        assertFalse(time.isMoving());
    }

    @Test
    public void anInterruptedSleeperIsAwakeAtOnceAndForGood() throws InterruptedException {
        Thread sleeper = sleep("a", 1000);
        sleeper.interrupt();
        sleeper.join();
        check("a interrupted");
        assertEquals("nobody sleeps any more", Long.MAX_VALUE, Sleepers.nextDue());
    }

    @Test
    public void nobodySleepsForLessThanNoTime() {
        assertThrows(IllegalArgumentException.class, () -> ThreadSubstitutes.sleep(-1));
    }

    @Test
    public void nanosecondsCountAsOneMillisecond() throws InterruptedException {
        long began = time.now();
        ThreadSubstitutes.sleep(5, 1);
        assertEquals(began + 6, time.now());
    }

    private Thread sleep(String name, long ms) {
        return start(() -> {
            try {
                ThreadSubstitutes.sleep(ms);
                story.add(name);
            } catch (InterruptedException early) {
                story.add(name + " interrupted");
            }
        });
    }

    /** As an app's code starts threads: it goes on when the thread waits. */
    private static Thread start(Sleep task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        });
        ThreadSubstitutes.start(thread);
        return thread;
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), story);
        story.clear();
    }

    private interface Sleep {
        void run() throws InterruptedException;
    }
}
