package oddity.pocket.boot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.junit.Test;

public class WallClockTest {
    @Test
    public void theFrameworkIsToldWhatThePhoneSays() throws Throwable {
        WallClock.set(() -> 1_705_312_800_000L);
        MethodHandle asked = new WallClock().getMethodHandle("currentTimeMillis", MethodType.methodType(long.class));
        assertEquals(1_705_312_800_000L, (long) asked.invokeExact());
    }

    @Test
    public void widgetsWithACalendarAreChangedAndOthersAreNot() {
        assertTrue(WallClock.isAskedBy("android.widget.TextClock"));
        assertTrue(WallClock.isAskedBy("android.widget.TextClock$2"));
        assertTrue(WallClock.isAskedBy("android.app.DatePickerDialog"));
        assertFalse(WallClock.isAskedBy("android.widget.TextView"));
        assertFalse(WallClock.isAskedBy("com.example.TextClock"));
    }
}
