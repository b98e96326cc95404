package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ReceiversTest {
    private static final String OWN = "dev.oddity.OWN";
    private static final String VISITOR = "dev.oddity.samples.visitor.";
    /** To what the app's manifest listens. */
    private static final String NEWS = VISITOR + "NEWS";

    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> heard = new ArrayList<>();
    private Context app;

    @Before
    public void find() {
        app = Phone.application();
    }

    @Test
    public void whoListensHearsLater() {
        listen("one", OWN);
        app.sendBroadcast(new Intent(OWN));
        check();
        phone.rest();
        check("one");
    }

    @Test
    public void onlyWhatIsListenedForIsHeard() {
        listen("one", OWN);
        app.sendBroadcast(new Intent("dev.oddity.OTHER"));
        phone.rest();
        check();
    }

    @Test
    public void whoEndsToListenHearsNothing() {
        BroadcastReceiver one = listen("one", OWN);
        app.unregisterReceiver(one);
        app.sendBroadcast(new Intent(OWN));
        phone.rest();
        check();
        assertThrows(IllegalArgumentException.class, () -> app.unregisterReceiver(one));
    }

    @Test
    public void aFilterGoesByCategoriesToo() {
        listen("one", OWN);
        app.sendBroadcast(new Intent(OWN).addCategory("dev.oddity.SOME"));
        phone.rest();
        check();
    }

    @Test
    public void whatIsForAnotherAppIsNotHeard() {
        listen("one", OWN);
        app.sendBroadcast(new Intent(OWN).setPackage("com.example.other"));
        phone.rest();
        check();
        app.sendBroadcast(new Intent(OWN).setPackage(app.getPackageName()));
        phone.rest();
        check("one");
    }

    @Test
    public void whoeverListensToOtherAppsSaysWhetherTheyMayCall() {
        Ear ear = new Ear("one", any -> {});
        IntentFilter own = new IntentFilter(OWN);
        assertThrows(SecurityException.class, () -> app.registerReceiver(ear, own));
        assertThrows(SecurityException.class, () -> app.registerReceiver(ear, own, 0));
        assertThrows(SecurityException.class, () -> app.registerReceiver(ear, own, null, null));
        app.registerReceiver(ear, new IntentFilter(Intent.ACTION_SCREEN_OFF));
        assertNull(app.registerReceiver(null, own));
    }

    @Test
    public void orderedOnesGoFromOneToTheNextByPriority() {
        listen("last", OWN, -1, Ear::note);
        listen("first", OWN, 5, ear -> ear.setResultData("from the first"));
        listen("second", OWN, 1, Ear::note);
        app.sendOrderedBroadcast(new Intent(OWN), null, new Ear("end", Ear::note), null, Activity.RESULT_OK, "start", null);
        phone.rest();
        check("first", "second", "second: from the first", "last", "last: from the first", "end", "end: from the first");
    }

    @Test
    public void anOrderedOneCanBeStopped() {
        listen("first", OWN, 5, BroadcastReceiver::abortBroadcast);
        listen("second", OWN, 1, any -> {});
        app.sendOrderedBroadcast(new Intent(OWN), null);
        phone.rest();
        check("first");
    }

    @Test
    public void anOrderedOneWaitsForWhoeverTakesItsTime() {
        List<BroadcastReceiver.PendingResult> pending = new ArrayList<>();
        listen("first", OWN, 5, ear -> pending.add(ear.goAsync()));
        listen("second", OWN, 1, Ear::note);
        app.sendOrderedBroadcast(new Intent(OWN), null);
        phone.rest();
        check("first");
        pending.get(0).setResultData("done");
        pending.get(0).finish();
        phone.rest();
        check("first", "second", "second: done");
    }

    @Test
    public void theManifestsReceiversHearWhatNamesThem() {
        app.sendBroadcast(new Intent().setClassName(app, VISITOR + "BellReceiver"));
        phone.rest();
        assertEquals(List.of("alarm"), phone.logged("Visitor"));
    }

    @Test
    public void whatNamesAReceiverReachesNobodyElse() {
        listen("one", OWN);
        app.sendBroadcast(new Intent(OWN).setClassName(app, VISITOR + "BellReceiver"));
        phone.rest();
        check();
        assertEquals(List.of("alarm"), phone.logged("Visitor"));
    }

    @Test
    public void theManifestsReceiversHearOfWhatIsForTheApp() {
        phone.get().tell(NEWS);
        phone.rest();
        assertEquals(List.of("manifest: NEWS"), phone.logged("Visitor"));
    }

    @Test
    public void theManifestsReceiversHearNothingThatNamesNobody() {
        listen("one", NEWS);
        app.sendBroadcast(new Intent(NEWS));
        phone.rest();
        check("one");
        assertEquals(List.of(), phone.logged("Visitor"));
    }

    @Test
    public void ofTheSystemsBroadcastsManifestsHearOnlyAFew() {
        phone.get().setAhead(1000);
        phone.get().battery().set(5);
        phone.rest();
        assertEquals(List.of("manifest: TIME_SET"), phone.logged("Visitor"));
        assertEquals(Set.of(Intent.ACTION_TIME_CHANGED, NEWS), Set.copyOf(phone.get().receivers().actions()));
    }

    @Test
    public void aReceiverThatIsSwitchedOffHearsNothingInTheNextProcessEither() {
        ComponentName news = new ComponentName(app, VISITOR + "NewsReceiver");
        app.getPackageManager().setComponentEnabledSetting(
                news, PackageManager.COMPONENT_ENABLED_STATE_DISABLED, PackageManager.DONT_KILL_APP);
        phone.get().tell(NEWS);
        phone.rest();
        assertEquals(List.of(), phone.logged("Visitor"));
        phone.endProcess();
        phone.get().tell(NEWS);
        phone.rest();
        assertEquals(List.of(), phone.logged("Visitor"));
        Phone.application().getPackageManager().setComponentEnabledSetting(
                news, PackageManager.COMPONENT_ENABLED_STATE_DEFAULT, PackageManager.DONT_KILL_APP);
        phone.get().tell(NEWS);
        phone.rest();
        assertEquals(List.of("manifest: NEWS"), phone.logged("Visitor"));
    }

    @Test
    public void aPermissionKeepsOthersOut() {
        app.registerReceiver(new Ear("one", any -> {}), new IntentFilter(OWN), "dev.oddity.SECRET", null, Context.RECEIVER_EXPORTED);
        app.sendBroadcast(new Intent(OWN));
        phone.rest();
        check();
    }

    @Test
    public void aStickyOneIsToldToWhoeverComesLater() {
        Intent battery = app.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
        assertTrue(battery.hasExtra("level"));
    }

    private BroadcastReceiver listen(String name, String action) {
        return listen(name, action, 0, any -> {});
    }

    private BroadcastReceiver listen(String name, String action, int priority, Consumer<Ear> then) {
        IntentFilter filter = new IntentFilter(action);
        filter.setPriority(priority);
        Ear ear = new Ear(name, then);
        app.registerReceiver(ear, filter, Context.RECEIVER_EXPORTED);
        return ear;
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), heard);
    }

    private final class Ear extends BroadcastReceiver {
        private final String name;
        private final Consumer<Ear> then;

        Ear(String name, Consumer<Ear> then) {
            this.name = name;
            this.then = then;
        }

        @Override
        public void onReceive(Context context, Intent intent) {
            heard.add(name);
            then.accept(this);
        }

        void note() {
            heard.add(name + ": " + getResultData());
        }
    }
}
