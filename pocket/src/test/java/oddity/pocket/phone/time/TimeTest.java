package oddity.pocket.phone.time;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.animation.Animator;
import android.animation.AnimatorListenerAdapter;
import android.animation.ValueAnimator;
import android.os.Handler;
import android.os.Looper;
import android.view.Choreographer;
import android.view.View;
import android.view.ViewGroup;
import android.view.animation.AlphaAnimation;
import android.view.animation.Animation;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.threads.ThreadSubstitutes;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class TimeTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> story = new ArrayList<>();
    private Handler handler;
    private Time time;
    private long began;

    @Before
    public void begin() {
        phone.open(here -> here.setContentView(new View(here)));
        handler = new Handler(Looper.getMainLooper());
        time = phone.get().time;
        began = time.now();
    }

    @After
    public void end() {
        handler.removeCallbacksAndMessages(null);
    }

    @Test
    public void timeStandsStillUnlessItPasses() {
        handler.post(() -> story.add("now"));
        time.run();
        assertEquals(began, time.now());
        time.pass(1234);
        assertEquals(began + 1234, time.now());
        check("now");
    }

    @Test
    public void aTaskIsDoneWhenItIsDueAndNotBefore() {
        handler.postDelayed(() -> story.add("at " + (time.now() - began)), 1000);
        time.pass(999);
        check();
        time.pass(1);
        check("at 1000");
    }

    @Test
    public void tasksAreDoneInTheOrderInWhichTheyAreDue() {
        post("second", 50);
        post("third", 50);
        post("first", 20);
        post("now", 0);
        time.pass(100);
        check("now", "first", "second", "third");
    }

    @Test
    public void whatATaskPostsIsDoneInTheSameRun() {
        handler.post(() -> handler.post(() -> handler.post(() -> story.add("done"))));
        time.run();
        check("done");
    }

    @Test
    public void aTaskThatIsTakenBackIsNotDone() {
        Runnable task = () -> story.add("done");
        handler.postDelayed(task, 20);
        handler.removeCallbacks(task);
        time.pass(100);
        check();
    }

    @Test
    public void whoWaitsForAQuietMomentGetsOne() {
        handler.post(() -> {
            Looper.myQueue().addIdleHandler(() -> {
                story.add("quiet");
                return false;
            });
            handler.post(() -> story.add("busy"));
        });
        time.run();
        check("busy", "quiet");
    }

    @Test
    public void framesComeOneAfterTheOther() {
        List<Long> frames = new ArrayList<>();
        Choreographer.FrameCallback[] next = new Choreographer.FrameCallback[1];
        next[0] = nanos -> {
            frames.add(nanos);
            if (frames.size() < 3) {
                Choreographer.getInstance().postFrameCallback(next[0]);
            }
        };
        Choreographer.getInstance().postFrameCallback(next[0]);
        time.pass(100);
        assertEquals(3, frames.size());
        assertTrue(frames.get(0) < frames.get(1) && frames.get(1) < frames.get(2));
    }

    @Test
    public void anAnimationGoesFromItsBeginningToItsEnd() {
        List<Integer> values = new ArrayList<>();
        ValueAnimator animator = ValueAnimator.ofInt(0, 100).setDuration(300);
        animator.addUpdateListener(now -> values.add((int) now.getAnimatedValue()));
        animator.addListener(new AnimatorListenerAdapter() {
            @Override
            public void onAnimationEnd(Animator ended) {
                story.add("end");
            }
        });
        animator.start();
        time.pass(150);
        check();
        int half = values.get(values.size() - 1);
        assertTrue("" + half, half > 20 && half < 80);
        time.pass(200);
        check("end");
        assertEquals(100, (int) values.get(values.size() - 1));
        assertEquals(values.stream().sorted().toList(), values);
    }

    @Test
    public void restWaitsForAnAnimation() {
        ValueAnimator animator = ValueAnimator.ofInt(0, 100).setDuration(1000);
        animator.start();
        assertTrue(time.isMoving());
        time.rest(250, 3000);
        assertFalse(animator.isRunning());
        assertFalse(time.isMoving());
        assertTrue(time.now() < began + 3000);
    }

    @Test
    public void anAnimatedViewArrivesAndTellsSo() {
        View view = ((ViewGroup) phone.get().front().findViewById(android.R.id.content)).getChildAt(0);
        view.animate().translationX(50).setDuration(200).withEndAction(() -> story.add("there"));
        time.rest(250, 3000);
        assertEquals(50, view.getTranslationX(), 0);
        check("there");
    }

    @Test
    public void anOldAnimationEndsToo() {
        View view = ((ViewGroup) phone.get().front().findViewById(android.R.id.content)).getChildAt(0);
        view.startAnimation(fade());
        time.pass(100);
        check("start");
        assertTrue(time.isMoving());
        time.rest(250, 3000);
        check("end");
        assertNull(view.getAnimation());
    }

    @Test
    public void aRemovedViewIsAnimatedToItsEnd() {
        ViewGroup content = phone.get().front().findViewById(android.R.id.content);
        View view = content.getChildAt(0);
        view.startAnimation(fade());
        content.removeView(view);
        time.rest(250, 3000);
        check("start", "end");
        assertFalse(view.isAttachedToWindow());
    }

    @Test
    public void restGivesUpOnWhatNeverRests() {
        Runnable[] again = new Runnable[1];
        again[0] = () -> handler.postDelayed(again[0], 50);
        again[0].run();
        time.rest(250, 1000);
        assertEquals(began + 1000, time.now());
        assertTrue(time.isMoving());
    }

    @Test
    public void restPassesOnceWhereNothingMoves() {
        time.rest(250, 3000);
        assertEquals(began + 250, time.now());
    }

    @Test
    public void whatIsDueInAWhileIsNoMovement() {
        post("later", 5000);
        assertFalse(time.isMoving());
        time.pass(4950);
        assertTrue(time.isMoving());
    }

    @Test
    public void whoPostsWithoutEndDoesNotKeepThePhone() {
        Runnable[] again = new Runnable[1];
        again[0] = () -> handler.post(again[0]);
        again[0].run();
        time.run();
        assertEquals(began, time.now());
    }

    @Test
    public void theMainThreadSleepsByThePhonesClock() throws InterruptedException {
        post("due meanwhile", 100);
        ThreadSubstitutes.sleep(500);
        assertEquals(began + 500, time.now());
        check();
        time.run();
        check("due meanwhile");
    }

    @Test
    public void theCalendarGoesWithTheClock() {
        long wall = Phone.wallMs();
        time.pass(1000);
        assertEquals(wall + 1000, Phone.wallMs());
        phone.get().setAhead(3_600_000);
        assertEquals(wall + 1000 + 3_600_000, Phone.wallMs());
        assertEquals("the clock since the start does not jump", began + 1000, time.now());
    }

    private AlphaAnimation fade() {
        AlphaAnimation fade = new AlphaAnimation(1, 0);
        fade.setDuration(1000);
        fade.setAnimationListener(new Animation.AnimationListener() {
            @Override
            public void onAnimationStart(Animation animation) {
                story.add("start");
            }

            @Override
            public void onAnimationEnd(Animation animation) {
                story.add("end");
            }

            @Override
            public void onAnimationRepeat(Animation animation) {}
        });
        return fade;
    }

    private void post(String name, long delay) {
        handler.postDelayed(() -> story.add(name), delay);
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), story);
        story.clear();
    }
}
