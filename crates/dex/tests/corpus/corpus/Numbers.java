package corpus;

import static corpus.Main.count;
import static corpus.Main.say;

/** Arithmetic, conversions and constants that are several things at once. */
final class Numbers {
    private static final long LONG = 0x1234_5678_9abc_def0L;
    static final float FLOAT = 1.5f;
    static final String TEXT = "text \u0000 \u00e9 \u20ac \ud83d\ude00";
    static final boolean YES = true;
    static final char LETTER = 'x';

    static void run() {
        ints(count(1, 2, 3), count(1) * -7);
        longs(LONG, count(1, 2) * -3L);
        floats(count(1) * 2.5f, count(1) * -0.5);
        for (int number : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            say("as", (byte) number, (short) number, (int) (char) number, (long) number, (float) number, (double) number);
            say(constants(number == 0), zero(number), chosen(number), mixed(number));
        }
        say(FLOAT, TEXT, TEXT.length(), YES, LETTER, LONG, Float.NaN, Double.NEGATIVE_INFINITY, Long.MIN_VALUE);
    }

    private static void ints(int a, int b) {
        say(a + b, a - b, a * b, a / b, a % b, a & b, a | b, a ^ b, a << b, a >> b, a >>> b, -a, ~a, 100 - a, a * 1000000);
        say(b << 3, b >> 3, b >>> 3, b & 0xff, b | 0x10, b ^ 0x7fff, b / 3, b % 3, b - 1, b + 40000);
        try {
            say(a / (a - a));
        } catch (ArithmeticException error) {
            say("caught", error.getMessage());
        }
    }

    private static void longs(long a, long b) {
        say(a + b, a - b, a * b, a / b, a % b, a & b, a | b, a ^ b, a << 5, a >> 5, a >>> 5, -a, ~a, a < b, a == b, (int) a);
        try {
            say(a % (b - b));
        } catch (ArithmeticException error) {
            say("caught", error.getMessage());
        }
    }

    private static void floats(float a, double b) {
        say(a + b, a - b, a * b, a / b, a % b, -a, -b, (int) a, (long) b, (float) b, a < b, a > b, a <= b, a != b);
        float nan = 0f / (a - a);
        say(nan < a, nan > a, nan <= a, nan >= a, nan == nan, (int) nan, (long) (a / 0f), a / 0f);
    }

    /** Zero as a number, as a fraction and as nothing, in one register where a compiler likes to. */
    private static String constants(boolean which) {
        Object nothing = null;
        int number = 0;
        float fraction = 0f;
        boolean no = false;
        if (which) {
            nothing = "something";
            number = 1;
            fraction = 1f;
            no = true;
        }
        return nothing + " " + number + " " + fraction + " " + no;
    }

    private static Object zero(int number) {
        Object result = null;
        for (int at = 0; at < 3; at++) {
            if (number == at) {
                result = at;
            } else if (number == -at && result == null) {
                result = at == 0 ? null : "minus";
            }
        }
        return result;
    }

    private static double chosen(int number) {
        double wide = number > 0 ? 1 : number < 0 ? 0 : Double.MIN_VALUE;
        long other = number > 0 ? 1L : 0L;
        return wide + other;
    }

    private static float mixed(int number) {
        float value = 1f;
        int bits = 0x3f800000;
        for (int at = 0; at < 3; at++) {
            value = number > at ? value * 2 : 0f;
            bits = number > at ? bits + 1 : 0;
        }
        return value + bits;
    }
}
