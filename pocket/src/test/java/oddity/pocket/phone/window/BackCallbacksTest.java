package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import android.app.AlertDialog;
import android.content.Intent;
import android.view.KeyEvent;
import android.window.BackEvent;
import android.window.OnBackAnimationCallback;
import android.window.OnBackInvokedDispatcher;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class BackCallbacksTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> told = new ArrayList<>();

    @Before
    public void enable() {
        Phone.application().getApplicationInfo().setEnableOnBackInvokedCallback(true);
    }

    @Test
    public void aCallbackIsToldInsteadOfTheActivity() {
        Stage stage = open();
        Callback callback = new Callback();
        stage.getOnBackInvokedDispatcher().registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, callback);
        back();
        assertEquals(List.of("started", "invoked"), told);
        assertSame(stage, phone.get().front());
        stage.getOnBackInvokedDispatcher().unregisterOnBackInvokedCallback(callback);
        back();
        assertNull("the first screen is left", phone.get().front());
    }

    @Test
    public void aSecondScreenIsFinished() {
        Stage first = open();
        Stage second = phone.open(stage -> {});
        back();
        assertSame(first, phone.get().front());
        assertEquals(true, second.isDestroyed());
    }

    @Test
    public void aDialogIsClosedBeforeItsActivity() {
        Stage stage = open();
        AlertDialog dialog = new AlertDialog.Builder(stage).setMessage("Sure?").show();
        phone.rest();
        back();
        assertEquals(false, dialog.isShowing());
        assertSame(stage, phone.get().front());
    }

    private Stage open() {
        return phone.open(stage -> stage.setIntent(new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER)));
    }

    private void back() {
        phone.get().keyboard.press(KeyEvent.KEYCODE_BACK);
        phone.rest();
    }

    private final class Callback implements OnBackAnimationCallback {
        @Override
        public void onBackStarted(BackEvent event) {
            told.add("started");
        }

        @Override
        public void onBackInvoked() {
            told.add("invoked");
        }
    }
}
