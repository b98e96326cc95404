package oddity.pocket.phone;

import android.app.admin.DevicePolicyManager;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.media.RingtoneManager;
import android.net.Uri;
import android.provider.AlarmClock;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.provider.Settings;
import android.speech.tts.TextToSpeech;
import java.util.HashMap;
import java.util.Map;
import oddity.pocket.phone.apps.CameraScreen;
import oddity.pocket.phone.apps.ContactScreen;
import oddity.pocket.phone.apps.NotificationScreen;
import oddity.pocket.phone.apps.PermissionScreen;
import oddity.pocket.phone.apps.PickerScreen;
import oddity.pocket.phone.apps.ShareScreen;
import org.robolectric.shadows.ShadowPackageManager;

/**
 * The apps that every phone has besides the tested one: they take wishes, so that asking for them does not fail.
 *
 * <p>Some have a screen, on which a person chooses what the app gets. The others answer "cancelled".
 */
final class OtherApps {
    private static final String[] NO_SCHEMES = {};
    private static final String OURS = "oddity.pocket.";
    private static final String PERMISSIONS = "com.android.permissioncontroller";
    private static final String REQUEST_PERMISSIONS = "android.content.pm.action.REQUEST_PERMISSIONS";
    private static final String ANY_SETTINGS = "android.settings.";
    private static final String PICK_IMAGES = "android.provider.action.PICK_IMAGES";
    private static final Map<Class<?>, String> SCREENS = Map.of(
            PermissionScreen.class, PERMISSIONS,
            CameraScreen.class, OURS + "camera",
            PickerScreen.class, OURS + "documents",
            ContactScreen.class, OURS + "contacts",
            ShareScreen.class, OURS + "sharing",
            NotificationScreen.class, OURS + "notifications");

    private final Map<Class<?>, ActivityInfo> screens = new HashMap<>();

    /** The screen on which a person answers a wish; null where there is none. */
    ActivityInfo screenFor(Intent wish) {
        Class<?> screen = wish.getAction() == null ? null : switch (wish.getAction()) {
            case REQUEST_PERMISSIONS -> PermissionScreen.class;
            case MediaStore.ACTION_IMAGE_CAPTURE -> CameraScreen.class;
            case Intent.ACTION_GET_CONTENT, Intent.ACTION_OPEN_DOCUMENT, Intent.ACTION_CREATE_DOCUMENT, PICK_IMAGES ->
                PickerScreen.class;
            case Intent.ACTION_PICK -> isForPeople(wish) ? ContactScreen.class : PickerScreen.class;
            case Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE, Intent.ACTION_CHOOSER -> ShareScreen.class;
            default -> null;
        };
        return screen == null ? null : screens.get(screen);
    }

    /** Whether some app takes a wish of which the package manager does not know: there are too many settings to list them. */
    boolean takes(Intent wish) {
        return wish.getAction() != null && wish.getAction().startsWith(ANY_SETTINGS);
    }

    ActivityInfo notifications() {
        return screens.get(NotificationScreen.class);
    }

    /** What is wanted in the end: a chooser only asks which of several apps is to do it, and here there is one of each. */
    Intent unwrapped(Intent wish) {
        Intent inner = Intent.ACTION_CHOOSER.equals(wish.getAction()) ? wish.getParcelableExtra(Intent.EXTRA_INTENT) : null;
        boolean isShare = inner == null || inner.getAction() == null || inner.getAction().startsWith(Intent.ACTION_SEND);
        return isShare ? wish : inner;
    }

    private static boolean isForPeople(Intent wish) {
        Uri data = wish.getData();
        String type = wish.getType();
        return data != null && ContactsContract.AUTHORITY.equals(data.getAuthority())
                || type != null && (type.contains("contact") || type.contains("phone_v2") || type.contains("email_v2"));
    }

    void install(ShadowPackageManager packages) {
        SCREENS.forEach((screen, owner) -> screens.put(screen, add(packages, owner, screen)));
        add(packages, "camera", NO_SCHEMES, MediaStore.ACTION_IMAGE_CAPTURE, MediaStore.ACTION_VIDEO_CAPTURE,
                MediaStore.INTENT_ACTION_STILL_IMAGE_CAMERA);
        add(packages, "documents", new String[] {"content", "file"}, Intent.ACTION_GET_CONTENT,
                Intent.ACTION_OPEN_DOCUMENT, Intent.ACTION_OPEN_DOCUMENT_TREE, Intent.ACTION_CREATE_DOCUMENT,
                Intent.ACTION_PICK, PICK_IMAGES, Intent.ACTION_VIEW);
        add(packages, "sharing", NO_SCHEMES, Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE, Intent.ACTION_CHOOSER);
        add(packages, "browser", new String[] {"http", "https"}, Intent.ACTION_VIEW, Intent.ACTION_WEB_SEARCH);
        add(packages, "dialer", new String[] {"tel"}, Intent.ACTION_DIAL, Intent.ACTION_VIEW, Intent.ACTION_CALL);
        add(packages, "messages", new String[] {"sms", "smsto", "mms", "mmsto"}, Intent.ACTION_SENDTO, Intent.ACTION_VIEW);
        add(packages, "mail", new String[] {"mailto"}, Intent.ACTION_SENDTO, Intent.ACTION_VIEW);
        add(packages, "maps", new String[] {"geo"}, Intent.ACTION_VIEW);
        add(packages, "store", new String[] {"market"}, Intent.ACTION_VIEW);
        add(packages, "calendar", new String[] {"content"}, Intent.ACTION_INSERT, Intent.ACTION_EDIT,
                Intent.ACTION_INSERT_OR_EDIT);
        add(packages, "clock", NO_SCHEMES, AlarmClock.ACTION_SET_ALARM, AlarmClock.ACTION_SET_TIMER,
                AlarmClock.ACTION_SHOW_ALARMS);
        add(packages, "sounds", NO_SCHEMES, RingtoneManager.ACTION_RINGTONE_PICKER);
        add(packages, "wallpapers", NO_SCHEMES, Intent.ACTION_SET_WALLPAPER);
        add(packages, "speech", NO_SCHEMES, TextToSpeech.Engine.ACTION_CHECK_TTS_DATA,
                TextToSpeech.Engine.ACTION_INSTALL_TTS_DATA);
        add(packages, "installer", new String[] {"package", "content", "file"}, Intent.ACTION_DELETE,
                Intent.ACTION_UNINSTALL_PACKAGE, Intent.ACTION_INSTALL_PACKAGE);
        add(packages, "settings", new String[] {"package"}, Settings.ACTION_SETTINGS,
                Settings.ACTION_APPLICATION_DETAILS_SETTINGS, Settings.ACTION_WIFI_SETTINGS,
                Settings.ACTION_WIRELESS_SETTINGS, Settings.ACTION_LOCATION_SOURCE_SETTINGS,
                Settings.ACTION_BLUETOOTH_SETTINGS, Settings.ACTION_ACCESSIBILITY_SETTINGS,
                Settings.ACTION_SOUND_SETTINGS, Settings.ACTION_DISPLAY_SETTINGS, Settings.ACTION_DATE_SETTINGS,
                Settings.ACTION_LOCALE_SETTINGS, Settings.ACTION_INPUT_METHOD_SETTINGS,
                "android.settings.APP_NOTIFICATION_SETTINGS", "android.settings.NOTIFICATION_POLICY_ACCESS_SETTINGS",
                "android.settings.action.MANAGE_OVERLAY_PERMISSION",
                "android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS",
                "android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION",
                DevicePolicyManager.ACTION_ADD_DEVICE_ADMIN);
    }

    private static void add(ShadowPackageManager packages, String name, String[] schemes, String... actions) {
        String packageName = OURS + name;
        if (!SCREENS.containsValue(packageName)) {
            addPackage(packages, packageName);
        }
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

    private static ActivityInfo add(ShadowPackageManager packages, String owner, Class<?> screen) {
        ActivityInfo info = new ActivityInfo();
        info.packageName = owner;
        info.name = screen.getName();
        info.applicationInfo = addPackage(packages, owner);
        info.exported = true;
        // Turning the phone is no reason to ask anew.
        info.configChanges = -1;
        packages.addOrUpdateActivity(info);
        return info;
    }

    private static ApplicationInfo addPackage(ShadowPackageManager packages, String packageName) {
        PackageInfo info = new PackageInfo();
        info.packageName = packageName;
        info.applicationInfo = new ApplicationInfo();
        info.applicationInfo.packageName = packageName;
        info.applicationInfo.name = packageName;
        info.applicationInfo.flags = ApplicationInfo.FLAG_INSTALLED | ApplicationInfo.FLAG_SYSTEM;
        packages.installPackage(info);
        return info.applicationInfo;
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
