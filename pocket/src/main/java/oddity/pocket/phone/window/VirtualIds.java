package oddity.pocket.phone.window;

import android.view.accessibility.AccessibilityNodeInfo;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Numbers of virtual widgets: the framework packs them together with their view's and keeps both to itself. */
final class VirtualIds {
    private VirtualIds() {}

    static int childOf(AccessibilityNodeInfo info, int at) {
        long packed = ReflectionHelpers.callInstanceMethod(
                AccessibilityNodeInfo.class, info, "getChildId", ClassParameter.from(int.class, at));
        return ReflectionHelpers.callStaticMethod(
                AccessibilityNodeInfo.class, "getVirtualDescendantId", ClassParameter.from(long.class, packed));
    }
}
