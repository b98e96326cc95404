package oddity.pocket.phone;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class NativeHelpersTest {
    /** A quarter of the unit circle, behind a number that is none of its points. */
    private static final float[] QUARTER = {9, 1, 0, 1, 1, 0, 1};
    private static final float WEIGHT = (float) Math.sqrt(0.5);

    @Test
    public void anArcIsDrawnByCurvesThatKeepToIt() {
        float[] curves = new float[130];
        int count = NativeHelpers.internalConicToQuadratics(QUARTER, 1, curves, WEIGHT, 0.001f);
        assertEquals(8, count);
        assertArrayEquals(new float[] {1, 0}, new float[] {curves[0], curves[1]}, 1e-6f);
        for (int curve = 0; curve < count; curve++) {
            int at = 4 * curve;
            float x = (curves[at] + 2 * curves[at + 2] + curves[at + 4]) / 4;
            float y = (curves[at + 1] + 2 * curves[at + 3] + curves[at + 5]) / 4;
            assertEquals("its middle", 1, Math.hypot(x, y), 0.001);
            assertEquals("its end", 1, Math.hypot(curves[at + 4], curves[at + 5]), 1e-5);
            assertTrue("goes on", curves[at + 5] > curves[at + 1]);
        }
        assertArrayEquals(new float[] {0, 1}, new float[] {curves[4 * count], curves[4 * count + 1]}, 1e-6f);
    }

    @Test
    public void whoDoesNotMindGetsOneCurveAndWhoHasNoRoomANumber() {
        float[] curves = new float[6];
        assertEquals(1, NativeHelpers.internalConicToQuadratics(QUARTER, 1, curves, WEIGHT, 1));
        assertArrayEquals(new float[] {1, 0, 1, 1, 0, 1}, curves, 0);
        assertEquals(32, NativeHelpers.internalConicToQuadratics(QUARTER, 1, curves, WEIGHT, 0));
        assertArrayEquals("left as it was", new float[] {1, 0, 1, 1, 0, 1}, curves, 0);
    }

    @Test
    public void aCounterCounts() {
        long counter = NativeHelpers.nativeCreateSharedCounter(7);
        assertEquals(0, NativeHelpers.nativeGetCounterValue(counter));
        assertEquals(1, NativeHelpers.nativeIncrementAndGetCounterValue(counter));
        assertEquals("the same file", counter, NativeHelpers.nativeCreateSharedCounter(7));
        assertEquals(1, NativeHelpers.nativeGetCounterValue(counter));
    }
}
