package oddity.pocket.phone;

import android.app.Application;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageParser;
import android.os.Build;
import android.util.Log;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.util.ReflectionHelpers;

/** The broadcast receivers that the app's manifest names. Robolectric knows only those of source manifests. */
final class Receivers {
    /** What begins like this is the system's to send. */
    private static final String SYSTEM = "android.";
    /** Of this, since Android 8, only what stands here reaches manifests; the rest reaches those who are running and ask for it. */
    private static final Set<String> FOR_ALL = Set.of(
            Intent.ACTION_BOOT_COMPLETED, Intent.ACTION_LOCKED_BOOT_COMPLETED, Intent.ACTION_LOCALE_CHANGED,
            Intent.ACTION_TIME_CHANGED, Intent.ACTION_TIMEZONE_CHANGED, Intent.ACTION_MY_PACKAGE_REPLACED,
            "android.app.action.NEXT_ALARM_CLOCK_CHANGED", "android.app.action.SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED",
            "android.intent.action.PHONE_STATE", "android.provider.Telephony.SMS_RECEIVED");

    private Receivers() {}

    /** What the app's manifest listens for, as far as the system lets it. */
    static List<String> actions(AppManifest manifest) {
        Set<String> actions = new LinkedHashSet<>();
        for (PackageParser.Activity declared : manifest.parsed().receivers) {
            for (IntentFilter filter : declared.intents) {
                allowed(filter, manifest).actionsIterator().forEachRemaining(actions::add);
            }
        }
        return List.copyOf(actions);
    }

    static void install(Application application, AppManifest manifest) {
        for (PackageParser.Activity declared : manifest.parsed().receivers) {
            BroadcastReceiver receiver;
            try {
                Class<?> type = Class.forName(declared.info.name);
                receiver = (BroadcastReceiver) ReflectionHelpers.callConstructor(type);
            } catch (ClassNotFoundException missing) {
                Log.w("ActivityThread", "Unable to instantiate receiver " + declared.info.name, missing);
                continue;
            }
            for (IntentFilter filter : declared.intents) {
                IntentFilter allowed = allowed(filter, manifest);
                if (allowed.countActions() > 0) {
                    register(application, receiver, allowed);
                }
            }
            if (declared.intents.isEmpty()) {
                // One that only those reach who name it.
                register(application, receiver, new IntentFilter());
            }
        }
    }

    private static IntentFilter allowed(IntentFilter declared, AppManifest manifest) {
        IntentFilter allowed = new IntentFilter(declared);
        if (manifest.getTargetSdkVersion() >= Build.VERSION_CODES.O && Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            Collection<String> actions = ReflectionHelpers.getField(allowed, "mActions");
            actions.removeIf(action -> action.startsWith(SYSTEM) && !FOR_ALL.contains(action));
        }
        return allowed;
    }

    private static void register(Application application, BroadcastReceiver receiver, IntentFilter filter) {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
            application.registerReceiver(receiver, filter, Context.RECEIVER_EXPORTED);
        } else {
            application.registerReceiver(receiver, filter);
        }
    }
}
