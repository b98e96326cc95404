package dev.oddity.samples.lending;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Build;

/** Looks for late books once a day. */
public final class ReminderReceiver extends BroadcastReceiver {
    /** Begins to remind, or stops it. */
    static void schedule(Context context, boolean remind) {
        AlarmManager alarms = (AlarmManager) context.getSystemService(Context.ALARM_SERVICE);
        int immutable = Build.VERSION.SDK_INT >= 23 ? PendingIntent.FLAG_IMMUTABLE : 0;
        PendingIntent look = PendingIntent.getBroadcast(context, 0, new Intent(context, ReminderReceiver.class), immutable);
        if (remind) {
            alarms.setInexactRepeating(AlarmManager.RTC, System.currentTimeMillis() + AlarmManager.INTERVAL_DAY, AlarmManager.INTERVAL_DAY, look);
        } else {
            alarms.cancel(look);
        }
    }

    /** How many books are late; says so in a notification if there are any. */
    static int look(Context context) {
        int late = Library.of(context).late(System.currentTimeMillis()).size();
        if (late > 0) {
            Notifications.lateBooks(context, late);
        }
        return late;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
        look(context);
    }
}
