package dev.oddity.samples.visitor;

import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.os.IBinder;
import java.util.Map;

/** What happens beside the screen and later: services, alarms, jobs, notifications, broadcasts. */
final class Waiting implements ServiceConnection {
    static final String RANG = "dev.oddity.samples.visitor.RANG";

    private final VisitorActivity activity;

    Waiting(VisitorActivity activity) {
        this.activity = activity;
    }

    void addTo(Map<String, Wish> wishes) {
        activity.registerReceiver(new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
                activity.tell(intent.getStringExtra("what"));
            }
        }, new IntentFilter(RANG), Context.RECEIVER_NOT_EXPORTED);
        wishes.put("Bind", () -> {
            activity.bindService(new Intent(activity, CountingService.class), this, Context.BIND_AUTO_CREATE);
            return null;
        });
        wishes.put("Let go", () -> {
            activity.unbindService(this);
            return null;
        });
        wishes.put("Start", () -> {
            activity.startService(new Intent(activity, CountingService.class));
            return null;
        });
        wishes.put("Stop", () -> {
            activity.stopService(new Intent(activity, CountingService.class));
            return null;
        });
        wishes.put("Alarm in a minute", this::alarm);
        wishes.put("Job in a minute", this::job);
        wishes.put("Notify", this::notification);
    }

    private String alarm() {
        AlarmManager alarms = (AlarmManager) activity.getSystemService(Context.ALARM_SERVICE);
        Intent bell = new Intent(activity, BellReceiver.class);
        alarms.set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + 60_000,
                PendingIntent.getBroadcast(activity, 0, bell, PendingIntent.FLAG_IMMUTABLE));
        return "set";
    }

    private String job() {
        JobScheduler jobs = (JobScheduler) activity.getSystemService(Context.JOB_SCHEDULER_SERVICE);
        jobs.schedule(new JobInfo.Builder(7, new ComponentName(activity, SweepJob.class)).setMinimumLatency(60_000).build());
        return "set";
    }

    private String notification() {
        NotificationManager notifications = (NotificationManager) activity.getSystemService(Context.NOTIFICATION_SERVICE);
        notifications.createNotificationChannel(new NotificationChannel("all", "All", NotificationManager.IMPORTANCE_DEFAULT));
        Intent door = new Intent(activity, DoorActivity.class);
        notifications.notify(1, new Notification.Builder(activity, "all").setSmallIcon(android.R.drawable.ic_dialog_info)
                .setContentTitle("Somebody is at the door").setContentText("Tap to open").setAutoCancel(true)
                .setContentIntent(PendingIntent.getActivity(activity, 0, door, PendingIntent.FLAG_IMMUTABLE)).build());
        return "notified";
    }

    @Override
    public void onServiceConnected(ComponentName name, IBinder binder) {
        activity.tell("bound, counted " + ((CountingService.Counter) binder).next());
    }

    @Override
    public void onServiceDisconnected(ComponentName name) {
        activity.tell("the service is gone");
    }
}
