package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.app.IntentService;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.RemoteServiceException;
import android.app.Service;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Binder;
import android.os.IBinder;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Blame;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ServicesTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final Line line = new Line("line");
    private Context app;
    private Intent wish;

    @Before
    public void declare() {
        Watched.STORY.clear();
        Watched.wantsRebind = false;
        Watched.mode = Service.START_NOT_STICKY;
        phone.declare(Watched.class, null);
        app = Phone.application();
        wish = new Intent(app, Watched.class);
    }

    @Test
    public void aServiceIsStartedBetweenMessagesAndItsStartsAreCounted() {
        assertEquals(new ComponentName(app, Watched.class), app.startService(wish));
        app.startService(wish);
        check();
        phone.rest();
        check("create", "start 1", "start 2");
    }

    @Test
    public void stoppingEndsItHoweverOftenItWasStarted() {
        app.startService(wish);
        app.startService(wish);
        phone.rest();
        assertTrue(app.stopService(wish));
        phone.rest();
        check("create", "start 1", "start 2", "destroy");
        assertFalse("there is none any more", app.stopService(wish));
    }

    @Test
    public void aServiceThatIsStoppedInTheSameMessageStillRunsOnce() {
        app.startService(wish);
        assertTrue(app.stopService(wish));
        phone.rest();
        check("create", "start 1", "destroy");
    }

    @Test
    public void aServiceThatEndedCountsItsStartsAnew() {
        app.startService(wish);
        app.stopService(wish);
        app.startService(wish);
        phone.rest();
        check("create", "start 1", "destroy", "create", "start 1");
    }

    @Test
    public void aServiceIsStartedAgainInTheNextProcessAsItWished() {
        checkAgain(Service.START_NOT_STICKY);
        checkAgain(Service.START_STICKY, "create", "start 1 with nothing");
        checkAgain(Service.START_STICKY_COMPATIBILITY, "create");
        checkAgain(Service.START_REDELIVER_INTENT, "create", "start 1 once more", "start 2 once more");
    }

    private void checkAgain(int mode, String... expected) {
        Watched.mode = mode;
        phone.declare(Watched.class, null);
        Phone.application().startService(wish);
        Phone.application().startService(wish);
        phone.rest();
        Watched.STORY.clear();
        phone.endProcess();
        check(expected);
        Phone.application().stopService(wish);
        phone.rest();
    }

    @Test
    public void aServiceThatWasStoppedIsNotStartedAgain() {
        Watched.mode = Service.START_STICKY;
        app.startService(wish);
        phone.rest();
        assertTrue("the system would begin a process for it", phone.get().world().nextDueMs() < Long.MAX_VALUE);
        app.stopService(wish);
        phone.rest();
        Watched.STORY.clear();
        phone.endProcess();
        check();
    }

    @Test
    public void aServiceThatWorksThroughIntentsEndsAfterTheLast() {
        phone.declare(Worker.class, null);
        Intent work = new Intent(app, Worker.class);
        app.startService(work.setAction("one"));
        app.startService(new Intent(work).setAction("two"));
        phone.rest();
        check("one", "two", "ended");
    }

    /** As old apps have them for everything that takes a while. */
    @SuppressWarnings("deprecation")
    public static final class Worker extends IntentService {
        public Worker() {
            super("worker");
        }

        @Override
        protected void onHandleIntent(Intent intent) {
            Watched.STORY.add(intent.getAction());
        }

        @Override
        public void onDestroy() {
            super.onDestroy();
            Watched.STORY.add("ended");
        }
    }

    @Test
    public void onlyTheLatestStartCanBeStoppedByItsNumber() {
        app.startService(wish);
        app.startService(wish);
        phone.rest();
        assertFalse(Watched.last.stopSelfResult(1));
        phone.rest();
        check("create", "start 1", "start 2");
        assertTrue(Watched.last.stopSelfResult(2));
        phone.rest();
        check("create", "start 1", "start 2", "destroy");
    }

    @Test
    public void aStartThatIsOnItsWayKeepsTheServiceFromStoppingItself() {
        app.startService(wish);
        phone.rest();
        app.startService(wish);
        assertFalse(Watched.last.stopSelfResult(1));
        phone.rest();
        check("create", "start 1", "start 2");
    }

    @Test
    public void anUnknownServiceIsNotStarted() {
        Intent unknown = new Intent().setClassName(app, "dev.oddity.Nothing");
        assertNull(app.startService(unknown));
        assertFalse(app.bindService(unknown, line, Context.BIND_AUTO_CREATE));
        assertThrows(IllegalArgumentException.class, () -> app.startService(new Intent("dev.oddity.IMPLICIT")));
    }

    @Test
    public void aServiceLivesWhileSomeoneIsBound() {
        assertTrue(app.bindService(wish, line, Context.BIND_AUTO_CREATE));
        phone.rest();
        check("create", "bind", "line connected");
        app.unbindService(line);
        phone.rest();
        check("create", "bind", "line connected", "unbind", "destroy");
    }

    @Test
    public void everyoneWhoBindsGetsTheSameBinder() {
        Line other = new Line("other");
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        app.bindService(wish, other, Context.BIND_AUTO_CREATE);
        phone.rest();
        check("create", "bind", "line connected", "other connected");
        assertEquals(line.binder, other.binder);
        app.unbindService(line);
        phone.rest();
        check("create", "bind", "line connected", "other connected");
        app.unbindService(other);
        phone.rest();
        check("create", "bind", "line connected", "other connected", "unbind", "destroy");
    }

    @Test
    public void differentIntentsAreBoundAndUnboundOnTheirOwn() {
        Line other = new Line("other");
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        app.bindService(new Intent(wish).setAction("other"), other, Context.BIND_AUTO_CREATE);
        phone.rest();
        check("create", "bind", "bind other", "line connected", "other connected");
        Watched.STORY.clear();
        app.unbindService(line);
        phone.rest();
        check("unbind");
    }

    @Test
    public void aStartedServiceOutlivesThoseWhoWereBound() {
        app.startService(wish);
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        phone.rest();
        app.unbindService(line);
        phone.rest();
        check("create", "start 1", "bind", "line connected", "unbind");
        app.stopService(wish);
        phone.rest();
        check("create", "start 1", "bind", "line connected", "unbind", "destroy");
    }

    @Test
    public void aBoundServiceIsStoppedWhenItIsNotBoundAnyMore() {
        app.startService(wish);
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        phone.rest();
        assertTrue(app.stopService(wish));
        phone.rest();
        check("create", "start 1", "bind", "line connected");
        app.unbindService(line);
        phone.rest();
        check("create", "start 1", "bind", "line connected", "unbind", "destroy");
    }

    @Test
    public void whoeverBindsAgainGetsTheBinderFromBefore() {
        app.startService(wish);
        bindAndUnbind();
        Watched.STORY.clear();
        bindAndUnbind();
        check("line connected");
    }

    private void bindAndUnbind() {
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        phone.rest();
        app.unbindService(line);
        phone.rest();
    }

    @Test
    public void aServiceThatWantsToHearsOfThoseWhoBindAgain() {
        Watched.wantsRebind = true;
        app.startService(wish);
        bindAndUnbind();
        Watched.STORY.clear();
        bindAndUnbind();
        check("rebind", "line connected", "unbind");
    }

    @Test
    public void bindingDoesNotCreateUnlessAsked() {
        assertTrue(app.bindService(wish, line, 0));
        phone.rest();
        check();
        app.startService(wish);
        phone.rest();
        check("create", "bind", "start 1", "line connected");
        app.stopService(wish);
        phone.rest();
        check("create", "bind", "start 1", "line connected", "line disconnected", "unbind", "destroy");
        app.unbindService(line);
    }

    @Test
    public void oneConnectionIsToldOnceOfOneBinder() {
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        phone.rest();
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        phone.rest();
        check("create", "bind", "line connected");
        app.unbindService(line);
        phone.rest();
        check("create", "bind", "line connected", "unbind", "destroy");
    }

    @Test
    public void whoeverLetsGoAtOnceIsNotConnected() {
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        app.unbindService(line);
        phone.rest();
        check("create", "bind", "unbind", "destroy");
    }

    @Test
    public void onlyWhatIsBoundCanBeUnbound() {
        assertThrows(IllegalArgumentException.class, () -> app.unbindService(line));
        app.bindService(wish, line, Context.BIND_AUTO_CREATE);
        phone.rest();
        app.unbindService(line);
        assertThrows(IllegalArgumentException.class, () -> app.unbindService(line));
    }

    @Test
    public void aServiceThatWasStartedForTheForegroundHasToComeThere() {
        app.startForegroundService(wish);
        phone.get().time.pass(9000);
        Exception ended = assertThrows(RemoteServiceException.class, () -> phone.get().time.pass(1500));
        assertTrue(ended.getMessage(), ended.getMessage().contains("did not then call Service.startForeground()"));
        assertNull("the app is to blame", Blame.lackOf(ended));
    }

    @Test
    public void aServiceThatEndsBeforeItCameToTheForegroundEndsTheApp() {
        app.startForegroundService(wish);
        phone.rest();
        app.stopService(wish);
        assertThrows(RemoteServiceException.class, phone::rest);
    }

    @Test
    public void aServiceThatIsInTheForegroundKeepsItsPromise() {
        app.getSystemService(NotificationManager.class)
                .createNotificationChannel(new NotificationChannel("all", "All", NotificationManager.IMPORTANCE_DEFAULT));
        app.startForegroundService(wish);
        phone.rest();
        Watched.last.startForeground(3, new Notification.Builder(app, "all").setSmallIcon(android.R.drawable.ic_dialog_info).build());
        app.startForegroundService(wish);
        phone.get().time.pass(15_000);
        app.stopService(wish);
        phone.rest();
        check("create", "start 1", "start 2", "destroy");
    }

    @Test
    public void aServiceInTheForegroundShowsItsNotificationUntilItEnds() {
        phone.get().permissions().set("android.permission.POST_NOTIFICATIONS", true);
        NotificationManager notifications = app.getSystemService(NotificationManager.class);
        notifications.createNotificationChannel(new NotificationChannel("all", "All", NotificationManager.IMPORTANCE_LOW));
        app.startForegroundService(wish);
        phone.rest();
        Watched.last.startForeground(3, new Notification.Builder(app, "all")
                .setSmallIcon(android.R.drawable.ic_dialog_info).build());
        assertEquals(1, notifications.getActiveNotifications().length);
        assertEquals(3, notifications.getActiveNotifications()[0].getId());
        app.stopService(wish);
        phone.rest();
        check("create", "start 1", "destroy");
        assertEquals(0, notifications.getActiveNotifications().length);
    }

    private static void check(String... expected) {
        assertEquals(List.of(expected), Watched.STORY);
    }

    /** Notes what becomes of it. */
    public static final class Watched extends Service {
        static final List<String> STORY = new ArrayList<>();
        static boolean wantsRebind;
        static int mode;
        static Watched last;

        @Override
        public void onCreate() {
            last = this;
            STORY.add("create");
        }

        @Override
        public int onStartCommand(Intent intent, int flags, int start) {
            String with = intent == null ? " with nothing" : (flags & START_FLAG_REDELIVERY) != 0 ? " once more" : "";
            STORY.add("start " + start + with);
            return mode;
        }

        @Override
        public IBinder onBind(Intent intent) {
            STORY.add(named("bind", intent));
            return new Binder();
        }

        @Override
        public boolean onUnbind(Intent intent) {
            STORY.add(named("unbind", intent));
            return wantsRebind;
        }

        @Override
        public void onRebind(Intent intent) {
            STORY.add(named("rebind", intent));
        }

        @Override
        public void onDestroy() {
            STORY.add("destroy");
        }

        private static String named(String what, Intent intent) {
            return intent.getAction() == null ? what : what + " " + intent.getAction();
        }
    }

    private static final class Line implements ServiceConnection {
        final String name;
        IBinder binder;

        Line(String name) {
            this.name = name;
        }

        @Override
        public void onServiceConnected(ComponentName service, IBinder binder) {
            this.binder = binder;
            Watched.STORY.add(name + " connected");
        }

        @Override
        public void onServiceDisconnected(ComponentName service) {
            Watched.STORY.add(name + " disconnected");
        }
    }
}
