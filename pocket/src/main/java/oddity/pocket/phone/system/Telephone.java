package oddity.pocket.phone.system;

import android.app.Application;
import android.content.Context;
import android.os.Build;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowTelephonyManager;

/** The part of the phone that makes calls: a card of the network that is kept free for tests, on which nobody calls. */
public final class Telephone {
    private static final String NETWORK = "00101";
    private static final String DEVICE = "004999010640000";
    private static final String SUBSCRIBER = NETWORK + "0123456789";
    private static final String CARD = "8901001012345678901";

    private Telephone() {}

    public static void prepare(Application application) {
        ShadowTelephonyManager telephone = Shadow.extract(application.getSystemService(Context.TELEPHONY_SERVICE));
        telephone.setNetworkOperator(NETWORK);
        telephone.setNetworkOperatorName("Test");
        telephone.setNetworkCountryIso("us");
        telephone.setSimOperator(NETWORK);
        telephone.setSimOperatorName("Test");
        telephone.setSimCountryIso("us");
        // Later phones keep to themselves what tells them from others.
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.Q) {
            telephone.setDeviceId(DEVICE);
            telephone.setImei(DEVICE);
            telephone.setSubscriberId(SUBSCRIBER);
            telephone.setSimSerialNumber(CARD);
        }
    }
}
