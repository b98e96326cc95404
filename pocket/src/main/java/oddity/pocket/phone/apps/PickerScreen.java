package oddity.pocket.phone.apps;

import android.content.Intent;
import android.net.Uri;
import android.provider.MediaStore;
import java.io.File;
import java.io.IOException;
import java.util.List;
import oddity.pocket.phone.Card;
import oddity.pocket.phone.content.Documents;
import oddity.pocket.phone.content.Media;
import oddity.pocket.phone.content.SystemContent;

/** Lists the files on the card that are of the wanted kind; the app gets the one that is chosen. Or asks for a new file. */
public final class PickerScreen extends BuiltInScreen {
    private static final int MAX_SHOWN = 30;
    private static final String ROWS = "vnd.android.cursor.dir/";

    @Override
    protected boolean isQuestion() {
        return false;
    }

    @Override
    protected void fill() {
        if (Intent.ACTION_CREATE_DOCUMENT.equals(getIntent().getAction())) {
            create(getIntent().getStringExtra(Intent.EXTRA_TITLE));
        } else {
            list();
        }
        choice("cancel_button", "Cancel", this::finish);
    }

    private void list() {
        text("title", "Recent files");
        List<File> files = Card.filesOfType(wantedTypes());
        if (files.isEmpty()) {
            text("empty", "No items");
        }
        for (File file : files.subList(0, Math.min(MAX_SHOWN, files.size()))) {
            choice("item_root", file.getName(), () -> hand(uriOf(file)));
        }
    }

    private void create(String title) {
        String name = title == null || title.isBlank() ? "untitled" : title.replace('/', '_');
        text("title", "Save as " + name);
        choice("save_button", "Save", () -> {
            try {
                hand(Documents.uriOf(Card.newFile("Download", name)));
            } catch (IOException unwritable) {
                text("error", "Failed to save document");
            }
        });
    }

    /** Who picks from the media store gets a row of it, with columns that documents lack. */
    private Uri uriOf(File file) {
        String action = getIntent().getAction();
        boolean isPick = Intent.ACTION_PICK.equals(action) || MediaStore.ACTION_PICK_IMAGES.equals(action);
        Uri row = isPick ? Media.uriOf(file) : null;
        return row == null ? Documents.uriOf(file) : row;
    }

    private void hand(Uri uri) {
        SystemContent.allow(uri);
        setResult(RESULT_OK, new Intent().setData(uri)
                .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION | Intent.FLAG_GRANT_WRITE_URI_PERMISSION));
        finish();
    }

    private String[] wantedTypes() {
        String[] several = getIntent().getStringArrayExtra(Intent.EXTRA_MIME_TYPES);
        if (several != null && several.length > 0) {
            return several;
        }
        String type = getIntent().getType();
        if (type == null && getIntent().getData() != null) {
            type = getContentResolver().getType(getIntent().getData());
        }
        if (type == null && MediaStore.ACTION_PICK_IMAGES.equals(getIntent().getAction())) {
            return new String[] {"image/*", "video/*"};
        }
        return new String[] {type == null ? "*/*" : ofFiles(type)};
    }

    /** PICK names a table of the media store, {@code vnd.android.cursor.dir/image}, where others name a type of files. */
    private static String ofFiles(String type) {
        return type.startsWith(ROWS) ? type.substring(ROWS.length()) + "/*" : type;
    }
}
