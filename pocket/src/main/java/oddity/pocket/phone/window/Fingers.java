package oddity.pocket.phone.window;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.MotionEvent.PointerCoords;
import android.view.MotionEvent.PointerProperties;
import android.view.WindowManager.LayoutParams;
import oddity.pocket.phone.time.Time;

/** Touches. A gesture stays with the window in which it began, even when another window comes up meanwhile. */
public final class Fingers {
    /** How long a tap lasts, and the pause between two of a double tap. */
    private static final long TAP_MS = 32;
    private static final long DOUBLE_TAP_PAUSE_MS = 64;
    private static final long MOVE_MS = 16;

    private final Windows windows;
    private final Time time;
    private Windows.Window target;
    private long began;

    public Fingers(Windows windows, Time time) {
        this.windows = windows;
        this.time = time;
    }

    public void tap(float x, float y) {
        hold(x, y, TAP_MS);
    }

    public void hold(float x, float y, long ms) {
        down(x, y);
        time.pass(ms);
        send(MotionEvent.ACTION_UP, at(x, y));
        time.run();
    }

    /** The second tap comes before anything that the first set off can have finished. */
    public void doubleTap(float x, float y) {
        tap(x, y);
        time.pass(DOUBLE_TAP_PAUSE_MS);
        tap(x, y);
    }

    public void swipe(float fromX, float fromY, float toX, float toY, long ms) {
        down(fromX, fromY);
        int steps = steps(ms);
        for (int step = 1; step <= steps; step++) {
            time.pass(MOVE_MS);
            float part = (float) step / steps;
            send(MotionEvent.ACTION_MOVE, at(fromX + (toX - fromX) * part, fromY + (toY - fromY) * part));
        }
        send(MotionEvent.ACTION_UP, at(toX, toY));
        time.run();
    }

    /** Two fingers on a horizontal line, each so far from the middle. */
    public void pinch(float x, float y, float from, float to, long ms) {
        int second = 1 << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
        down(x - from, y);
        send(MotionEvent.ACTION_POINTER_DOWN | second, at(x - from, y), at(x + from, y));
        int steps = steps(ms);
        float apart = from;
        for (int step = 1; step <= steps; step++) {
            time.pass(MOVE_MS);
            apart = from + (to - from) * step / steps;
            send(MotionEvent.ACTION_MOVE, at(x - apart, y), at(x + apart, y));
        }
        send(MotionEvent.ACTION_POINTER_UP | second, at(x - apart, y), at(x + apart, y));
        send(MotionEvent.ACTION_UP, at(x - apart, y));
        time.run();
    }

    private static int steps(long ms) {
        return (int) Math.max(1, ms / MOVE_MS);
    }

    private void down(float x, float y) {
        began = SystemClock.uptimeMillis();
        target = null;
        for (Windows.Window window : windows.all()) {
            if (window.has(LayoutParams.FLAG_NOT_TOUCHABLE)) {
                continue;
            }
            if (window.isTouchModal() || isInside(window, x, y)) {
                target = window;
                break;
            }
            if (window.has(LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH)) {
                dispatch(window, MotionEvent.ACTION_OUTSIDE, at(x, y));
            }
        }
        send(MotionEvent.ACTION_DOWN, at(x, y));
    }

    private void send(int action, PointerCoords... places) {
        if (target != null && target.root().isAttachedToWindow()) {
            dispatch(target, action, places);
        }
    }

    private void dispatch(Windows.Window window, int action, PointerCoords... places) {
        PointerProperties[] fingers = new PointerProperties[places.length];
        for (int at = 0; at < places.length; at++) {
            fingers[at] = new PointerProperties();
            fingers[at].id = at;
            fingers[at].toolType = MotionEvent.TOOL_TYPE_FINGER;
        }
        MotionEvent event = MotionEvent.obtain(began, SystemClock.uptimeMillis(), action, places.length, fingers, places,
                0, 0, 1, 1, 0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0);
        int[] location = window.location();
        event.offsetLocation(-location[0], -location[1]);
        window.root().dispatchTouchEvent(event);
        event.recycle();
    }

    private static boolean isInside(Windows.Window window, float x, float y) {
        int[] location = window.location();
        return x >= location[0] && x < location[0] + window.root().getWidth()
                && y >= location[1] && y < location[1] + window.root().getHeight();
    }

    private static PointerCoords at(float x, float y) {
        PointerCoords place = new PointerCoords();
        place.x = x;
        place.y = y;
        place.pressure = 1;
        place.size = 1;
        return place;
    }
}
