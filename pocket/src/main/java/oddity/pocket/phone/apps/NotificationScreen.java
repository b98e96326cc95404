package oddity.pocket.phone.apps;

import android.app.Notification;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.os.Build;
import android.service.notification.StatusBarNotification;
import android.util.Log;
import java.util.Arrays;
import java.util.Comparator;
import oddity.pocket.phone.Phone;

/** The app's notifications, the latest first. Tapping one does what it is for. */
public final class NotificationScreen extends BuiltInScreen {
    @Override
    protected boolean isQuestion() {
        return true;
    }

    @Override
    protected void fill() {
        text("title", "Notifications");
        StatusBarNotification[] shown = shown();
        if (shown.length == 0) {
            text("no_notifications", "No notifications");
        }
        for (StatusBarNotification one : shown) {
            show(one);
        }
        choice("close", "Close", this::finish);
    }

    private void show(StatusBarNotification one) {
        Notification notification = one.getNotification();
        String title = notification.extras.getCharSequence(Notification.EXTRA_TITLE, "").toString();
        CharSequence words = notification.extras.getCharSequence(Notification.EXTRA_TEXT, "");
        choice("notification", (title + "\n" + words).trim(), () -> {
            if ((notification.flags & Notification.FLAG_AUTO_CANCEL) != 0) {
                manager().cancel(one.getTag(), one.getId());
            }
            send(notification.contentIntent);
        });
        if (notification.actions != null) {
            for (Notification.Action action : notification.actions) {
                choice("action", action.title, () -> send(action.actionIntent));
            }
        }
        boolean stays = (notification.flags & (Notification.FLAG_ONGOING_EVENT | Notification.FLAG_NO_CLEAR)) != 0;
        if (!stays) {
            choice("dismiss", "Dismiss", () -> {
                manager().cancel(one.getTag(), one.getId());
                send(notification.deleteIntent);
            });
        }
    }

    private void send(PendingIntent intent) {
        finish();
        if (intent != null) {
            try {
                intent.send();
            } catch (PendingIntent.CanceledException gone) {
                Log.w("StatusBar", "Sending contentIntent failed: " + gone);
            }
        }
    }

    private StatusBarNotification[] shown() {
        boolean needsPermission = Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU;
        if (needsPermission && !Phone.current().permissions().has("android.permission.POST_NOTIFICATIONS")) {
            return new StatusBarNotification[0];
        }
        StatusBarNotification[] all = manager().getActiveNotifications();
        Arrays.sort(all, Comparator.comparingLong(StatusBarNotification::getPostTime)
                .thenComparingInt(StatusBarNotification::getId).reversed());
        return all;
    }

    private NotificationManager manager() {
        return (NotificationManager) getApplicationContext().getSystemService(Context.NOTIFICATION_SERVICE);
    }
}
