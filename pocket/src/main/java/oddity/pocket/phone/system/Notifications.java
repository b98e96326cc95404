package oddity.pocket.phone.system;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationChannelGroup;
import android.app.NotificationManager;
import android.content.Context;
import android.os.Parcel;
import android.service.notification.StatusBarNotification;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import oddity.pocket.phone.Phone;

/** The app's notifications, in the order in which they were posted. Those of services in the foreground end with these. */
public final class Notifications implements Keeper {
    @Override
    public List<Thing> things() {
        return Arrays.stream(manager().getActiveNotifications())
                .filter(one -> (one.getNotification().flags & Notification.FLAG_FOREGROUND_SERVICE) == 0)
                .sorted(Comparator.comparingLong(StatusBarNotification::getPostTime)
                        .thenComparing(StatusBarNotification::getKey))
                .map(one -> new Thing(one.getNotification(), parcel -> write(one, parcel))).toList();
    }

    private static void write(StatusBarNotification one, Parcel parcel) {
        parcel.writeString(one.getTag());
        parcel.writeInt(one.getId());
        one.getNotification().writeToParcel(parcel, 0);
    }

    @Override
    public void takeUp(Parcel written) {
        String tag = written.readString();
        int id = written.readInt();
        manager().notify(tag, id, Notification.CREATOR.createFromParcel(written));
    }

    /** The kinds of notifications, which an app declares once and for ever. */
    public static final class Channels implements Keeper {
        @Override
        public List<Thing> things() {
            List<Thing> things = new ArrayList<>();
            for (NotificationChannelGroup group : manager().getNotificationChannelGroups()) {
                things.add(new Thing(group, parcel -> parcel.writeParcelable(group, 0)));
            }
            for (NotificationChannel channel : manager().getNotificationChannels()) {
                things.add(new Thing(channel, parcel -> parcel.writeParcelable(channel, 0)));
            }
            return things;
        }

        @Override
        public void takeUp(Parcel written) {
            Object one = written.readParcelable(Notification.class.getClassLoader());
            if (one instanceof NotificationChannelGroup group) {
                manager().createNotificationChannelGroup(group);
            } else {
                manager().createNotificationChannel((NotificationChannel) one);
            }
        }
    }

    private static NotificationManager manager() {
        return (NotificationManager) Phone.application().getSystemService(Context.NOTIFICATION_SERVICE);
    }
}
