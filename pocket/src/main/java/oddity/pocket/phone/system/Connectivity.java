package oddity.pocket.phone.system;

import android.content.Context;
import android.content.Intent;
import android.net.ConnectivityManager;
import android.net.ConnectivityManager.NetworkCallback;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.net.NetworkRequest;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.Guard;
import oddity.pocket.phone.Phone;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowConnectivityManager;
import org.robolectric.shadows.ShadowNetworkInfo;

/**
 * Whether the phone is connected, and says so: to a wireless network that others have found to lead to the Internet. Whether something
 * is reached through it then, the guard decides.
 */
public final class Connectivity {
    private static final int[] ABLE = {NetworkCapabilities.NET_CAPABILITY_INTERNET, NetworkCapabilities.NET_CAPABILITY_VALIDATED,
        NetworkCapabilities.NET_CAPABILITY_NOT_METERED, NetworkCapabilities.NET_CAPABILITY_NOT_ROAMING,
        NetworkCapabilities.NET_CAPABILITY_NOT_CONGESTED, NetworkCapabilities.NET_CAPABILITY_NOT_SUSPENDED,
        NetworkCapabilities.NET_CAPABILITY_FOREGROUND};

    /** Since Android 12 requests ask for this by themselves: no network of an operator's own. */
    private static final int NOT_VCN_MANAGED = 28;

    /** Who listens, in the order in which they began. Some have ended since. */
    private static final List<Listener> LISTENERS = new ArrayList<>();

    private Connectivity() {}

    private record Listener(NetworkRequest wanted, NetworkCallback callback, Handler on) {
        /** What there is, as far as it is what was asked for. */
        void hear(Network network) {
            NetworkCapabilities able = manager().getNetworkCapabilities(network);
            if (wanted != null && !wanted.networkCapabilities.satisfiedByNetworkCapabilities(able)) {
                return;
            }
            callback.onAvailable(network);
            callback.onCapabilitiesChanged(network, new NetworkCapabilities(able));
            callback.onLinkPropertiesChanged(network, manager().getLinkProperties(network));
        }
    }

    /** A process begins, on a phone that is connected. */
    public static void begin() {
        LISTENERS.clear();
        ShadowConnectivityManager shadow = Shadows.shadowOf(manager());
        // It would call them as well, of a network that is lost and not of one that comes.
        shadow.setNetworkCallbacksEnabled(false);
        shadow.setActiveNetworkInfo(wifi());
        Network network = manager().getActiveNetwork();
        NetworkCapabilities capabilities = new NetworkCapabilities();
        capabilities.addTransportType(NetworkCapabilities.TRANSPORT_WIFI);
        for (int able : ABLE) {
            capabilities.addCapability(able);
        }
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) {
            capabilities.addCapability(NOT_VCN_MANAGED);
        }
        shadow.setNetworkCapabilities(network, capabilities);
        LinkProperties link = new LinkProperties();
        link.setInterfaceName("wlan0");
        shadow.setLinkProperties(network, link);
    }

    public static void set(boolean connected) {
        Guard.setConnected(connected);
        if (connected == isThere()) {
            return;
        }
        ShadowConnectivityManager shadow = Shadows.shadowOf(manager());
        Network lost = manager().getActiveNetwork();
        shadow.setDefaultNetworkActive(connected);
        shadow.setActiveNetworkInfo(connected ? wifi() : null);
        LISTENERS.removeIf(listener -> !shadow.getNetworkCallbacks().contains(listener.callback));
        for (Listener listener : List.copyOf(LISTENERS)) {
            if (connected) {
                listener.hear(manager().getActiveNetwork());
            } else {
                listener.callback.onLost(lost);
            }
        }
        Phone.application().sendBroadcast(new Intent(ConnectivityManager.CONNECTIVITY_ACTION));
    }

    /** Somebody begins to listen, to whatever network apps use where nothing else is wanted, and soon hears of the one that is there. */
    public static void listen(NetworkRequest wanted, NetworkCallback callback, Handler on) {
        Listener listener = new Listener(wanted, callback, on == null ? new Handler(Looper.getMainLooper()) : on);
        LISTENERS.add(listener);
        listener.on.post(() -> {
            if (isThere() && Shadows.shadowOf(manager()).getNetworkCallbacks().contains(callback)) {
                listener.hear(manager().getActiveNetwork());
            }
        });
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
