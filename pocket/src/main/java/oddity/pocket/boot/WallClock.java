package oddity.pocket.boot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import java.util.function.LongSupplier;
import org.robolectric.internal.bytecode.Interceptor;
import org.robolectric.internal.bytecode.MethodRef;
import org.robolectric.internal.bytecode.MethodSignature;
import org.robolectric.util.Function;

/** What the framework's own code takes for the time of day: the phone's calendar, where Robolectric would say 1970. */
public final class WallClock extends Interceptor {
    /** Widgets that ask Java's calendar, which knows only the computer's clock: their code is changed as an app's is. */
    private static final Set<String> WIDGETS = Set.of("AnalogClock", "CalendarView", "CalendarViewLegacyDelegate",
            "DatePickerCalendarDelegate", "DatePickerSpinnerDelegate", "DateTimeView", "DigitalClock",
            "RadialTimePickerView", "SimpleMonthView", "TextClock", "TimePickerClockDelegate",
            "TimePickerSpinnerDelegate");
    private static final String WIDGET_PACKAGE = "android.widget.";
    private static final String NOW = "now";

    private static volatile LongSupplier source = () -> 0;

    /** Robolectric makes one too. */
    public WallClock() {
        super(new MethodRef(System.class, "currentTimeMillis"));
    }

    /** Whom to ask, from now on. */
    public static void set(LongSupplier phone) {
        source = phone;
    }

    public static long now() {
        return source.getAsLong();
    }

    /** Whether a class of the framework's asks Java's calendar. */
    static boolean isAskedBy(String name) {
        if (name.startsWith("android.app.DatePickerDialog")) {
            return true;
        }
        String widget = name.startsWith(WIDGET_PACKAGE) ? name.substring(WIDGET_PACKAGE.length()) : "";
        int inner = widget.indexOf('$');
        return WIDGETS.contains(inner < 0 ? widget : widget.substring(0, inner));
    }

    @Override
    public Function<Object, Object> handle(MethodSignature signature) {
        return (type, value, parameters) -> now();
    }

    @Override
    public MethodHandle getMethodHandle(String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        return MethodHandles.lookup().findStatic(WallClock.class, NOW, MethodType.methodType(long.class));
    }
}
