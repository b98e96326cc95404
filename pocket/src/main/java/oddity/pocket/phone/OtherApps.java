package oddity.pocket.phone;

import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.provider.MediaStore;
import android.provider.Settings;
import org.robolectric.shadows.ShadowPackageManager;

/** The apps that every phone has besides the tested one: they take wishes, so that asking for them does not fail. */
final class OtherApps {
    private static final String[] NO_SCHEMES = {};

    void install(ShadowPackageManager packages) {
        add(packages, "camera", NO_SCHEMES, MediaStore.ACTION_IMAGE_CAPTURE, MediaStore.ACTION_VIDEO_CAPTURE,
                MediaStore.INTENT_ACTION_STILL_IMAGE_CAMERA);
        add(packages, "documents", new String[] {"content", "file"}, Intent.ACTION_GET_CONTENT,
                Intent.ACTION_OPEN_DOCUMENT, Intent.ACTION_OPEN_DOCUMENT_TREE, Intent.ACTION_CREATE_DOCUMENT,
                Intent.ACTION_PICK, Intent.ACTION_VIEW);
        add(packages, "sharing", NO_SCHEMES, Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE, Intent.ACTION_CHOOSER);
        add(packages, "browser", new String[] {"http", "https"}, Intent.ACTION_VIEW, Intent.ACTION_WEB_SEARCH);
        add(packages, "dialer", new String[] {"tel"}, Intent.ACTION_DIAL, Intent.ACTION_VIEW, Intent.ACTION_CALL);
        add(packages, "messages", new String[] {"sms", "smsto", "mms", "mmsto"}, Intent.ACTION_SENDTO, Intent.ACTION_VIEW);
        add(packages, "mail", new String[] {"mailto"}, Intent.ACTION_SENDTO, Intent.ACTION_VIEW);
        add(packages, "maps", new String[] {"geo"}, Intent.ACTION_VIEW);
        add(packages, "store", new String[] {"market"}, Intent.ACTION_VIEW);
        add(packages, "settings", new String[] {"package"}, Settings.ACTION_SETTINGS,
                Settings.ACTION_APPLICATION_DETAILS_SETTINGS, Settings.ACTION_WIFI_SETTINGS,
                Settings.ACTION_WIRELESS_SETTINGS, Settings.ACTION_LOCATION_SOURCE_SETTINGS,
                Settings.ACTION_BLUETOOTH_SETTINGS, Settings.ACTION_ACCESSIBILITY_SETTINGS,
                Settings.ACTION_SOUND_SETTINGS, Settings.ACTION_DISPLAY_SETTINGS, Settings.ACTION_DATE_SETTINGS,
                Settings.ACTION_LOCALE_SETTINGS, Settings.ACTION_INPUT_METHOD_SETTINGS,
                "android.settings.APP_NOTIFICATION_SETTINGS", "android.settings.NOTIFICATION_POLICY_ACCESS_SETTINGS",
                "android.settings.action.MANAGE_OVERLAY_PERMISSION",
                "android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS",
                "android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION");
    }

    private static void add(ShadowPackageManager packages, String name, String[] schemes, String... actions) {
        String packageName = "oddity.pocket." + name;
        PackageInfo info = new PackageInfo();
        info.packageName = packageName;
        info.applicationInfo = new ApplicationInfo();
        info.applicationInfo.packageName = packageName;
        info.applicationInfo.name = name;
        info.applicationInfo.flags = ApplicationInfo.FLAG_INSTALLED | ApplicationInfo.FLAG_SYSTEM;
        packages.installPackage(info);
        ComponentName screen = new ComponentName(packageName, packageName + ".Main");
        packages.addActivityIfNotPresent(screen);
        for (String action : actions) {
            if (!action.equals(Intent.ACTION_VIEW)) {
                packages.addIntentFilterForActivity(screen, filter(action));
                packages.addIntentFilterForActivity(screen, withAnyType(filter(action)));
            }
            for (String scheme : schemes) {
                packages.addIntentFilterForActivity(screen, withScheme(filter(action), scheme));
                packages.addIntentFilterForActivity(screen, withAnyType(withScheme(filter(action), scheme)));
            }
        }
    }

    private static IntentFilter filter(String action) {
        IntentFilter filter = new IntentFilter(action);
        filter.addCategory(Intent.CATEGORY_DEFAULT);
        filter.addCategory(Intent.CATEGORY_OPENABLE);
        filter.addCategory(Intent.CATEGORY_BROWSABLE);
        return filter;
    }

    private static IntentFilter withScheme(IntentFilter filter, String scheme) {
        filter.addDataScheme(scheme);
        return filter;
    }

    private static IntentFilter withAnyType(IntentFilter filter) {
        try {
            filter.addDataType("*/*");
            return filter;
        } catch (IntentFilter.MalformedMimeTypeException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
