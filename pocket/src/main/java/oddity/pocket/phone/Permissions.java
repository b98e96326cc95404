package oddity.pocket.phone;

import android.app.Application;
import android.content.pm.PackageManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowApplication;

/**
 * The app's permissions. Those that need no person are there from the start; the others once the app asks, unless they
 * were taken from it before.
 */
final class Permissions {
    /** Those that a phone asks a person about, without {@code android.permission.}. */
    private static final Set<String> RUNTIME = Set.of(
            "READ_CALENDAR", "WRITE_CALENDAR", "CAMERA", "READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS",
            "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION", "ACCESS_MEDIA_LOCATION",
            "RECORD_AUDIO", "READ_PHONE_STATE", "READ_PHONE_NUMBERS", "CALL_PHONE", "ANSWER_PHONE_CALLS",
            "READ_CALL_LOG", "WRITE_CALL_LOG", "ADD_VOICEMAIL", "USE_SIP", "PROCESS_OUTGOING_CALLS", "BODY_SENSORS",
            "BODY_SENSORS_BACKGROUND", "ACTIVITY_RECOGNITION", "SEND_SMS", "RECEIVE_SMS", "READ_SMS",
            "RECEIVE_WAP_PUSH", "RECEIVE_MMS", "READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE",
            "READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_AUDIO", "READ_MEDIA_VISUAL_USER_SELECTED",
            "POST_NOTIFICATIONS", "BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "BLUETOOTH_ADVERTISE",
            "NEARBY_WIFI_DEVICES", "UWB_RANGING");
    private static final String PREFIX = "android.permission.";

    private final AppManifest manifest;
    private final Set<String> taken = new HashSet<>();

    Permissions(AppManifest manifest) {
        this.manifest = manifest;
    }

    void install(Application application) {
        for (String permission : manifest.parsed().requestedPermissions) {
            if (!isRuntime(permission)) {
                Shadows.shadowOf(application).grantPermissions(permission);
            }
        }
    }

    /** The runtime permissions that the app may ask for. */
    List<String> runtime() {
        List<String> runtime = new ArrayList<>();
        for (String permission : manifest.parsed().requestedPermissions) {
            if (isRuntime(permission) && !runtime.contains(permission)) {
                runtime.add(permission);
            }
        }
        return runtime;
    }

    boolean has(String permission) {
        return Phone.application().checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
    }

    /** Someone gives or takes a permission in the settings. */
    void set(String permission, boolean granted) {
        ShadowApplication application = Shadows.shadowOf(Phone.application());
        if (granted) {
            taken.remove(permission);
            application.grantPermissions(permission);
        } else {
            taken.add(permission);
            application.denyPermissions(permission);
        }
    }

    /** What a person answers when the app asks. */
    int[] ask(String[] permissions) {
        int[] answers = new int[permissions.length];
        for (int at = 0; at < permissions.length; at++) {
            String permission = permissions[at];
            boolean declared = manifest.parsed().requestedPermissions.contains(permission);
            if (declared && !taken.contains(permission)) {
                Shadows.shadowOf(Phone.application()).grantPermissions(permission);
            }
            answers[at] = has(permission) ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
        }
        return answers;
    }

    private static boolean isRuntime(String permission) {
        return permission.startsWith(PREFIX) && RUNTIME.contains(permission.substring(PREFIX.length()));
    }
}
