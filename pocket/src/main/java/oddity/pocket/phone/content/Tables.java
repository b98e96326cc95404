package oddity.pocket.phone.content;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteQueryBuilder;
import android.net.Uri;
import java.nio.file.Files;
import java.nio.file.Path;
import org.robolectric.RuntimeEnvironment;

/** A provider that keeps real tables in the phone's storage: projections, conditions and orders are the database's. */
abstract class Tables extends ContentProvider {
    private SQLiteDatabase database;

    /** What an address stands for: a table to read, one to write, which rows, and the type of what is there. */
    record Place(String reads, String writes, String rows, String type) {
        Place only(String condition) {
            return new Place(reads, writes, rows == null ? condition : "(" + rows + ") AND (" + condition + ")", type);
        }

        /** A condition of the caller's, within these rows. */
        String and(String selection) {
            if (selection == null || selection.isBlank()) {
                return rows;
            }
            return rows == null ? selection : "(" + rows + ") AND (" + selection + ")";
        }
    }

    /** The name of the database's file. */
    abstract String file();

    /** Makes the tables, with what a person has. */
    abstract void create(SQLiteDatabase database);

    /** What an address stands for; null for one that means nothing. */
    abstract Place placeOf(Uri uri);

    /** Throws as a phone does unless the app may do it; may narrow the place down instead. */
    abstract Place checked(Uri uri, Place place, boolean isWrite);

    /** A chance to fill in what the provider knows better. */
    void complete(Place place, ContentValues values) {}

    @Override
    public final boolean onCreate() {
        return true;
    }

    /** Opened when it is first asked for: most apps never do. */
    final synchronized SQLiteDatabase database() {
        if (database == null) {
            Path path = RuntimeEnvironment.getTempDirectory().createIfNotExists("system").resolve(file());
            boolean isNew = !Files.exists(path);
            database = SQLiteDatabase.openOrCreateDatabase(path.toFile(), null);
            if (isNew) {
                create(database);
            }
        }
        return database;
    }

    @Override
    public final Cursor query(Uri uri, String[] projection, String selection, String[] arguments, String order) {
        Place place = find(uri, false);
        SQLiteQueryBuilder query = new SQLiteQueryBuilder();
        query.setTables(place.reads);
        String limit = uri.getQueryParameter("limit");
        Cursor cursor = query.query(database(), projection, place.and(selection), arguments, null, null, order, limit);
        cursor.setNotificationUri(getContext().getContentResolver(), uri);
        return cursor;
    }

    @Override
    public final Uri insert(Uri uri, ContentValues given) {
        Place place = find(uri, true);
        ContentValues values = given == null ? new ContentValues() : new ContentValues(given);
        complete(place, values);
        long id = database().insertOrThrow(place.writes, "_id", values);
        return changed(ContentUris.withAppendedId(uri, id));
    }

    @Override
    public final int update(Uri uri, ContentValues values, String selection, String[] arguments) {
        Place place = find(uri, true);
        int count = database().update(place.writes, values, place.and(selection), arguments);
        changed(uri);
        return count;
    }

    @Override
    public final int delete(Uri uri, String selection, String[] arguments) {
        Place place = find(uri, true);
        int count = database().delete(place.writes, place.and(selection), arguments);
        changed(uri);
        return count;
    }

    @Override
    public String getType(Uri uri) {
        Place place = placeOf(uri);
        return place == null ? null : place.type;
    }

    final Place find(Uri uri, boolean isWrite) {
        Place place = placeOf(uri);
        if (place == null) {
            throw new IllegalArgumentException("Unknown URI " + uri);
        }
        return checked(uri, place, isWrite);
    }

    private Uri changed(Uri uri) {
        getContext().getContentResolver().notifyChange(uri, null);
        return uri;
    }

    /** The number at the end of an address; null where there is none. */
    static Long idOf(Uri uri) {
        String last = uri.getLastPathSegment();
        return last != null && last.matches("[0-9]{1,18}") ? Long.valueOf(last) : null;
    }
}
