package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.app.AlertDialog;
import android.content.Context;
import android.graphics.Point;
import android.view.GestureDetector;
import android.view.Gravity;
import android.view.MotionEvent;
import android.view.ScaleGestureDetector;
import android.view.View;
import android.view.ViewConfiguration;
import android.view.WindowManager.LayoutParams;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.FrameLayout;
import android.widget.HorizontalScrollView;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.PopupWindow;
import android.widget.ScrollView;
import android.widget.SeekBar;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class FingersTest {
    private static final long LONG_MS = 1000;

    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> story = new ArrayList<>();

    @Test
    public void aTapClicks() {
        Button button = openButton();
        phone.tap(button);
        check("click");
    }

    @Test
    public void aDisabledButtonTakesTheTapAndDoesNothing() {
        Button button = openButton();
        button.setEnabled(false);
        phone.tap(button);
        check();
    }

    @Test
    public void aTapBesideAButtonDoesNothing() {
        Button button = openButton();
        Point middle = middle(button);
        phone.get().fingers.tap(middle.x, middle.y + button.getHeight());
        phone.rest();
        check();
    }

    @Test
    public void aFingerThatStaysIsALongClickAndNoClick() {
        Button button = openButton();
        button.setOnLongClickListener(view -> story.add("long click"));
        hold(button);
        check("long click");
    }

    @Test
    public void aLongClickThatNobodyTakesIsAClick() {
        hold(openButton());
        check("click");
    }

    @Test
    public void aTapIsTooShortForALongClick() {
        Button button = openButton();
        button.setOnLongClickListener(view -> story.add("long click"));
        phone.tap(button);
        check("click");
    }

    @Test
    public void aFingerThatSlidesOffAButtonDoesNotClick() {
        Point from = middle(openButton());
        phone.get().fingers.swipe(from.x, from.y, from.x, from.y + 300, 200);
        phone.rest();
        check();
    }

    @Test
    public void twoTapsAreADoubleTap() {
        Point middle = middle(openGestures());
        phone.get().fingers.doubleTap(middle.x, middle.y);
        phone.rest();
        check("double tap");
    }

    @Test
    public void oneTapIsConfirmedAsSingle() {
        phone.tap(openGestures());
        check("single tap");
    }

    @Test
    public void aQuickSwipeIsAFlingTheWayItGoes() {
        Point middle = middle(openGestures());
        phone.get().fingers.swipe(middle.x, middle.y, middle.x + 100, middle.y, 80);
        phone.rest();
        check("fling right");
    }

    @Test
    public void aSwipeScrollsAList() {
        ListView list = openList();
        Point middle = middle(list);
        phone.get().fingers.swipe(middle.x, middle.y + 200, middle.x, middle.y - 200, 300);
        phone.rest();
        assertTrue(list.getFirstVisiblePosition() > 0);
        check();
    }

    @Test
    public void aTapOnAScrolledListFindsWhatIsThereNow() {
        ListView list = openList();
        Point middle = middle(list);
        phone.get().fingers.swipe(middle.x, middle.y + 200, middle.x, middle.y - 200, 300);
        phone.rest();
        phone.tap(list.getChildAt(2));
        check("item " + (list.getFirstVisiblePosition() + 2));
    }

    @Test
    public void aSlowSwipeScrollsAsFarAsTheFingerGoesLessItsSlop() {
        View content = tall();
        ScrollView scroll = openIn(new ScrollView(Phone.application()), content);
        int slop = ViewConfiguration.get(scroll.getContext()).getScaledTouchSlop();
        Point middle = middle(scroll);
        phone.get().fingers.swipe(middle.x, middle.y + 100, middle.x, middle.y - 100, 4000);
        phone.rest();
        assertEquals(200 - slop, scroll.getScrollY(), 4);
    }

    @Test
    public void aQuickSwipeScrollsOnAfterTheFinger() {
        ScrollView scroll = openIn(new ScrollView(Phone.application()), tall());
        Point middle = middle(scroll);
        phone.get().fingers.swipe(middle.x, middle.y + 100, middle.x, middle.y - 100, 100);
        int left = scroll.getScrollY();
        phone.rest();
        assertTrue(left > 0);
        assertTrue(scroll.getScrollY() > left + 100);
        assertFalse(phone.get().time.isMoving());
    }

    @Test
    public void aSwipeAcrossDoesNotScrollDown() {
        ScrollView scroll = openIn(new ScrollView(Phone.application()), tall());
        Point middle = middle(scroll);
        phone.get().fingers.swipe(middle.x - 150, middle.y, middle.x + 150, middle.y, 300);
        phone.rest();
        assertEquals(0, scroll.getScrollY());
    }

    @Test
    public void aSwipeAcrossScrollsWhatScrollsThatWay() {
        View wide = new View(Phone.application());
        wide.setMinimumWidth(3000);
        HorizontalScrollView scroll = openIn(new HorizontalScrollView(Phone.application()), wide);
        Point middle = middle(scroll);
        phone.get().fingers.swipe(middle.x + 150, middle.y, middle.x - 150, middle.y, 300);
        phone.rest();
        assertTrue(scroll.getScrollX() > 0);
    }

    @Test
    public void aButtonWithinAScrollingListIsClickedByATap() {
        Button button = new Button(Phone.application());
        button.setOnClickListener(view -> story.add("click"));
        LinearLayout content = new LinearLayout(Phone.application());
        content.setOrientation(LinearLayout.VERTICAL);
        content.addView(button);
        content.addView(tall());
        openIn(new ScrollView(Phone.application()), content);
        phone.tap(button);
        check("click");
    }

    @Test
    public void aFingerDragsASeekBar() {
        SeekBar bar = new SeekBar(Phone.application());
        bar.setMax(100);
        Stage stage = phone.open(here -> here.setContentView(bar));
        Point middle = middle(bar);
        phone.get().fingers.swipe(20, middle.y, stage.getWindow().getDecorView().getWidth() - 1, middle.y, 300);
        phone.rest();
        assertEquals(100, bar.getProgress());
    }

    @Test
    public void twoFingersGoApart() {
        assertTrue(scaledBy(100, 180) > 1.5);
    }

    @Test
    public void twoFingersComeTogether() {
        assertTrue(scaledBy(180, 100) < 0.7);
    }

    @Test
    public void secondFingerComesAfterTheFirstAndGoesBeforeIt() {
        Recorder recorder = openRecorder();
        Point middle = middle(recorder);
        phone.get().fingers.pinch(middle.x, middle.y, 50, 100, 16);
        assertEquals(List.of("DOWN", "POINTER_DOWN(1)", "MOVE", "POINTER_UP(1)", "UP"), recorder.actions);
    }

    @Test
    public void aTouchIsTimedByThePhonesClock() {
        Recorder recorder = openRecorder();
        long began = phone.get().time.now();
        Point middle = middle(recorder);
        phone.get().fingers.hold(middle.x, middle.y, 700);
        assertEquals(List.of("DOWN", "UP"), recorder.actions);
        assertEquals(List.of(0L, 700L), recorder.times.stream().map(time -> time - began).toList());
    }

    @Test
    public void aGestureStaysWithTheWindowItBeganIn() {
        Recorder recorder = openRecorder();
        Button[] inDialog = new Button[1];
        recorder.onDown = () -> {
            inDialog[0] = button(recorder.getContext());
            new AlertDialog.Builder(recorder.getContext()).setView(inDialog[0]).show();
        };
        Point middle = middle(recorder);
        phone.get().fingers.hold(middle.x, middle.y, LONG_MS);
        phone.rest();
        assertEquals(List.of("DOWN", "UP"), recorder.actions);
        phone.tap(inDialog[0]);
        check("click");
        assertEquals(List.of("DOWN", "UP"), recorder.actions);
    }

    @Test
    public void aTapBesideADialogClosesIt() {
        openDialog(true);
        phone.get().fingers.tap(5, 5);
        phone.rest();
        check("cancelled");
    }

    @Test
    public void aTapBesideADialogThatCannotBeCancelledDoesNothing() {
        AlertDialog dialog = openDialog(false);
        phone.get().fingers.tap(5, 5);
        phone.rest();
        check();
        assertTrue(dialog.isShowing());
    }

    @Test
    public void aTapBesideADialogDoesNotReachTheActivity() {
        Button button = button(Phone.application());
        Stage stage = phone.open(here -> here.setContentView(button));
        AlertDialog dialog = new AlertDialog.Builder(stage).setMessage("sure?").show();
        dialog.setCanceledOnTouchOutside(false);
        phone.rest();
        phone.get().fingers.tap(5, 600);
        phone.rest();
        check();
    }

    @Test
    public void aTapBesideAPopupThatTakesKeysClosesItAndNothingElse() {
        Button button = openButton();
        PopupWindow popup = popup(button, true);
        phone.tap(button);
        assertFalse(popup.isShowing());
        check();
        phone.tap(button);
        check("click");
    }

    @Test
    public void aTapBesideAPopupThatWatchesClosesItAndClicks() {
        Button button = openButton();
        PopupWindow popup = popup(button, false);
        popup.setOutsideTouchable(true);
        popup.update();
        phone.rest();
        phone.tap(button);
        assertFalse(popup.isShowing());
        check("click");
    }

    @Test
    public void aTapBesideAPopupThatDoesNotWatchOnlyClicks() {
        Button button = openButton();
        PopupWindow popup = popup(button, false);
        phone.tap(button);
        assertTrue(popup.isShowing());
        check("click");
    }

    @Test
    public void aTapOnAPopupIsThePopups() {
        Button button = openButton();
        PopupWindow popup = popup(button, false);
        popup.getContentView().setOnClickListener(view -> story.add("popup"));
        phone.tap(popup.getContentView());
        check("popup");
    }

    @Test
    public void aWindowThatTakesNoTouchesLetsThemThrough() {
        Button button = openButton();
        TextView veil = new TextView(button.getContext());
        veil.setOnClickListener(view -> story.add("veil"));
        LayoutParams asked = new LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.MATCH_PARENT,
                LayoutParams.TYPE_APPLICATION_PANEL, LayoutParams.FLAG_NOT_TOUCHABLE | LayoutParams.FLAG_NOT_FOCUSABLE, 0);
        ((Stage) button.getContext()).getWindowManager().addView(veil, asked);
        phone.rest();
        phone.tap(button);
        check("click");
    }

    @Test
    public void aTapOnACheckBoxTicksIt() {
        CheckBox box = new CheckBox(Phone.application());
        phone.open(here -> here.setContentView(box));
        phone.tap(box);
        assertTrue(box.isChecked());
        phone.tap(box);
        assertFalse(box.isChecked());
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), story);
        story.clear();
    }

    private void hold(View view) {
        Point middle = middle(view);
        phone.get().fingers.hold(middle.x, middle.y, LONG_MS);
        phone.rest();
    }

    private Button openButton() {
        Stage stage = phone.open(here -> {});
        Button button = button(stage);
        FrameLayout content = new FrameLayout(stage);
        content.addView(button, new FrameLayout.LayoutParams(200, 100, Gravity.CENTER));
        stage.setContentView(content);
        phone.rest();
        return button;
    }

    private Button button(Context context) {
        Button button = new Button(context);
        button.setOnClickListener(view -> story.add("click"));
        return button;
    }

    private ListView openList() {
        ListView list = new ListView(Phone.application());
        List<String> items = IntStream.range(0, 100).mapToObj(at -> "item " + at).toList();
        phone.open(here -> {
            list.setAdapter(new ArrayAdapter<>(here, android.R.layout.simple_list_item_1, items));
            here.setContentView(list);
        });
        list.setOnItemClickListener((parent, view, at, id) -> story.add(items.get(at)));
        return list;
    }

    private <T extends FrameLayout> T openIn(T scroll, View content) {
        scroll.addView(content);
        phone.open(here -> here.setContentView(scroll));
        return scroll;
    }

    private static View tall() {
        View tall = new View(Phone.application());
        tall.setMinimumHeight(9000);
        return tall;
    }

    private View openGestures() {
        Recorder recorder = openRecorder();
        GestureDetector detector = new GestureDetector(recorder.getContext(), new GestureDetector.SimpleOnGestureListener() {
            @Override
            public boolean onSingleTapConfirmed(MotionEvent event) {
                return story.add("single tap");
            }

            @Override
            public boolean onDoubleTap(MotionEvent event) {
                return story.add("double tap");
            }

            @Override
            public boolean onFling(MotionEvent from, MotionEvent to, float speedX, float speedY) {
                return story.add(speedX > 0 ? "fling right" : "fling left");
            }
        });
        recorder.setOnTouchListener((view, event) -> detector.onTouchEvent(event) | true);
        return recorder;
    }

    private float scaledBy(float from, float to) {
        Recorder recorder = openRecorder();
        float[] scale = {1};
        ScaleGestureDetector detector = new ScaleGestureDetector(recorder.getContext(),
                new ScaleGestureDetector.SimpleOnScaleGestureListener() {
                    @Override
                    public boolean onScale(ScaleGestureDetector detector) {
                        scale[0] *= detector.getScaleFactor();
                        return true;
                    }
                });
        recorder.setOnTouchListener((view, event) -> detector.onTouchEvent(event));
        Point middle = middle(recorder);
        phone.get().fingers.pinch(middle.x, middle.y, from, to, 300);
        phone.rest();
        return scale[0];
    }

    private Recorder openRecorder() {
        Stage stage = phone.open(here -> here.setContentView(new Recorder(here)));
        return (Recorder) ((FrameLayout) stage.findViewById(android.R.id.content)).getChildAt(0);
    }

    private AlertDialog openDialog(boolean cancelable) {
        Stage stage = phone.open(here -> {});
        AlertDialog dialog = new AlertDialog.Builder(stage).setMessage("sure?").setCancelable(cancelable)
                .setOnCancelListener(cancelled -> story.add("cancelled")).show();
        phone.rest();
        return dialog;
    }

    private PopupWindow popup(View parent, boolean takesKeys) {
        TextView text = new TextView(parent.getContext());
        PopupWindow popup = new PopupWindow(text, 100, 50, takesKeys);
        popup.showAtLocation(parent, Gravity.TOP | Gravity.START, 10, 100);
        phone.rest();
        return popup;
    }

    private static Point middle(View view) {
        int[] place = new int[2];
        view.getLocationOnScreen(place);
        return new Point(place[0] + view.getWidth() / 2, place[1] + view.getHeight() / 2);
    }

    /** Writes touches down. */
    private static final class Recorder extends View {
        final List<String> actions = new ArrayList<>();
        final List<Long> times = new ArrayList<>();
        Runnable onDown = () -> {};

        Recorder(Context context) {
            super(context);
        }

        @Override
        public boolean onTouchEvent(MotionEvent event) {
            actions.add(MotionEvent.actionToString(event.getAction()).replace("ACTION_", ""));
            times.add(event.getEventTime());
            if (event.getActionMasked() == MotionEvent.ACTION_DOWN) {
                onDown.run();
            }
            return true;
        }
    }
}
