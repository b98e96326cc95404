package oddity.pocket.phone.system;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.BatteryManager;
import android.os.Handler;
import android.os.Looper;
import oddity.pocket.phone.Phone;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowBatteryManager;

/** The phone's battery. It hangs on its cable while it is full, and on nothing as soon as it is not. */
public final class Battery {
    private static final int FULL = 100;
    /** A charge of so much is low, until there is clearly more. */
    private static final int LOW = 15;
    private static final int CLEARLY_MORE = LOW + 5;

    private int percent = FULL;
    private boolean isLow;

    /** The charge that a process finds when it begins. Nobody is told. */
    public void install(int charge) {
        percent = charge;
        isLow = charge <= LOW;
        tellManager();
    }

    /** The charge changes, and apps are told. */
    public void set(int charge) {
        boolean wasPlugged = isPlugged();
        boolean wasLow = isLow;
        percent = charge;
        isLow = charge <= LOW || isLow && charge < CLEARLY_MORE;
        tellManager();
        send(changed());
        if (isPlugged() != wasPlugged) {
            send(new Intent(wasPlugged ? Intent.ACTION_POWER_DISCONNECTED : Intent.ACTION_POWER_CONNECTED));
        }
        if (isLow != wasLow) {
            send(new Intent(wasLow ? Intent.ACTION_BATTERY_OKAY : Intent.ACTION_BATTERY_LOW));
        }
    }

    boolean isPlugged() {
        return percent == FULL;
    }

    boolean isLow() {
        return isLow;
    }

    /**
     * Whoever begins to listen for the charge gets it at once, and again as a message; null where something else is listened for.
     * Robolectric would call the receiver before it has been registered.
     */
    public Intent tellNow(BroadcastReceiver receiver, IntentFilter filter, Handler scheduler) {
        if (!filter.hasAction(Intent.ACTION_BATTERY_CHANGED)) {
            return null;
        }
        Intent now = changed();
        if (receiver != null) {
            Handler handler = scheduler == null ? new Handler(Looper.getMainLooper()) : scheduler;
            handler.post(() -> deliver(receiver, now));
        }
        return now;
    }

    private static void deliver(BroadcastReceiver receiver, Intent now) {
        if (Receivers.isListening(receiver)) {
            receiver.setPendingResult(new BroadcastReceiver.PendingResult(0, null, null, 0, false, true, null, 0, 0));
            receiver.onReceive(Phone.application(), now);
            receiver.setPendingResult(null);
        }
    }

    private void tellManager() {
        ShadowBatteryManager manager = Shadows.shadowOf(
                (BatteryManager) Phone.application().getSystemService(Context.BATTERY_SERVICE));
        manager.setIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY, percent);
        manager.setIntProperty(BatteryManager.BATTERY_PROPERTY_STATUS, status());
        manager.setIsCharging(isPlugged());
    }

    private Intent changed() {
        return new Intent(Intent.ACTION_BATTERY_CHANGED).addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY)
                .putExtra(BatteryManager.EXTRA_LEVEL, percent)
                .putExtra(BatteryManager.EXTRA_SCALE, FULL)
                .putExtra(BatteryManager.EXTRA_BATTERY_LOW, isLow)
                .putExtra(BatteryManager.EXTRA_STATUS, status())
                .putExtra(BatteryManager.EXTRA_PLUGGED, isPlugged() ? BatteryManager.BATTERY_PLUGGED_AC : 0)
                .putExtra(BatteryManager.EXTRA_PRESENT, true)
                .putExtra(BatteryManager.EXTRA_HEALTH, BatteryManager.BATTERY_HEALTH_GOOD)
                .putExtra(BatteryManager.EXTRA_TECHNOLOGY, "Li-ion")
                .putExtra(BatteryManager.EXTRA_TEMPERATURE, 250)
                .putExtra(BatteryManager.EXTRA_VOLTAGE, 4000);
    }

    private int status() {
        return isPlugged() ? BatteryManager.BATTERY_STATUS_FULL : BatteryManager.BATTERY_STATUS_DISCHARGING;
    }

    private static void send(Intent intent) {
        Phone.application().sendBroadcast(intent);
    }
}
