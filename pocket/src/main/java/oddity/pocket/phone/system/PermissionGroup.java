package oddity.pocket.phone.system;

import java.util.ArrayList;
import java.util.List;

/** What a phone asks a person about in one question: permissions that belong together. */
enum PermissionGroup {
    CALENDAR("access your calendar", false, "READ_CALENDAR", "WRITE_CALENDAR"),
    CAMERA("take pictures and record video", true, "CAMERA"),
    CONTACTS("access your contacts", false, "READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS"),
    LOCATION("access this device’s location", true, "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"),
    LOCATION_ALWAYS("access this device’s location all the time", false, "ACCESS_BACKGROUND_LOCATION"),
    MICROPHONE("record audio", true, "RECORD_AUDIO"),
    PHONE("make and manage phone calls", false, "READ_PHONE_STATE", "READ_PHONE_NUMBERS", "CALL_PHONE",
            "ANSWER_PHONE_CALLS", "ADD_VOICEMAIL", "USE_SIP"),
    CALL_LOG("access your phone call logs", false, "READ_CALL_LOG", "WRITE_CALL_LOG", "PROCESS_OUTGOING_CALLS"),
    SENSORS("access sensor data about your vital signs", false, "BODY_SENSORS", "BODY_SENSORS_BACKGROUND"),
    ACTIVITY("access your physical activity", false, "ACTIVITY_RECOGNITION"),
    SMS("send and view SMS messages", false, "SEND_SMS", "RECEIVE_SMS", "READ_SMS", "RECEIVE_WAP_PUSH", "RECEIVE_MMS"),
    STORAGE("access photos, media, and files on your device", false, "READ_EXTERNAL_STORAGE",
            "WRITE_EXTERNAL_STORAGE", "ACCESS_MEDIA_LOCATION"),
    PICTURES("access photos and videos on this device", false, "READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO",
            "READ_MEDIA_VISUAL_USER_SELECTED"),
    MUSIC("access music and audio on this device", false, "READ_MEDIA_AUDIO"),
    NOTIFICATIONS("send you notifications", false, "POST_NOTIFICATIONS"),
    NEARBY("find, connect to, and determine the relative position of nearby devices", false, "BLUETOOTH_SCAN",
            "BLUETOOTH_CONNECT", "BLUETOOTH_ADVERTISE", "NEARBY_WIFI_DEVICES", "UWB_RANGING");

    private static final String PREFIX = "android.permission.";

    /** What the question says that the app wants to do. */
    final String purpose;
    /** Whether it can be given for as long as the app is in use. */
    final boolean isWhileInUse;
    private final List<String> members = new ArrayList<>();

    PermissionGroup(String purpose, boolean isWhileInUse, String... names) {
        this.purpose = purpose;
        this.isWhileInUse = isWhileInUse;
        for (String name : names) {
            members.add("android.permission." + name);
        }
    }

    /** The group of a permission; null for one that needs no person. */
    static PermissionGroup of(String permission) {
        for (PermissionGroup group : values()) {
            if (group.members.contains(permission)) {
                return group;
            }
        }
        return null;
    }

    /** Whether a phone of this API level knows it, for an app that was made for another. */
    static boolean isKnown(String permission, int api, int target) {
        return switch (permission.startsWith(PREFIX) ? permission.substring(PREFIX.length()) : permission) {
            case "POST_NOTIFICATIONS", "READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_AUDIO",
                    "NEARBY_WIFI_DEVICES", "BODY_SENSORS_BACKGROUND" -> api >= 33;
            case "READ_MEDIA_VISUAL_USER_SELECTED" -> api >= 34;
            case "BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "BLUETOOTH_ADVERTISE", "UWB_RANGING" -> api >= 31;
            case "ACTIVITY_RECOGNITION", "ACCESS_MEDIA_LOCATION", "ACCESS_BACKGROUND_LOCATION" -> api >= 29;
            case "READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE" -> api < 33 || target < 33;
            default -> true;
        };
    }

    /** Whether an app made for this level has it without asking: that level did not know the question yet. */
    static boolean isImplied(String permission, int target) {
        return target < 23 || permission.equals(PREFIX + "POST_NOTIFICATIONS") && target < 33;
    }
}
