package oddity.pocket.phone.window;

import android.content.Context;
import android.graphics.PixelFormat;
import android.os.Handler;
import android.os.Looper;
import android.view.Gravity;
import android.view.LayoutInflater;
import android.view.View;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import android.widget.TextView;
import android.widget.Toast;
import java.util.ArrayDeque;
import java.util.Deque;
import oddity.pocket.phone.Phone;

/** Short messages over everything, one after the other. People and pictures see them; touches and dumps do not. */
public final class Toasts {
    private static final long SHORT_MS = 2000;
    private static final long LONG_MS = 3500;
    /** A phone drops what one app wants to say beyond this. */
    private static final int MOST = 5;

    private final Deque<Shown> waiting = new ArrayDeque<>();

    /** One with what it shows: a view of the app's own, or words. */
    private record Shown(Toast toast, View view) {}

    /** It may be called on any thread of the app's. */
    public void show(Toast toast, View view, String text) {
        onMain(() -> {
            waiting.removeIf(one -> one != waiting.peek() && one.toast == toast);
            if (waiting.size() < MOST) {
                waiting.add(new Shown(toast, view != null ? view : words(text)));
            }
            if (waiting.size() == 1) {
                showNext();
            }
        });
    }

    public void cancel(Toast toast) {
        onMain(() -> {
            Shown first = waiting.peek();
            waiting.removeIf(one -> one != first && one.toast == toast);
            if (first != null && first.toast == toast) {
                hide(first);
            }
        });
    }

    private void showNext() {
        Shown next = waiting.peek();
        if (next == null) {
            return;
        }
        if (next.view.getParent() == null) {
            windows().addView(next.view, params(next.toast));
        }
        long ms = next.toast.getDuration() == Toast.LENGTH_LONG ? LONG_MS : SHORT_MS;
        new Handler(Looper.getMainLooper()).postDelayed(() -> hide(next), ms);
    }

    /** Unless it has gone before. */
    private void hide(Shown shown) {
        if (waiting.peek() == shown) {
            if (shown.view.isAttachedToWindow()) {
                windows().removeViewImmediate(shown.view);
            }
            waiting.remove();
            showNext();
        }
    }

    private static LayoutParams params(Toast toast) {
        int flags = LayoutParams.FLAG_NOT_FOCUSABLE | LayoutParams.FLAG_NOT_TOUCHABLE | LayoutParams.FLAG_KEEP_SCREEN_ON;
        LayoutParams params = new LayoutParams(LayoutParams.WRAP_CONTENT, LayoutParams.WRAP_CONTENT, LayoutParams.TYPE_TOAST,
                flags, PixelFormat.TRANSLUCENT);
        params.setTitle("Toast");
        params.packageName = Phone.application().getPackageName();
        if (toast.getGravity() != 0) {
            params.gravity = toast.getGravity();
            params.x = toast.getXOffset();
            params.y = toast.getYOffset();
        } else {
            int offset = system("toast_y_offset", "dimen");
            params.gravity = Gravity.CENTER_HORIZONTAL | Gravity.BOTTOM;
            params.y = offset == 0 ? 0 : Phone.application().getResources().getDimensionPixelSize(offset);
        }
        return params;
    }

    /** As the framework itself shows them. */
    private static View words(String text) {
        View view = LayoutInflater.from(Phone.application()).inflate(system("transient_notification", "layout"), null);
        view.<TextView>findViewById(android.R.id.message).setText(text);
        return view;
    }

    private static int system(String name, String kind) {
        return Phone.application().getResources().getIdentifier(name, kind, "android");
    }

    private static WindowManager windows() {
        return (WindowManager) Phone.application().getSystemService(Context.WINDOW_SERVICE);
    }

    private static void onMain(Runnable what) {
        if (Looper.getMainLooper().isCurrentThread()) {
            what.run();
        } else {
            new Handler(Looper.getMainLooper()).post(what);
        }
    }
}
