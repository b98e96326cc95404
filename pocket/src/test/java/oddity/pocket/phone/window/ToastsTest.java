package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.content.Context;
import android.view.View;
import android.widget.TextView;
import android.widget.Toast;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ToastsTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void aToastIsSeenForAWhileAndNotInDumps() {
        Stage stage = phone.open(here -> here.setContentView(new TextView(here)));
        byte[] before = picture();
        Toast.makeText(stage, "saved", Toast.LENGTH_SHORT).show();
        phone.get().time.pass(100);
        assertEquals(List.of("saved"), seen());
        assertFalse("in the picture", Arrays.equals(before, picture()));
        assertTrue("left out where that is asked for", Arrays.equals(before, phone.get().screenshot(false)));
        assertFalse(phone.get().dump().contains("saved"));
        phone.get().time.pass(2000);
        assertEquals(List.of(), seen());
        assertTrue(Arrays.equals(before, picture()));
    }

    @Test
    public void oneFollowsTheOther() {
        Stage stage = phone.open(here -> here.setContentView(new TextView(here)));
        Toast.makeText(stage, "one", Toast.LENGTH_SHORT).show();
        Toast.makeText(stage, "two", Toast.LENGTH_LONG).show();
        phone.get().time.pass(100);
        assertEquals(List.of("one"), seen());
        phone.get().time.pass(2000);
        assertEquals(List.of("two"), seen());
        phone.get().time.pass(3500);
        assertEquals(List.of(), seen());
    }

    @Test
    public void oneThatIsTakenBackMakesRoomForTheNext() {
        Stage stage = phone.open(here -> here.setContentView(new TextView(here)));
        Toast first = Toast.makeText(stage, "one", Toast.LENGTH_LONG);
        first.show();
        Toast.makeText(stage, "two", Toast.LENGTH_LONG).show();
        phone.get().time.pass(100);
        first.cancel();
        phone.get().time.pass(100);
        assertEquals(List.of("two"), seen());
    }

    @Test
    public void anAppsOwnViewIsShown() {
        Stage stage = phone.open(here -> here.setContentView(new TextView(here)));
        TextView own = new TextView(stage);
        own.setText("own");
        Toast toast = new Toast(stage);
        toast.setView(own);
        toast.show();
        phone.get().time.pass(100);
        assertEquals(List.of("own"), seen());
    }

    @Test
    public void aThreadWithoutALooperMayNotToast() throws InterruptedException {
        Context context = Phone.application();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> Toast.makeText(context, "late", Toast.LENGTH_SHORT).show());
        thread.setUncaughtExceptionHandler((ended, by) -> thrown.set(by));
        thread.start();
        thread.join();
        assertTrue(String.valueOf(thrown.get()), thrown.get() instanceof NullPointerException);
    }

    private byte[] picture() {
        return phone.get().screenshot();
    }

    /** What toasts say now. */
    private List<String> seen() {
        List<String> seen = new ArrayList<>();
        for (Windows.Window window : phone.get().windows.all()) {
            if ("Toast".contentEquals(window.params().getTitle())) {
                View text = window.root() instanceof TextView ? window.root() : window.root().findViewById(android.R.id.message);
                seen.add(((TextView) text).getText().toString());
            }
        }
        return seen;
    }
}
