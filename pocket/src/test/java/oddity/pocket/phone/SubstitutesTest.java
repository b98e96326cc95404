package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.os.SystemClock;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.threads.ThreadSubstitutes;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class SubstitutesTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void allClocksFollowThePhones() {
        long wall = Substitutes.currentTimeMillis();
        long nanos = Substitutes.nanoTime();
        long up = SystemClock.uptimeMillis();
        phone.pass(1000);
        long passed = SystemClock.uptimeMillis() - up;
        assertTrue(passed >= 1000);
        assertEquals(passed, Substitutes.currentTimeMillis() - wall);
        assertEquals(passed * 1_000_000, Substitutes.nanoTime() - nanos);
        assertEquals(wall + passed, Substitutes.systemUTC().millis());
        assertEquals(wall + passed, Substitutes.systemDefaultZone().withZone(ZoneId.of("Asia/Tokyo")).millis());
        assertEquals(wall + passed, Substitutes.now(Calendar.getInstance()).getTimeInMillis());
    }

    @Test
    public void settingTheCalendarMovesOnlyTheCalendar() {
        long wall = Substitutes.currentTimeMillis();
        long nanos = Substitutes.nanoTime();
        phone.get().setAhead(5000);
        assertEquals(wall + 5000, Substitutes.currentTimeMillis());
        assertEquals(nanos, Substitutes.nanoTime());
    }

    @Test
    public void sleepingLetsThePhonesTimePass() throws InterruptedException {
        long before = SystemClock.uptimeMillis();
        ThreadSubstitutes.sleep(700);
        assertEquals(before + 700, SystemClock.uptimeMillis());
        ThreadSubstitutes.sleep(0, 1);
        assertEquals(before + 701, SystemClock.uptimeMillis());
    }

    @Test
    public void theSameProcessDrawsTheSameAndAnotherDrawsOthers() {
        List<Object> first = drawn(1);
        assertEquals(first, drawn(1));
        List<Object> second = drawn(2);
        for (int at = 0; at < first.size(); at++) {
            assertNotEquals(first.get(at), second.get(at));
        }
    }

    @Test
    public void chanceIsDrawnAnewEachTime() {
        assertNotEquals(Substitutes.randomUUID(), Substitutes.randomUUID());
        assertNotEquals(Substitutes.seed(), Substitutes.seed());
    }

    @Test
    public void exitEndsTheAppAndNotTheJvm() {
        assertEquals("System.exit(3)", assertThrows(Substitutes.Exit.class, () -> Substitutes.exit(3)).getMessage());
    }

    @Test
    public void nativeCodeIsNotThereEvenIfTheAppDoesWithout() {
        assertThrows(UnsatisfiedLinkError.class, () -> Substitutes.loadLibrary("photos"));
        assertThrows(UnsatisfiedLinkError.class, () -> Substitutes.load("/data/lib/libmore.so"));
        List<String> lacks = phone.logged("PocketPhone").stream().map(lack -> lack.lines().findFirst().get()).toList();
        assertEquals(List.of("this phone lacks native code: libphotos.so", "this phone lacks native code: libmore.so"), lacks);
    }

    private static List<Object> drawn(long process) {
        Substitutes.begin(process);
        return List.of(Substitutes.random(), Substitutes.seed(), Substitutes.randomUUID());
    }
}
