package oddity.pocket.phone.window;

import android.content.res.Resources;
import android.graphics.Rect;
import android.os.Build;
import android.view.View;
import android.view.ViewGroup;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import java.util.List;

/**
 * The widgets on screen, as {@code uiautomator dump} prints them.
 *
 * <p>A view that describes its content as virtual widgets (Compose, number pickers) is printed with those.
 */
public final class Dump {
    /** Deeper than any screen; a view that contains itself must not keep us. */
    private static final int MAX_DEPTH = 200;

    private final StringBuilder xml = new StringBuilder(1 << 14);
    private final Rect screen;
    /** Whose window it is; widgets of the phone's own screens would say that they are the app's. */
    private String owner;

    private Dump(Rect screen) {
        this.screen = screen;
    }

    public static String of(List<Windows.Window> windows, Rect screen, int rotation) {
        Dump dump = new Dump(screen);
        dump.xml.append("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"")
                .append(rotation).append("\">");
        // The lowest first: so the window that takes the keys is the first one, as in a phone's dump.
        for (int at = windows.size() - 1; at >= 0; at--) {
            dump.owner = windows.get(at).params().packageName;
            dump.view(windows.get(at).root(), windows.size() - 1 - at, 0);
        }
        return dump.xml.append("</hierarchy>").toString();
    }

    private void view(View view, int index, int depth) {
        Rect bounds = boundsOf(view);
        if (bounds == null || depth > MAX_DEPTH) {
            return;
        }
        AccessibilityNodeProvider virtual = view.getAccessibilityNodeProvider();
        AccessibilityNodeInfo info = virtual == null
                ? view.createAccessibilityNodeInfo()
                : virtual.createAccessibilityNodeInfo(AccessibilityNodeProvider.HOST_VIEW_ID);
        if (info == null) {
            return;
        }
        open(info, index, idOf(view, info), bounds);
        if (virtual != null && info.getChildCount() > 0) {
            for (int at = 0; at < info.getChildCount(); at++) {
                virtual(virtual, VirtualIds.childOf(info, at), at, depth + 1);
            }
        } else if (view instanceof ViewGroup group) {
            for (int at = 0; at < group.getChildCount(); at++) {
                view(group.getChildAt(at), at, depth + 1);
            }
        }
        xml.append("</node>");
    }

    private void virtual(AccessibilityNodeProvider provider, int id, int index, int depth) {
        AccessibilityNodeInfo info = provider.createAccessibilityNodeInfo(id);
        if (info == null || !info.isVisibleToUser() || depth > MAX_DEPTH) {
            return;
        }
        Rect bounds = new Rect();
        info.getBoundsInScreen(bounds);
        if (!bounds.intersect(screen)) {
            return;
        }
        String name = info.getViewIdResourceName();
        open(info, index, name == null ? "" : name, bounds);
        for (int at = 0; at < info.getChildCount(); at++) {
            virtual(provider, VirtualIds.childOf(info, at), at, depth + 1);
        }
        xml.append("</node>");
    }

    /** The part of the screen that shows the view; null where it cannot be seen. */
    private Rect boundsOf(View view) {
        Rect bounds = new Rect();
        if (view.getVisibility() != View.VISIBLE || isClear(view) || !view.getGlobalVisibleRect(bounds)) {
            return null;
        }
        int[] window = new int[2];
        view.getRootView().getLocationOnScreen(window);
        bounds.offset(window[0], window[1]);
        return bounds.intersect(screen) ? bounds : null;
    }

    private static boolean isClear(View view) {
        return view.getAlpha() <= 0
                || Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q && view.getTransitionAlpha() <= 0;
    }

    private void open(AccessibilityNodeInfo info, int index, String id, Rect bounds) {
        xml.append("<node index=\"").append(index).append('"');
        text("text", info.getText());
        text("resource-id", id);
        text("class", info.getClassName());
        text("package", owner == null ? info.getPackageName() : owner);
        text("content-desc", info.getContentDescription());
        flag("checkable", info.isCheckable());
        flag("checked", info.isChecked());
        flag("clickable", info.isClickable());
        flag("enabled", info.isEnabled());
        flag("focusable", info.isFocusable());
        flag("focused", info.isFocused());
        flag("scrollable", info.isScrollable());
        flag("long-clickable", info.isLongClickable());
        flag("password", info.isPassword());
        flag("selected", info.isSelected());
        xml.append(" bounds=\"").append(bounds.toShortString()).append('"');
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O && info.getHintText() != null) {
            text("hint", info.getHintText());
        }
        xml.append('>');
        info.recycle();
    }

    private static String idOf(View view, AccessibilityNodeInfo info) {
        if (info.getViewIdResourceName() != null) {
            return info.getViewIdResourceName();
        }
        if (view.getId() == View.NO_ID) {
            return "";
        }
        try {
            return view.getResources().getResourceName(view.getId());
        } catch (Resources.NotFoundException generated) {
            // An id that the app made up as it ran has no name.
            return "";
        }
    }

    private void flag(String name, boolean value) {
        xml.append(' ').append(name).append("=\"").append(value).append('"');
    }

    private void text(String name, CharSequence value) {
        xml.append(' ').append(name).append("=\"");
        if (value != null) {
            XmlText.append(xml, value);
        }
        xml.append('"');
    }
}
