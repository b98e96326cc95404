package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class AndroidWordsTest {
    private interface Deed {
        void run();
    }

    private static final class Box {
        int size;
    }

    /** What Java says of it, in Android's words. */
    private static void check(String expected, Deed deed) {
        try {
            deed.run();
        } catch (RuntimeException thrown) {
            assertEquals(expected, AndroidWords.of(thrown.toString()));
            return;
        }
        throw new AssertionError("nothing was thrown");
    }

    @Test
    public void whatIsNullIsToldAsOnAPhone() {
        String text = null;
        Box box = null;
        int[] numbers = null;
        Runnable task = null;
        String before = "java.lang.NullPointerException: Attempt to ";
        check(before + "invoke virtual method 'java.lang.String.length()' on a null object reference", () -> text.length());
        check(before + "invoke virtual method 'java.lang.Runnable.run()' on a null object reference", () -> task.run());
        check(before + "read from field 'size' on a null object reference", () -> System.out.print(box.size));
        check(before + "write to field 'size' on a null object reference", () -> box.size = 1);
        check(before + "read from null array", () -> System.out.print(numbers[0]));
        check(before + "write to null array", () -> numbers[0] = 1);
        check(before + "get length of null array", () -> System.out.print(numbers.length));
    }

    @Test
    public void otherExceptionsToo() {
        Object text = "x";
        int[] numbers = new int[3];
        check("java.lang.ClassCastException: java.lang.String cannot be cast to java.lang.Integer",
                () -> System.out.print((Integer) text));
        check("java.lang.ArrayIndexOutOfBoundsException: length=3; index=5", () -> numbers[5] = 1);
        check("java.lang.ArithmeticException: divide by zero", () -> System.out.print(1 / numbers[0]));
    }

    @Test
    public void whatTheAppSaysItselfStays() {
        for (String line : new String[] {"java.lang.NullPointerException: no notes", "\tat a.B.c(B.java:3)",
            "java.lang.IllegalStateException: Cannot invoke \"it\" because of rain", "java.lang.NullPointerException"}) {
            assertEquals(line, AndroidWords.of(line));
        }
        assertEquals("Caused by: java.lang.ArithmeticException: divide by zero\n\tat a.B.c(B.java:3)\n",
                AndroidWords.of("Caused by: java.lang.ArithmeticException: / by zero\n\tat a.B.c(B.java:3)\n"));
    }
}
