package oddity.pocket.phone;

import android.os.Build;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What small libraries of AndroidX do in native code, in Java: the app's native methods of these classes lead here.
 *
 * <p>Before Android 14 paths are walked by native code that reads Android's own memory, which nothing stands in for.
 */
public final class NativeHelpers {
    private static final String PATHS = "androidx.graphics.path";
    private static final String COUNTERS = "datastore_shared_counter";
    /** As many halvings as Skia makes at most: 32 curves. */
    private static final int MOST_HALVINGS = 5;
    private static final int OK = 0;

    /** The counters of processes that share a store; here is one process, so its file's number will do. */
    private static final ConcurrentMap<Long, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

    private NativeHelpers() {}

    /** Whether all that a library does is done here. */
    static boolean standInFor(String library) {
        return library.equals(COUNTERS) || library.equals(PATHS) && Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE;
    }

    /**
     * Says by how many quadratic curves an arc of a conic section is drawn well enough, and puts their points down if there is room:
     * the first point, then two for each curve.
     */
    public static int internalConicToQuadratics(float[] points, int offset, float[] curves, float weight, float tolerance) {
        float[] arc = Arrays.copyOfRange(points, offset, offset + 6);
        int halvings = halvings(arc, weight, tolerance);
        int count = 1 << halvings;
        if (curves.length >= 2 + 4 * count) {
            curves[0] = arc[0];
            curves[1] = arc[1];
            put(arc, weight, halvings, curves, 2);
        }
        return count;
    }

    private static int halvings(float[] arc, float weight, float tolerance) {
        float share = (weight - 1) / (4 * (2 + (weight - 1)));
        double error = Math.hypot(share * (arc[0] - 2 * arc[2] + arc[4]), share * (arc[1] - 2 * arc[3] + arc[5]));
        int halvings = 0;
        while (halvings < MOST_HALVINGS && error > tolerance) {
            error /= 4;
            halvings++;
        }
        return halvings;
    }

    /** Returns where the next point goes. */
    private static int put(float[] arc, float weight, int halvings, float[] curves, int at) {
        if (halvings == 0) {
            System.arraycopy(arc, 2, curves, at, 4);
            return at + 4;
        }
        float[] first = new float[6];
        float[] second = new float[6];
        float scale = 1 / (1 + weight);
        for (int axis = 0; axis < 2; axis++) {
            float start = arc[axis];
            float middle = weight * arc[2 + axis];
            float end = arc[4 + axis];
            first[axis] = start;
            first[2 + axis] = (start + middle) * scale;
            first[4 + axis] = (start + 2 * middle + end) * scale / 2;
            second[axis] = first[4 + axis];
            second[2 + axis] = (middle + end) * scale;
            second[4 + axis] = end;
        }
        float half = (float) Math.sqrt((1 + weight) / 2);
        return put(second, half, halvings - 1, curves, put(first, half, halvings - 1, curves, at));
    }

    public static int nativeTruncateFile(int file) {
        return OK;
    }

    public static long nativeCreateSharedCounter(int file) {
        COUNTS.putIfAbsent((long) file, new AtomicInteger());
        return file;
    }

    public static int nativeGetCounterValue(long counter) {
        return COUNTS.get(counter).get();
    }

    public static int nativeIncrementAndGetCounterValue(long counter) {
        return COUNTS.get(counter).incrementAndGet();
    }
}
