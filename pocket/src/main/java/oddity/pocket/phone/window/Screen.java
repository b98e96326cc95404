package oddity.pocket.phone.window;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.graphics.Point;
import android.graphics.Rect;
import android.os.LocaleList;
import android.util.DisplayMetrics;
import java.util.Locale;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.system.AppLanguages;
import oddity.pocket.phone.task.ActivityPage;
import oddity.pocket.phone.task.Page;
import oddity.pocket.phone.task.TaskStack;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowDisplay;

/** How the phone is held, and what its configuration says. */
public final class Screen {
    /** From here on a screen is long, by its sides. */
    private static final double LONG = 1.75;

    private final TaskStack stack;
    private boolean heldUpright = true;
    private boolean shownUpright = true;
    /** Held upright, in dp. */
    private Point size;
    /** In pixels; null where the app has the whole screen. */
    private Point window;

    public Screen(TaskStack stack) {
        this.stack = stack;
    }

    /** Someone turns the phone. */
    public void hold(boolean upright) {
        heldUpright = upright;
    }

    /** Gives the app a part of the screen, so many pixels wide and high; all of it where that is null. */
    public void setWindow(Point pixels) {
        window = pixels;
        fit();
    }

    /** Changes the configuration as resource qualifiers say, such as {@code +de-rDE} or {@code +night}. */
    public void configure(String qualifiers) {
        Locale before = configuration().getLocales().get(0);
        RuntimeEnvironment.setQualifiers(qualifiers);
        stack.reconfigureAll();
        if (!before.equals(configuration().getLocales().get(0))) {
            Phone.application().sendBroadcast(new Intent(Intent.ACTION_LOCALE_CHANGED));
        }
    }

    /** The app speaks this language, whatever the phone does. The phone tells nobody else. */
    public void speak(Locale language) {
        RuntimeEnvironment.setQualifiers("+" + AppLanguages.qualifierOf(language));
        LocaleList.setDefault(new LocaleList(language));
        stack.reconfigureAll();
    }

    public void setFontScale(float scale) {
        RuntimeEnvironment.setFontScale(scale);
        stack.reconfigureAll();
    }

    /** Turns what is shown to how the phone is held, unless the activity in front insists on one way. */
    public void turnAsWanted() {
        boolean wanted = wantsUpright();
        if (wanted != shownUpright) {
            shownUpright = wanted;
            fit();
        }
    }

    /** Tells the app its size in all words that Android has for it. */
    private void fit() {
        Configuration now = configuration();
        if (size == null) {
            size = new Point(now.screenWidthDp, now.screenHeightDp);
        }
        int width = shownUpright ? size.x : size.y;
        int height = shownUpright ? size.y : size.x;
        if (window != null) {
            width = Math.min(width, Math.max(1, window.x * DisplayMetrics.DENSITY_MEDIUM / now.densityDpi));
            height = Math.min(height, Math.max(1, window.y * DisplayMetrics.DENSITY_MEDIUM / now.densityDpi));
        }
        int less = Math.min(width, height);
        int more = Math.max(width, height);
        configure("+sw%ddp-w%ddp-h%ddp-%s-%s-%s".formatted(less, width, height, kind(less, more),
                more >= LONG * less ? "long" : "notlong", width > height ? "land" : "port"));
    }

    /** As Android sorts screens. */
    private static String kind(int less, int more) {
        if (less >= 720 && more >= 960) {
            return "xlarge";
        } else if (less >= 480 && more >= 640) {
            return "large";
        }
        return less >= 320 && more >= 470 ? "normal" : "small";
    }

    public Rect bounds() {
        Point size = new Point();
        ShadowDisplay.getDefaultDisplay().getRealSize(size);
        return new Rect(0, 0, size.x, size.y);
    }

    /** As a dump counts it: quarter turns to the left from upright. */
    public int rotation() {
        return shownUpright ? 0 : 1;
    }

    private boolean wantsUpright() {
        Page top = stack.top();
        if (top == null) {
            return heldUpright;
        }
        return switch (((ActivityPage) top).orientation()) {
            case ActivityInfo.SCREEN_ORIENTATION_PORTRAIT, ActivityInfo.SCREEN_ORIENTATION_SENSOR_PORTRAIT,
                    ActivityInfo.SCREEN_ORIENTATION_REVERSE_PORTRAIT, ActivityInfo.SCREEN_ORIENTATION_USER_PORTRAIT,
                    ActivityInfo.SCREEN_ORIENTATION_NOSENSOR -> true;
            case ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE, ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE,
                    ActivityInfo.SCREEN_ORIENTATION_REVERSE_LANDSCAPE,
                    ActivityInfo.SCREEN_ORIENTATION_USER_LANDSCAPE -> false;
            case ActivityInfo.SCREEN_ORIENTATION_LOCKED -> shownUpright;
            default -> heldUpright;
        };
    }

    private static Configuration configuration() {
        return Phone.application().getResources().getConfiguration();
    }
}
