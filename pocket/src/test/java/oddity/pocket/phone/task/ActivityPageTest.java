package oddity.pocket.phone.task;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.app.Fragment;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.os.Bundle;
import android.view.KeyEvent;
import android.view.View;
import android.widget.EditText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.system.Keeper;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class ActivityPageTest {
    private static final int ID = 1;
    private static final int REQUEST = 7;

    @Rule
    public final TestPhone phone = new TestPhone();

    @Before
    public void declare() {
        Teller.STORY.clear();
        phone.declare(First.class, as -> {});
        phone.declare(Second.class, as -> {});
    }

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
    public void everyStepIsToldOnceAndInOrder() {
        openFirst();
        check("First create", "First start", "First post-create", "First resume", "First post-resume");
        phone.get().leave();
        phone.rest();
        check("First user-leave", "First pause", "First stop", "First save");
        phone.launch();
        check("First restart", "First start", "First resume", "First post-resume");
    }

    @Test
    public void turningMakesItAnewWithWhatWasTyped() {
        Stage stage = phone.open(ActivityPageTest::field);
        phone.get().keyboard.type("milk");
        turn();
        Stage turned = (Stage) phone.get().front();
        assertNotSame(stage, turned);
        assertEquals("milk", text(turned));
        List<String> anew = List.of("pause", "stop", "destroy", "create again", "start", "resume");
        assertEquals(anew, Stage.LIFE.subList(3, Stage.LIFE.size()));
    }

    @Test
    public void turningSavesAndRestores() {
        openFirst();
        Teller.STORY.clear();
        turn();
        check("First pause", "First stop", "First save", "First destroy for a change", "First create again", "First start",
                "First restore", "First post-create", "First resume", "First post-resume");
    }

    @Test
    public void theAppCanHaveItMadeAnew() {
        Stage stage = openFirst();
        Teller.STORY.clear();
        stage.recreate();
        phone.rest();
        assertNotSame(stage, phone.get().front());
        check("First pause", "First stop", "First save", "First destroy for a change", "First create again", "First start",
                "First restore", "First post-create", "First resume", "First post-resume");
    }

    @Test
    public void whoDeclaresAChangeIsToldOfItInstead() {
        phone.declare(First.class, as -> as.configChanges = ActivityInfo.CONFIG_FONT_SCALE | ActivityInfo.CONFIG_LOCALE
                | ActivityInfo.CONFIG_LAYOUT_DIRECTION);
        Stage stage = openFirst();
        Teller.STORY.clear();
        phone.get().screen.setFontScale(1.3f);
        phone.rest();
        assertEquals(1.3f, stage.getResources().getConfiguration().fontScale, 0);
        phone.get().screen.configure("+ar-rEG");
        phone.rest();
        assertEquals("ar", stage.getResources().getConfiguration().getLocales().get(0).getLanguage());
        assertSame(stage, phone.get().front());
        check("First configuration", "First configuration");
    }

    @Test
    public void whoDoesNotDeclareAChangeIsMadeAnewInIt() {
        Stage stage = openFirst();
        phone.get().screen.configure("+de-rDE");
        phone.rest();
        assertNotSame(stage, phone.get().front());
        assertEquals(Locale.GERMANY, phone.get().front().getResources().getConfiguration().getLocales().get(0));
        assertFalse(Teller.STORY.contains("First configuration"));
    }

    @Test
    public void whoDeclaresTurnsAndSizesIsTurnedAsItIs() {
        phone.declare(First.class, as -> as.configChanges = ActivityInfo.CONFIG_ORIENTATION | ActivityInfo.CONFIG_SCREEN_SIZE);
        Stage stage = openFirst();
        View decor = stage.getWindow().getDecorView();
        int width = decor.getWidth();
        turn();
        assertSame(stage, phone.get().front());
        assertEquals(Configuration.ORIENTATION_LANDSCAPE, stage.getResources().getConfiguration().orientation);
        assertEquals(width, decor.getHeight());
    }

    @Test
    public void whoDeclaresTurnsWithoutSizesIsMadeAnew() {
        phone.declare(First.class, as -> as.configChanges = ActivityInfo.CONFIG_ORIENTATION);
        Stage stage = openFirst();
        turn();
        assertNotSame(stage, phone.get().front());
    }

    @Test
    public void whatIsRetainedOutlivesTurningAndNotTheProcess() {
        First first = openFirst();
        first.retained = "a download";
        turn();
        assertEquals("a download", ((First) phone.get().front()).retained);
        phone.endProcess();
        assertNull(((First) phone.get().front()).retained);
    }

    @Test
    public void aRetainedFragmentOutlivesTurningAndNotTheProcess() {
        Stage stage = openFirst();
        Keeper keeper = new Keeper();
        stage.getFragmentManager().beginTransaction().add(keeper, "keeper").commit();
        phone.rest();
        turn();
        assertSame(keeper, phone.get().front().getFragmentManager().findFragmentByTag("keeper"));
        assertSame(phone.get().front(), keeper.getActivity());
        phone.endProcess();
        Fragment again = phone.get().front().getFragmentManager().findFragmentByTag("keeper");
        assertTrue(again instanceof Keeper);
        assertNotSame(keeper, again);
    }

    @Test
    public void aDialogOfAFragmentIsThereAgainAfterTurning() {
        Stage stage = openFirst();
        new Question().show(stage.getFragmentManager(), "question");
        phone.rest();
        turn();
        assertEquals(2, phone.get().windows.all().size());
        assertTrue(phone.get().dump().contains("sure?"));
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

    @Test
    public void theNextOneIsUpBeforeTheOneBelowStops() {
        Stage first = openFirst();
        Teller.STORY.clear();
        first.startActivity(phone.intent(Second.class));
        phone.rest();
        check("First user-leave", "First pause", "Second create", "Second start", "Second post-create", "Second resume",
                "Second post-resume", "First stop", "First save");
    }

    @Test
    public void anAnswerComesBetweenStartAndResume() {
        Stage second = askSecond(openFirst());
        second.setResult(Stage.RESULT_OK, new Intent().putExtra("milk", 2));
        second.finish();
        phone.rest();
        // One that is finished saves nothing, and the user did not leave it.
        check("Second pause", "First restart", "First start", "First got -1 for 7", "First resume", "First post-resume",
                "Second stop", "Second destroy");
    }

    @Test
    public void whoFinishesOnAnAnswerIsNotResumed() {
        First first = openFirst();
        first.onAnswer = first::finish;
        askSecond(first).finish();
        phone.rest();
        assertFalse(Teller.STORY.contains("First resume"));
        assertTrue(Teller.STORY.contains("First destroy"));
    }

    @Test
    public void whoFinishesWhileStartedIsNotResumed() {
        First first = openFirst();
        first.onStart = first::finish;
        openSecondOver(first).finish();
        phone.rest();
        check("Second pause", "First restart", "First start", "Second stop", "Second destroy", "First stop", "First destroy");
    }

    @Test
    public void anAnswerReachesWhoWasTurnedMeanwhile() {
        Stage second = askSecond(openFirst());
        turn();
        Teller.STORY.clear();
        phone.get().front().finish();
        phone.rest();
        assertTrue(second.isDestroyed());
        check("Second pause", "First destroy for a change", "First create again", "First start", "First restore",
                "First post-create", "First got 0 for 7", "First resume", "First post-resume", "Second stop", "Second destroy");
    }

    @Test
    public void anAnswerReachesTheNextProcess() {
        askSecond(openFirst());
        phone.endProcess();
        Teller.STORY.clear();
        phone.get().front().finish();
        phone.rest();
        check("Second pause", "First create again", "First start", "First restore", "First post-create", "First got 0 for 7",
                "First resume", "First post-resume", "Second stop", "Second destroy");
    }

    @Test
    public void whoOpensAnotherAndFinishesStopsAfterTheOtherIsUp() {
        Stage first = openFirst();
        Teller.STORY.clear();
        first.startActivity(phone.intent(Second.class));
        first.finish();
        phone.rest();
        check("First user-leave", "First pause", "Second create", "Second start", "Second post-create", "Second resume",
                "Second post-resume", "First stop", "First destroy");
    }

    @Test
    public void ofSeveralOpenedAtOnceOnlyTheLastIsCreated() {
        Stage stage = phone.open(here -> {});
        stage.startActivities(new Intent[] {phone.intent(First.class), phone.intent(Second.class)});
        phone.rest();
        check("Second create", "Second start", "Second post-create", "Second resume", "Second post-resume");
        phone.get().front().finish();
        phone.rest();
        check("Second pause", "First create", "First start", "First post-create", "First resume", "First post-resume",
                "Second stop", "Second destroy");
    }

    @Test
    public void theOneInFrontTakesANewIntentBetweenPauseAndResume() {
        phone.declare(First.class, as -> as.launchMode = ActivityInfo.LAUNCH_SINGLE_TOP);
        Stage first = openFirst();
        Teller.STORY.clear();
        first.startActivity(phone.intent(First.class));
        phone.rest();
        check("First pause", "First new-intent", "First resume", "First post-resume");
    }

    @Test
    public void theOneBelowIsStartedBeforeItTakesANewIntent() {
        Stage second = openSecondOver(openFirst());
        second.startActivity(phone.intent(First.class)
                .addFlags(Intent.FLAG_ACTIVITY_CLEAR_TOP | Intent.FLAG_ACTIVITY_SINGLE_TOP));
        phone.rest();
        check("Second pause", "First restart", "First start", "First new-intent", "First resume", "First post-resume",
                "Second stop", "Second destroy");
    }

    @Test
    public void aNewProcessKeepsTheIntentBesidesTheNewOne() {
        Stage second = openSecondOver(openFirst("begin"));
        assertEquals("Second", second.getClass().getSimpleName());
        phone.endProcess();
        Teller.STORY.clear();
        phone.get().front().startActivity(phone.intent(First.class).setAction("again")
                .addFlags(Intent.FLAG_ACTIVITY_CLEAR_TOP | Intent.FLAG_ACTIVITY_SINGLE_TOP));
        phone.rest();
        assertEquals("begin", phone.get().front().getIntent().getAction());
        assertTrue(Teller.STORY.indexOf("First create again") < Teller.STORY.indexOf("First new-intent"));
    }

    @Test
    public void whoFinishesWhileCreatedIsNeverStarted() {
        Stage first = openFirst();
        Teller.STORY.clear();
        Stage.content = Stage::finish;
        first.startActivity(phone.intent(Second.class));
        phone.rest();
        check("First user-leave", "First pause", "Second create", "First resume", "First post-resume", "Second destroy");
    }

    @Test
    public void whatShowsThroughStaysStarted() {
        openGlassOver(openFirst());
        check("First user-leave", "First pause", "Second create", "Second start", "Second post-create", "Second resume",
                "Second post-resume");
        phone.get().front().finish();
        phone.rest();
        check("Second pause", "First resume", "First post-resume", "Second stop", "Second destroy");
    }

    @Test
    public void whatShowsThroughComesBackToo() {
        Stage first = openFirst();
        openGlassOver(first);
        phone.get().leave();
        phone.rest();
        Teller.STORY.clear();
        phone.launch();
        assertTrue(Teller.STORY.contains("First start"));
        assertFalse(Teller.STORY.contains("First resume"));
        assertEquals(View.VISIBLE, first.getWindow().getDecorView().getVisibility());
    }

    @Test
    public void whatWasNotCreatedAgainIsNotDestroyed() {
        openSecondOver(openFirst());
        phone.endProcess();
        Teller.STORY.clear();
        phone.get().front().finishAffinity();
        phone.rest();
        check("Second pause", "Second stop", "Second destroy");
        assertTrue(phone.get().stack.pages().isEmpty());
    }

    @Test
    public void onlyTheLowestTakesTheTaskToTheBackIfAskedSo() {
        Stage second = openSecondOver(openFirst());
        assertFalse(second.moveTaskToBack(false));
        phone.rest();
        assertSame(second, phone.get().front());
        assertTrue(second.moveTaskToBack(true));
        phone.rest();
        assertNull(phone.get().front());
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), Teller.STORY);
        Teller.STORY.clear();
    }

    private void turn() {
        phone.get().screen.hold(false);
        phone.rest();
    }

    private First openFirst() {
        return phone.open(First.class, here -> {});
    }

    private First openFirst(String action) {
        phone.get().open(phone.intent(First.class).setAction(action));
        phone.rest();
        return (First) phone.get().front();
    }

    private Stage openSecondOver(Stage first) {
        first.startActivity(phone.intent(Second.class));
        return second();
    }

    private Stage askSecond(Stage first) {
        first.startActivityForResult(phone.intent(Second.class), REQUEST);
        return second();
    }

    private Stage second() {
        phone.rest();
        Teller.STORY.clear();
        return (Second) phone.get().front();
    }

    private void openGlassOver(Stage first) {
        phone.declare(Second.class, as -> as.theme = android.R.style.Theme_Translucent_NoTitleBar);
        Teller.STORY.clear();
        first.startActivity(phone.intent(Second.class));
        phone.rest();
    }

    @Test
    public void theFirstScreenIsLeftByBackAndStaysAsItWas() {
        phone.launch();
        Activity first = phone.get().front();
        phone.get().keyboard.press(KeyEvent.KEYCODE_BACK);
        phone.rest();
        assertNull("the app is left", phone.get().front());
        phone.launch();
        assertSame(first, phone.get().front());
    }

    @Test
    public void anotherFirstScreenIsFinishedByBack() {
        Stage stage = phone.open(here -> here.setContentView(new View(here)));
        phone.get().keyboard.press(KeyEvent.KEYCODE_BACK);
        phone.rest();
        assertTrue(stage.isDestroyed());
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

    public static final class First extends Teller {}

    public static final class Second extends Teller {}

    /** Retained, that is kept as it is while its activity is made anew. */
    public static final class Keeper extends Fragment {
        public Keeper() {
            setRetainInstance(true);
        }
    }

    public static final class Question extends DialogFragment {
        @Override
        public Dialog onCreateDialog(Bundle saved) {
            return new AlertDialog.Builder(getActivity()).setMessage("sure?").create();
        }
    }

    /** Tells all that becomes of it, with its kind: "First create". */
    private abstract static class Teller extends Stage {
        static final List<String> STORY = new ArrayList<>();
        Object retained;
        Runnable onStart = () -> {};
        Runnable onAnswer = () -> {};

        private void tell(String what) {
            STORY.add(getClass().getSimpleName() + " " + what);
        }

        @Override
        protected void onCreate(Bundle saved) {
            tell(saved == null ? "create" : "create again");
            // The framework forgets it when the activity is resumed.
            retained = getLastNonConfigurationInstance();
            super.onCreate(saved);
        }

        @Override
        protected void onPostCreate(Bundle saved) {
            super.onPostCreate(saved);
            tell("post-create");
        }

        @Override
        protected void onRestart() {
            super.onRestart();
            tell("restart");
        }

        @Override
        protected void onStart() {
            super.onStart();
            tell("start");
            onStart.run();
        }

        @Override
        protected void onRestoreInstanceState(Bundle saved) {
            super.onRestoreInstanceState(saved);
            tell("restore");
        }

        @Override
        protected void onNewIntent(Intent intent) {
            super.onNewIntent(intent);
            tell("new-intent");
        }

        @Override
        protected void onActivityResult(int request, int code, Intent data) {
            tell("got " + code + " for " + request);
            onAnswer.run();
        }

        @Override
        protected void onResume() {
            super.onResume();
            tell("resume");
        }

        @Override
        protected void onPostResume() {
            super.onPostResume();
            tell("post-resume");
        }

        @Override
        public void onConfigurationChanged(Configuration configuration) {
            super.onConfigurationChanged(configuration);
            tell("configuration");
        }

        @Override
        public Object onRetainNonConfigurationInstance() {
            return retained;
        }

        @Override
        protected void onUserLeaveHint() {
            tell("user-leave");
        }

        @Override
        protected void onPause() {
            super.onPause();
            tell("pause");
        }

        @Override
        protected void onStop() {
            super.onStop();
            tell("stop");
        }

        @Override
        protected void onSaveInstanceState(Bundle saved) {
            super.onSaveInstanceState(saved);
            tell("save");
        }

        @Override
        protected void onDestroy() {
            super.onDestroy();
            tell(isChangingConfigurations() ? "destroy for a change" : "destroy");
        }
    }
}
