package corpus;

import static corpus.Main.count;
import static corpus.Main.say;

/** Arrays of every kind, written out, filled and null. */
final class Arrays {
    private static final boolean[] BITS = {true, false, true, true, false, false, true, false};
    private static final byte[] BYTES = {1, -2, 3, 127, -128};
    private static final char[] CHARS = {'a', '\u20ac', '\0', '\uffff', 'z'};
    private static final short[] SHORTS = {1, -1, 300, -32768};
    private static final int[] INTS = {1, -1, 70000, Integer.MIN_VALUE};
    private static final long[] LONGS = {1, -1, 1L << 40, Long.MIN_VALUE};
    private static final float[] FLOATS = {1.5f, -0f, Float.NaN, Float.MIN_VALUE};
    private static final double[] DOUBLES = {1.5, -0.0, Double.POSITIVE_INFINITY, 1e300};

    static void run() {
        say(java.util.Arrays.toString(BITS), java.util.Arrays.toString(BYTES), java.util.Arrays.hashCode(CHARS));
        say(java.util.Arrays.toString(SHORTS), java.util.Arrays.toString(INTS), java.util.Arrays.toString(LONGS));
        say(java.util.Arrays.toString(FLOATS), java.util.Arrays.toString(DOUBLES));
        large();
        int[][][] cube = new int[2][3][];
        cube[1][2] = new int[] {count(1), count(1, 2), 3};
        Object[] boxes = {cube, "text", BITS, null};
        say(cube[1][2][1], cube.length, cube[0].length, boxes.length, ((int[][][]) boxes[0])[1][2].clone().length);
        BITS[1] |= BITS[0];
        BYTES[0] += 200;
        CHARS[0]++;
        SHORTS[2] *= 200;
        LONGS[0] <<= 33;
        FLOATS[0] /= 0;
        DOUBLES[0]--;
        say(BITS[1], BYTES[0], (int) CHARS[0], SHORTS[2], LONGS[0], FLOATS[0], DOUBLES[0]);
        say(missing(0), missing(1), missing(2), missing(3));
    }

    private static void large() {
        int[] squares = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 289, 324, 361, 400, 441, 484, 529, 576, 625, 676,
            729, 784, 841, 900, 961, 1024, 1089, 1156, 1225, 1296, 1369, 1444, 1521, 1600, 1681, 1764, 1849, 1936, 2025, 2116, 2209, 2304, -1};
        byte[] small = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, -44, -69, 96, 25, 56, 89, 24, 61, 40, 41, 84, 29, 76, 25, 76,
            29, 84, 41, 0, 61, 24, 89, 56, 25, 96, 69, 44, 21, 0, 81, 64, 49, 36, 25, 16, 9, 4, -1, -128, 127};
        double[] halves = {0, .5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5, 11, 11.5, 12, 12.5, 13, 13.5,
            14, 14.5, 15, 15.5, 16, 16.5, 17, 17.5, 18, 18.5, 19, 19.5, 20, 20.5, 21, 21.5, 22, 22.5, 23, 23.5, 24, 24.5, -1e-300};
        char[] letters = ("the quick brown fox jumps over the lazy dog and over many other animals " + count()).toCharArray();
        char[] fixed = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
            'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '\u20ac'};
        say(java.util.Arrays.hashCode(squares), java.util.Arrays.hashCode(small), java.util.Arrays.hashCode(halves), letters.length,
            new String(fixed), java.util.Arrays.stream(squares).sum());
    }

    private static String missing(int which) {
        int[] numbers = null;
        float[] fractions = null;
        Object[] things = null;
        try {
            switch (which) {
                case 0: return "" + numbers[0];
                case 1: fractions[0] = 1; return "written";
                case 2: return "" + things[1];
                default: return "" + numbers.length;
            }
        } catch (NullPointerException error) {
            return "null";
        }
    }
}
