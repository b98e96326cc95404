package oddity.pocket.phone.content;

import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import java.util.List;
import oddity.pocket.phone.Phone;

/** The calendar: one calendar with appointments. Those that repeat are listed once, at their first time. */
public final class Appointments extends Tables {
    private static final long HOUR_MS = 3_600_000;

    @Override
    String file() {
        return "calendar.db";
    }

    @Override
    void create(SQLiteDatabase database) {
        database.execSQL("CREATE TABLE calendars (_id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, name TEXT,"
                + " calendar_displayName TEXT, calendar_color INTEGER, calendar_access_level INTEGER DEFAULT 700,"
                + " calendar_timezone TEXT, ownerAccount TEXT, visible INTEGER DEFAULT 1, sync_events INTEGER DEFAULT 1,"
                + " isPrimary INTEGER DEFAULT 0, deleted INTEGER DEFAULT 0, maxReminders INTEGER DEFAULT 5)");
        database.execSQL("CREATE TABLE events (_id INTEGER PRIMARY KEY, calendar_id INTEGER, title TEXT, description TEXT,"
                + " eventLocation TEXT, dtstart INTEGER, dtend INTEGER, duration TEXT, allDay INTEGER DEFAULT 0,"
                + " eventTimezone TEXT, eventEndTimezone TEXT, rrule TEXT, rdate TEXT, exrule TEXT, exdate TEXT,"
                + " hasAlarm INTEGER DEFAULT 0, availability INTEGER DEFAULT 0, accessLevel INTEGER DEFAULT 0,"
                + " eventStatus INTEGER DEFAULT 1, selfAttendeeStatus INTEGER DEFAULT 0, organizer TEXT, eventColor INTEGER,"
                + " hasAttendeeData INTEGER DEFAULT 0, guestsCanModify INTEGER, customAppPackage TEXT, customAppUri TEXT,"
                + " uid2445 TEXT, deleted INTEGER DEFAULT 0)");
        database.execSQL("CREATE TABLE reminders (_id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER, method INTEGER)");
        database.execSQL("CREATE TABLE attendees (_id INTEGER PRIMARY KEY, event_id INTEGER, attendeeName TEXT,"
                + " attendeeEmail TEXT, attendeeRelationship INTEGER, attendeeType INTEGER, attendeeStatus INTEGER)");
        database.execSQL("CREATE VIEW view_events AS SELECT e.*, c.account_name AS account_name, c.account_type AS account_type,"
                + " c.calendar_displayName AS calendar_displayName, c.calendar_color AS calendar_color,"
                + " coalesce(e.eventColor, c.calendar_color) AS displayColor, c.visible AS visible,"
                + " c.ownerAccount AS ownerAccount, c.calendar_access_level AS calendar_access_level"
                + " FROM events e JOIN calendars c ON c._id = e.calendar_id");
        database.execSQL("CREATE VIEW instances AS SELECT *, _id AS event_id, dtstart AS begin, coalesce(dtend, dtstart) AS end,"
                + " dtstart / 86400000 + 2440588 AS startDay, coalesce(dtend, dtstart) / 86400000 + 2440588 AS endDay"
                + " FROM view_events WHERE deleted = 0");
        database.execSQL("INSERT INTO calendars (_id, account_name, account_type, name, calendar_displayName, calendar_color,"
                + " calendar_timezone, ownerAccount, isPrimary) VALUES (1, 'person@example.com', 'LOCAL', 'person',"
                + " 'Person', -12417548, 'UTC', 'person@example.com', 1)");
        long hour = Phone.wallMs() / HOUR_MS * HOUR_MS;
        add(database, "Dentist", hour + 3 * HOUR_MS);
        add(database, "Choir", hour + 30 * HOUR_MS);
    }

    private static void add(SQLiteDatabase database, String title, long start) {
        database.execSQL("INSERT INTO events (calendar_id, title, dtstart, dtend, eventTimezone, organizer)"
                + " VALUES (1, ?, ?, ?, 'UTC', 'person@example.com')", new Object[] {title, start, start + HOUR_MS});
    }

    @Override
    Place placeOf(Uri uri) {
        List<String> path = uri.getPathSegments();
        Place all = path.isEmpty() ? null : switch (path.get(0)) {
            case "calendars" -> new Place("calendars", "calendars", null, "vnd.android.cursor.dir/calendar");
            case "events" -> new Place("view_events", "events", null, "vnd.android.cursor.dir/event");
            case "reminders" -> new Place("reminders", "reminders", null, "vnd.android.cursor.dir/reminder");
            case "attendees" -> new Place("attendees", "attendees", null, "vnd.android.cursor.dir/attendee");
            case "instances" -> instances(path);
            default -> null;
        };
        boolean isOne = all != null && path.size() == 2 && idOf(uri) != null;
        return isOne ? all.only("_id = " + idOf(uri)) : all;
    }

    /** {@code instances/when/FROM/TO}: what lies at least partly within, by the clock or by days. */
    private static Place instances(List<String> path) {
        if (path.size() < 4 || !(path.get(2) + path.get(3)).matches("[0-9]+")) {
            return null;
        }
        boolean byDay = path.get(1).equals("whenbyday");
        String rows = byDay ? "startDay <= " + path.get(3) + " AND endDay >= " + path.get(2)
                : "begin <= " + path.get(3) + " AND end >= " + path.get(2);
        return new Place("instances", "events", rows, "vnd.android.cursor.dir/event");
    }

    @Override
    Place checked(Uri uri, Place place, boolean isWrite) {
        SystemContent.check(uri, "android.permission." + (isWrite ? "WRITE_CALENDAR" : "READ_CALENDAR"));
        return place;
    }
}
