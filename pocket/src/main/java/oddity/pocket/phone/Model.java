package oddity.pocket.phone;

import android.app.Application;
import android.content.pm.PackageInfo;
import android.os.Build;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.shadows.ShadowPackageManager;

/** What a phone says of its make, and of how an app came onto it: as usual ones do. */
final class Model {
    private static final String SHOP = "com.android.vending";

    private Model() {}

    static void install() {
        ShadowBuild.setManufacturer("Google");
        ShadowBuild.setBrand("google");
        ShadowBuild.setModel("Pixel 7");
        ShadowBuild.setDevice("panther");
        ShadowBuild.setProduct("panther");
        ShadowBuild.setBoard("panther");
        ShadowBuild.setHardware("panther");
        ShadowBuild.setTags("release-keys");
        ShadowBuild.setType("user");
        ShadowBuild.setSupportedAbis(new String[] {"arm64-v8a", "armeabi-v7a", "armeabi"});
        ShadowBuild.setSupported64BitAbis(new String[] {"arm64-v8a"});
        ShadowBuild.setSupported32BitAbis(new String[] {"armeabi-v7a", "armeabi"});
        ShadowBuild.setFingerprint("google/panther/panther:" + Build.VERSION.RELEASE + "/" + Build.ID + "/"
                + Build.VERSION.INCREMENTAL + ":user/release-keys");
    }

    /** The app came from the shop, on the day on which the phone was new. */
    static void describe(Application application) {
        String name = application.getPackageName();
        ShadowPackageManager packages = Shadows.shadowOf(application.getPackageManager());
        PackageInfo info = packages.getInternalMutablePackageInfo(name);
        info.firstInstallTime = Substitutes.NEW_YEAR_MS;
        info.lastUpdateTime = Substitutes.NEW_YEAR_MS;
        if (info.signatures != null && info.signingInfo == null) {
            info.signingInfo = Signers.signedBy(info.signatures);
        }
        application.getPackageManager().setInstallerPackageName(name, SHOP);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            packages.setInstallSourceInfo(name, SHOP, SHOP);
        }
    }
}
