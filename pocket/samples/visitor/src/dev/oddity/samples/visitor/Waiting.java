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
import android.os.BatteryManager;
import android.os.IBinder;
import android.os.SystemClock;
import android.util.Log;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** What happens beside the screen and later: services, alarms, jobs, notifications, broadcasts. */
final class Waiting implements ServiceConnection {
    static final String RANG = "dev.oddity.samples.visitor.RANG";

    private static final long MINUTE_MS = 60_000;

    private final VisitorActivity activity;

    Waiting(VisitorActivity activity) {
        this.activity = activity;
    }

    /** Tells the screen, if there is one, and the log. */
    static void ring(Context context, String what) {
        Log.i("Visitor", what);
        context.sendBroadcast(new Intent(RANG).setPackage(context.getPackageName()).putExtra("what", what));
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
        wishes.put("Alarm in a minute", () -> alarm(bell()));
        wishes.put("Service in a minute", () -> alarm(PendingIntent.getService(activity, 0,
                new Intent(activity, CountingService.class), PendingIntent.FLAG_IMMUTABLE)));
        wishes.put("Door in a minute", () -> alarm(PendingIntent.getActivity(activity, 0,
                new Intent(activity, DoorActivity.class), PendingIntent.FLAG_IMMUTABLE)));
        wishes.put("Alarm every minute", () -> {
            alarms().setRepeating(AlarmManager.ELAPSED_REALTIME, SystemClock.elapsedRealtime() + MINUTE_MS, MINUTE_MS, bell());
            return "set";
        });
        wishes.put("Is there an alarm?", () -> String.valueOf(PendingIntent.getBroadcast(activity, 0,
                new Intent(activity, BellReceiver.class), PendingIntent.FLAG_NO_CREATE | PendingIntent.FLAG_IMMUTABLE) != null));
        wishes.put("Job in a minute", this::job);
        wishes.put("Jobs", () -> String.valueOf(jobs().getAllPendingJobs().size()));
        wishes.put("By Java in a minute", this::byJava);
        wishes.put("Wait for a sleeper", () -> waitForSleeper(2_000));
        wishes.put("Wait for a sleeper too long", () -> waitForSleeper(20_000));
        wishes.put("Notify", this::notification);
        wishes.put("Listen", this::listen);
        wishes.put("Battery", () -> charge(activity.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED))));
    }

    private String alarm(PendingIntent what) {
        alarms().set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + MINUTE_MS, what);
        return "set";
    }

    private PendingIntent bell() {
        return PendingIntent.getBroadcast(activity, 0, new Intent(activity, BellReceiver.class), PendingIntent.FLAG_IMMUTABLE);
    }

    private AlarmManager alarms() {
        return (AlarmManager) activity.getSystemService(Context.ALARM_SERVICE);
    }

    private String job() {
        jobs().schedule(new JobInfo.Builder(7, new ComponentName(activity, SweepJob.class)).setMinimumLatency(MINUTE_MS).build());
        return "set";
    }

    private JobScheduler jobs() {
        return (JobScheduler) activity.getSystemService(Context.JOB_SCHEDULER_SERVICE);
    }

    /** The three ways to do something later that need nothing of Android's. */
    private String byJava() {
        new Timer().schedule(new TimerTask() {
            @Override
            public void run() {
                ring(activity, "timer");
            }
        }, MINUTE_MS);
        Executors.newSingleThreadScheduledExecutor().schedule(() -> ring(activity, "executor"), 1, TimeUnit.MINUTES);
        sleeper(MINUTE_MS, () -> ring(activity, "sleeper")).start();
        return "set";
    }

    /** On the main thread, which nobody should do. */
    private String waitForSleeper(long ms) throws InterruptedException {
        Thread sleeper = sleeper(ms, () -> {});
        sleeper.start();
        sleeper.join();
        return "slept";
    }

    private static Thread sleeper(long ms, Runnable then) {
        return new Thread(() -> {
            try {
                Thread.sleep(ms);
                then.run();
            } catch (InterruptedException over) {
                Log.i("Visitor", "woken before its time");
            }
        });
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

    private String listen() {
        IntentFilter filter = new IntentFilter(Intent.ACTION_BATTERY_CHANGED);
        filter.addAction(Intent.ACTION_BATTERY_LOW);
        filter.addAction(Intent.ACTION_SCREEN_OFF);
        filter.addAction(Intent.ACTION_LOCALE_CHANGED);
        activity.registerReceiver(new NewsReceiver("code"), filter, Context.RECEIVER_EXPORTED);
        return "listening";
    }

    private String charge(Intent battery) {
        BatteryManager manager = (BatteryManager) activity.getSystemService(Context.BATTERY_SERVICE);
        return battery.getIntExtra(BatteryManager.EXTRA_LEVEL, -1) + " of " + battery.getIntExtra(BatteryManager.EXTRA_SCALE, -1)
                + ", " + manager.getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY) + " %"
                + (manager.isCharging() ? ", charging" : "");
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
