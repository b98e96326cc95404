package oddity.pocket.phone;

import android.view.View;
import android.view.ViewGroup;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;

/** The windows on screen: activities, dialogs, popups. */
final class Windows {
    /** How many frames nothing has to move for a screen to count as scrolled to its end. */
    private static final int STILL_FRAMES = 8;

    private int geometry;
    private int stillFrames = STILL_FRAMES;

    /** A window: what is in it and how it was asked for. */
    record Window(View root, LayoutParams params, int index) {
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

    /** Those that can be seen, the uppermost first. */
    List<Window> all() {
        WindowManagerGlobal global = WindowManagerGlobal.getInstance();
        List<View> roots = ReflectionHelpers.getField(global, "mViews");
        List<LayoutParams> params = ReflectionHelpers.getField(global, "mParams");
        List<Window> windows = new ArrayList<>();
        for (int at = 0; at < roots.size(); at++) {
            View root = roots.get(at);
            if (root.getVisibility() == View.VISIBLE && root.getWidth() > 0 && root.getHeight() > 0) {
                windows.add(new Window(root, params.get(at), at));
            }
        }
        windows.sort(Comparator.comparingInt((Window window) -> window.params.type)
                .thenComparingInt(Window::index).reversed());
        return windows;
    }

    /** The window that takes the keys; null when there is none. */
    Window focused() {
        return all().stream().filter(Window::takesKeys).findFirst().orElse(null);
    }

    /** The focused window and what stands above it without taking keys, such as a list of suggestions. */
    List<Window> active() {
        List<Window> active = new ArrayList<>();
        for (Window window : all()) {
            active.add(window);
            if (window.takesKeys()) {
                break;
            }
        }
        return active;
    }

    /** Lets lists, pagers and drawers move on. Drawing does this on a phone, and here nothing is drawn unless asked for. */
    void scroll() {
        int before = geometry;
        geometry = 0;
        for (Window window : all()) {
            scroll(window.root);
        }
        stillFrames = before == geometry ? stillFrames + 1 : 0;
    }

    boolean isScrolling() {
        return stillFrames < STILL_FRAMES;
    }

    private void scroll(View view) {
        if (view.getVisibility() != View.VISIBLE) {
            return;
        }
        view.computeScroll();
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
        }
    }
}
