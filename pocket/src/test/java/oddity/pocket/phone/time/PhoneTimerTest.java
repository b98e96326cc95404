package oddity.pocket.phone.time;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Date;
import java.util.List;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class PhoneTimerTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final PhoneTimer timer = new PhoneTimer("bell");
    private final List<String> done = new CopyOnWriteArrayList<>();

    @After
    public void end() {
        timer.cancel();
    }

    @Test
    public void itRingsOnItsOwnThreadWhenThePhonesClockSaysSo() {
        timer.schedule(task(self -> done.add(Thread.currentThread().getName())), 3000);
        phone.get().time.pass(2999);
        assertTrue(done.isEmpty());
        phone.get().time.pass(1);
        assertEquals(List.of("bell"), done);
    }

    @Test
    public void aDateIsOneOfThePhonesCalendar() {
        timer.schedule(task(self -> done.add("rang")), new Date(Phone.wallMs() + 3000));
        phone.get().time.pass(3000);
        assertEquals(List.of("rang"), done);
    }

    @Test
    public void aTaskThatCancelsItselfIsNotRepeated() {
        timer.scheduleAtFixedRate(task(self -> {
            done.add("rang");
            if (done.size() == 3) {
                self.cancel();
            }
        }), 1000, 1000);
        phone.get().time.pass(10_000);
        assertEquals(3, done.size());
    }

    @Test
    public void aTimerThatWasCancelledTakesNothingAndATaskIsTakenOnce() {
        TimerTask task = task(self -> done.add("rang"));
        timer.schedule(task, 1000);
        assertThrows(IllegalStateException.class, () -> timer.schedule(task, 1000));
        timer.cancel();
        assertThrows(IllegalStateException.class, () -> timer.schedule(task(self -> {}), 1000));
        phone.get().time.pass(2000);
        assertTrue(done.isEmpty());
    }

    @Test
    public void whatATaskThrowsEndsItsThread() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> done.add(thread.getName() + ": " + thrown.getMessage()));
        try {
            timer.schedule(task(self -> {
                throw new IllegalStateException("broken");
            }), 1000, 1000);
            phone.get().time.pass(5000);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertEquals(List.of("bell: broken"), done);
    }

    private static TimerTask task(Consumer<TimerTask> what) {
        return new TimerTask() {
            @Override
            public void run() {
                what.accept(this);
            }
        };
    }
}
