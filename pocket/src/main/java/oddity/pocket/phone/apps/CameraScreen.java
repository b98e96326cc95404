package oddity.pocket.phone.apps;

import android.content.ClipData;
import android.content.Intent;
import android.net.Uri;
import android.provider.MediaStore;
import android.util.Log;
import java.io.IOException;
import java.io.OutputStream;
import oddity.pocket.phone.Pictures;

/** The camera: takes a picture for the app, or does not. */
public final class CameraScreen extends BuiltInScreen {
    @Override
    protected boolean isQuestion() {
        return false;
    }

    @Override
    protected void fill() {
        text("title", "Camera");
        choice("shutter_button", "Take picture", this::take);
        choice("cancel_button", "Cancel", this::finish);
    }

    /** Into the file that the app named, or as a small picture in the answer. */
    private void take() {
        Uri output = output(getIntent());
        if (output == null) {
            setResult(RESULT_OK, new Intent("inline-data").putExtra("data", Pictures.thumbnail()));
            finish();
            return;
        }
        try (OutputStream to = getContentResolver().openOutputStream(output, "w")) {
            to.write(Pictures.jpeg(0));
            setResult(RESULT_OK);
        } catch (IOException | SecurityException unwritable) {
            // As a camera does: nothing was taken, and the log says why.
            Log.w("Camera", "cannot write to " + output, unwritable);
        }
        finish();
    }

    private static Uri output(Intent intent) {
        Uri named = intent.getParcelableExtra(MediaStore.EXTRA_OUTPUT);
        ClipData clip = intent.getClipData();
        return named == null && clip != null && clip.getItemCount() > 0 ? clip.getItemAt(0).getUri() : named;
    }
}
