package oddity.pocket.phone.time;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.TestPhone;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class PhoneExecutorTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final PhoneExecutor executor = new PhoneExecutor(1);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @After
    public void end() {
        executor.shutdownNow();
    }

    @Test
    public void itDoesThingsInTheOrderOfTheirTimesByThePhonesClock() throws Exception {
        executor.schedule(() -> done.add("a minute"), 1, TimeUnit.MINUTES);
        ScheduledFuture<String> soon = executor.schedule(() -> "a second", 1, TimeUnit.SECONDS);
        executor.execute(() -> done.add("now"));
        phone.get().time.run();
        assertEquals(List.of("now"), done);
        assertEquals(1000, soon.getDelay(TimeUnit.MILLISECONDS));
        phone.get().time.pass(1000);
        assertEquals("a second", soon.get());
        phone.get().time.pass(59_000);
        assertEquals(List.of("now", "a minute"), done);
    }

    @Test
    public void whatRepeatsComesAtItsRateUntilItIsCancelled() {
        ScheduledFuture<?> ticking =
                executor.scheduleAtFixedRate(() -> done.add("at " + phone.get().time.now() / 1000), 1, 2, TimeUnit.SECONDS);
        long began = phone.get().time.now() / 1000;
        phone.get().time.pass(6000);
        assertEquals(List.of("at " + (began + 1), "at " + (began + 3), "at " + (began + 5)), done);
        assertTrue(ticking.cancel(false));
        phone.get().time.pass(6000);
        assertEquals(3, done.size());
        assertEquals("nothing is waited for any more", Long.MAX_VALUE, Sleepers.nextDue());
    }

    @Test
    public void whatThrowsIsNotRepeated() {
        executor.scheduleWithFixedDelay(() -> {
            done.add("tried");
            throw new IllegalStateException();
        }, 0, 1, TimeUnit.SECONDS);
        phone.get().time.pass(5000);
        assertEquals(List.of("tried"), done);
    }

    @Test
    public void whatWaitsForItsOnlyTimeOutlivesTheEnd() {
        executor.schedule(() -> done.add("once"), 1, TimeUnit.SECONDS);
        executor.scheduleAtFixedRate(() -> done.add("again"), 1, 1, TimeUnit.SECONDS);
        executor.shutdown();
        phone.get().time.pass(5000);
        assertEquals(List.of("once"), done);
        assertThrows(RejectedExecutionException.class, () -> executor.schedule(() -> {}, 1, TimeUnit.SECONDS));
    }

    @Test
    public void whoEndsItAtOnceIsToldWhatNeverCame() {
        executor.schedule(() -> done.add("once"), 1, TimeUnit.SECONDS);
        assertEquals(1, executor.shutdownNow().size());
        phone.get().time.pass(5000);
        assertTrue(done.isEmpty());
        assertFalse(phone.get().time.isMoving());
    }
}
