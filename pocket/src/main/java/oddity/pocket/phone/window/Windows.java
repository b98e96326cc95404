package oddity.pocket.phone.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Rect;
import android.os.SystemClock;
import android.view.View;
import android.view.ViewGroup;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import android.view.animation.Animation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/** The windows on screen: activities, dialogs, popups. */
public final class Windows {
    /** How many frames nothing has to move for a screen to count as scrolled to its end. */
    private static final int STILL_FRAMES = 8;
    /** View's own {@code PFLAG_DRAWN}. */
    private static final int DRAWN = 0x20;

    private int geometry;
    private int stillFrames = STILL_FRAMES;

    /**
     * A window: what is in it and how it was asked for.
     *
     * @param under what it stands on: of a popup the window that it belongs to, of a dialog the window of its activity; or null
     * @param height where it stands: the greater, as words are compared, the higher
     */
    public record Window(View root, LayoutParams params, Window under, int[] height) {
        /** Popups are hidden with their window, and dialogs with their activity. */
        boolean isSeen() {
            boolean isShown = root.getVisibility() == View.VISIBLE && root.getWidth() > 0 && root.getHeight() > 0;
            return isShown && (under == null ? !isPopup(params) : under.isSeen());
        }

        boolean has(int flag) {
            return (params.flags & flag) != 0;
        }

        boolean takesKeys() {
            return !has(LayoutParams.FLAG_NOT_FOCUSABLE);
        }

        /** Whether it takes touches outside of itself too. */
        boolean isTouchModal() {
            return !has(LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_NOT_TOUCH_MODAL);
        }

        int[] location() {
            int[] location = new int[2];
            root.getLocationOnScreen(location);
            return location;
        }
    }

    /** What is in the window that a popup belongs to; null for another window, and where that one is gone. */
    public static View parentOf(LayoutParams popup) {
        Window parent = isPopup(popup) ? parentOf(popup, open()) : null;
        return parent == null ? null : parent.root;
    }

    /** Those that can be seen, the uppermost first. */
    public List<Window> all() {
        List<Window> windows = open();
        windows.removeIf(window -> !window.isSeen());
        windows.sort(Comparator.comparing(Window::height, Arrays::compare).reversed());
        return windows;
    }

    /** All there are: those of activities, then the others, each in the order in which they were opened. */
    private static List<Window> open() {
        WindowManagerGlobal global = WindowManagerGlobal.getInstance();
        List<View> roots = ReflectionHelpers.getField(global, "mViews");
        List<LayoutParams> params = ReflectionHelpers.getField(global, "mParams");
        List<Window> open = new ArrayList<>();
        // Dialogs that an activity shows again as it comes back are opened before its own window is.
        for (boolean isActivity : new boolean[] {true, false}) {
            for (int at = 0; at < roots.size(); at++) {
                LayoutParams asked = params.get(at);
                if (isActivity == (asked.type == LayoutParams.TYPE_BASE_APPLICATION)) {
                    Window under = isActivity ? null : isPopup(asked) ? parentOf(asked, open) : activityOf(asked, open);
                    open.add(new Window(roots.get(at), asked, under, height(asked, under, at)));
                }
            }
        }
        return open;
    }

    /** On each activity its popups, then its dialogs, and on each of these its own popups. The system's windows are above all. */
    private static int[] height(LayoutParams asked, Window under, int index) {
        int layer = isPopup(asked) ? 0 : asked.type < LayoutParams.FIRST_SYSTEM_WINDOW ? 1 : 2;
        int[] height = under == null ? new int[2] : Arrays.copyOf(under.height, under.height.length + 2);
        height[height.length - 2] = layer;
        height[height.length - 1] = index;
        return height;
    }

    private static Window parentOf(LayoutParams popup, List<Window> open) {
        return first(open, window -> popup.token != null && window.root.getWindowToken() == popup.token);
    }

    private static Window activityOf(LayoutParams dialog, List<Window> open) {
        return first(open, window -> dialog.token != null && window.params.token == dialog.token
                && window.params.type == LayoutParams.TYPE_BASE_APPLICATION);
    }

    private static Window first(List<Window> windows, Predicate<Window> wanted) {
        return windows.stream().filter(wanted).findFirst().orElse(null);
    }

    private static boolean isPopup(LayoutParams asked) {
        return asked.type >= LayoutParams.FIRST_SUB_WINDOW && asked.type <= LayoutParams.LAST_SUB_WINDOW;
    }

    /** The window that takes the keys; null when there is none. */
    Window focused() {
        return all().stream().filter(Window::takesKeys).findFirst().orElse(null);
    }

    /** The focused window and what stands above it without taking keys, such as a list of suggestions, but no toasts. */
    public List<Window> active() {
        List<Window> active = new ArrayList<>();
        for (Window window : all()) {
            if (window.params.type == LayoutParams.TYPE_TOAST) {
                continue;
            }
            active.add(window);
            if (window.takesKeys()) {
                break;
            }
        }
        return active;
    }

    /** Takes a picture and leaves no trace of it: no frame is asked for that was not before. */
    public byte[] picture(Rect screen) {
        return picture(screen, true);
    }

    public byte[] picture(Rect screen, boolean toasts) {
        List<Window> windows = new ArrayList<>(all());
        if (!toasts) {
            windows.removeIf(window -> window.params.type == LayoutParams.TYPE_TOAST);
        }
        List<ViewRootImpl> resting = new ArrayList<>();
        for (Window window : windows) {
            ViewRootImpl root = window.root.getViewRootImpl();
            if (root != null && !root.mTraversalScheduled) {
                resting.add(root);
            }
        }
        // Touches and ticks fade by the computer's clock. On a screen that rests they have.
        windows.forEach(window -> window.root.jumpDrawablesToCurrentState());
        byte[] pixels = Screenshot.of(windows, screen);
        for (ViewRootImpl root : resting) {
            if (root.mTraversalScheduled && !root.isLayoutRequested()) {
                ReflectionHelpers.callInstanceMethod(root, "unscheduleTraversals");
            }
        }
        windows.forEach(window -> markAllDrawn(window.root));
        return pixels;
    }

    /**
     * Lets lists, pagers, drawers and animations of views move on. Drawing does this on a phone, and here nothing is drawn unless
     * asked for.
     */
    public void scroll() {
        int before = geometry;
        geometry = 0;
        for (Window window : all()) {
            scroll(window.root);
        }
        stillFrames = before == geometry ? stillFrames + 1 : 0;
    }

    public boolean isScrolling() {
        return stillFrames < STILL_FRAMES;
    }

    private void scroll(View view) {
        if (view.getParent() instanceof ViewGroup parent) {
            animate(view, parent);
        }
        if (view.getVisibility() != View.VISIBLE) {
            return;
        }
        view.computeScroll();
        markDrawn(view);
        int place = (view.getLeft() * 31 + view.getTop()) * 31 + view.getWidth();
        geometry = geometry * 31 + (place * 31 + view.getScrollX()) * 31 + view.getScrollY();
        if (view instanceof ViewGroup group) {
            // Children may go while they scroll.
            for (int at = group.getChildCount() - 1; at >= 0; at--) {
                View child = group.getChildAt(at);
                if (child != null) {
                    scroll(child);
                }
            }
            List<View> leaving = reflector(Animating.class, group).getDisappearingChildren();
            if (leaving != null) {
                List.copyOf(leaving).forEach(child -> animate(child, group));
            }
        }
    }

    /** Even a view that is gone or was removed is animated to the end. */
    private void animate(View view, ViewGroup parent) {
        Animation animation = view.getAnimation();
        if (animation == null) {
            return;
        }
        long now = SystemClock.uptimeMillis();
        if (!reflector(Animated.class, view).applyLegacyAnimation(parent, now, animation, false)) {
            reflector(Animating.class, parent).finishAnimatingView(view, animation);
        } else if (animation.getRepeatCount() != Animation.INFINITE) {
            geometry = geometry * 31 + (int) now;
        }
    }

    @ForType(View.class)
    private interface Animated {
        boolean applyLegacyAnimation(ViewGroup parent, long now, Animation animation, boolean scaling);
    }

    @ForType(ViewGroup.class)
    private interface Animating {
        @Accessor("mDisappearingChildren")
        ArrayList<View> getDisappearingChildren();

        void finishAnimatingView(View view, Animation animation);
    }

    private static void markAllDrawn(View view) {
        markDrawn(view);
        if (view instanceof ViewGroup group) {
            for (int at = group.getChildCount() - 1; at >= 0; at--) {
                markAllDrawn(group.getChildAt(at));
            }
        }
    }

    /** A view that was not drawn since it last asked for it is not heard when it asks again. */
    private static void markDrawn(View view) {
        view.mPrivateFlags |= DRAWN;
    }
}
