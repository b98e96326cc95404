package oddity.pocket.phone.content;

import android.content.ContentValues;
import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import java.util.List;

/** The address book: people, with their numbers and addresses. Each raw contact is one person. */
public final class People extends Tables {
    private static final String NAME = "vnd.android.cursor.item/name";
    private static final String PHONE = "vnd.android.cursor.item/phone_v2";
    private static final String MAIL = "vnd.android.cursor.item/email_v2";

    @Override
    String file() {
        return "contacts.db";
    }

    @Override
    void create(SQLiteDatabase database) {
        database.execSQL("CREATE TABLE raw_contacts (_id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT,"
                + " data_set TEXT, sourceid TEXT, version INTEGER DEFAULT 1, aggregation_mode INTEGER,"
                + " starred INTEGER DEFAULT 0, deleted INTEGER DEFAULT 0, custom_ringtone TEXT)");
        database.execSQL("CREATE TABLE data (_id INTEGER PRIMARY KEY, raw_contact_id INTEGER, mimetype TEXT,"
                + " is_primary INTEGER DEFAULT 0, is_super_primary INTEGER DEFAULT 0, data_version INTEGER, data1 TEXT,"
                + " data2 TEXT, data3 TEXT, data4 TEXT, data5 TEXT, data6 TEXT, data7 TEXT, data8 TEXT, data9 TEXT,"
                + " data10 TEXT, data11 TEXT, data12 TEXT, data13 TEXT, data14 TEXT, data15 BLOB)");
        database.execSQL("CREATE TABLE groups (_id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, title TEXT,"
                + " group_visible INTEGER, deleted INTEGER DEFAULT 0, notes TEXT, system_id TEXT)");
        database.execSQL("CREATE VIEW contacts AS SELECT r._id AS _id, r._id AS name_raw_contact_id, 'p' || r._id AS lookup,"
                + " n.data1 AS display_name, n.data1 AS display_name_alt, n.data1 AS sort_key, n.data1 AS sort_key_alt,"
                + " upper(substr(n.data1, 1, 1)) AS phonebook_label, r.starred AS starred, r.custom_ringtone AS custom_ringtone,"
                + " 1 AS in_visible_group, 0 AS times_contacted, 0 AS last_time_contacted, 0 AS send_to_voicemail,"
                + " EXISTS (SELECT 1 FROM data p WHERE p.raw_contact_id = r._id AND p.mimetype = '" + PHONE + "')"
                + " AS has_phone_number, NULL AS photo_id, NULL AS photo_file_id, NULL AS photo_uri, NULL AS photo_thumb_uri,"
                + " 0 AS contact_last_updated_timestamp FROM raw_contacts r LEFT JOIN data n ON n.raw_contact_id = r._id"
                + " AND n.mimetype = '" + NAME + "' WHERE r.deleted = 0");
        database.execSQL("CREATE VIEW entries AS SELECT d.*, c._id AS contact_id, c.lookup AS lookup, c.display_name AS"
                + " display_name, c.display_name_alt AS display_name_alt, c.sort_key AS sort_key, c.starred AS starred,"
                + " c.has_phone_number AS has_phone_number, c.photo_id AS photo_id, c.photo_uri AS photo_uri,"
                + " c.photo_thumb_uri AS photo_thumb_uri, c.in_visible_group AS in_visible_group,"
                + " c.times_contacted AS times_contacted, c.last_time_contacted AS last_time_contacted,"
                + " d.data1 AS number, d.data2 AS type, d.data3 AS label"
                + " FROM data d JOIN contacts c ON c._id = d.raw_contact_id");
        add(database, 1, "Ada Lovelace", "+1 555 0101", "ada@example.com");
        add(database, 2, "Alan Turing", "+1 555 0102", "alan@example.com");
        add(database, 3, "Grace Hopper", "+1 555 0103", "grace@example.com");
    }

    private static void add(SQLiteDatabase database, int id, String name, String number, String address) {
        String given = name.substring(0, name.indexOf(' '));
        String family = name.substring(name.indexOf(' ') + 1);
        database.execSQL("INSERT INTO raw_contacts (_id) VALUES (?)", new Object[] {id});
        String row = "INSERT INTO data (raw_contact_id, mimetype, data1, data2, data3) VALUES (?, ?, ?, ?, ?)";
        database.execSQL(row, new Object[] {id, NAME, name, given, family});
        database.execSQL(row, new Object[] {id, PHONE, number, 2, null});
        database.execSQL(row, new Object[] {id, MAIL, address, 1, null});
    }

    @Override
    Place placeOf(Uri uri) {
        List<String> path = uri.getPathSegments();
        if (path.isEmpty()) {
            return null;
        }
        return switch (path.get(0)) {
            case "contacts", "profile" -> people(path);
            case "raw_contacts" -> raw(path);
            case "data" -> data(uri, path);
            case "phone_lookup" -> new Place("entries", "data", "mimetype = '" + PHONE + "' AND replace(data1, ' ', '') = "
                    + "replace(" + quoted(uri.getLastPathSegment()) + ", ' ', '')", "vnd.android.cursor.dir/phone_lookup");
            case "groups" -> byId(new Place("groups", "groups", null, "vnd.android.cursor.dir/group"), path, 1);
            default -> null;
        };
    }

    private static Place people(List<String> path) {
        Place all = new Place("contacts", "raw_contacts", null, "vnd.android.cursor.dir/contact");
        if (path.size() == 1) {
            return path.get(0).equals("profile") ? all.only("0") : all;
        }
        switch (path.get(1)) {
            case "lookup" -> {
                Place one = new Place("contacts", "raw_contacts", "'p' || _id = " + quoted(path.get(2)),
                        "vnd.android.cursor.item/contact");
                return path.size() > 3 ? byId(one, path, 3) : one;
            }
            case "filter" -> {
                return all.only("display_name LIKE " + quoted("%" + (path.size() > 2 ? path.get(2) : "") + "%"));
            }
            case "strequent", "frequent" -> {
                return all.only("starred");
            }
            default -> {
                boolean isParts = path.size() > 2 && (path.get(2).equals("data") || path.get(2).equals("entities"));
                Place parts = new Place("entries", "data", "contact_id = " + number(path.get(1)), "vnd.android.cursor.dir/data");
                return isParts ? parts : byId(all, path, 1);
            }
        }
    }

    private static Place raw(List<String> path) {
        Place all = new Place("(SELECT *, _id AS contact_id FROM raw_contacts)", "raw_contacts", null,
                "vnd.android.cursor.dir/raw_contact");
        boolean isParts = path.size() > 2;
        return isParts ? new Place("entries", "data", "raw_contact_id = " + number(path.get(1)), "vnd.android.cursor.dir/data")
                : byId(all, path, 1);
    }

    private static Place data(Uri uri, List<String> path) {
        Place all = new Place("entries", "data", null, "vnd.android.cursor.dir/data");
        if (path.size() == 1 || idOf(uri) != null && path.size() == 2) {
            return byId(all, path, 1);
        }
        Place kind = switch (path.get(1)) {
            case "phones" -> new Place("entries", "data", "mimetype = '" + PHONE + "'", "vnd.android.cursor.dir/phone_v2");
            case "emails" -> new Place("entries", "data", "mimetype = '" + MAIL + "'", "vnd.android.cursor.dir/email_v2");
            default -> all.only("0");
        };
        boolean isFilter = path.size() > 3 && path.get(2).equals("filter");
        String wanted = isFilter ? quoted("%" + path.get(3) + "%") : "";
        return isFilter ? kind.only("display_name LIKE " + wanted + " OR data1 LIKE " + wanted) : byId(kind, path, 2);
    }

    private static Place byId(Place all, List<String> path, int at) {
        return path.size() > at ? all.only("_id = " + number(path.get(at))) : all;
    }

    @Override
    Place checked(Uri uri, Place place, boolean isWrite) {
        SystemContent.check(uri, "android.permission." + (isWrite ? "WRITE_CONTACTS" : "READ_CONTACTS"));
        return place;
    }

    /** A name has its parts, and is shown as a whole. */
    @Override
    void complete(Place place, ContentValues values) {
        if (NAME.equals(values.getAsString("mimetype")) && values.getAsString("data1") == null) {
            String given = values.getAsString("data2");
            String family = values.getAsString("data3");
            values.put("data1", ((given == null ? "" : given) + " " + (family == null ? "" : family)).trim());
        }
    }

    private static String number(String text) {
        return text.matches("[0-9]{1,18}") ? text : "-1";
    }

    private static String quoted(String text) {
        return DatabaseUtils.sqlEscapeString(text == null ? "" : text);
    }
}
