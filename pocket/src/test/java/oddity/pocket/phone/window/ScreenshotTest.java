package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.app.Dialog;
import android.graphics.Color;
import android.view.Gravity;
import android.view.View;
import android.view.Window;
import android.view.WindowManager.LayoutParams;
import android.widget.FrameLayout;
import android.widget.PopupWindow;
import android.widget.TextView;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ScreenshotTest {
    private static final int ORANGE = 0xffff8001;

    @Rule
    public final TestPhone phone = new TestPhone();

    private FrameLayout content;

    @Test
    public void aPixelIsOpaqueRedGreenAndBlue() {
        View view = add(ORANGE, 30, 40);
        int[] place = place(view);
        byte[] pixels = phone.get().screenshot();
        int at = (place[1] * phone.get().bounds().width() + place[0]) * 4;
        assertEquals(255, pixels[at] & 0xff);
        assertEquals(255, pixels[at + 1] & 0xff);
        assertEquals(128, pixels[at + 2] & 0xff);
        assertEquals(1, pixels[at + 3] & 0xff);
    }

    @Test
    public void aViewIsDrawnWhereItIsAndNotBeside() {
        View view = add(ORANGE, 30, 40);
        int[] place = place(view);
        assertEquals(ORANGE, pixel(place[0], place[1]));
        assertEquals(ORANGE, pixel(place[0] + 99, place[1] + 49));
        assertEquals(Color.WHITE, pixel(place[0] - 1, place[1]));
        assertEquals(Color.WHITE, pixel(place[0] + 100, place[1]));
        assertEquals(Color.WHITE, pixel(place[0], place[1] + 50));
    }

    @Test
    public void whatChangesIsInTheNextPicture() {
        View view = add(ORANGE, 30, 40);
        int[] place = place(view);
        assertEquals(ORANGE, pixel(place[0], place[1]));
        view.setBackgroundColor(Color.BLUE);
        phone.rest();
        assertEquals(Color.BLUE, pixel(place[0], place[1]));
        view.setVisibility(View.INVISIBLE);
        phone.rest();
        assertEquals(Color.WHITE, pixel(place[0], place[1]));
    }

    @Test
    public void aPictureHasTheSizeOfTheScreenHoweverItIsHeld() {
        add(ORANGE, 0, 0);
        assertEquals(411 * 731 * 4, phone.get().screenshot().length);
        phone.get().screen.hold(false);
        phone.rest();
        assertEquals(731, phone.get().bounds().width());
        assertEquals(411 * 731 * 4, phone.get().screenshot().length);
    }

    @Test
    public void aTurnedPictureHasItsRowsTurned() {
        phone.open(here -> here.getWindow().getDecorView().setBackgroundColor(Color.WHITE));
        phone.get().screen.hold(false);
        phone.rest();
        View view = add((Stage) phone.get().front(), ORANGE, 600, 100);
        int[] place = place(view);
        assertEquals(ORANGE, pixel(place[0], place[1]));
        assertEquals(Color.WHITE, pixel(place[0] - 1, place[1]));
    }

    @Test
    public void whatIsHalfClearMixesWithWhatIsBehind() {
        View view = add(Color.BLACK, 30, 40);
        view.setAlpha(0.5f);
        phone.rest();
        int[] place = place(view);
        assertEquals(128, Color.red(pixel(place[0], place[1])), 1);
    }

    @Test
    public void aDialogDarkensWhatIsBehindIt() {
        add(ORANGE, 0, 0);
        Dialog dialog = dialog();
        dialog.getWindow().addFlags(LayoutParams.FLAG_DIM_BEHIND);
        dialog.getWindow().setDimAmount(0.6f);
        phone.rest();
        assertEquals(255 * 0.4, Color.red(pixel(405, 700)), 1);
        assertEquals("not the dialog itself", Color.BLUE, pixel(411 / 2, 731 / 2));
    }

    @Test
    public void aDialogDarkensNothingUnlessItSaysSo() {
        add(ORANGE, 0, 0);
        dialog().getWindow().clearFlags(LayoutParams.FLAG_DIM_BEHIND);
        phone.rest();
        assertEquals(Color.WHITE, pixel(405, 700));
    }

    @Test
    public void aPopupIsDrawnOverItsActivity() {
        View below = add(ORANGE, 0, 0);
        View blue = new View(below.getContext());
        blue.setBackgroundColor(Color.BLUE);
        new PopupWindow(blue, 20, 20).showAtLocation(below, Gravity.TOP | Gravity.START, 300, 500);
        phone.rest();
        int[] place = place(blue);
        assertEquals(Color.BLUE, pixel(place[0] + 10, place[1] + 10));
        assertEquals(Color.WHITE, pixel(place[0] + 30, place[1] + 10));
    }

    @Test
    public void textLeavesInk() {
        add(ORANGE, 0, 0);
        TextView text = new TextView(content.getContext());
        text.setText("milk and honey");
        text.setTextColor(Color.BLACK);
        content.addView(text, new FrameLayout.LayoutParams(LayoutParams.WRAP_CONTENT, LayoutParams.WRAP_CONTENT));
        phone.rest();
        int[] place = place(text);
        byte[] picture = phone.get().screenshot();
        assertTrue(IntStream.range(0, text.getWidth())
                .anyMatch(x -> Color.red(pixel(picture, place[0] + x, place[1] + text.getHeight() / 2)) < 100));
    }

    private View add(int colour, int left, int top) {
        return add(phone.open(here -> {}), colour, left, top);
    }

    /** A view of 100 by 50 on white. */
    private View add(Stage stage, int colour, int left, int top) {
        content = new FrameLayout(stage);
        content.setBackgroundColor(Color.WHITE);
        stage.setContentView(content);
        View view = new View(stage);
        view.setBackgroundColor(colour);
        FrameLayout.LayoutParams place = new FrameLayout.LayoutParams(100, 50);
        place.setMargins(left, top, 0, 0);
        content.addView(view, place);
        phone.rest();
        return view;
    }

    /** In the middle, blue all over. */
    private Dialog dialog() {
        Dialog dialog = new Dialog(content.getContext());
        dialog.requestWindowFeature(Window.FEATURE_NO_TITLE);
        View blue = new View(dialog.getContext());
        blue.setBackgroundColor(Color.BLUE);
        dialog.setContentView(blue, new FrameLayout.LayoutParams(100, 100));
        dialog.show();
        phone.rest();
        return dialog;
    }

    private int pixel(int x, int y) {
        return pixel(phone.get().screenshot(), x, y);
    }

    private int pixel(byte[] picture, int x, int y) {
        return ByteBuffer.wrap(picture).getInt((y * phone.get().bounds().width() + x) * 4);
    }

    private static int[] place(View view) {
        int[] place = new int[2];
        view.getLocationOnScreen(place);
        return place;
    }
}
