package oddity.pocket.phone.shadows;

import android.graphics.Point;
import android.view.Gravity;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import oddity.pocket.phone.window.Windows;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWindowManagerGlobal;

/** Places popups within the window that they belong to, as a phone does: Robolectric places them all on the screen. */
@Implements(className = "android.view.WindowManagerGlobal", isInAndroidSdk = false)
public class PhoneWindowSession extends ShadowWindowManagerGlobal {
    @Override
    protected WindowSessionDelegate createWindowSessionDelegate() {
        return new WithinParents();
    }

    private static final class WithinParents extends WindowSessionDelegate {
        @Override
        protected int addToDisplay(Object[] args) {
            return super.addToDisplay(withinParent(args));
        }

        @Override
        protected int relayout(Object[] args) {
            return super.relayout(withinParent(args));
        }
    }

    private static Object[] withinParent(Object[] args) {
        Object[] moved = args.clone();
        for (int at = 0; at < moved.length; at++) {
            if (moved[at] instanceof LayoutParams asked) {
                moved[at] = withinParent(asked);
            }
        }
        return moved;
    }

    private static LayoutParams withinParent(LayoutParams asked) {
        View parent = Windows.parentOf(asked);
        if (parent == null || parent.getDisplay() == null || (asked.flags & LayoutParams.FLAG_LAYOUT_IN_SCREEN) != 0) {
            return asked;
        }
        int[] corner = new int[2];
        parent.getLocationOnScreen(corner);
        Point screen = new Point();
        parent.getDisplay().getRealSize(screen);
        LayoutParams moved = new LayoutParams();
        moved.copyFrom(asked);
        moved.x += shift(asked.gravity >> Gravity.AXIS_X_SHIFT, corner[0], parent.getWidth(), screen.x);
        moved.y += shift(asked.gravity >> Gravity.AXIS_Y_SHIFT, corner[1], parent.getHeight(), screen.y);
        return moved;
    }

    /** From a place on the screen to the same place within a parent that begins at {@code start}, along one axis. */
    private static int shift(int gravity, int start, int length, int screen) {
        return switch (gravity & (Gravity.AXIS_PULL_BEFORE | Gravity.AXIS_PULL_AFTER)) {
            case 0 -> start + (length - screen) / 2;
            // Counted from the other end.
            case Gravity.AXIS_PULL_AFTER -> screen - start - length;
            default -> start;
        };
    }
}
