package oddity.pocket.phone.threads;

import java.util.function.BooleanSupplier;

/** How threads are waited for that are about to do something. */
public final class Patience {
    /** By the computer's clock, for the phone's stands still meanwhile. */
    private static final long NANOS = 500_000_000L;

    private Patience() {}

    /** Until this is so, or for as long as is reasonable: a thread that was started or woken seems to rest until it gets a processor. */
    public static void until(BooleanSupplier isSo) {
        long end = System.nanoTime() + NANOS;
        while (!isSo.getAsBoolean() && System.nanoTime() < end) {
            Thread.yield();
        }
    }
}
