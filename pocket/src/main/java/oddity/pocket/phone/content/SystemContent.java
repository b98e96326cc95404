package oddity.pocket.phone.content;

import android.app.Application;
import android.content.ContentProvider;
import android.content.pm.ProviderInfo;
import android.database.Cursor;
import android.net.Uri;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Refusal;
import org.robolectric.Robolectric;

/** The content that every phone has: files, media, people, appointments, messages, calls. */
public final class SystemContent {
    /** What a person has handed to the app, piece by piece. */
    private static final Set<Uri> ALLOWED = new HashSet<>();
    /** Whether the phone itself is asking, which needs no permission. */
    private static final ThreadLocal<Boolean> IS_OWN = ThreadLocal.withInitial(() -> false);

    private SystemContent() {}

    public static void install(Application application) {
        add(application, Documents.AUTHORITY, Documents.class);
        add(application, "media", Media.class);
        add(application, "com.android.contacts", People.class);
        add(application, "com.android.calendar", Appointments.class);
        add(application, "sms", OneTable.Messages.class);
        add(application, "call_log", OneTable.Calls.class);
        add(application, "contacts", OneTable.OldPeople.class);
    }

    private static void add(Application application, String authority, Class<? extends ContentProvider> type) {
        ProviderInfo info = new ProviderInfo();
        info.authority = authority;
        info.name = type.getName();
        info.packageName = "android";
        info.applicationInfo = application.getApplicationInfo();
        info.exported = true;
        info.grantUriPermissions = true;
        Robolectric.buildContentProvider(type).create(info);
    }

    /** A person has chosen this for the app. */
    public static void allow(Uri uri) {
        ALLOWED.add(uri);
    }

    /** What the phone's own screens ask. */
    public static Cursor ask(Uri uri, String[] columns, String order) {
        return ask(uri, columns, null, null, order);
    }

    static Cursor ask(Uri uri, String[] columns, String selection, String[] arguments, String order) {
        IS_OWN.set(true);
        try {
            return Phone.application().getContentResolver().query(uri, columns, selection, arguments, order);
        } finally {
            IS_OWN.set(false);
        }
    }

    /** Whether the app has been handed this, or has one of the permissions. */
    static boolean isAllowed(Uri uri, String... permissions) {
        return IS_OWN.get() || ALLOWED.contains(uri)
                || Arrays.stream(permissions).anyMatch(Phone.current().permissions()::has);
    }

    /** Throws as a phone does when the app has not been allowed this. */
    static void check(Uri uri, String permission) {
        if (!isAllowed(uri, permission)) {
            throw Refusal.of("Permission Denial: opening provider of " + uri + " from the app requires " + permission);
        }
    }
}
