package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.content.pm.PackageManager;
import android.view.KeyEvent;
import android.view.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import oddity.pocket.phone.apps.PermissionScreen;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class PermissionsTest {
    private static final String CAMERA = "android.permission.CAMERA";
    private static final String READ = "android.permission.READ_CONTACTS";
    private static final String WRITE = "android.permission.WRITE_CONTACTS";
    private static final String CALENDAR = "android.permission.READ_CALENDAR";
    private static final String REFUSE = "Don’t allow";

    @Rule
    public final TestPhone phone = new TestPhone();

    private Stage stage;

    @Before
    public void open() {
        stage = phone.open(here -> here.setContentView(new View(here)));
    }

    @Test
    public void whatNeedsNoPersonIsThereFromTheStart() {
        assertTrue(has("android.permission.INTERNET"));
        assertFalse("only what the manifest asks for", has("android.permission.VIBRATE"));
        assertFalse(has(CAMERA));
    }

    @Test
    public void whatWasAllowedIsThere() {
        ask(CAMERA);
        phone.tap("While using the app");
        checkAnswer(CAMERA + " given");
        assertTrue(has(CAMERA));
        assertEquals(List.of(CAMERA), phone.get().permissions().granted());
    }

    @Test
    public void whatIsThereIsNotAskedAgain() {
        phone.get().permissions().set(CAMERA, true);
        stage.requestPermissions(new String[] {CAMERA}, 1);
        phone.rest();
        checkAnswer(CAMERA + " given");
    }

    @Test
    public void theSecondRefusalIsTheLast() {
        assertFalse(stage.shouldShowRequestPermissionRationale(CALENDAR));
        ask(CALENDAR);
        phone.tap(REFUSE);
        checkAnswer(CALENDAR + " refused");
        assertTrue("an app may explain itself once", stage.shouldShowRequestPermissionRationale(CALENDAR));
        ask(CALENDAR);
        phone.tap(REFUSE);
        checkAnswer(CALENDAR + " refused");
        assertFalse(stage.shouldShowRequestPermissionRationale(CALENDAR));
        stage.requestPermissions(new String[] {CALENDAR}, 1);
        phone.rest();
        checkAnswer(CALENDAR + " refused");
    }

    @Test
    public void aRefusalIsForgottenOnceItIsAllowed() {
        ask(CALENDAR);
        phone.tap(REFUSE);
        ask(CALENDAR);
        phone.tap("Allow");
        assertTrue(has(CALENDAR));
        assertFalse(stage.shouldShowRequestPermissionRationale(CALENDAR));
    }

    @Test
    public void oneQuestionIsForAllOfAGroup() {
        ask(READ, WRITE);
        phone.tap("Allow");
        checkAnswer(READ + " given", WRITE + " given");
    }

    @Test
    public void whoHasOneOfAGroupGetsTheOthersWithoutAQuestion() {
        phone.get().permissions().set(READ, true);
        assertFalse(has(WRITE));
        stage.requestPermissions(new String[] {WRITE}, 1);
        phone.rest();
        checkAnswer(WRITE + " given");
    }

    @Test
    public void groupsAreAskedOneAfterTheOther() {
        ask(CAMERA, READ);
        phone.tap("While using the app");
        assertTrue(phone.get().front() instanceof PermissionScreen);
        phone.tap(REFUSE);
        checkAnswer(CAMERA + " given", READ + " refused");
    }

    @Test
    public void whatTheManifestDoesNotNameIsRefusedAtOnce() {
        stage.requestPermissions(new String[] {"android.permission.RECORD_AUDIO"}, 1);
        phone.rest();
        checkAnswer("android.permission.RECORD_AUDIO refused");
    }

    @Test
    public void aQuestionCannotBeWalkedAwayFrom() {
        ask(CAMERA);
        phone.get().keyboard.press(KeyEvent.KEYCODE_BACK);
        phone.rest();
        assertTrue(phone.get().front() instanceof PermissionScreen);
    }

    @Test
    public void whileOneQuestionIsOpenAnotherIsNotAsked() {
        stage.requestPermissions(new String[] {CAMERA}, 1);
        stage.requestPermissions(new String[] {READ}, 2);
        phone.rest();
        phone.tap("While using the app");
        assertEquals(phone.get().front(), stage);
        checkAnswer("nothing", CAMERA + " given");
    }

    @Test
    public void whatWasAllowedOnceEndsWithTheProcess() {
        ask(CAMERA);
        phone.tap("Only this time");
        assertTrue(has(CAMERA));
        ask(READ);
        phone.tap("Allow");
        phone.endProcess();
        assertFalse(has(CAMERA));
        assertTrue(has(READ));
    }

    @Test
    public void refusalsOutliveTheProcess() {
        ask(CALENDAR);
        phone.tap(REFUSE);
        phone.endProcess();
        assertTrue(phone.get().front().shouldShowRequestPermissionRationale(CALENDAR));
    }

    @Test
    public void whatIsTakenBackIsGone() {
        phone.get().permissions().set(CAMERA, true);
        phone.get().permissions().set(CAMERA, false);
        assertFalse(has(CAMERA));
        assertEquals(List.of(), phone.get().permissions().granted());
        ask(CAMERA);
    }

    private void ask(String... permissions) {
        stage.requestPermissions(permissions, 1);
        phone.rest();
        assertTrue("asked", phone.get().front() instanceof PermissionScreen);
    }

    /** What the activity was told since the last time. */
    private void checkAnswer(String... expected) {
        assertEquals(stage, phone.get().front());
        List<String> told = new ArrayList<>();
        for (Stage.Permissions answer : Stage.ANSWERS) {
            if (answer.names().length == 0) {
                told.add("nothing");
            }
            for (int at = 0; at < answer.names().length; at++) {
                boolean given = answer.results()[at] == PackageManager.PERMISSION_GRANTED;
                told.add(answer.names()[at] + (given ? " given" : " refused"));
            }
        }
        Stage.ANSWERS.clear();
        assertEquals(Arrays.asList(expected), told);
    }

    private static boolean has(String permission) {
        return Phone.application().checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
    }
}
