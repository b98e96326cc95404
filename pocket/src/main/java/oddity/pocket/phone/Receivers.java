package oddity.pocket.phone;

import android.app.Application;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.IntentFilter;
import android.content.pm.PackageParser;
import android.os.Build;
import android.util.Log;
import org.robolectric.util.ReflectionHelpers;

/** The broadcast receivers that the app's manifest names. Robolectric knows only those of source manifests. */
final class Receivers {
    private Receivers() {}

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
                register(application, receiver, filter);
            }
            if (declared.intents.isEmpty()) {
                // One that only those reach who name it.
                register(application, receiver, new IntentFilter());
            }
        }
    }

    private static void register(Application application, BroadcastReceiver receiver, IntentFilter filter) {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
            application.registerReceiver(receiver, filter, Context.RECEIVER_EXPORTED);
        } else {
            application.registerReceiver(receiver, filter);
        }
    }
}
