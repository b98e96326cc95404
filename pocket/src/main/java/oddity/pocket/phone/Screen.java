package oddity.pocket.phone;

import android.app.Activity;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.graphics.Point;
import android.graphics.Rect;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowDisplay;

/** How the phone is held, and what its configuration says. */
final class Screen {
    private final TaskStack stack;
    private boolean heldUpright = true;

    Screen(TaskStack stack) {
        this.stack = stack;
    }

    /** Someone turns the phone. */
    void hold(boolean upright) {
        heldUpright = upright;
    }

    /** Changes the configuration as resource qualifiers say, such as {@code +de-rDE} or {@code +night}. */
    void configure(String qualifiers) {
        RuntimeEnvironment.setQualifiers(qualifiers);
        stack.reconfigureAll();
    }

    void setFontScale(float scale) {
        RuntimeEnvironment.setFontScale(scale);
        stack.reconfigureAll();
    }

    /** Turns what is shown to how the phone is held, unless the activity in front insists on one way. */
    void turnAsWanted() {
        boolean wanted = wantsUpright();
        if (wanted != isUpright()) {
            configure(wanted ? "+port" : "+land");
        }
    }

    Rect bounds() {
        Point size = new Point();
        ShadowDisplay.getDefaultDisplay().getRealSize(size);
        return new Rect(0, 0, size.x, size.y);
    }

    /** As a dump counts it: quarter turns to the left from upright. */
    int rotation() {
        return isUpright() ? 0 : 1;
    }

    private boolean wantsUpright() {
        Page top = stack.top();
        Activity front = top == null ? null : ((ActivityPage) top).get();
        if (front == null) {
            return heldUpright;
        }
        return switch (front.getRequestedOrientation()) {
            case ActivityInfo.SCREEN_ORIENTATION_PORTRAIT, ActivityInfo.SCREEN_ORIENTATION_SENSOR_PORTRAIT,
                    ActivityInfo.SCREEN_ORIENTATION_REVERSE_PORTRAIT, ActivityInfo.SCREEN_ORIENTATION_USER_PORTRAIT,
                    ActivityInfo.SCREEN_ORIENTATION_NOSENSOR -> true;
            case ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE, ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE,
                    ActivityInfo.SCREEN_ORIENTATION_REVERSE_LANDSCAPE,
                    ActivityInfo.SCREEN_ORIENTATION_USER_LANDSCAPE -> false;
            case ActivityInfo.SCREEN_ORIENTATION_LOCKED -> isUpright();
            default -> heldUpright;
        };
    }

    private static boolean isUpright() {
        Configuration now = Phone.application().getResources().getConfiguration();
        return now.orientation != Configuration.ORIENTATION_LANDSCAPE;
    }
}
