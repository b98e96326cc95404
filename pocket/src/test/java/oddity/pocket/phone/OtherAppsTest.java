package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.net.Uri;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.view.KeyEvent;
import android.view.View;
import java.io.InputStream;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.apps.CameraScreen;
import oddity.pocket.phone.apps.ContactScreen;
import oddity.pocket.phone.apps.PickerScreen;
import oddity.pocket.phone.apps.ShareScreen;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class OtherAppsTest {
    private static final int REQUEST = 5;
    private static final String CAMERA = "android.permission.CAMERA";

    @Rule
    public final TestPhone phone = new TestPhone();

    private Stage stage;

    @Before
    public void open() {
        stage = phone.open(here -> here.setContentView(new View(here)));
    }

    @Test
    public void theCameraGivesASmallPicture() {
        phone.get().permissions().set(CAMERA, true);
        ask(new Intent(MediaStore.ACTION_IMAGE_CAPTURE), CameraScreen.class);
        phone.tap("Take picture");
        Stage.Result result = result(Activity.RESULT_OK);
        assertTrue(((Bitmap) result.data().getParcelableExtra("data")).getWidth() > 0);
    }

    @Test
    public void theCameraPutsALargePictureWhereItIsWanted() throws Exception {
        phone.get().permissions().set(CAMERA, true);
        Uri place = Uri.parse("content://dev.oddity.samples.visitor.pictures/picture.jpg");
        ask(new Intent(MediaStore.ACTION_IMAGE_CAPTURE).putExtra(MediaStore.EXTRA_OUTPUT, place), CameraScreen.class);
        phone.tap("Take picture");
        assertNull(result(Activity.RESULT_OK).data());
        try (InputStream picture = stage.getContentResolver().openInputStream(place)) {
            assertTrue(picture.readAllBytes().length > 1000);
        }
    }

    @Test
    public void anAppThatDeclaresTheCameraNeedsItForThatOfOthers() {
        assertThrows(SecurityException.class,
                () -> stage.startActivityForResult(new Intent(MediaStore.ACTION_IMAGE_CAPTURE), REQUEST));
    }

    @Test
    public void goingBackIsNoAnswer() {
        ask(new Intent(Intent.ACTION_OPEN_DOCUMENT).addCategory(Intent.CATEGORY_OPENABLE).setType("*/*"), PickerScreen.class);
        phone.get().keyboard.press(KeyEvent.KEYCODE_BACK);
        phone.rest();
        assertNull(result(Activity.RESULT_CANCELED).data());
    }

    @Test
    public void aChosenFileCanBeReadWithoutPermission() throws Exception {
        ask(new Intent(Intent.ACTION_OPEN_DOCUMENT).addCategory(Intent.CATEGORY_OPENABLE).setType("text/plain"),
                PickerScreen.class);
        phone.tap("shopping.txt");
        Uri chosen = result(Activity.RESULT_OK).data().getData();
        assertEquals("text/plain", stage.getContentResolver().getType(chosen));
        try (InputStream in = stage.getContentResolver().openInputStream(chosen)) {
            assertEquals("bread\nmilk\napples\n", new String(in.readAllBytes()));
        }
    }

    @Test
    public void onlyFilesOfTheWantedKindAreListed() {
        ask(new Intent(Intent.ACTION_GET_CONTENT).setType("image/*"), PickerScreen.class);
        assertTrue(phone.get().dump().contains("IMG_20240101.jpg"));
        assertThrows(AssertionError.class, () -> phone.tap("shopping.txt"));
    }

    @Test
    public void thePickerOfPhotosHasPicturesOnly() throws Exception {
        ask(new Intent(MediaStore.ACTION_PICK_IMAGES), PickerScreen.class);
        assertThrows(AssertionError.class, () -> phone.tap("shopping.txt"));
        phone.tap("IMG_20240101.jpg");
        Uri chosen = result(Activity.RESULT_OK).data().getData();
        assertEquals("image/jpeg", stage.getContentResolver().getType(chosen));
        stage.getContentResolver().openInputStream(chosen).close();
    }

    @Test
    public void aNewFileCanBeWritten() throws Exception {
        ask(new Intent(Intent.ACTION_CREATE_DOCUMENT).addCategory(Intent.CATEGORY_OPENABLE).setType("text/plain")
                .putExtra(Intent.EXTRA_TITLE, "letter.txt"), PickerScreen.class);
        phone.tap("Save");
        Uri file = result(Activity.RESULT_OK).data().getData();
        stage.getContentResolver().openOutputStream(file).close();
        assertEquals("letter.txt", first(file, "_display_name"));
    }

    @Test
    public void aChosenPersonCanBeReadAndNoOther() {
        ask(new Intent(Intent.ACTION_PICK, ContactsContract.Contacts.CONTENT_URI), ContactScreen.class);
        phone.tap("Alan Turing");
        Uri person = result(Activity.RESULT_OK).data().getData();
        assertEquals("Alan Turing", first(person, ContactsContract.Contacts.DISPLAY_NAME));
        assertThrows(SecurityException.class,
                () -> first(ContactsContract.Contacts.CONTENT_URI, ContactsContract.Contacts.DISPLAY_NAME));
    }

    @Test
    public void theShareSheetShowsWhatIsShared() {
        Intent share = new Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, "a greeting");
        stage.startActivity(Intent.createChooser(share, "To whom?"));
        phone.rest();
        assertTrue(phone.get().front() instanceof ShareScreen);
        assertTrue(phone.get().dump().contains("a greeting"));
        assertTrue(phone.get().dump().contains("To whom?"));
        phone.tap("Mail");
        assertSame(stage, phone.get().front());
    }

    @Test
    public void aChooserOfOneAppIsThatApp() {
        Intent pick = new Intent(Intent.ACTION_GET_CONTENT).setType("image/*");
        ask(Intent.createChooser(pick, "Which?"), PickerScreen.class);
        phone.tap("IMG_20240101.jpg");
        assertNotNull(result(Activity.RESULT_OK).data().getData());
    }

    @Test
    public void otherAppsTakeWhatTheySayAndGiveNothingBack() {
        for (Intent wish : new Intent[] {
            new Intent(Intent.ACTION_VIEW, Uri.parse("https://example.com")),
            new Intent(Intent.ACTION_DIAL, Uri.parse("tel:555")),
            new Intent(Intent.ACTION_SENDTO, Uri.parse("mailto:ada@example.com")),
            new Intent(Intent.ACTION_SENDTO, Uri.parse("smsto:555")),
            new Intent(android.provider.Settings.ACTION_SETTINGS),
        }) {
            assertNotNull(wish.toString(), wish.resolveActivity(stage.getPackageManager()));
            stage.startActivityForResult(wish, REQUEST);
            phone.rest();
            assertNull(result(Activity.RESULT_CANCELED).data());
        }
    }

    @Test
    public void whatNobodyTakesIsNotFound() {
        for (Intent wish : new Intent[] {
            new Intent("dev.oddity.NOBODY"),
            new Intent(Intent.ACTION_VIEW, Uri.parse("unknown:thing")),
            new Intent().setClassName("com.example.other", "com.example.other.Main"),
            new Intent().setClassName(stage, "dev.oddity.Undeclared"),
        }) {
            assertNull(wish.toString(), stage.getPackageManager().resolveActivity(wish, 0));
            assertThrows(ActivityNotFoundException.class, () -> stage.startActivity(wish));
        }
    }

    @Test
    public void anAnswerFindsTheNewProcess() {
        ask(new Intent(Intent.ACTION_GET_CONTENT).setType("text/plain"), PickerScreen.class);
        phone.endProcess();
        phone.tap("shopping.txt");
        assertEquals(REQUEST, Stage.RESULTS.get(0).request());
        assertEquals(Activity.RESULT_OK, Stage.RESULTS.get(0).code());
    }

    private void ask(Intent wish, Class<?> screen) {
        stage.startActivityForResult(wish, REQUEST);
        phone.rest();
        assertSame(screen, phone.get().front().getClass());
    }

    private Stage.Result result(int code) {
        assertSame(stage, phone.get().front());
        assertEquals(1, Stage.RESULTS.size());
        Stage.Result result = Stage.RESULTS.remove(0);
        assertEquals(REQUEST, result.request());
        assertEquals(code, result.code());
        return result;
    }

    private String first(Uri uri, String column) {
        try (Cursor cursor = stage.getContentResolver().query(uri, new String[] {column}, null, null, null)) {
            assertTrue(cursor.moveToFirst());
            return cursor.getString(0);
        }
    }
}
