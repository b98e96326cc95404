package oddity.pocket.phone.threads;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import oddity.pocket.boot.AppClassLoader;
import oddity.pocket.boot.Channel;
import oddity.pocket.phone.window.Dump;
import oddity.pocket.phone.window.Windows;

/** Looks now and then at what the app's main thread is at, and counts: so a slow event explains itself. */
public final class Sampler extends Thread {
    /** What the main thread is at, as answers name it in small letters. */
    public enum Work {
        /** Code of the app's, and what it calls of Java. */
        APP,
        /** Code of the framework's that is nothing of the rest. */
        FRAMEWORK,
        /** Classes are loaded, and calls linked. */
        LINKING,
        /** Views are measured and laid out. */
        LAYOUT,
        DUMP,
        PICTURE,
        /** The app's other threads are waited for. */
        THREADS,
        /** The answer is put together. */
        ANSWER
    }

    private static final int NANOS_IN_MICRO = 1_000;

    private final Thread main;
    private final Predicate<String> isOfApp;
    private final long everyMicros;
    private final Map<Work, Integer> counts = new EnumMap<>(Work.class);

    /** In the topmost group: threads of the app are told by being below the main thread's. */
    public Sampler(Thread main, Predicate<String> isOfApp, long everyMicros) {
        super(Watchdog.topmost(), null, "sampler");
        this.main = main;
        Map<String, Boolean> known = new HashMap<>();
        // Asking opens files, and the same classes come again and again.
        this.isOfApp = type -> known.computeIfAbsent(type, isOfApp::test);
        this.everyMicros = everyMicros;
        setDaemon(true);
    }

    /** How often it was found at what. */
    public synchronized Map<Work, Integer> counts() {
        return new EnumMap<>(counts);
    }

    /** Until it is interrupted. */
    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(everyMicros / NANOS_IN_MICRO, (int) (everyMicros % NANOS_IN_MICRO) * NANOS_IN_MICRO);
                Work work = workOf(main.getStackTrace(), isOfApp);
                if (work != null) {
                    count(work);
                }
            }
        } catch (InterruptedException enough) {
            // Nobody wants to know any more.
        }
    }

    private synchronized void count(Work work) {
        counts.merge(work, 1, Integer::sum);
    }

    /** What a stack is about, the innermost call first; null where nothing was asked of the phone. */
    static Work workOf(StackTraceElement[] stack, Predicate<String> isOfApp) {
        boolean isAsked = false;
        Work work = null;
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (isOf(type, Channel.class)) {
                return null;
            }
            // Whatever a picture draws and a dump asks of the app belongs to them.
            if (isOf(type, Dump.class)) {
                return Work.DUMP;
            }
            if (isOf(type, Windows.class) && frame.getMethodName().equals("picture")) {
                return Work.PICTURE;
            }
            if (isOf(type, OtherThreads.class)) {
                return Work.THREADS;
            }
            if (work == null) {
                work = narrow(type, frame.getMethodName(), isOfApp);
            }
            isAsked |= frame.getMethodName().equals("carryOut");
        }
        return work != null ? work : isAsked ? Work.FRAMEWORK : stack.length > 0 ? Work.ANSWER : null;
    }

    private static Work narrow(String type, String method, Predicate<String> isOfApp) {
        if (isOf(type, AppClassLoader.class)
                || type.equals("java.lang.ClassLoader")
                || type.equals("java.lang.invoke.MethodHandleNatives")
                || type.startsWith("org.robolectric.internal.bytecode.")) {
            return Work.LINKING;
        }
        boolean isLayout = switch (type) {
            case "android.view.ViewRootImpl" -> isNamed(method, "performTraversals");
            case "android.view.View" -> isNamed(method, "measure") || isNamed(method, "layout");
            default -> false;
        };
        return isLayout ? Work.LAYOUT : isOfApp.test(type) ? Work.APP : null;
    }

    /** Robolectric keeps what a method of the framework does under a longer name. */
    private static boolean isNamed(String method, String name) {
        return method.equals(name) || method.startsWith("$$robo$$") && method.endsWith("$" + name);
    }

    /** Whether it is this class of ours, or one inside of it. */
    private static boolean isOf(String type, Class<?> ours) {
        return type.equals(ours.getName()) || type.startsWith(ours.getName() + "$");
    }
}
