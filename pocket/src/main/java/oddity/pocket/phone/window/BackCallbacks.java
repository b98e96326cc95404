package oddity.pocket.phone.window;

import android.view.ViewRootImpl;
import android.window.BackEvent;
import android.window.OnBackAnimationCallback;
import android.window.OnBackInvokedCallback;
import oddity.pocket.phone.time.Time;

/**
 * "Back" for apps whose manifest enables {@code OnBackInvokedCallback}: Android asks the window's uppermost callback, and no view
 * and no activity sees a key.
 */
final class BackCallbacks {
    private BackCallbacks() {}

    static boolean areFor(Windows.Window window) {
        ViewRootImpl root = window.root().getViewRootImpl();
        return root != null && root.getOnBackInvokedDispatcher().isOnBackInvokedCallbackEnabled();
    }

    /** As Android does with the key: what is shown during the gesture begins as it goes down. */
    static void press(Windows.Window window, Time time) {
        OnBackInvokedCallback callback = window.root().getViewRootImpl().getOnBackInvokedDispatcher().getTopCallback();
        if (callback == null) {
            return;
        }
        if (callback instanceof OnBackAnimationCallback animation) {
            animation.onBackStarted(new BackEvent(0, 0, 0, BackEvent.EDGE_LEFT));
            time.run();
        }
        callback.onBackInvoked();
        time.run();
    }
}
