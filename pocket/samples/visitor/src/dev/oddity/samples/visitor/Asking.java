package dev.oddity.samples.visitor;

import android.Manifest;
import android.app.Activity;
import android.content.Intent;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.media.AudioManager;
import android.media.RingtoneManager;
import android.net.Uri;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.provider.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** What is asked of people and of other apps. */
final class Asking {
    private static final int SMALL_PICTURE = 1;
    private static final int PICTURE = 2;
    private static final int FILE = 3;
    private static final int PERSON = 4;
    private static final int NEW_FILE = 5;
    private static final int PAGE = 6;

    private final Activity activity;

    Asking(Activity activity) {
        this.activity = activity;
    }

    void addTo(Map<String, Wish> wishes) {
        wishes.put("May I use the camera?", () -> ask(Manifest.permission.CAMERA));
        wishes.put("May I see people?", () -> ask(Manifest.permission.READ_CONTACTS, Manifest.permission.WRITE_CONTACTS));
        wishes.put("Small picture", () -> start(SMALL_PICTURE, new Intent(MediaStore.ACTION_IMAGE_CAPTURE)));
        wishes.put("Picture", () -> start(PICTURE, new Intent(MediaStore.ACTION_IMAGE_CAPTURE)
                .putExtra(MediaStore.EXTRA_OUTPUT, PictureProvider.PICTURE)));
        wishes.put("Text file", () -> start(FILE, new Intent(Intent.ACTION_OPEN_DOCUMENT)
                .addCategory(Intent.CATEGORY_OPENABLE).setType("text/*")));
        wishes.put("Any content", () -> start(FILE, new Intent(Intent.ACTION_GET_CONTENT).setType("image/*")));
        wishes.put("New file", () -> start(NEW_FILE, new Intent(Intent.ACTION_CREATE_DOCUMENT)
                .addCategory(Intent.CATEGORY_OPENABLE).setType("text/plain").putExtra(Intent.EXTRA_TITLE, "letter.txt")));
        wishes.put("Person", () -> start(PERSON, new Intent(Intent.ACTION_PICK, ContactsContract.Contacts.CONTENT_URI)));
        wishes.put("Share", () -> start(-1, Intent.createChooser(
                new Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, "a greeting"), "To whom?")));
        wishes.put("Home", () -> start(-1, new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_HOME)));
        wishes.put("Settings", () -> start(PAGE, new Intent(Settings.ACTION_SYNC_SETTINGS)));
        wishes.put("Sound", () -> start(PAGE, new Intent(RingtoneManager.ACTION_RINGTONE_PICKER)));
        wishes.put("Hum", () -> ring(AudioManager.RINGER_MODE_VIBRATE));
        wishes.put("Be silent", () -> ring(AudioManager.RINGER_MODE_SILENT));
        wishes.put("Web page", () -> start(PAGE, new Intent(Intent.ACTION_VIEW, Uri.parse("https://example.com"))));
    }

    private String ask(String... permissions) {
        activity.requestPermissions(permissions, 1);
        return null;
    }

    private String ring(int mode) {
        AudioManager audio = activity.getSystemService(AudioManager.class);
        audio.setRingerMode(mode);
        return "mode " + audio.getRingerMode();
    }

    private String start(int request, Intent intent) {
        activity.startActivityForResult(intent, request);
        return null;
    }

    /** What an answer holds, in words. */
    String told(int request, int code, Intent data) {
        if (code != Activity.RESULT_OK) {
            return "cancelled";
        }
        try {
            switch (request) {
                case SMALL_PICTURE:
                    Bitmap small = (Bitmap) data.getExtras().get("data");
                    return small.getWidth() + " x " + small.getHeight();
                case PICTURE:
                    byte[] bytes = read(PictureProvider.PICTURE);
                    Bitmap picture = BitmapFactory.decodeByteArray(bytes, 0, bytes.length);
                    return (bytes.length > 5000 ? "large" : "small") + ", " + picture.getWidth() + " x " + picture.getHeight();
                case PERSON:
                    return "chose " + first(data.getData(), ContactsContract.Contacts.DISPLAY_NAME);
                case NEW_FILE:
                    activity.getContentResolver().openOutputStream(data.getData()).close();
                    return "wrote " + first(data.getData(), "_display_name");
                default:
                    return first(data.getData(), "_display_name") + ": " + read(data.getData()).length + " bytes";
            }
        } catch (IOException failed) {
            return "failed: " + failed;
        }
    }

    private String first(Uri uri, String column) {
        try (Cursor cursor = activity.getContentResolver().query(uri, new String[] {column}, null, null, null)) {
            return cursor.moveToFirst() ? cursor.getString(0) : "nothing";
        }
    }

    private byte[] read(Uri uri) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = activity.getContentResolver().openInputStream(uri)) {
            byte[] part = new byte[4096];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                bytes.write(part, 0, read);
            }
        }
        return bytes.toByteArray();
    }
}
