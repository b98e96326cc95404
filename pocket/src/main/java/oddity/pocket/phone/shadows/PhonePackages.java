package oddity.pocket.phone.shadows;

import android.content.ComponentName;
import android.content.pm.PackageManager.ComponentEnabledSetting;
import java.util.List;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/** Parts of the app that it switches on begin to listen, and those that it switches off no longer do. */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PhonePackages extends ShadowApplicationPackageManager {
    @Implementation
    @Override
    protected void setComponentEnabledSetting(ComponentName name, int state, int flags) {
        super.setComponentEnabledSetting(name, state, flags);
        update();
    }

    @Implementation(minSdk = 33)
    @Override
    protected void setComponentEnabledSettings(List<ComponentEnabledSetting> settings) {
        super.setComponentEnabledSettings(settings);
        update();
    }

    /** There is no phone yet while Robolectric warms up. */
    private static void update() {
        if (Phone.current() != null) {
            Phone.current().receivers().update();
        }
    }
}
