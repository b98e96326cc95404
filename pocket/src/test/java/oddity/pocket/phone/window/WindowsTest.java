package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.app.AlertDialog;
import android.app.Dialog;
import android.graphics.Canvas;
import android.graphics.Color;
import android.view.Gravity;
import android.view.KeyEvent;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.PopupMenu;
import android.widget.PopupWindow;
import android.widget.TextView;
import android.widget.Toast;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class WindowsTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void aDialogStandsOverItsActivityAndTakesTheKeys() {
        Stage stage = openStage();
        Dialog dialog = ask(stage);
        check(root(dialog), root(stage));
        assertSame(root(dialog), phone.get().windows.focused().root());
        dialog.dismiss();
        phone.rest();
        check(root(stage));
        assertSame(root(stage), phone.get().windows.focused().root());
    }

    @Test
    public void theDialogThatIsOpenedLastIsUppermost() {
        Stage stage = openStage();
        Dialog first = ask(stage);
        Dialog second = ask(stage);
        check(root(second), root(first), root(stage));
        second.dismiss();
        phone.rest();
        assertSame(root(first), phone.get().windows.focused().root());
    }

    @Test
    public void aHiddenDialogIsNotThereUntilItIsShownAgain() {
        Stage stage = openStage();
        Dialog dialog = ask(stage);
        dialog.hide();
        phone.rest();
        check(root(stage));
        dialog.show();
        phone.rest();
        check(root(dialog), root(stage));
    }

    @Test
    public void aDialogOfACoveredActivityIsSeenWhenThatComesBack() {
        Stage below = openStage();
        Dialog dialog = ask(below);
        Stage above = openStage();
        check(root(above));
        assertSame(root(above), phone.get().windows.focused().root());
        above.finish();
        phone.rest();
        check(root(dialog), root(below));
        assertSame(root(dialog), phone.get().windows.focused().root());
    }

    @Test
    public void aDialogThatACoveredActivityOpensComesUpWithIt() {
        Stage below = openStage();
        Stage above = openStage();
        Dialog dialog = ask(below);
        check(root(above));
        above.finish();
        phone.rest();
        check(root(dialog), root(below));
    }

    @Test
    public void nothingIsSeenOfAnAppThatWasLeft() {
        Stage stage = openStage();
        ask(stage);
        popup(stage, false);
        phone.get().leave();
        phone.rest();
        check();
    }

    @Test
    public void whatShowsThroughAnActivityIsSeenAndTakesNoKeys() {
        phone.declare(Glass.class, as -> as.theme = android.R.style.Theme_Translucent_NoTitleBar);
        Stage below = openStage();
        Stage glass = phone.open(Glass.class, here -> {});
        check(root(glass), root(below));
        assertSame(root(glass), phone.get().windows.focused().root());
        assertEquals(List.of(root(glass)), roots(phone.get().windows.active()));
    }

    @Test
    public void aPopupThatTakesNoKeysIsActiveWithItsWindow() {
        Stage stage = openStage();
        View popup = root(popup(stage, false));
        assertSame(root(stage), phone.get().windows.focused().root());
        assertEquals(List.of(popup, root(stage)), roots(phone.get().windows.active()));
    }

    @Test
    public void aPopupThatTakesKeysIsActiveAlone() {
        Stage stage = openStage();
        View popup = root(popup(stage, true));
        assertSame(popup, phone.get().windows.focused().root());
        assertEquals(List.of(popup), roots(phone.get().windows.active()));
        check(popup, root(stage));
    }

    @Test
    public void aPopupOfAnActivityStaysBelowItsDialogs() {
        Stage stage = openStage();
        Dialog dialog = ask(stage);
        View popup = root(popup(stage, false));
        check(root(dialog), popup, root(stage));
    }

    @Test
    public void aPopupStandsOverTheDialogThatItBelongsTo() {
        Stage stage = openStage();
        Dialog dialog = ask(stage);
        View popup = root(popup(dialog.getWindow().getDecorView(), false));
        check(popup, root(dialog), root(stage));
    }

    @Test
    public void aPopupIsHiddenWithItsDialog() {
        Stage stage = openStage();
        Dialog dialog = ask(stage);
        popup(dialog.getWindow().getDecorView(), false);
        dialog.hide();
        phone.rest();
        check(root(stage));
    }

    @Test
    public void aPopupIsPlacedWithinItsWindow() {
        Dialog dialog = ask(openStage());
        int[] corner = place(root(dialog));
        assertTrue("the dialog stands in the middle", corner[1] > 100);
        int[] place = place(root(popup(dialog.getWindow().getDecorView(), false)));
        assertEquals(corner[0] + 10, place[0]);
        assertEquals(corner[1] + 20, place[1]);
    }

    @Test
    public void aPopupHangsUnderItsAnchor() {
        Button anchor = openAnchor();
        PopupWindow popup = new PopupWindow(text(anchor, "below"), 100, 50);
        popup.showAsDropDown(anchor);
        phone.rest();
        int[] at = place(anchor);
        int[] place = place(root(popup));
        assertEquals(at[0], place[0]);
        assertEquals(at[1] + anchor.getHeight(), place[1]);
    }

    @Test
    public void aMenuIsChosenFromAndGoes() {
        Button anchor = openAnchor();
        List<CharSequence> chosen = new ArrayList<>();
        PopupMenu menu = new PopupMenu(anchor.getContext(), anchor);
        menu.getMenu().add("copy");
        menu.getMenu().add("paste");
        menu.setOnMenuItemClickListener(item -> chosen.add(item.getTitle()));
        menu.show();
        phone.rest();
        assertEquals(1, phone.get().windows.active().size());
        phone.tap("paste");
        assertEquals(List.of("paste"), chosen);
        check(anchor.getRootView());
    }

    @Test
    public void backClosesAMenuAndNothingElse() {
        Button anchor = openAnchor();
        PopupMenu menu = new PopupMenu(anchor.getContext(), anchor);
        menu.getMenu().add("copy");
        menu.show();
        phone.rest();
        phone.get().keyboard.press(KeyEvent.KEYCODE_BACK);
        phone.rest();
        check(anchor.getRootView());
        assertSame(anchor.getContext(), phone.get().front());
    }

    @Test
    public void aToastTakesNothingFromItsActivity() {
        Stage stage = openStage();
        Toast.makeText(stage, "saved", Toast.LENGTH_LONG).show();
        phone.rest();
        assertSame(root(stage), phone.get().windows.focused().root());
        assertFalse(phone.get().dump().contains("saved"));
    }

    @Test
    public void aWindowThatIsAddedByHandStandsOverItsActivity() {
        Stage stage = openStage();
        View bubble = text(root(stage), "bubble");
        LayoutParams asked = new LayoutParams(50, 50, LayoutParams.TYPE_APPLICATION_PANEL,
                LayoutParams.FLAG_NOT_FOCUSABLE, 0);
        asked.gravity = Gravity.TOP | Gravity.START;
        stage.getWindowManager().addView(bubble, asked);
        phone.rest();
        check(bubble, root(stage));
        stage.getWindowManager().removeView(bubble);
        phone.rest();
        check(root(stage));
    }

    @Test
    public void aPictureLeavesNoTrace() {
        // Some views ask for the next frame as they are drawn.
        Stage stage = phone.open(here -> here.setContentView(new Counter(here, true)));
        List<Long> frames = new ArrayList<>();
        stage.getWindow().getDecorView().getViewTreeObserver().addOnPreDrawListener(() -> frames.add(phone.get().time.now()));
        phone.rest();
        frames.clear();
        phone.get().screenshot();
        assertFalse(phone.get().time.isMoving());
        phone.get().time.pass(100);
        assertEquals(List.of(), frames);
    }

    @Test
    public void whoAsksToBeDrawnAfterAPictureIsHeard() {
        Stage stage = phone.open(here -> here.setContentView(new Counter(here, false)));
        Counter counter = (Counter) ((FrameLayout) stage.findViewById(android.R.id.content)).getChildAt(0);
        phone.get().screenshot();
        int before = counter.drawn;
        counter.invalidate();
        assertTrue(phone.get().time.isMoving());
        phone.get().screenshot();
        assertTrue(counter.drawn > before);
    }

    private Stage openStage() {
        return phone.open(here -> here.setContentView(new TextView(here)));
    }

    private Button openAnchor() {
        Button anchor = new Button(phone.open(here -> {}));
        FrameLayout content = new FrameLayout(anchor.getContext());
        content.addView(anchor, new FrameLayout.LayoutParams(120, 60, Gravity.CENTER));
        ((Stage) anchor.getContext()).setContentView(content);
        phone.rest();
        return anchor;
    }

    private Dialog ask(Stage stage) {
        Dialog dialog = new AlertDialog.Builder(stage).setMessage("sure?").show();
        phone.rest();
        return dialog;
    }

    private PopupWindow popup(Stage stage, boolean takesKeys) {
        return popup(root(stage), takesKeys);
    }

    /** At 10, 20 of the window that this view is in. */
    private PopupWindow popup(View parent, boolean takesKeys) {
        PopupWindow popup = new PopupWindow(text(parent, "popup"), 100, 50, takesKeys);
        popup.showAtLocation(parent, Gravity.TOP | Gravity.START, 10, 20);
        phone.rest();
        return popup;
    }

    /** These are seen, the uppermost first. */
    private void check(View... roots) {
        assertEquals(List.of(roots), roots(phone.get().windows.all()));
    }

    private static List<View> roots(List<Windows.Window> windows) {
        return windows.stream().map(Windows.Window::root).toList();
    }

    private static View root(Stage stage) {
        return stage.getWindow().getDecorView();
    }

    private static View root(Dialog dialog) {
        return dialog.getWindow().getDecorView();
    }

    private static View root(PopupWindow popup) {
        return popup.getContentView().getRootView();
    }

    private static int[] place(View view) {
        int[] place = new int[2];
        view.getLocationOnScreen(place);
        return place;
    }

    private static TextView text(View like, String says) {
        TextView text = new TextView(like.getContext());
        text.setText(says);
        text.setBackgroundColor(Color.WHITE);
        return text;
    }

    public static final class Glass extends Stage {}

    /** How often it was drawn. */
    private static final class Counter extends View {
        private final boolean isRestless;
        int drawn;

        Counter(Stage stage, boolean isRestless) {
            super(stage);
            this.isRestless = isRestless;
        }

        @Override
        protected void onDraw(Canvas canvas) {
            drawn++;
            if (isRestless) {
                invalidate();
            }
        }
    }
}
