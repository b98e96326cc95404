package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;

import android.view.View;
import android.widget.EditText;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ActivityPageTest {
    private static final int ID = 1;

    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void anActivityIsLeftAndSeenAgain() {
        Stage stage = phone.open(here -> here.setContentView(new View(here)));
        phone.get().leave();
        phone.rest();
        phone.launch();
        assertSame(stage, phone.get().front());
        assertEquals(List.of("create", "start", "resume", "pause", "stop", "start", "resume"), Stage.LIFE);
    }

    @Test
    public void turningMakesItAnewWithWhatWasTyped() {
        Stage stage = phone.open(ActivityPageTest::field);
        phone.get().keyboard.type("milk");
        phone.get().screen.hold(false);
        phone.rest();
        Stage turned = (Stage) phone.get().front();
        assertNotSame(stage, turned);
        assertEquals("milk", text(turned));
        List<String> anew = List.of("pause", "stop", "destroy", "create again", "start", "resume");
        assertEquals(anew, Stage.LIFE.subList(3, Stage.LIFE.size()));
    }

    @Test
    public void aNewProcessTakesUpWhatTheOneBeforeItSaved() {
        Stage stage = phone.open(ActivityPageTest::field);
        phone.get().keyboard.type("milk");
        phone.endProcess();
        Stage again = (Stage) phone.get().front();
        assertNotSame(stage, again);
        assertEquals("milk", text(again));
    }

    private static void field(Stage stage) {
        EditText field = new EditText(stage);
        field.setId(ID);
        stage.setContentView(field);
        field.requestFocus();
    }

    private static String text(Stage stage) {
        return ((EditText) stage.findViewById(ID)).getText().toString();
    }
}
