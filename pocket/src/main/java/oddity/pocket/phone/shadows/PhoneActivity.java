package oddity.pocket.phone.shadows;

import android.app.ActionBar;
import android.app.Activity;
import android.content.Intent;
import android.os.Build;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowActivity;

/** What Robolectric's stand-in for activities does otherwise than a phone. */
@Implements(className = "android.app.Activity")
public class PhoneActivity extends ShadowActivity {
    @RealObject
    private Activity activity;

    /**
     * Robolectric just finishes the activity; a phone closes the action view and pops fragments first, and since Android 12 the first
     * screen of an app that was opened by its icon is left as it is.
     */
    @Implementation
    @Override
    protected void onBackPressed() {
        ActionBar bar = activity.getActionBar();
        if (bar != null && bar.collapseActionView()) {
            return;
        }
        boolean saved = activity.getFragmentManager().isStateSaved();
        if (saved || !activity.getFragmentManager().popBackStackImmediate()) {
            onBackInvoked();
        }
    }

    /** As newer levels call the same. */
    @Implementation(minSdk = 35)
    protected void navigateBack() {
        onBackInvoked();
    }

    /** What is left of "back" when nobody else wanted it. */
    @Implementation(minSdk = 33)
    protected void onBackInvoked() {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S && isTaskRoot() && isOpenedByIcon()) {
            Phone.current().leave();
        } else {
            activity.finish();
        }
    }

    private boolean isOpenedByIcon() {
        Intent opened = activity.getIntent();
        return opened != null && Intent.ACTION_MAIN.equals(opened.getAction()) && opened.hasCategory(Intent.CATEGORY_LAUNCHER);
    }

    @Implementation
    @Override
    protected void recreate() {
        Phone.current().recreate(activity);
    }

    @Implementation
    @Override
    protected void finishAffinity() {
        Phone.current().finishAll();
    }

    @Implementation
    @Override
    protected boolean moveTaskToBack(boolean nonRoot) {
        if (!nonRoot && !isTaskRoot()) {
            return false;
        }
        Phone.current().leave();
        return true;
    }

    @Implementation
    @Override
    protected boolean isTaskRoot() {
        return Phone.current().isRoot(activity);
    }
}
