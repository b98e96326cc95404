package oddity.pocket.phone;

import android.app.Application;
import android.view.accessibility.AccessibilityEvent;
import java.util.List;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowAccessibilityManager;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowContentResolver;
import org.robolectric.shadows.ShadowDialog;
import org.robolectric.shadows.ShadowEventLog;
import org.robolectric.shadows.ShadowStatsLog;
import org.robolectric.util.ReflectionHelpers;

/**
 * What Robolectric writes down so that tests can ask what an app has done.
 *
 * <p>Nobody asks here, and it keeps in memory what hangs on it: a dialog that was closed long ago, with its activity.
 */
final class RobolectricRecords {
    private RobolectricRecords() {}

    /** All that has to do with an app's being used. The application is null before there is one. */
    static void forget(Application application) {
        sentEvents().clear();
        ShadowDialog.reset();
        ShadowEventLog.clearAll();
        ShadowStatsLog.reset();
        // The lists are the same for all of these.
        ShadowContentResolver contents = new ShadowContentResolver();
        contents.getStatements().clear();
        contents.getInsertStatements().clear();
        contents.getUpdateStatements().clear();
        contents.getDeleteStatements().clear();
        contents.getNotifiedUris().clear();
        if (application != null) {
            ShadowApplication shadow = Shadows.shadowOf(application);
            shadow.getShownToasts().clear();
            shadow.clearBroadcastIntents();
        }
    }

    /** Each knows the view that it came from. */
    static List<AccessibilityEvent> sentEvents() {
        return ReflectionHelpers.getStaticField(ShadowAccessibilityManager.class, "sentAccessibilityEvents");
    }
}
