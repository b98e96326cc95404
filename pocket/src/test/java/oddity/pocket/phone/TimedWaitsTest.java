package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import oddity.pocket.boot.PhoneRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

/** What {@link Substitutes} does for threads that wait for no longer than so long. */
@RunWith(PhoneRunner.class)
public class TimedWaitsTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> done = new CopyOnWriteArrayList<>();

    private interface Waiting {
        void run() throws InterruptedException;
    }

    @Test
    public void threadsWaitByThePhonesClock() {
        check(() -> Substitutes.sleep(2000));
        check(() -> Substitutes.sleep(TimeUnit.SECONDS, 2));
        check(() -> Substitutes.sleepWhole(2000));
        check(() -> Substitutes.parkNanos(2_000_000_000L));
        check(() -> Substitutes.parkUntil(Substitutes.currentTimeMillis() + 2000));
        check(() -> {
            Object monitor = new Object();
            synchronized (monitor) {
                Substitutes.wait(monitor, 2000);
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
                Substitutes.wait(monitor, 60_000);
            }
        });
        Thread parked = begin(() -> Substitutes.parkNanos(60_000_000_000L));
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
    public void whoSleepsForEverSleepsOn() {
        Thread thread = begin(() -> Substitutes.sleep(Long.MAX_VALUE));
        phone.get().time.pass(1000);
        assertTrue(done.isEmpty());
        thread.interrupt();
        phone.rest();
        assertEquals(List.of("interrupted"), done);
    }

    @Test
    public void theMainThreadWaitsForWhatComesFirst() {
        long began = phone.get().time.now();
        begin(() -> Substitutes.sleep(300));
        Substitutes.parkNanos(1_000_000_000L);
        assertEquals(List.of("waited"), done);
        assertEquals(300, phone.get().time.now() - began);
        Substitutes.parkNanos(700_000_000L);
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
        Substitutes.start(thread);
        return thread;
    }
}
