package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.media.MediaPlayer;
import android.os.CountDownTimer;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Filter;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.NumberPicker;
import android.widget.ScrollView;
import android.widget.TabHost;
import android.widget.TabWidget;
import android.widget.TextView;
import android.widget.ViewFlipper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

/** What Robolectric has stand-ins for that do less than a phone, made for tests that only ask what was called. */
@RunWith(PhoneRunner.class)
public class StandInsTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> story = new ArrayList<>();

    @Test
    public void aTabShowsItsContentAndHidesTheOthers() {
        TabHost tabs = openTabs();
        assertTrue(isShown("milk") && !isShown("honey"));
        phone.tap("second");
        assertTrue(!isShown("milk") && isShown("honey"));
        assertEquals("second", tabs.getCurrentTabTag());
        assertEquals(List.of("second"), story);
    }

    @Test
    public void aFlipperShowsOneChildAndTurnsOnByItself() {
        ViewFlipper flipper = new ViewFlipper(Phone.application());
        flipper.addView(text("milk"));
        flipper.addView(text("honey"));
        flipper.setFlipInterval(1000);
        phone.open(here -> here.setContentView(flipper));
        assertTrue(isShown("milk") && !isShown("honey"));
        flipper.startFlipping();
        phone.get().time.pass(1100);
        assertTrue(!isShown("milk") && isShown("honey"));
        flipper.stopFlipping();
    }

    @Test
    public void aSoundIsPlayedToItsEnd() throws IOException {
        phone.open(here -> {});
        MediaPlayer player = new MediaPlayer();
        player.setDataSource(Card.filesOfType("audio/*").get(0).getPath());
        player.setOnCompletionListener(done -> story.add("end"));
        player.prepare();
        player.start();
        phone.get().time.pass(10_000);
        assertTrue(player.isPlaying() && story.isEmpty());
        phone.get().time.pass(player.getDuration());
        assertEquals(List.of("end"), story);
    }

    @Test
    public void smoothScrollingTakesItsTime() {
        ScrollView scroll = new ScrollView(Phone.application());
        View tall = new View(Phone.application());
        tall.setMinimumHeight(5000);
        scroll.addView(tall);
        phone.open(here -> here.setContentView(scroll));
        scroll.smoothScrollTo(0, 400);
        assertEquals(0, scroll.getScrollY());
        phone.rest();
        assertEquals(400, scroll.getScrollY());
    }

    @Test
    public void aPickerShowsTheWordsForItsNumbers() {
        NumberPicker picker = new NumberPicker(Phone.application());
        phone.open(here -> here.setContentView(picker, new ViewGroup.LayoutParams(200, 300)));
        picker.setMaxValue(2);
        picker.setDisplayedValues(new String[] {"small", "medium", "large"});
        picker.setValue(1);
        phone.rest();
        assertTrue(isShown("medium"));
    }

    @Test
    public void aFilterWorksAsideAndPublishesLater() {
        new Filter() {
            @Override
            protected FilterResults performFiltering(CharSequence wanted) {
                story.add("filter " + wanted + (Thread.currentThread() == main() ? " on main" : " aside"));
                return new FilterResults();
            }

            @Override
            protected void publishResults(CharSequence wanted, FilterResults results) {
                story.add("publish " + wanted + (Thread.currentThread() == main() ? " on main" : " aside"));
            }
        }.filter("mi");
        assertFalse(story.contains("publish mi on main"));
        phone.rest();
        assertEquals(List.of("filter mi aside", "publish mi on main"), story);
    }

    @Test
    public void aCountDownTicksAndEnds() {
        new CountDownTimer(1000, 400) {
            @Override
            public void onTick(long left) {
                story.add("tick " + left / 100);
            }

            @Override
            public void onFinish() {
                story.add("end");
            }
        }.start();
        phone.get().time.pass(1100);
        assertEquals(4, story.size());
        assertEquals("tick 10", story.get(0));
        assertEquals("end", story.get(3));
    }

    private TabHost openTabs() {
        TabHost tabs = new TabHost(phone.open(here -> {}), null);
        TabWidget bar = new TabWidget(tabs.getContext());
        bar.setId(android.R.id.tabs);
        FrameLayout content = new FrameLayout(tabs.getContext());
        content.setId(android.R.id.tabcontent);
        LinearLayout both = new LinearLayout(tabs.getContext());
        both.setOrientation(LinearLayout.VERTICAL);
        both.addView(bar);
        both.addView(content);
        tabs.addView(both);
        ((Stage) tabs.getContext()).setContentView(tabs);
        tabs.setup();
        tabs.addTab(tabs.newTabSpec("first").setIndicator("first").setContent(tag -> text("milk")));
        tabs.addTab(tabs.newTabSpec("second").setIndicator("second").setContent(tag -> text("honey")));
        tabs.setOnTabChangedListener(story::add);
        phone.rest();
        return tabs;
    }

    private boolean isShown(String text) {
        return phone.get().dump().contains('"' + text + '"');
    }

    private static TextView text(String says) {
        TextView text = new TextView(Phone.application());
        text.setText(says);
        return text;
    }

    private static Thread main() {
        return android.os.Looper.getMainLooper().getThread();
    }
}
