package oddity.pocket.phone.shadows;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.content.Context;
import android.os.Build;
import android.util.Log;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNotificationManager;

/** Shows what a phone would: nothing without permission, and nothing of a kind that is not there or that a person has switched off. */
@Implements(className = "android.app.NotificationManager")
public class PhoneNotifications extends ShadowNotificationManager {
    private static final String TAG = "NotificationService";

    @Implementation
    @Override
    protected void notify(String tag, int id, Notification notification) {
        Context app = Phone.application();
        int target = app.getApplicationInfo().targetSdkVersion;
        if (notification.getSmallIcon() == null && target > Build.VERSION_CODES.LOLLIPOP_MR1) {
            throw new IllegalArgumentException("Invalid notification (no valid small icon): " + notification);
        }
        boolean needsChannel = target >= Build.VERSION_CODES.O && Build.VERSION.SDK_INT >= Build.VERSION_CODES.O;
        NotificationChannel channel = needsChannel ? getNotificationChannel(notification.getChannelId()) : null;
        if (needsChannel && channel == null) {
            Log.e(TAG, "No Channel found for pkg=" + app.getPackageName() + ", channelId=" + notification.getChannelId() + ", id=" + id
                    + ", tag=" + tag + ", notification=" + notification);
            return;
        }
        boolean isOff = channel != null && channel.getImportance() == NotificationManager.IMPORTANCE_NONE;
        if (isOff || !areNotificationsEnabled()) {
            Log.e(TAG, "Suppressing notification from package " + app.getPackageName() + " by user request.");
            return;
        }
        super.notify(tag, id, notification);
    }
}
