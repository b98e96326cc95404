package oddity.pocket.phone.system;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.Context;
import android.os.Parcel;
import android.os.SystemClock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import oddity.pocket.phone.Phone;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowAlarmManager.ScheduledAlarm;

/** Rings the app's alarms when their time has come. Those that call a listener end with the process. */
public final class Alarms implements Keeper {
    /** Rings the next one that is due. Says whether there was one. */
    public boolean run() {
        Optional<ScheduledAlarm> next = next().filter(alarm -> dueMs(alarm) <= SystemClock.elapsedRealtime());
        next.ifPresent(Alarms::ring);
        return next.isPresent();
    }

    /** By the phone's clock; the end of time where none is set. */
    public long nextDueMs() {
        return next().map(Alarms::dueMs).orElse(Long.MAX_VALUE);
    }

    @Override
    public List<Thing> things() {
        return all().stream().filter(alarm -> alarm.operation != null)
                .map(alarm -> new Thing(alarm, parcel -> write(alarm, parcel))).toList();
    }

    private static void write(ScheduledAlarm alarm, Parcel parcel) {
        parcel.writeInt(alarm.getType());
        parcel.writeLong(alarm.getTriggerAtMs());
        parcel.writeLong(alarm.getIntervalMs());
        PendingIntent.writePendingIntentOrNullToParcel(alarm.operation, parcel);
        parcel.writeInt(alarm.isAllowWhileIdle() ? 1 : 0);
        parcel.writeParcelable(alarm.getAlarmClockInfo(), 0);
    }

    @Override
    public void takeUp(Parcel written) {
        int type = written.readInt();
        long when = written.readLong();
        long interval = written.readLong();
        PendingIntent operation = PendingIntent.readPendingIntentOrNullFromParcel(written);
        boolean isWhileIdle = written.readInt() == 1;
        AlarmManager.AlarmClockInfo clock = written.readParcelable(AlarmManager.class.getClassLoader());
        if (clock != null) {
            manager().setAlarmClock(clock, operation);
        } else if (interval > 0) {
            manager().setRepeating(type, when, interval, operation);
        } else if (isWhileIdle) {
            manager().setAndAllowWhileIdle(type, when, operation);
        } else {
            manager().set(type, when, operation);
        }
    }

    private static Optional<ScheduledAlarm> next() {
        return all().stream().min(Comparator.comparingLong(Alarms::dueMs));
    }

    private static List<ScheduledAlarm> all() {
        return Shadows.shadowOf(manager()).getScheduledAlarms();
    }

    private static AlarmManager manager() {
        return (AlarmManager) Phone.application().getSystemService(Context.ALARM_SERVICE);
    }

    private static long dueMs(ScheduledAlarm alarm) {
        boolean isByCalendar = alarm.getType() == AlarmManager.RTC || alarm.getType() == AlarmManager.RTC_WAKEUP;
        long ahead = isByCalendar ? Phone.wallMs() - SystemClock.elapsedRealtime() : 0;
        return alarm.getTriggerAtMs() - ahead;
    }

    private static void ring(ScheduledAlarm alarm) {
        if (alarm.onAlarmListener != null) {
            // Robolectric forgets it only as it is called, in a message that comes after all that is due now.
            manager().cancel(alarm.onAlarmListener);
            alarm.executor.execute(alarm.onAlarmListener::onAlarm);
            return;
        }
        long interval = alarm.getIntervalMs();
        if (interval <= 0) {
            Shadows.shadowOf(manager()).fireAlarm(alarm);
            return;
        }
        // However often it was missed, it rings once.
        long missed = (SystemClock.elapsedRealtime() - dueMs(alarm)) / interval;
        manager().setRepeating(
                alarm.getType(), alarm.getTriggerAtMs() + (missed + 1) * interval, interval, alarm.operation);
        try {
            alarm.operation.send();
        } catch (PendingIntent.CanceledException cancelled) {
            manager().cancel(alarm.operation);
        }
    }
}
