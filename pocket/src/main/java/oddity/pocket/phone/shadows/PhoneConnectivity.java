package oddity.pocket.phone.shadows;

import android.net.ConnectivityManager.NetworkCallback;
import android.net.NetworkRequest;
import android.os.Handler;
import oddity.pocket.phone.system.Connectivity;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowConnectivityManager;

/** Who begins to listen hears of the network that is there already. All other ways to ask for one end in these. */
@Implements(className = "android.net.ConnectivityManager")
public class PhoneConnectivity extends ShadowConnectivityManager {
    @Implementation(minSdk = 26)
    @Override
    protected void registerNetworkCallback(NetworkRequest request, NetworkCallback callback, Handler on) {
        super.registerNetworkCallback(request, callback, on);
        Connectivity.listen(request, callback, on);
    }

    @Implementation(minSdk = 24)
    @Override
    protected void registerDefaultNetworkCallback(NetworkCallback callback) {
        super.registerDefaultNetworkCallback(callback);
        Connectivity.listen(null, callback, null);
    }

    @Implementation(minSdk = 26)
    @Override
    protected void registerDefaultNetworkCallback(NetworkCallback callback, Handler on) {
        super.registerDefaultNetworkCallback(callback, on);
        Connectivity.listen(null, callback, on);
    }

    @Implementation(minSdk = 31)
    @Override
    protected void registerBestMatchingNetworkCallback(NetworkRequest request, NetworkCallback callback, Handler on) {
        super.registerBestMatchingNetworkCallback(request, callback, on);
        Connectivity.listen(request, callback, on);
    }
}
