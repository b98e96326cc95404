package oddity.pocket.phone.threads;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Substitutes;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.time.Sleepers;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ThreadSubstitutesTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private static final int COUNT = 4;

    private final List<String> done = new CopyOnWriteArrayList<>();

    private interface Waiting {
        void run() throws InterruptedException;
    }

    @Test
    public void threadsWaitByThePhonesClock() {
        check(() -> ThreadSubstitutes.sleep(2000));
        check(() -> ThreadSubstitutes.sleep(TimeUnit.SECONDS, 2));
        check(() -> ThreadSubstitutes.sleepWhole(2000));
        check(() -> ThreadSubstitutes.parkNanos(2_000_000_000L));
        check(() -> ThreadSubstitutes.parkUntil(Substitutes.currentTimeMillis() + 2000));
        check(() -> {
            Object monitor = new Object();
            synchronized (monitor) {
                ThreadSubstitutes.wait(monitor, 2000);
            }
        });
    }

    /** It ends in the third second and not before. */
    private void check(Waiting wait) {
        done.clear();
        begin(wait);
        phone.get().time.pass(1900);
        assertTrue(done.toString(), done.isEmpty());
        phone.get().time.pass(200);
        assertEquals(List.of("waited"), done);
    }

    @Test
    public void whoIsWokenBeforeItsTimeGoesOn() {
        Object monitor = new Object();
        begin(() -> {
            synchronized (monitor) {
                ThreadSubstitutes.wait(monitor, 60_000);
            }
        });
        Thread parked = begin(() -> ThreadSubstitutes.parkNanos(60_000_000_000L));
        phone.get().time.run();
        assertTrue(done.isEmpty());
        synchronized (monitor) {
            monitor.notifyAll();
        }
        LockSupport.unpark(parked);
        phone.rest();
        assertEquals(List.of("waited", "waited"), done);
        assertEquals("nobody is waited for any more", Long.MAX_VALUE, Sleepers.nextDue());
    }

    @Test
    public void threadsThatAreToldAtOnceGoOnOneAfterTheOther() {
        List<Object> monitors = List.of(new Object(), new Object(), new Object(), new Object());
        for (int at = 0; at < monitors.size(); at++) {
            Object monitor = monitors.get(at);
            beginAt(at, () -> {
                synchronized (monitor) {
                    ThreadSubstitutes.wait(monitor);
                }
            });
        }
        phone.rest();
        for (Object monitor : monitors) {
            synchronized (monitor) {
                ThreadSubstitutes.notify(monitor);
            }
        }
        checkOrder();
    }

    @Test
    public void soDoThreadsThatAreInterrupted() {
        List<Thread> threads = new ArrayList<>();
        for (int at = 0; at < COUNT; at++) {
            threads.add(beginAt(at, () -> {
                try {
                    ThreadSubstitutes.sleep(60_000);
                } catch (InterruptedException told) {
                    return;
                }
                throw new AssertionError("it slept on");
            }));
        }
        phone.rest();
        threads.forEach(ThreadSubstitutes::interrupt);
        checkOrder();
    }

    private Thread beginAt(int place, Waiting wait) {
        return begin(() -> {
            wait.run();
            // Long enough for the others to overtake it, if they were at work.
            for (int round = 0; round < 10 * (COUNT - place); round++) {
                Thread.yield();
            }
            done.add("thread " + place);
        });
    }

    private void checkOrder() {
        assertTrue("not before the main thread is done", done.isEmpty());
        phone.get().time.run();
        assertEquals(List.of("thread 0", "waited", "thread 1", "waited", "thread 2", "waited", "thread 3", "waited"), done);
    }

    @Test
    public void theMainThreadHearsFromThoseWhomItHasToldSomething() throws InterruptedException {
        Object monitor = new Object();
        begin(() -> {
            synchronized (monitor) {
                ThreadSubstitutes.wait(monitor);
                done.add("heard");
                ThreadSubstitutes.notifyAll(monitor);
            }
        });
        phone.rest();
        synchronized (monitor) {
            ThreadSubstitutes.notifyAll(monitor);
            // Whoever waits may wake for nothing: what it told the others reaches the main thread, too.
            while (done.isEmpty()) {
                ThreadSubstitutes.wait(monitor);
            }
        }
        assertEquals("heard", done.get(0));
    }

    @Test
    public void whoDoesNotHoldTheMonitorTellsNobody() {
        assertThrows(IllegalMonitorStateException.class, () -> ThreadSubstitutes.notify(new Object()));
    }

    @Test
    public void whoSleepsForEverSleepsOn() {
        Thread thread = begin(() -> ThreadSubstitutes.sleep(Long.MAX_VALUE));
        phone.get().time.pass(1000);
        assertTrue(done.isEmpty());
        thread.interrupt();
        phone.rest();
        assertEquals(List.of("interrupted"), done);
    }

    @Test
    public void theMainThreadWaitsForWhatComesFirst() {
        long began = phone.get().time.now();
        begin(() -> ThreadSubstitutes.sleep(300));
        ThreadSubstitutes.parkNanos(1_000_000_000L);
        assertEquals(List.of("waited"), done);
        assertEquals(300, phone.get().time.now() - began);
        ThreadSubstitutes.parkNanos(700_000_000L);
        assertEquals(1000, phone.get().time.now() - began);
    }

    private Thread begin(Waiting wait) {
        Thread thread = new Thread(() -> {
            try {
                wait.run();
                done.add("waited");
            } catch (InterruptedException interrupted) {
                done.add("interrupted");
            }
        });
        ThreadSubstitutes.start(thread);
        return thread;
    }
}
