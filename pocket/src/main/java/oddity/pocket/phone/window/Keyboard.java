package oddity.pocket.phone.window;

import android.content.Context;
import android.os.Build;
import android.os.SystemClock;
import android.text.TextUtils;
import android.view.KeyEvent;
import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import android.view.inputmethod.InputMethodManager;
import oddity.pocket.phone.time.Time;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInputMethodManager;

/** Keys, and typing as the keyboard on the screen does it. */
public final class Keyboard {
    private final Windows windows;
    private final Time time;

    public Keyboard(Windows windows, Time time) {
        this.windows = windows;
        this.time = time;
    }

    /** Whether the keyboard is on the screen: an app asked for it, and there is something to type into. */
    public boolean isUp() {
        ShadowInputMethodManager shadow = Shadow.extract(manager());
        return shadow.isSoftInputVisible() && editor() != null;
    }

    /** Back puts the keyboard away first, as on a phone. */
    public void press(int code) {
        if (code == KeyEvent.KEYCODE_BACK && isUp()) {
            manager().hideSoftInputFromWindow(editor().getWindowToken(), 0);
            time.run();
            return;
        }
        if (code == KeyEvent.KEYCODE_FORWARD_DEL && isAtEnd()) {
            return;
        }
        if (code == KeyEvent.KEYCODE_BACK && isBackForCallbacks()) {
            BackCallbacks.press(windows.focused(), time);
            return;
        }
        long began = SystemClock.uptimeMillis();
        dispatch(new KeyEvent(began, began, KeyEvent.ACTION_DOWN, code, 0));
        time.run();
        dispatch(new KeyEvent(began, SystemClock.uptimeMillis(), KeyEvent.ACTION_UP, code, 0));
        time.run();
    }

    /** Whether the app in front has Android tell callbacks of "back", ahead of time, instead of sending it the key. */
    private boolean isBackForCallbacks() {
        Windows.Window window = windows.focused();
        return Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE && window != null && BackCallbacks.areFor(window);
    }

    /**
     * Whether nothing follows where the next letter would stand. Keyboards on a screen do not erase forwards, and some Compose ends
     * an app that is asked to where there is nothing.
     */
    private boolean isAtEnd() {
        View editor = editor();
        InputConnection connection = editor == null ? null : editor.onCreateInputConnection(new EditorInfo());
        if (connection == null) {
            return false;
        }
        CharSequence after = connection.getTextAfterCursor(1, 0);
        return after != null && after.length() == 0 && TextUtils.isEmpty(connection.getSelectedText(0));
    }

    /** Types into what has the focus; nothing happens where nothing has it. */
    public void type(String text) {
        View editor = editor();
        if (editor == null) {
            return;
        }
        InputConnection connection = editor.onCreateInputConnection(new EditorInfo());
        connection.commitText(text, 1);
        time.run();
    }

    private void dispatch(KeyEvent event) {
        Windows.Window window = windows.focused();
        if (window != null) {
            window.root().dispatchKeyEvent(event);
        }
    }

    /** The view that takes text; null when none does. */
    private View editor() {
        Windows.Window window = windows.focused();
        View focused = window == null ? null : window.root().findFocus();
        return focused != null && focused.onCheckIsTextEditor() ? focused : null;
    }

    private static InputMethodManager manager() {
        return (InputMethodManager) RuntimeEnvironment.getApplication()
                .getSystemService(Context.INPUT_METHOD_SERVICE);
    }
}
