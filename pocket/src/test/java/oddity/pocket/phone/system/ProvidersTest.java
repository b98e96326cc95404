package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.ContentObserver;
import android.database.Cursor;
import android.net.Uri;
import android.os.Handler;
import android.os.Looper;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds;
import android.provider.MediaStore;
import android.provider.Telephony;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

/** The app's own providers, and the content that every phone has, as an app sees both. */
@RunWith(PhoneRunner.class)
public class ProvidersTest {
    private static final String PERMISSION = "android.permission.";
    private static final Uri PICTURES = MediaStore.Images.Media.EXTERNAL_CONTENT_URI;

    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void theAppsOwnProviderIsThere() {
        assertEquals("image/jpeg", contents().getType(Uri.parse("content://dev.oddity.samples.visitor.pictures/picture.jpg")));
        assertNull("and others are not", contents().query(Uri.parse("content://dev.oddity.nobody/x"), null, null, null, null));
    }

    @Test
    public void eachContentNeedsItsPermission() {
        for (Uri uri : new Uri[] {
            ContactsContract.Contacts.CONTENT_URI, CalendarContract.Events.CONTENT_URI, Telephony.Sms.CONTENT_URI,
            CallLog.Calls.CONTENT_URI,
        }) {
            assertThrows(uri.toString(), SecurityException.class, () -> column(uri, "_id", null));
        }
        allow("READ_CONTACTS");
        allow("READ_CALENDAR");
        allow("READ_SMS");
        allow("READ_CALL_LOG");
        assertEquals(3, column(ContactsContract.Contacts.CONTENT_URI, "_id", null).size());
        assertEquals(2, column(CalendarContract.Events.CONTENT_URI, "_id", null).size());
        assertEquals(0, column(Telephony.Sms.CONTENT_URI, "_id", null).size());
        assertEquals(0, column(CallLog.Calls.CONTENT_URI, "_id", null).size());
    }

    @Test
    public void readingDoesNotMeanWriting() {
        allow("READ_CONTACTS");
        assertThrows(SecurityException.class,
                () -> contents().insert(ContactsContract.RawContacts.CONTENT_URI, new ContentValues()));
    }

    @Test
    public void conditionsAndOrdersAreTheDatabases() {
        allow("READ_CONTACTS");
        Uri people = ContactsContract.Contacts.CONTENT_URI;
        assertEquals(List.of("Grace Hopper", "Alan Turing", "Ada Lovelace"), column(people, "display_name", "display_name DESC"));
        assertEquals(List.of("Ada Lovelace", "Alan Turing"),
                rows(people, "display_name", "display_name LIKE ?", new String[] {"A%"}, "display_name"));
        assertEquals(List.of("Alan Turing"), column(Uri.withAppendedPath(ContactsContract.Contacts.CONTENT_FILTER_URI, "turing"),
                "display_name", null));
        assertEquals(List.of("Ada Lovelace"), column(Uri.withAppendedPath(ContactsContract.PhoneLookup.CONTENT_FILTER_URI,
                "+15550101"), "display_name", null));
        assertThrows(IllegalArgumentException.class, () -> column(Uri.parse("content://com.android.contacts/what"), "_id", null));
    }

    @Test
    public void aNewPersonIsListedChangedAndRemoved() {
        allow("READ_CONTACTS");
        allow("WRITE_CONTACTS");
        Uri raw = contents().insert(ContactsContract.RawContacts.CONTENT_URI, new ContentValues());
        ContentValues name = new ContentValues();
        name.put(ContactsContract.Data.RAW_CONTACT_ID, ContentUris.parseId(raw));
        name.put(ContactsContract.Data.MIMETYPE, CommonDataKinds.StructuredName.CONTENT_ITEM_TYPE);
        name.put(CommonDataKinds.StructuredName.GIVEN_NAME, "Katherine");
        name.put(CommonDataKinds.StructuredName.FAMILY_NAME, "Johnson");
        Uri data = contents().insert(ContactsContract.Data.CONTENT_URI, name);
        assertTrue(column(ContactsContract.Contacts.CONTENT_URI, "display_name", null).contains("Katherine Johnson"));
        ContentValues other = new ContentValues();
        other.put(CommonDataKinds.StructuredName.DISPLAY_NAME, "Katherine G. Johnson");
        assertEquals(1, contents().update(data, other, null, null));
        assertTrue(column(ContactsContract.Contacts.CONTENT_URI, "display_name", null).contains("Katherine G. Johnson"));
        assertEquals(1, contents().delete(raw, null, null));
        assertEquals(3, column(ContactsContract.Contacts.CONTENT_URI, "display_name", null).size());
    }

    @Test
    public void whoObservesHearsOfChanges() {
        allow("READ_CONTACTS");
        allow("WRITE_CONTACTS");
        List<Uri> heard = new ArrayList<>();
        contents().registerContentObserver(ContactsContract.RawContacts.CONTENT_URI, true, observer(heard));
        contents().insert(ContactsContract.RawContacts.CONTENT_URI, new ContentValues());
        phone.rest();
        assertEquals(1, heard.size());
    }

    @Test
    public void appointmentsLieAheadAndCanBeLookedUpByTime() {
        allow("READ_CALENDAR");
        assertEquals(List.of("Choir", "Dentist"), rows(CalendarContract.Events.CONTENT_URI, "title", "dtstart > ?",
                new String[] {String.valueOf(Phone.wallMs())}, "title"));
        long day = 24 * 3_600_000;
        Uri.Builder when = CalendarContract.Instances.CONTENT_URI.buildUpon();
        ContentUris.appendId(when, Phone.wallMs());
        ContentUris.appendId(when, Phone.wallMs() + day);
        assertEquals(List.of("Dentist"), column(when.build(), CalendarContract.Instances.TITLE, null));
    }

    @Test
    public void withoutPermissionAnAppSeesItsOwnPicturesOnly() throws Exception {
        assertEquals(List.of(), column(PICTURES, "_display_name", null));
        ContentValues values = new ContentValues();
        values.put(MediaStore.MediaColumns.DISPLAY_NAME, "own.png");
        values.put(MediaStore.MediaColumns.MIME_TYPE, "image/png");
        Uri own = contents().insert(PICTURES, values);
        try (OutputStream out = contents().openOutputStream(own)) {
            out.write(new byte[100]);
        }
        assertEquals(List.of("own.png"), column(PICTURES, "_display_name", null));
        assertEquals(100, contents().openInputStream(own).readAllBytes().length);
        allow("READ_MEDIA_IMAGES");
        assertEquals(5, column(PICTURES, "_display_name", null).size());
    }

    @Test
    public void whatIsThereStaysForTheNextProcess() {
        allow("READ_CONTACTS");
        allow("WRITE_CONTACTS");
        assertEquals(1, contents().delete(ContentUris.withAppendedId(ContactsContract.RawContacts.CONTENT_URI, 1), null, null));
        phone.launch();
        phone.endProcess();
        assertEquals(List.of("Alan Turing", "Grace Hopper"),
                column(ContactsContract.Contacts.CONTENT_URI, "display_name", "display_name"));
    }

    @Test
    public void onePictureHasTheTypeOfItsFile() {
        allow("READ_MEDIA_IMAGES");
        long id = Long.parseLong(column(PICTURES, "_id", null).get(0));
        assertEquals("image/jpeg", contents().getType(ContentUris.withAppendedId(PICTURES, id)));
        assertEquals("vnd.android.cursor.dir/image", contents().getType(PICTURES));
    }

    private void allow(String permission) {
        phone.get().permissions().set(PERMISSION + permission, true);
    }

    private static ContentObserver observer(List<Uri> heard) {
        return new ContentObserver(new Handler(Looper.getMainLooper())) {
            @Override
            public void onChange(boolean self, Uri uri) {
                heard.add(uri);
            }
        };
    }

    private static List<String> column(Uri uri, String name, String order) {
        return rows(uri, name, null, null, order);
    }

    private static List<String> rows(Uri uri, String name, String where, String[] arguments, String order) {
        List<String> values = new ArrayList<>();
        try (Cursor cursor = contents().query(uri, new String[] {name}, where, arguments, order)) {
            while (cursor.moveToNext()) {
                values.add(cursor.getString(0));
            }
        }
        return values;
    }

    private static ContentResolver contents() {
        return Phone.application().getContentResolver();
    }
}
