package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.app.AlertDialog;
import android.text.Editable;
import android.text.InputFilter;
import android.text.InputType;
import android.text.TextWatcher;
import android.view.KeyEvent;
import android.view.inputmethod.EditorInfo;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class KeyboardTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> story = new ArrayList<>();
    private EditText first;
    private EditText second;

    @Test
    public void aTapOnAFieldBringsTheKeyboardUp() {
        openFields();
        first.requestFocus();
        phone.rest();
        assertFalse("focus alone does not", isUp());
        phone.tap(first);
        assertTrue(isUp());
    }

    @Test
    public void aFieldCanDoWithoutTheKeyboard() {
        openFields();
        first.setShowSoftInputOnFocus(false);
        phone.tap(first);
        assertFalse(isUp());
    }

    @Test
    public void backPutsTheKeyboardAwayAndThenLeaves() {
        Stage stage = openFields();
        phone.tap(first);
        press(KeyEvent.KEYCODE_BACK);
        assertFalse(isUp());
        assertSame(stage, phone.get().front());
        press(KeyEvent.KEYCODE_BACK);
        assertNull(phone.get().front());
    }

    @Test
    public void theKeyboardGoesWithItsActivity() {
        openFields();
        phone.tap(first);
        Stage above = phone.open(here -> here.setContentView(new EditText(here)));
        assertFalse(isUp());
        above.finish();
        phone.rest();
        assertFalse(isUp());
    }

    @Test
    public void theKeyboardGoesWithItsDialog() {
        Stage stage = openFields();
        EditText field = new EditText(stage);
        AlertDialog dialog = new AlertDialog.Builder(stage).setView(field).show();
        phone.rest();
        phone.tap(field);
        assertTrue(isUp());
        dialog.dismiss();
        phone.rest();
        assertFalse(isUp());
    }

    @Test
    public void textGoesIntoTheFieldThatWasTapped() {
        openFields();
        phone.tap(second);
        type("milk");
        assertEquals("", first.getText().toString());
        assertEquals("milk", second.getText().toString());
    }

    @Test
    public void textGoesWhereTheCursorIs() {
        openFields();
        first.requestFocus();
        type("mlk");
        first.setSelection(1);
        type("i");
        assertEquals("milk", first.getText().toString());
        first.selectAll();
        type("oat");
        assertEquals("oat", first.getText().toString());
    }

    @Test
    public void textThatNobodyTakesIsLost() {
        Stage stage = phone.open(here -> here.setContentView(new Button(here)));
        type("milk");
        assertSame(stage, phone.get().front());
    }

    @Test
    public void aDisabledFieldTakesNoText() {
        openFields();
        first.requestFocus();
        first.setEnabled(false);
        phone.rest();
        type("milk");
        assertEquals("", first.getText().toString());
    }

    @Test
    public void aFilterCutsWhatIsTyped() {
        openFields();
        first.setFilters(new InputFilter[] {new InputFilter.LengthFilter(3)});
        first.requestFocus();
        type("milk");
        assertEquals("mil", first.getText().toString());
    }

    @Test
    public void aFieldForNumbersTakesNothingElse() {
        openFields();
        first.setInputType(InputType.TYPE_CLASS_NUMBER);
        first.requestFocus();
        type("a1b2");
        assertEquals("12", first.getText().toString());
    }

    @Test
    public void whoWatchesIsToldOnceInOrder() {
        openFields();
        first.addTextChangedListener(new TextWatcher() {
            @Override
            public void beforeTextChanged(CharSequence text, int start, int count, int after) {
                story.add("before " + text);
            }

            @Override
            public void onTextChanged(CharSequence text, int start, int before, int count) {
                story.add("on " + text);
            }

            @Override
            public void afterTextChanged(Editable text) {
                story.add("after " + text);
            }
        });
        first.requestFocus();
        type("milk");
        check("before ", "on milk", "after milk");
    }

    @Test
    public void deletingTakesOneCharacter() {
        openFields();
        first.requestFocus();
        type("milk");
        press(KeyEvent.KEYCODE_DEL);
        assertEquals("mil", first.getText().toString());
    }

    @Test
    public void erasingForwardsEndsWithTheText() {
        openFields();
        first.requestFocus();
        type("milk");
        first.setSelection(3);
        first.setOnKeyListener((view, code, event) -> {
            story.add("key");
            return false;
        });
        press(KeyEvent.KEYCODE_FORWARD_DEL);
        assertEquals("mil", first.getText().toString());
        int pressed = story.size();
        press(KeyEvent.KEYCODE_FORWARD_DEL);
        assertEquals("there is nothing to erase", pressed, story.size());
    }

    @Test
    public void enterTellsWhoWaitsForIt() {
        openFields();
        first.setOnEditorActionListener((view, action, event) -> {
            story.add(action + (event.getAction() == KeyEvent.ACTION_DOWN ? " down" : " up"));
            return true;
        });
        first.requestFocus();
        press(KeyEvent.KEYCODE_ENTER);
        check(EditorInfo.IME_NULL + " down", EditorInfo.IME_NULL + " up");
        assertTrue(first.hasFocus());
    }

    @Test
    public void enterGoesToTheNextField() {
        openFields();
        first.requestFocus();
        press(KeyEvent.KEYCODE_ENTER);
        assertTrue(second.hasFocus());
    }

    @Test
    public void enterBreaksTheLineWhereThereAreSeveral() {
        openFields();
        first.setSingleLine(false);
        first.requestFocus();
        type("milk");
        press(KeyEvent.KEYCODE_ENTER);
        type("honey");
        assertEquals("milk\nhoney", first.getText().toString());
    }

    @Test
    public void backClosesADialogBeforeItsActivity() {
        Stage stage = openFields();
        AlertDialog dialog = new AlertDialog.Builder(stage).setMessage("sure?")
                .setOnCancelListener(cancelled -> story.add("cancelled")).show();
        phone.rest();
        press(KeyEvent.KEYCODE_BACK);
        check("cancelled");
        assertFalse(dialog.isShowing());
        assertSame(stage, phone.get().front());
        press(KeyEvent.KEYCODE_BACK);
        assertNull(phone.get().front());
    }

    @Test
    public void backDoesNothingToADialogThatCannotBeCancelled() {
        Stage stage = openFields();
        AlertDialog dialog = new AlertDialog.Builder(stage).setMessage("sure?").setCancelable(false).show();
        phone.rest();
        press(KeyEvent.KEYCODE_BACK);
        assertTrue(dialog.isShowing());
        assertSame(stage, phone.get().front());
    }

    @Test
    public void aKeyIsPressedAndLetGo() {
        Stage stage = phone.open(here -> {});
        Button button = new Button(stage);
        button.setFocusableInTouchMode(true);
        stage.setContentView(button);
        button.requestFocus();
        button.setOnKeyListener((view, code, event) ->
                story.add(code + (event.getAction() == KeyEvent.ACTION_DOWN ? " down" : " up")));
        phone.rest();
        press(KeyEvent.KEYCODE_VOLUME_UP);
        check("24 down", "24 up");
    }

    private Stage openFields() {
        Stage stage = phone.open(here -> {});
        first = field(stage);
        second = field(stage);
        LinearLayout both = new LinearLayout(stage);
        both.setOrientation(LinearLayout.VERTICAL);
        both.setFocusableInTouchMode(true);
        both.addView(first);
        both.addView(second);
        stage.setContentView(both);
        phone.rest();
        return stage;
    }

    private static EditText field(Stage stage) {
        EditText field = new EditText(stage);
        field.setSingleLine();
        return field;
    }

    private void type(String text) {
        phone.get().keyboard.type(text);
        phone.rest();
    }

    private void press(int code) {
        phone.get().keyboard.press(code);
        phone.rest();
    }

    private boolean isUp() {
        return phone.get().keyboard.isUp();
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), story);
        story.clear();
    }
}
