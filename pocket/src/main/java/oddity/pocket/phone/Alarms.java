package oddity.pocket.phone;

import android.app.AlarmManager;
import android.content.Context;
import android.os.SystemClock;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowAlarmManager;

/** Rings the app's alarms when their time has come. They live as long as the process. */
final class Alarms {
    private Alarms() {}

    /** Says whether one rang. */
    static boolean run() {
        ShadowAlarmManager alarms =
                Shadows.shadowOf((AlarmManager) Phone.application().getSystemService(Context.ALARM_SERVICE));
        for (ShadowAlarmManager.ScheduledAlarm alarm : alarms.getScheduledAlarms()) {
            if (alarm.getTriggerAtMs() <= now(alarm.getType())) {
                alarms.fireAlarm(alarm);
                return true;
            }
        }
        return false;
    }

    private static long now(int type) {
        boolean isByCalendar = type == AlarmManager.RTC || type == AlarmManager.RTC_WAKEUP;
        return isByCalendar ? Phone.wallMs() : SystemClock.elapsedRealtime();
    }
}
