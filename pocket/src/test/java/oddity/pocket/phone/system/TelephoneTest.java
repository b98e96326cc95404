package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;

import android.telephony.TelephonyManager;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
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
