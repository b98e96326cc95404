package oddity.pocket.phone;

import java.util.Arrays;

/** What a phone throws at an app that has not been allowed something. */
public final class Refusal {
    private static final String OURS = "oddity.";

    private Refusal() {}

    /** On a phone it comes from another process: the framework's own call is the first thing that its stack shows. */
    public static SecurityException of(String why) {
        SecurityException refused = new SecurityException(why);
        StackTraceElement[] frames = refused.getStackTrace();
        int own = 0;
        while (own < frames.length && frames[own].getClassName().startsWith(OURS)) {
            own++;
        }
        refused.setStackTrace(Arrays.copyOfRange(frames, own, frames.length));
        return refused;
    }
}
