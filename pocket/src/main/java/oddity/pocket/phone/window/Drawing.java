package oddity.pocket.phone.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Canvas;
import android.view.View;
import android.view.ViewGroup;
import android.view.ViewRootImpl;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/**
 * What happens at the end of a frame, when a phone draws, and is more than a picture.
 *
 * <p>Pictures are drawn only when somebody asks for one. But groups of an app's own that draw themselves may do other work at
 * that time: Compose measures and composes what stands in its lists and scaffolds, and what was posted in the frame finds it done.
 */
public final class Drawing {
    /** View's own {@code PFLAG_INVALIDATED}. */
    private static final int INVALIDATED = 0x80000000;

    private static final ClassValue<Boolean> DRAWS_ITSELF = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            for (Class<?> at = type; at != null && isOfTheApp(at); at = at.getSuperclass()) {
                if (declaresDrawing(at)) {
                    return true;
                }
            }
            return false;
        }
    };

    private Drawing() {}

    /** Has everything in this window that changed draw what a picture would show of it. No frame that was not asked for follows. */
    public static boolean record(ViewRootImpl root) {
        View view = root.getView();
        if (view != null) {
            view.getViewTreeObserver().dispatchOnDraw();
            record(view);
        }
        return false;
    }

    private static void record(View view) {
        if (view.getVisibility() != View.VISIBLE || !(view instanceof ViewGroup group)) {
            return;
        }
        if (DRAWS_ITSELF.get(view.getClass())) {
            recordItself(view);
            return;
        }
        for (int at = 0; at < group.getChildCount(); at++) {
            record(group.getChildAt(at));
        }
    }

    /** As the group above it does while it draws. */
    private static void recordItself(View view) {
        boolean hasChanged = (view.mPrivateFlags & INVALIDATED) != 0;
        view.mPrivateFlags &= ~INVALIDATED;
        Recorded recorded = reflector(Recorded.class, view);
        recorded.setRecreateDisplayList(hasChanged);
        view.updateDisplayListIfDirty();
        recorded.setRecreateDisplayList(false);
    }

    private static boolean declaresDrawing(Class<?> type) {
        try {
            type.getDeclaredMethod("dispatchDraw", Canvas.class);
            return true;
        } catch (NoSuchMethodException | NoClassDefFoundError error) {
            return false;
        }
    }

    private static boolean isOfTheApp(Class<?> type) {
        return !type.getName().startsWith("android.");
    }

    @ForType(View.class)
    private interface Recorded {
        @Accessor("mRecreateDisplayList")
        void setRecreateDisplayList(boolean recreate);
    }
}
