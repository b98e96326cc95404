package oddity.pocket.phone;

import java.util.Arrays;

/** What a phone throws at an app that has not been allowed something, or asks for what is not there. */
public final class Refusal {
    private static final String OURS = "oddity.";

    private Refusal() {}

    public static SecurityException of(String why) {
        return fromOutside(new SecurityException(why));
    }

    /** On a phone it comes from another process: the framework's own call is the first thing that its stack shows. */
    public static <T extends RuntimeException> T fromOutside(T thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        int own = 0;
        while (own < frames.length && frames[own].getClassName().startsWith(OURS)) {
            own++;
        }
        thrown.setStackTrace(Arrays.copyOfRange(frames, own, frames.length));
        return thrown;
    }
}
