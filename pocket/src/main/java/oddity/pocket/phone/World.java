package oddity.pocket.phone;

import android.app.Activity;
import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Environment;
import java.time.Duration;
import org.robolectric.Shadows;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAccessibilityManager;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowEnvironment;
import org.robolectric.shadows.ShadowLog;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowView;

/** What is around an app on a phone: hardware, storage, permissions, other apps, the app's own parts without a screen. */
final class World {
    /** What every phone has. */
    private static final String[] FEATURES = {
        PackageManager.FEATURE_CAMERA, PackageManager.FEATURE_CAMERA_ANY, PackageManager.FEATURE_CAMERA_AUTOFOCUS,
        PackageManager.FEATURE_LOCATION, PackageManager.FEATURE_LOCATION_GPS, PackageManager.FEATURE_MICROPHONE,
        PackageManager.FEATURE_TELEPHONY, PackageManager.FEATURE_TOUCHSCREEN,
        PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH, PackageManager.FEATURE_WIFI,
    };
    private static final Duration FRAME = Duration.ofMillis(16);

    private final AppManifest manifest;
    private final PhoneFolder folder;
    private final Permissions permissions;
    private final Services services;
    private final OtherApps otherApps = new OtherApps();

    World(AppManifest manifest, PhoneFolder folder, Time time) {
        this.manifest = manifest;
        this.folder = folder;
        this.permissions = new Permissions(manifest);
        this.services = new Services();
    }

    Permissions permissions() {
        return permissions;
    }

    Services services() {
        return services;
    }

    /** Called when the framework is ready and none of the app's code has run yet, save for its static parts. */
    void prepare(Application application) {
        ShadowLog.stream = null;
        ShadowView.setUseRealViewAnimations(true);
        ShadowChoreographer.setPaused(true);
        ShadowChoreographer.setFrameDelay(FRAME);
        // With accessibility switched off, menus and list rows look as if they could not be tapped.
        ShadowAccessibilityManager accessibility =
                Shadow.extract(application.getSystemService(Context.ACCESSIBILITY_SERVICE));
        accessibility.setEnabled(true);
        ShadowPackageManager packages = Shadows.shadowOf(application.getPackageManager());
        for (String feature : FEATURES) {
            packages.setSystemFeature(feature, true);
        }
        ShadowEnvironment.setExternalStorageState(Environment.MEDIA_MOUNTED);
        ShadowEnvironment.setExternalStorageDirectory(folder.card());
        permissions.install(application);
        otherApps.install(packages);
        Providers.install(application, manifest);
        Receivers.install(application, manifest);
    }

    /** What comes of a wish that is for another app. */
    IntentStart answer(Intent intent, Page caller, String who, int request) {
        return IntentStart.outside(intent, caller, who, request, Activity.RESULT_CANCELED, null);
    }
}
