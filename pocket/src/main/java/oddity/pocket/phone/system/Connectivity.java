package oddity.pocket.phone.system;

import android.content.Context;
import android.content.Intent;
import android.net.ConnectivityManager;
import android.net.Network;
import android.net.NetworkInfo;
import oddity.pocket.boot.Guard;
import oddity.pocket.phone.Phone;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowConnectivityManager;
import org.robolectric.shadows.ShadowNetwork;
import org.robolectric.shadows.ShadowNetworkInfo;

/** Whether the phone is connected, and says so. Whether something is reached through it then, the guard decides. */
public final class Connectivity {
    private static final int ANY = 100;

    private Connectivity() {}

    public static void set(boolean connected) {
        Guard.setConnected(connected);
        if (connected == isThere()) {
            return;
        }
        ShadowConnectivityManager shadow = Shadows.shadowOf(manager());
        // It would call them as well, of a network that is lost and not of one that comes.
        shadow.setNetworkCallbacksEnabled(false);
        shadow.setDefaultNetworkActive(connected);
        shadow.setActiveNetworkInfo(connected ? wifi() : null);
        Network network = ShadowNetwork.newInstance(ANY);
        for (ConnectivityManager.NetworkCallback callback : shadow.getNetworkCallbacks()) {
            if (connected) {
                callback.onAvailable(network);
            } else {
                callback.onLost(network);
            }
        }
        Phone.application().sendBroadcast(new Intent(ConnectivityManager.CONNECTIVITY_ACTION));
    }

    static boolean isThere() {
        return manager().getActiveNetworkInfo() != null;
    }

    private static ConnectivityManager manager() {
        return (ConnectivityManager) Phone.application().getSystemService(Context.CONNECTIVITY_SERVICE);
    }

    private static NetworkInfo wifi() {
        return ShadowNetworkInfo.newInstance(NetworkInfo.DetailedState.CONNECTED, ConnectivityManager.TYPE_WIFI, 0,
                true, NetworkInfo.State.CONNECTED);
    }
}
