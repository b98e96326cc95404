package dev.oddity.samples.visitor;

import android.app.Activity;
import android.app.DatePickerDialog;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;
import android.os.Build;
import android.os.Environment;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.provider.Telephony;
import android.text.format.DateUtils;
import java.io.File;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;

/** What is read: people, pictures, appointments, messages, calls, the card, the calendar. */
final class Looking {
    private final Activity activity;

    Looking(Activity activity) {
        this.activity = activity;
    }

    void addTo(Map<String, Wish> wishes) {
        wishes.put("People", () -> all(ContactsContract.CommonDataKinds.Phone.CONTENT_URI, "data1 LIKE ?",
                new String[] {"%0102"}, null, "display_name AS who", "data1"));
        wishes.put("New person", this::newPerson);
        wishes.put("A name nobody has", () -> UUID.randomUUID().toString());
        wishes.put("Pictures", () -> all(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, null, null, "_display_name DESC",
                "_display_name"));
        wishes.put("Own picture", this::ownPicture);
        wishes.put("Appointments", () -> all(CalendarContract.Events.CONTENT_URI, "dtstart > ?",
                new String[] {String.valueOf(System.currentTimeMillis())}, "title", "title"));
        wishes.put("Messages", () -> all(Telephony.Sms.Inbox.CONTENT_URI, "read = 0", null, "date DESC", "address", "body"));
        wishes.put("Calls", () -> all(CallLog.Calls.CONTENT_URI, null, null, CallLog.Calls.DEFAULT_SORT_ORDER, "number"));
        wishes.put("Old people", () -> all(Uri.parse("content://contacts/people"), null, null, null, "name"));
        wishes.put("Card", () -> Environment.getExternalStorageState() + ", "
                + activity.getExternalFilesDir(null).getPath().startsWith(Environment.getExternalStorageDirectory().getPath()));
        wishes.put("Places", () -> activity.getFilesDir() + "\n" + activity.getFilesDir().getCanonicalPath() + "\n"
                + Environment.getExternalStorageDirectory() + "\n"
                + new File("/sdcard/Documents").getCanonicalPath() + "\n"
                + new File("/data/data/" + activity.getPackageName() + "/files").isDirectory()
                + " " + Arrays.toString(new File("/sdcard/Documents").list()) + " "
                + File.createTempFile("note", null).getPath().startsWith(activity.getCacheDir().getPath()));
        wishes.put("Make", () -> Build.MANUFACTURER + " " + Build.MODEL + ", " + TimeZone.getDefault().getID());
        wishes.put("Day", () -> DateUtils.isToday(System.currentTimeMillis()) + ", "
                + DateUtils.getRelativeTimeSpanString(System.currentTimeMillis() - 5 * DateUtils.MINUTE_IN_MILLIS));
        wishes.put("Day to choose", this::dayToChoose);
    }

    private String all(Uri uri, String selection, String[] arguments, String order, String... columns) {
        StringBuilder told = new StringBuilder();
        try (Cursor cursor = activity.getContentResolver().query(uri, columns, selection, arguments, order)) {
            while (cursor.moveToNext()) {
                told.append(told.length() == 0 ? "" : "; ");
                for (int at = 0; at < columns.length; at++) {
                    told.append(at == 0 ? "" : " ").append(cursor.getString(at));
                }
            }
        }
        return told.length() == 0 ? "none" : told.toString();
    }

    private String newPerson() {
        ContentValues values = new ContentValues();
        Uri raw = activity.getContentResolver().insert(ContactsContract.RawContacts.CONTENT_URI, values);
        values.put("raw_contact_id", raw.getLastPathSegment());
        values.put("mimetype", ContactsContract.CommonDataKinds.StructuredName.CONTENT_ITEM_TYPE);
        values.put(ContactsContract.CommonDataKinds.StructuredName.GIVEN_NAME, "Katherine");
        values.put(ContactsContract.CommonDataKinds.StructuredName.FAMILY_NAME, "Johnson");
        activity.getContentResolver().insert(ContactsContract.Data.CONTENT_URI, values);
        return all(ContactsContract.Contacts.CONTENT_URI, null, null, "display_name COLLATE NOCASE DESC", "display_name");
    }

    private String ownPicture() throws Exception {
        ContentValues values = new ContentValues();
        values.put("_display_name", "own.png");
        values.put("mime_type", "image/png");
        Uri picture = activity.getContentResolver().insert(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, values);
        try (OutputStream out = activity.getContentResolver().openOutputStream(picture)) {
            out.write(new byte[100]);
        }
        return all(picture, null, null, null, "_display_name", "bucket_display_name");
    }

    private String dayToChoose() {
        DatePickerDialog dialog = new DatePickerDialog(activity);
        dialog.show();
        return dialog.getDatePicker().getYear() + "-" + (dialog.getDatePicker().getMonth() + 1);
    }
}
