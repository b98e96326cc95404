package oddity.pocket.phone.shadows;

import android.content.ComponentName;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager.ComponentEnabledSetting;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.PackageManager.PackageInfoFlags;
import android.content.pm.PackageParser;
import android.util.Log;
import java.util.List;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Signers;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/**
 * Parts of the app that it switches on begin to listen, and those that it switches off no longer do. What an app declares that is
 * the system's is left out, as a phone does it; Robolectric would refuse the whole app.
 */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PhonePackages extends ShadowApplicationPackageManager {
    /** The beginnings of names that are the system's. */
    private static final List<String> OF_THE_SYSTEM =
            List.of("android.permission.", "android.permission-group.", "com.android.");

    private static final String FLAGS = "android.content.pm.PackageManager$PackageInfoFlags";

    @Override
    public void addPackageInternal(PackageParser.Package app) {
        app.permissions.removeIf(permission -> isOfTheSystem(permission.info.name, app));
        app.permissionGroups.removeIf(group -> isOfTheSystem(group.info.name, app));
        readSignatures(app);
        super.addPackageInternal(app);
    }

    /** Whoever signed it is not asked whether it was changed since: apps only look who it was. Builds that nobody signed have none. */
    private static void readSignatures(PackageParser.Package app) {
        if (app.baseCodePath == null) {
            return;
        }
        try {
            PackageParser.collectCertificates(app, true);
        } catch (PackageParser.PackageParserException | RuntimeException unsigned) {
            Log.i("PackageManager", "no signature: " + unsigned.getMessage());
        }
    }

    private static boolean isOfTheSystem(String name, PackageParser.Package app) {
        return !app.packageName.equals("android") && OF_THE_SYSTEM.stream().anyMatch(name::startsWith);
    }

    @Implementation
    @Override
    protected PackageInfo getPackageInfo(String name, int flags) throws NameNotFoundException {
        return Signers.complete(super.getPackageInfo(name, flags), flags);
    }

    @Implementation(minSdk = 33)
    @Override
    protected PackageInfo getPackageInfo(String name, @ClassName(FLAGS) Object flags) throws NameNotFoundException {
        return Signers.complete(super.getPackageInfo(name, flags), ((PackageInfoFlags) flags).getValue());
    }

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
