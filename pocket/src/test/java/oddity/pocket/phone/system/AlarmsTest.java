package oddity.pocket.phone.system;

import static android.app.AlarmManager.ELAPSED_REALTIME;
import static android.app.AlarmManager.ELAPSED_REALTIME_WAKEUP;
import static android.app.AlarmManager.RTC;
import static android.app.AlarmManager.RTC_WAKEUP;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.os.SystemClock;
import java.util.Collections;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class AlarmsTest {
    private static final long MINUTE_MS = 60_000;
    private static final long HOUR_MS = 60 * MINUTE_MS;

    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void anAlarmRingsWhenItIsDueAndOnlyOnce() {
        alarms().set(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + MINUTE_MS, bell());
        phone.pass(MINUTE_MS - 1000);
        checkRang(0);
        phone.pass(1000);
        checkRang(1);
        phone.pass(MINUTE_MS);
        checkRang(1);
        assertEquals("nothing is due any more", Long.MAX_VALUE, phone.get().world().nextDueMs());
    }

    @Test
    public void anAlarmByTheCalendarRingsByTheCalendar() {
        alarms().set(RTC_WAKEUP, Phone.wallMs() + MINUTE_MS, bell());
        assertEquals(SystemClock.elapsedRealtime() + MINUTE_MS, phone.get().world().nextDueMs());
        phone.pass(MINUTE_MS);
        checkRang(1);
    }

    @Test
    public void settingTheCalendarAheadConcernsOnlyAlarmsByTheCalendar() {
        alarms().set(RTC, Phone.wallMs() + HOUR_MS, bell());
        alarms().set(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + HOUR_MS, bell(1));
        phone.get().setAhead(HOUR_MS);
        phone.rest();
        checkRang(1);
        phone.pass(HOUR_MS);
        checkRang(2);
    }

    @Test
    public void whatIsLongPastRingsSoon() {
        alarms().set(RTC, Phone.wallMs() - HOUR_MS, bell());
        phone.pass(MINUTE_MS);
        checkRang(1);
    }

    @Test
    public void theSameIntentSetAgainReplacesTheAlarm() {
        alarms().set(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + MINUTE_MS, bell());
        alarms().set(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + 2 * MINUTE_MS, bell());
        phone.pass(MINUTE_MS);
        checkRang(0);
        phone.pass(MINUTE_MS);
        checkRang(1);
    }

    @Test
    public void aCancelledAlarmDoesNotRing() {
        alarms().set(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + MINUTE_MS, bell());
        alarms().cancel(bell());
        phone.pass(MINUTE_MS);
        checkRang(0);
    }

    @Test
    public void anAlarmEndsWithItsIntent() {
        alarms().set(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + MINUTE_MS, bell());
        bell().cancel();
        phone.pass(MINUTE_MS);
        checkRang(0);
    }

    @Test
    public void aRepeatingAlarmRingsUntilItIsCancelled() {
        alarms().setRepeating(ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + MINUTE_MS, MINUTE_MS, bell());
        for (int times = 1; times <= 3; times++) {
            phone.pass(MINUTE_MS);
            checkRang(times);
        }
        alarms().cancel(bell());
        phone.pass(3 * MINUTE_MS);
        checkRang(3);
    }

    @Test
    public void howeverOftenARepeatingAlarmWasMissedItRingsOnceAndKeepsItsBeat() {
        alarms().setRepeating(RTC, Phone.wallMs() + MINUTE_MS, HOUR_MS, bell());
        phone.get().setAhead(5 * HOUR_MS);
        phone.rest();
        checkRang(1);
        phone.pass(MINUTE_MS);
        checkRang(2);
        phone.pass(HOUR_MS);
        checkRang(3);
    }

    @Test
    public void exactAlarmsNeedAPermissionThatIsNotThereFromTheStart() {
        assertFalse(alarms().canScheduleExactAlarms());
        long soon = SystemClock.elapsedRealtime() + MINUTE_MS;
        assertThrows(SecurityException.class, () -> alarms().setExact(ELAPSED_REALTIME, soon, bell()));
        assertThrows(SecurityException.class, () -> alarms().setExactAndAllowWhileIdle(ELAPSED_REALTIME, soon, bell()));
        assertThrows(SecurityException.class,
                () -> alarms().setAlarmClock(new AlarmManager.AlarmClockInfo(Phone.wallMs() + MINUTE_MS, null), bell()));
    }

    @Test
    public void aListenerIsCalledExactlyAndWithoutPermission() {
        int[] called = {0};
        alarms().setExact(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + MINUTE_MS, "tag", () -> called[0]++, null);
        phone.pass(MINUTE_MS);
        assertEquals(1, called[0]);
    }

    @Test
    public void anAlarmOutlivesTheProcess() {
        alarms().set(RTC, Phone.wallMs() + HOUR_MS, bell());
        alarms().setRepeating(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + HOUR_MS, HOUR_MS, bell(1));
        phone.launch();
        phone.endProcess();
        checkRang(0);
        phone.pass(HOUR_MS);
        checkRang(2);
        phone.pass(HOUR_MS);
        checkRang(3);
    }

    @Test
    public void aListenerEndsWithTheProcess() {
        int[] called = {0};
        alarms().set(ELAPSED_REALTIME, SystemClock.elapsedRealtime() + HOUR_MS, "tag", () -> called[0]++, null);
        phone.launch();
        phone.endProcess();
        phone.pass(HOUR_MS);
        assertEquals(0, called[0]);
        assertEquals(Long.MAX_VALUE, phone.get().world().nextDueMs());
    }

    private void checkRang(int times) {
        List<String> rang = phone.logged("Visitor").stream().filter("alarm"::equals).toList();
        assertEquals(Collections.nCopies(times, "alarm"), rang);
    }

    private static PendingIntent bell() {
        return bell(0);
    }

    private static PendingIntent bell(int request) {
        Context app = Phone.application();
        return PendingIntent.getBroadcast(app, request,
                new Intent().setClassName(app, "dev.oddity.samples.visitor.BellReceiver"), PendingIntent.FLAG_IMMUTABLE);
    }

    private static AlarmManager alarms() {
        return Phone.application().getSystemService(AlarmManager.class);
    }
}
