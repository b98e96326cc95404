package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.net.ConnectivityManager;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkRequest;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ConnectivityTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void aNewPhoneIsConnected() {
        assertTrue(Connectivity.isThere());
        assertTrue(manager().getActiveNetworkInfo().isConnected());
        assertNotNull(manager().getActiveNetwork());
    }

    @Test
    public void withoutANetworkThereIsNone() {
        Connectivity.set(false);
        assertFalse(Connectivity.isThere());
        assertNull(manager().getActiveNetworkInfo());
        assertNull(manager().getActiveNetwork());
        Connectivity.set(true);
        assertTrue(manager().getActiveNetworkInfo().isConnected());
    }

    @Test
    public void whoListensHearsOfIt() {
        List<String> heard = new ArrayList<>();
        manager().registerDefaultNetworkCallback(new ConnectivityManager.NetworkCallback() {
            @Override
            public void onAvailable(Network network) {
                heard.add("there");
            }

            @Override
            public void onLost(Network network) {
                heard.add("lost");
            }
        });
        phone.rest();
        heard.clear();
        Connectivity.set(false);
        Connectivity.set(false);
        Connectivity.set(true);
        phone.rest();
        assertEquals("each change once", List.of("lost", "there"), heard);
    }

    @Test
    public void theNetworkLeadsToTheInternet() {
        NetworkCapabilities able = manager().getNetworkCapabilities(manager().getActiveNetwork());
        assertTrue(able.hasTransport(NetworkCapabilities.TRANSPORT_WIFI));
        assertTrue(able.hasCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET));
        assertTrue(able.hasCapability(NetworkCapabilities.NET_CAPABILITY_VALIDATED));
        assertFalse(able.hasTransport(NetworkCapabilities.TRANSPORT_CELLULAR));
    }

    @Test
    public void whoBeginsToListenHearsWhatThereIs() {
        List<String> heard = new ArrayList<>();
        manager().registerDefaultNetworkCallback(noting(heard, "any"));
        manager().registerNetworkCallback(wanted(NetworkCapabilities.TRANSPORT_WIFI), noting(heard, "wireless"));
        manager().registerNetworkCallback(wanted(NetworkCapabilities.TRANSPORT_CELLULAR), noting(heard, "mobile"));
        manager().requestNetwork(wanted(NetworkCapabilities.TRANSPORT_WIFI), noting(heard, "asked for"));
        assertEquals("not before it has begun", List.of(), heard);
        phone.rest();
        assertEquals(List.of("any there", "any able", "any link", "wireless there", "wireless able", "wireless link",
                "asked for there", "asked for able", "asked for link"), heard);
    }

    @Test
    public void whoHasStoppedHearsNothing() {
        List<String> heard = new ArrayList<>();
        ConnectivityManager.NetworkCallback callback = noting(heard, "any");
        manager().registerDefaultNetworkCallback(callback);
        manager().unregisterNetworkCallback(callback);
        phone.rest();
        Connectivity.set(false);
        Connectivity.set(true);
        Connectivity.set(false);
        manager().registerDefaultNetworkCallback(callback);
        phone.rest();
        assertEquals("there is nothing to hear of", List.of(), heard);
    }

    private static NetworkRequest wanted(int transport) {
        return new NetworkRequest.Builder().addTransportType(transport).build();
    }

    private static ConnectivityManager.NetworkCallback noting(List<String> heard, String who) {
        return new ConnectivityManager.NetworkCallback() {
            @Override
            public void onAvailable(Network network) {
                heard.add(who + " there");
            }

            @Override
            public void onCapabilitiesChanged(Network network, NetworkCapabilities able) {
                heard.add(who + " able");
            }

            @Override
            public void onLinkPropertiesChanged(Network network, LinkProperties link) {
                heard.add(who + " link");
            }
        };
    }

    private static ConnectivityManager manager() {
        return Phone.application().getSystemService(ConnectivityManager.class);
    }
}
