package oddity.pocket.phone;

import android.app.Application;
import android.os.SystemClock;
import android.util.Log;
import java.io.File;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Random;
import java.util.UUID;

/**
 * What an app's code calls where it was written to ask Java about time and chance.
 *
 * <p>The same phone gives the same answers: time is the phone's own, and chance depends on when the process began, so that what
 * one process has drawn for itself alone does not come again in the next.
 */
public final class Substitutes {
    /** The 15th of January 2024, ten in the morning, UTC. */
    static final long NEW_YEAR_MS = 1_705_312_800_000L;
    private static final long NANOS = 1_000_000;

    private static final Random CHANCE = new Random();
    /** By how much somebody has set the calendar ahead. */
    private static volatile long aheadMs;

    private Substitutes() {}

    /** An app's end by its own wish. */
    static final class Exit extends Error {
        Exit(int status) {
            super("System.exit(" + status + ")");
        }
    }

    /** A process begins, the so many-th of the app: it draws other chances than those before it, whatever the time. */
    static void begin(long process) {
        CHANCE.setSeed(process);
    }

    static void setAhead(long ms) {
        aheadMs = ms;
    }

    public static long currentTimeMillis() {
        return NEW_YEAR_MS + aheadMs + SystemClock.uptimeMillis();
    }

    public static long nanoTime() {
        return SystemClock.uptimeMillis() * NANOS;
    }

    public static Calendar now(Calendar calendar) {
        calendar.setTimeInMillis(currentTimeMillis());
        return calendar;
    }

    public static Clock systemUTC() {
        return new PhoneClock(ZoneId.of("UTC"));
    }

    public static Clock systemDefaultZone() {
        return new PhoneClock(ZoneId.systemDefault());
    }

    public static double random() {
        synchronized (CHANCE) {
            return CHANCE.nextDouble();
        }
    }

    public static long seed() {
        synchronized (CHANCE) {
            return CHANCE.nextLong();
        }
    }

    public static UUID randomUUID() {
        byte[] bytes = new byte[16];
        synchronized (CHANCE) {
            CHANCE.nextBytes(bytes);
        }
        return UUID.nameUUIDFromBytes(bytes);
    }

    /** In the app's own folder, which is what Android means where nobody says where. */
    public static File createTempFile(String prefix, String suffix) throws IOException {
        Application application = Phone.application();
        return File.createTempFile(prefix, suffix, application == null ? null : application.getCacheDir());
    }

    public static void exit(int status) {
        throw new Exit(status);
    }

    /** Noted even where the app catches it: what it does without its native code is not what it does on a phone. */
    public static void loadLibrary(String name) {
        if (NativeHelpers.standInFor(name)) {
            return;
        }
        throw withoutNativeCode("lib" + name + ".so");
    }

    public static void load(String file) {
        throw withoutNativeCode(file.substring(file.lastIndexOf('/') + 1));
    }

    private static UnsatisfiedLinkError withoutNativeCode(String library) {
        UnsatisfiedLinkError error = new UnsatisfiedLinkError(library);
        LogBook.lack("native code: " + library, Log.getStackTraceString(error));
        return error;
    }

    private static final class PhoneClock extends Clock {
        private final ZoneId zone;

        PhoneClock(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new PhoneClock(other);
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(currentTimeMillis());
        }
    }
}
