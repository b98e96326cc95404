package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.net.ConnectivityManager;
import android.net.Network;
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

    private static ConnectivityManager manager() {
        return Phone.application().getSystemService(ConnectivityManager.class);
    }
}
