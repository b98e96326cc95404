package oddity.pocket.phone.shadows;

import android.app.AlarmManager;
import android.app.PendingIntent;
import oddity.pocket.phone.Refusal;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAlarmManager;

/** Exact alarms are for those who have been allowed them. Whoever only wants to be called while it runs is not asked. */
@Implements(className = "android.app.AlarmManager")
public class PhoneAlarms extends ShadowAlarmManager {
    @Implementation
    @Override
    protected void setExact(int type, long when, PendingIntent operation) {
        check();
        super.setExact(type, when, operation);
    }

    @Implementation(minSdk = 23)
    @Override
    protected void setExactAndAllowWhileIdle(int type, long when, PendingIntent operation) {
        check();
        super.setExactAndAllowWhileIdle(type, when, operation);
    }

    @Implementation
    @Override
    protected void setAlarmClock(AlarmManager.AlarmClockInfo clock, PendingIntent operation) {
        check();
        super.setAlarmClock(clock, operation);
    }

    private void check() {
        if (!canScheduleExactAlarms()) {
            throw Refusal.of("Caller needs to hold android.permission.SCHEDULE_EXACT_ALARM or"
                    + " android.permission.USE_EXACT_ALARM to set exact alarms.");
        }
    }
}
