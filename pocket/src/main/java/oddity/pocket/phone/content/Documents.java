package oddity.pocket.phone.content;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.Environment;
import android.os.ParcelFileDescriptor;
import android.provider.DocumentsContract;
import android.provider.DocumentsContract.Document;
import java.io.File;
import java.io.FileNotFoundException;
import oddity.pocket.phone.Card;

/** The files on the card, as the document picker hands them out. Only what was handed out can be read. */
public final class Documents extends ContentProvider {
    static final String AUTHORITY = "com.android.externalstorage.documents";
    private static final String CARD = "primary:";
    private static final String[] COLUMNS = {
        Document.COLUMN_DOCUMENT_ID, Document.COLUMN_DISPLAY_NAME, Document.COLUMN_MIME_TYPE, Document.COLUMN_SIZE,
        Document.COLUMN_LAST_MODIFIED, Document.COLUMN_FLAGS,
    };

    public static Uri uriOf(File file) {
        String path = root().toPath().relativize(file.toPath()).toString();
        return DocumentsContract.buildDocumentUri(AUTHORITY, CARD + path);
    }

    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public Cursor query(Uri uri, String[] projection, String selection, String[] arguments, String order) {
        MatrixCursor cursor = new MatrixCursor(projection == null ? COLUMNS : projection);
        File file = fileOf(uri);
        if (file.isFile()) {
            MatrixCursor.RowBuilder row = cursor.newRow();
            for (String column : cursor.getColumnNames()) {
                row.add(column, value(file, column));
            }
        }
        return cursor;
    }

    private static Object value(File file, String column) {
        return switch (column) {
            case Document.COLUMN_DOCUMENT_ID -> CARD + root().toPath().relativize(file.toPath());
            case Document.COLUMN_DISPLAY_NAME -> file.getName();
            case Document.COLUMN_MIME_TYPE -> Card.typeOf(file);
            case Document.COLUMN_SIZE -> file.length();
            case Document.COLUMN_LAST_MODIFIED -> file.lastModified();
            case Document.COLUMN_FLAGS -> Document.FLAG_SUPPORTS_WRITE | Document.FLAG_SUPPORTS_DELETE;
            default -> null;
        };
    }

    @Override
    public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
        return ParcelFileDescriptor.open(fileOf(uri), ParcelFileDescriptor.parseMode(mode));
    }

    @Override
    public String getType(Uri uri) {
        return Card.typeOf(fileOf(uri));
    }

    @Override
    public int delete(Uri uri, String selection, String[] arguments) {
        return fileOf(uri).delete() ? 1 : 0;
    }

    @Override
    public Uri insert(Uri uri, ContentValues values) {
        throw new UnsupportedOperationException("Insert not supported");
    }

    @Override
    public int update(Uri uri, ContentValues values, String selection, String[] arguments) {
        throw new UnsupportedOperationException("Update not supported");
    }

    private static File fileOf(Uri uri) {
        SystemContent.check(uri, "android.permission.MANAGE_DOCUMENTS");
        return new File(root(), DocumentsContract.getDocumentId(uri).substring(CARD.length()));
    }

    private static File root() {
        return Environment.getExternalStorageDirectory();
    }
}
