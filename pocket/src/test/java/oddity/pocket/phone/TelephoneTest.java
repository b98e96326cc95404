package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;

import android.telephony.TelephonyManager;
import oddity.pocket.boot.PhoneRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class TelephoneTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void thePhoneIsInTheNetworkThatIsKeptForTests() {
        assertEquals("00101", manager().getNetworkOperator());
        assertEquals("00101", manager().getSimOperator());
        assertEquals("us", manager().getSimCountryIso());
    }

    private static TelephonyManager manager() {
        return Phone.application().getSystemService(TelephonyManager.class);
    }
}
