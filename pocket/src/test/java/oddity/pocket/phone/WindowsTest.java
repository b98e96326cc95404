package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;

import android.app.AlertDialog;
import android.widget.TextView;
import oddity.pocket.boot.PhoneRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class WindowsTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void aDialogStandsOverItsActivityAndTakesTheKeys() {
        Stage stage = phone.open(here -> here.setContentView(new TextView(here)));
        AlertDialog dialog = new AlertDialog.Builder(stage).setMessage("sure?").show();
        phone.rest();
        Windows windows = phone.get().windows;
        assertEquals(2, windows.all().size());
        assertSame(dialog.getWindow().getDecorView(), windows.focused().root());
        dialog.dismiss();
        phone.rest();
        assertSame(stage.getWindow().getDecorView(), windows.focused().root());
    }
}
