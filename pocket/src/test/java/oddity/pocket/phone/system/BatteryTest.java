package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.BatteryManager;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class BatteryTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> heard = new ArrayList<>();

    @Before
    public void listen() {
        IntentFilter filter = new IntentFilter(Intent.ACTION_BATTERY_CHANGED);
        filter.addAction(Intent.ACTION_BATTERY_LOW);
        filter.addAction(Intent.ACTION_BATTERY_OKAY);
        filter.addAction(Intent.ACTION_POWER_CONNECTED);
        filter.addAction(Intent.ACTION_POWER_DISCONNECTED);
        Phone.application().registerReceiver(new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
                String level = intent.hasExtra(BatteryManager.EXTRA_LEVEL)
                        ? " " + intent.getIntExtra(BatteryManager.EXTRA_LEVEL, -1) : "";
                heard.add(intent.getAction().substring("android.intent.action.".length()) + level);
            }
        }, filter);
    }

    @Test
    public void whoBeginsToListenHearsTheChargeAtOnce() {
        check();
        phone.rest();
        check("BATTERY_CHANGED 100");
    }

    @Test
    public void thePhoneIsUnpluggedAsSoonAsItIsNotFull() {
        phone.rest();
        heard.clear();
        assertTrue(manager().isCharging());
        set(80);
        check("BATTERY_CHANGED 80", "ACTION_POWER_DISCONNECTED");
        assertFalse(manager().isCharging());
        assertEquals(80, manager().getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY));
        set(100);
        check("BATTERY_CHANGED 100", "ACTION_POWER_CONNECTED");
    }

    @Test
    public void aLowChargeIsToldOnceUntilThereIsClearlyMore() {
        set(50);
        heard.clear();
        set(15);
        check("BATTERY_CHANGED 15", "BATTERY_LOW");
        set(18);
        check("BATTERY_CHANGED 18");
        set(10);
        check("BATTERY_CHANGED 10");
        set(20);
        check("BATTERY_CHANGED 20", "BATTERY_OKAY");
    }

    private void set(int percent) {
        phone.get().battery().set(percent);
        phone.rest();
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), heard);
        heard.clear();
    }

    private static BatteryManager manager() {
        return Phone.application().getSystemService(BatteryManager.class);
    }
}
