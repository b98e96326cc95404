package dev.oddity.samples.lending;

import android.Manifest;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Build;

/** What the app tells while it is not looked at. Without the permission it says nothing. */
final class Notifications {
    private static final int BACKUP = 1;
    private static final int LATE = 2;

    private Notifications() {}

    static boolean allowed(Context context) {
        return Build.VERSION.SDK_INT < 33
                || context.checkSelfPermission(Manifest.permission.POST_NOTIFICATIONS) == PackageManager.PERMISSION_GRANTED;
    }

    static void backupDone(Context context, int books) {
        Intent open = new Intent(context, BackupActivity.class);
        post(context, BACKUP, "backup", R.string.backup_channel, context.getString(R.string.backup_done, books), open);
    }

    static void lateBooks(Context context, int books) {
        Intent open = new Intent(context, BooksActivity.class)
                .putExtra(BooksActivity.SHOW_LENT, true)
                .addFlags(Intent.FLAG_ACTIVITY_CLEAR_TOP | Intent.FLAG_ACTIVITY_SINGLE_TOP);
        String text = context.getResources().getQuantityString(R.plurals.late_books, books, books);
        post(context, LATE, "late", R.string.late_channel, text, open);
    }

    private static void post(Context context, int id, String channel, int channelName, String text, Intent open) {
        if (!allowed(context)) {
            return;
        }
        NotificationManager manager = (NotificationManager) context.getSystemService(Context.NOTIFICATION_SERVICE);
        Notification.Builder builder;
        if (Build.VERSION.SDK_INT >= 26) {
            manager.createNotificationChannel(new NotificationChannel(channel, context.getString(channelName), NotificationManager.IMPORTANCE_DEFAULT));
            builder = new Notification.Builder(context, channel);
        } else {
            builder = new Notification.Builder(context);
        }
        int immutable = Build.VERSION.SDK_INT >= 23 ? PendingIntent.FLAG_IMMUTABLE : 0;
        open.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
        manager.notify(id, builder
                .setSmallIcon(R.drawable.book)
                .setContentTitle(context.getString(R.string.app_name))
                .setContentText(text)
                .setContentIntent(PendingIntent.getActivity(context, id, open, PendingIntent.FLAG_UPDATE_CURRENT | immutable))
                .setAutoCancel(true)
                .build());
    }
}
