package oddity.pocket.phone.task;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import android.content.Intent;
import android.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class SavedTaskTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void theTaskComesBackWithItsWishesAndWithWhoWaits() {
        Stage stage = phone.open(here -> here.setContentView(new View(here)));
        stage.startActivityForResult(new Intent(stage, Stage.class).setAction("second").putExtra("word", "milk"), 7);
        phone.rest();
        phone.get().leave();
        phone.rest();
        Map<Page, Start> pages = SavedTask.pages(SavedTask.of(phone.get().stack), phone.get().time);
        List<Page> all = new ArrayList<>(pages.keySet());
        assertEquals(List.of(Stage.class.getName(), Stage.class.getName()), all.stream().map(Page::activity).toList());
        assertNull(pages.get(all.get(0)).caller());
        Start second = pages.get(all.get(1));
        assertSame(all.get(0), second.caller());
        assertEquals(7, second.request());
        assertEquals("second", ((IntentStart) second).intent().getAction());
        assertEquals("milk", ((IntentStart) second).intent().getStringExtra("word"));
    }

    @Test
    public void anEmptyTaskStaysEmpty() {
        assertEquals(Map.of(), SavedTask.pages(SavedTask.of(phone.get().stack), phone.get().time));
    }
}
