package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.graphics.Point;
import android.graphics.Rect;
import android.util.TypedValue;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ScreenTest {
    private static final Rect UPRIGHT = new Rect(0, 0, 411, 731);
    private static final Rect ACROSS = new Rect(0, 0, 731, 411);

    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void turningSwapsTheSides() {
        phone.open(here -> {});
        check(UPRIGHT, Configuration.ORIENTATION_PORTRAIT);
        hold(false);
        check(ACROSS, Configuration.ORIENTATION_LANDSCAPE);
        assertEquals(411, configuration().smallestScreenWidthDp);
        assertEquals(ACROSS.width(), decorWidth());
        hold(true);
        check(UPRIGHT, Configuration.ORIENTATION_PORTRAIT);
        assertEquals(UPRIGHT.width(), decorWidth());
    }

    @Test
    public void anActivityCanInsistOnOneWay() {
        Stage stage = phone.open(here -> {});
        stage.setRequestedOrientation(ActivityInfo.SCREEN_ORIENTATION_PORTRAIT);
        hold(false);
        check(UPRIGHT, Configuration.ORIENTATION_PORTRAIT);
        assertSame("nothing changed for it", stage, phone.get().front());
        stage.setRequestedOrientation(ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED);
        phone.rest();
        check(ACROSS, Configuration.ORIENTATION_LANDSCAPE);
    }

    @Test
    public void anActivityCanTurnTheScreenAndKeepsItSo() {
        phone.open(here -> {}).setRequestedOrientation(ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE);
        phone.rest();
        check(ACROSS, Configuration.ORIENTATION_LANDSCAPE);
        assertEquals("made anew", List.of("create", "start", "resume", "pause", "stop", "destroy", "create again", "start",
                "resume"), Stage.LIFE);
    }

    @Test
    public void aLockedScreenStaysAsItIs() {
        hold(false);
        phone.open(here -> {}).setRequestedOrientation(ActivityInfo.SCREEN_ORIENTATION_LOCKED);
        hold(true);
        check(ACROSS, Configuration.ORIENTATION_LANDSCAPE);
    }

    @Test
    public void anActivityDeclaredAcrossIsCreatedOnceAndAcross() {
        phone.declare(Wide.class, as -> as.screenOrientation = ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE);
        phone.open(Wide.class, here -> {});
        check(ACROSS, Configuration.ORIENTATION_LANDSCAPE);
        assertEquals(List.of("create", "start", "resume"), Stage.LIFE);
    }

    @Test
    public void theScreenTurnsBackWithTheActivityBelow() {
        phone.declare(Wide.class, as -> as.screenOrientation = ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE);
        phone.open(here -> {});
        phone.open(Wide.class, here -> {}).finish();
        phone.rest();
        check(UPRIGHT, Configuration.ORIENTATION_PORTRAIT);
        assertEquals(UPRIGHT.width(), decorWidth());
    }

    @Test
    public void anAppGetsAPartOfTheScreenAndAllOfItAgain() {
        Stage stage = phone.open(here -> {});
        setWindow(new Point(411, 360));
        check(new Rect(0, 0, 411, 360), Configuration.ORIENTATION_LANDSCAPE);
        assertEquals(360, configuration().screenHeightDp);
        assertEquals(360, configuration().smallestScreenWidthDp);
        assertTrue("its size changed", stage.isDestroyed());
        setWindow(null);
        check(UPRIGHT, Configuration.ORIENTATION_PORTRAIT);
        assertEquals(411, configuration().smallestScreenWidthDp);
    }

    @Test
    public void aPartOfTheScreenIsNoLargerThanTheScreen() {
        phone.open(here -> {});
        setWindow(new Point(1000, 400));
        assertEquals(new Rect(0, 0, 411, 400), phone.get().bounds());
    }

    @Test
    public void anotherLanguageIsSpokenAndTold() {
        phone.open(here -> {});
        List<String> told = new ArrayList<>();
        Phone.application().registerReceiver(new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
                told.add(intent.getAction());
            }
        }, new IntentFilter(Intent.ACTION_LOCALE_CHANGED), Context.RECEIVER_EXPORTED);
        phone.get().screen.configure("+de-rDE");
        phone.rest();
        assertEquals("Abbrechen", phone.get().front().getString(android.R.string.cancel));
        assertEquals(List.of(Intent.ACTION_LOCALE_CHANGED), told);
        phone.get().screen.configure("+night");
        phone.rest();
        assertEquals("only where it is another one", 1, told.size());
        assertEquals("de", configuration().getLocales().get(0).getLanguage());
    }

    @Test
    public void largerLettersAreLarger() {
        phone.open(here -> here.setContentView(new TextView(here)));
        float before = inPixels(10);
        phone.get().screen.setFontScale(1.5f);
        phone.rest();
        assertEquals(before * 1.5, inPixels(10), 0.5);
    }

    @Test
    public void atNightItIsNight() {
        phone.open(here -> {});
        phone.get().screen.configure("+night");
        phone.rest();
        assertEquals(Configuration.UI_MODE_NIGHT_YES, configuration().uiMode & Configuration.UI_MODE_NIGHT_MASK);
    }

    private void hold(boolean upright) {
        phone.get().screen.hold(upright);
        phone.rest();
    }

    private void setWindow(Point size) {
        phone.get().screen.setWindow(size);
        phone.rest();
    }

    private void check(Rect bounds, int orientation) {
        assertEquals(bounds, phone.get().bounds());
        assertEquals(orientation, configuration().orientation);
        assertEquals(bounds.width(), configuration().screenWidthDp);
    }

    private Configuration configuration() {
        return phone.get().front().getResources().getConfiguration();
    }

    private int decorWidth() {
        return phone.get().front().getWindow().getDecorView().getWidth();
    }

    private float inPixels(float size) {
        return TypedValue.applyDimension(TypedValue.COMPLEX_UNIT_SP, size,
                phone.get().front().getResources().getDisplayMetrics());
    }

    public static final class Wide extends Stage {}
}
