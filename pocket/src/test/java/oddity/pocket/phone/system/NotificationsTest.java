package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.service.notification.StatusBarNotification;
import java.util.Arrays;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.apps.NotificationScreen;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class NotificationsTest {
    private static final String POSTING = "android.permission.POST_NOTIFICATIONS";
    private static final String VISITOR = "dev.oddity.samples.visitor.";

    @Rule
    public final TestPhone phone = new TestPhone();

    @Before
    public void allow() {
        phone.get().permissions().set(POSTING, true);
        manager().createNotificationChannel(new NotificationChannel("all", "All", NotificationManager.IMPORTANCE_DEFAULT));
        phone.launch();
    }

    @Test
    public void whatIsPostedIsShownUntilItIsCancelled() {
        manager().notify(1, notification("one").build());
        manager().notify("tag", 1, notification("two").build());
        check("one", "two");
        manager().cancel(1);
        check("two");
        manager().cancelAll();
        check();
    }

    @Test
    public void theSameNumberPostedAgainReplacesIt() {
        manager().notify(1, notification("one").build());
        manager().notify(1, notification("two").build());
        check("two");
    }

    @Test
    public void nothingIsShownWithoutPermission() {
        phone.get().permissions().set(POSTING, false);
        assertFalse(manager().areNotificationsEnabled());
        manager().notify(1, notification("one").build());
        check();
        phone.get().permissions().set(POSTING, true);
        assertTrue(manager().areNotificationsEnabled());
        check();
    }

    @Test
    public void whatWasShownGoesWithThePermission() {
        manager().notify(1, notification("one").build());
        phone.get().permissions().set(POSTING, false);
        check();
    }

    @Test
    public void aKindThatIsNotThereIsNotShown() {
        manager().notify(1, notification("one").setChannelId("other").build());
        check();
    }

    @Test
    public void aKindThatIsSwitchedOffIsNotShown() {
        manager().createNotificationChannel(new NotificationChannel("off", "Off", NotificationManager.IMPORTANCE_NONE));
        manager().notify(1, notification("one").setChannelId("off").build());
        check();
    }

    @Test
    public void aNotificationNeedsAnIcon() {
        Notification without = new Notification.Builder(Phone.application(), "all").setContentTitle("one").build();
        assertThrows(IllegalArgumentException.class, () -> manager().notify(1, without));
    }

    @Test
    public void tappingOneOpensWhatItIsForAndTakesItAway() {
        manager().notify(1, notification("one").setAutoCancel(true).setContentIntent(door()).build());
        manager().notify(2, notification("two").build());
        phone.get().showNotifications();
        phone.rest();
        assertTrue(phone.get().front() instanceof NotificationScreen);
        phone.tap("one");
        assertEquals(VISITOR + "DoorActivity", phone.get().front().getClass().getName());
        check("two");
    }

    @Test
    public void oneThatDoesNotCancelItselfStays() {
        manager().notify(1, notification("one").setContentIntent(door()).build());
        phone.get().showNotifications();
        phone.rest();
        phone.tap("one");
        check("one");
    }

    @Test
    public void dismissingOneTellsTheApp() {
        PendingIntent bell = PendingIntent.getBroadcast(Phone.application(), 0,
                new Intent().setClassName(Phone.application(), VISITOR + "BellReceiver"), PendingIntent.FLAG_IMMUTABLE);
        manager().notify(1, notification("one").setDeleteIntent(bell).build());
        phone.get().showNotifications();
        phone.rest();
        phone.tap("Dismiss");
        check();
        assertTrue(phone.logged("Visitor").contains("alarm"));
    }

    @Test
    public void anActionDoesWhatItIsFor() {
        Notification.Action open = new Notification.Action.Builder(null, "Open the door", door()).build();
        manager().notify(1, notification("one").addAction(open).build());
        phone.get().showNotifications();
        phone.rest();
        phone.tap("Open the door");
        assertEquals(VISITOR + "DoorActivity", phone.get().front().getClass().getName());
    }

    @Test
    public void notificationsAndTheirKindsOutliveTheProcess() {
        manager().notify("tag", 1, notification("one").setContentIntent(door()).build());
        phone.endProcess();
        check("one");
        assertEquals("tag", manager().getActiveNotifications()[0].getTag());
        assertEquals("All", manager().getNotificationChannel("all").getName());
        phone.get().showNotifications();
        phone.rest();
        phone.tap("one");
        assertEquals(VISITOR + "DoorActivity", phone.get().front().getClass().getName());
    }

    private static Notification.Builder notification(String title) {
        return new Notification.Builder(Phone.application(), "all").setSmallIcon(android.R.drawable.ic_dialog_info)
                .setContentTitle(title);
    }

    private static PendingIntent door() {
        Context app = Phone.application();
        return PendingIntent.getActivity(app, 0, new Intent().setClassName(app, VISITOR + "DoorActivity"),
                PendingIntent.FLAG_IMMUTABLE);
    }

    private static NotificationManager manager() {
        return Phone.application().getSystemService(NotificationManager.class);
    }

    private static void check(String... titles) {
        List<String> shown = Arrays.stream(manager().getActiveNotifications()).map(StatusBarNotification::getNotification)
                .map(one -> one.extras.getString(Notification.EXTRA_TITLE)).sorted().toList();
        assertEquals(List.of(titles), shown);
    }
}
