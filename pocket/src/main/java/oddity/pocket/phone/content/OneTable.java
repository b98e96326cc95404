package oddity.pocket.phone.content;

import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import java.util.List;
import java.util.Map;

/** Content of a new phone that is one table, and empty: what was written, who called. */
abstract class OneTable extends Tables {
    private static final String TABLE = "entries";

    private final String file;
    private final String columns;
    private final String permission;

    /** Its columns besides the number of each row, and what reading and writing need: {@code READ_} and {@code WRITE_} this. */
    OneTable(String file, String columns, String permission) {
        this.file = file;
        this.columns = columns;
        this.permission = permission;
    }

    /** Which rows an address means by its first word; null for one that means nothing. */
    abstract String rowsOf(String word);

    @Override
    final String file() {
        return file;
    }

    @Override
    final void create(SQLiteDatabase database) {
        database.execSQL("CREATE TABLE " + TABLE + " (_id INTEGER PRIMARY KEY, " + columns + ")");
    }

    @Override
    final Place placeOf(Uri uri) {
        List<String> path = uri.getPathSegments();
        Long id = idOf(uri);
        String rows = path.isEmpty() ? "1" : id != null ? "_id = " + id : rowsOf(path.get(0));
        return rows == null ? null : new Place(TABLE, TABLE, rows, "vnd.android.cursor.dir/" + file);
    }

    @Override
    final Place checked(Uri uri, Place place, boolean isWrite) {
        SystemContent.check(uri, "android.permission." + (isWrite ? "WRITE_" : "READ_") + permission);
        return place;
    }

    /** Short messages, in their boxes. Only the app that people have chosen for them may write, and that is another. */
    public static final class Messages extends OneTable {
        private static final Map<String, String> BOXES = Map.of("inbox", "type = 1", "sent", "type = 2", "draft", "type = 3",
                "outbox", "type = 4", "failed", "type = 5", "queued", "type = 6", "conversations", "1");

        public Messages() {
            super("messages.db", "thread_id INTEGER, address TEXT, person INTEGER, date INTEGER, date_sent INTEGER,"
                    + " protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER,"
                    + " reply_path_present INTEGER, subject TEXT, body TEXT, service_center TEXT, locked INTEGER DEFAULT 0,"
                    + " sub_id INTEGER DEFAULT -1, error_code INTEGER DEFAULT 0, creator TEXT, seen INTEGER DEFAULT 0", "SMS");
        }

        @Override
        String rowsOf(String word) {
            return BOXES.get(word);
        }
    }

    /** Who called and was called. */
    public static final class Calls extends OneTable {
        public Calls() {
            super("calls.db", "number TEXT, presentation INTEGER DEFAULT 1, date INTEGER, duration INTEGER, type INTEGER,"
                    + " new INTEGER, name TEXT, numbertype INTEGER, numberlabel TEXT, countryiso TEXT, geocoded_location TEXT,"
                    + " is_read INTEGER, features INTEGER DEFAULT 0, subscription_id TEXT, photo_uri TEXT, lookup_uri TEXT,"
                    + " matched_number TEXT, normalized_number TEXT, formatted_number TEXT, photo_id INTEGER DEFAULT 0",
                    "CALL_LOG");
        }

        @Override
        String rowsOf(String word) {
            return word.equals("calls") ? "1" : null;
        }
    }

    /** People as they were kept before Android 2. Phones still answer; nobody is in there. */
    public static final class OldPeople extends OneTable {
        public OldPeople() {
            super("old-people.db", "name TEXT, display_name TEXT, notes TEXT, number TEXT, number_key TEXT, label TEXT, data TEXT,"
                    + " type INTEGER, kind INTEGER, person INTEGER, times_contacted INTEGER DEFAULT 0,"
                    + " last_time_contacted INTEGER, custom_ringtone TEXT, send_to_voicemail INTEGER DEFAULT 0,"
                    + " starred INTEGER DEFAULT 0, primary_phone INTEGER, primary_email INTEGER,"
                    + " primary_organization INTEGER, photo_version TEXT", "CONTACTS");
        }

        @Override
        String rowsOf(String word) {
            return List.of("people", "phones", "contact_methods").contains(word) ? "1" : null;
        }
    }
}
