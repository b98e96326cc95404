package oddity.pocket.phone.content;

import android.content.ContentUris;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.graphics.BitmapFactory;
import android.net.Uri;
import android.os.Build;
import android.os.Environment;
import android.os.ParcelFileDescriptor;
import java.io.File;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import oddity.pocket.phone.Card;
import oddity.pocket.phone.Phone;

/** The media store: the pictures, sounds, films and other files on the card. */
public final class Media extends Tables {
    private static final String PERMISSION = "android.permission.";
    /** What a media store derives from its files, by a word of the address: here there is none of it. */
    private static final Map<String, List<String>> DERIVED = Map.of(
            "thumbnails", List.of("_id", "_data", "image_id", "video_id", "kind", "width", "height"),
            "albumart", List.of("album_id", "_data"),
            "genres", List.of("_id", "name"),
            "playlists", List.of("_id", "_data", "name", "date_added", "date_modified"));
    /** What it counts up: a row for each that the sounds name. */
    private static final Map<String, String> COUNTED = Map.of(
            "albums", "(SELECT album_id AS _id, album_id, album, album AS album_key, NULL AS album_art, artist, artist_id,"
                    + " artist AS artist_key, COUNT(*) AS numsongs, COUNT(*) AS numsongs_by_artist, year AS minyear,"
                    + " year AS maxyear, owner_package_name FROM files WHERE media_type = 2 GROUP BY album_id)",
            "artists", "(SELECT artist_id AS _id, artist, artist AS artist_key, COUNT(DISTINCT album_id) AS number_of_albums,"
                    + " COUNT(*) AS number_of_tracks, owner_package_name FROM files WHERE media_type = 2 GROUP BY artist_id)");
    /** Columns that few apps ask for, and that are empty here. */
    private static final String EMPTY = "title_key artist_key album_key album_artist composer genre genre_id genre_key author writer"
            + " language tags category bookmark num_tracks disc_number cd_track_number compilation bitrate samplerate"
            + " bits_per_sample capture_framerate color_range color_standard color_transfer f_number exposure_time iso"
            + " scene_capture_type xmp document_id original_document_id instance_id group_id date_expires format"
            + " picasa_id storage_id old_id";
    /** The same for what is yes or no. */
    private static final String FALSE = "is_alarm is_ringtone is_notification is_podcast is_audiobook is_recording is_drm is_download";
    /** What nobody has written into a file. */
    private static final String UNKNOWN = "<unknown>";
    /** Of a sound of 128 kbit a second, as most are. */
    private static final int BYTES_A_MS = 16;
    /** Of which card the files are being read: of none. */
    private static final String SCANNER = "(SELECT NULL AS volume)";

    private enum Kind {
        FILE(0, "Download", "READ_EXTERNAL_STORAGE", "vnd.android.cursor.dir/file", "file"),
        IMAGE(1, "Pictures", "READ_MEDIA_IMAGES", "vnd.android.cursor.dir/image", "images/media"),
        AUDIO(2, "Music", "READ_MEDIA_AUDIO", "vnd.android.cursor.dir/audio", "audio/media"),
        VIDEO(3, "Movies", "READ_MEDIA_VIDEO", "vnd.android.cursor.dir/video", "video/media");

        final int number;
        final String folder;
        final String permission;
        final String type;
        final String table;

        Kind(int number, String folder, String permission, String type, String table) {
            this.number = number;
            this.folder = folder;
            this.permission = permission;
            this.type = type;
            this.table = table;
        }

        static Kind of(String mimeType) {
            return switch (mimeType.substring(0, mimeType.indexOf('/') + 1)) {
                case "image/" -> IMAGE;
                case "audio/" -> AUDIO;
                case "video/" -> VIDEO;
                default -> FILE;
            };
        }
    }

    @Override
    String file() {
        return "media.db";
    }

    @Override
    void create(SQLiteDatabase database) {
        database.execSQL("CREATE TABLE files (_id INTEGER PRIMARY KEY, _data TEXT UNIQUE, _display_name TEXT, title TEXT,"
                + " _size INTEGER, mime_type TEXT, media_type INTEGER, relative_path TEXT, bucket_id INTEGER,"
                + " bucket_display_name TEXT, date_added INTEGER, date_modified INTEGER, datetaken INTEGER,"
                + " width INTEGER, height INTEGER, orientation INTEGER, latitude REAL, longitude REAL,"
                + " description TEXT, duration INTEGER, artist TEXT, album TEXT, artist_id INTEGER, album_id INTEGER,"
                + " track INTEGER, year INTEGER, is_music INTEGER, is_pending INTEGER DEFAULT 0,"
                + " is_trashed INTEGER DEFAULT 0, is_favorite INTEGER DEFAULT 0, volume_name TEXT DEFAULT 'external_primary',"
                + " owner_package_name TEXT, parent INTEGER, mini_thumb_magic INTEGER, isprivate INTEGER, resolution TEXT,"
                + " generation_added INTEGER DEFAULT 1, generation_modified INTEGER DEFAULT 1, "
                + EMPTY.replace(" ", " TEXT, ") + " TEXT, " + FALSE.replace(" ", " INTEGER DEFAULT 0, ") + " INTEGER DEFAULT 0)");
        for (File file : Card.files()) {
            ContentValues values = new ContentValues();
            values.put("_data", file.getPath());
            describe(values, Kind.of(Card.typeOf(file)));
            database.insertOrThrow("files", null, values);
        }
    }

    @Override
    Place placeOf(Uri uri) {
        return placeAt(uri);
    }

    static Place placeAt(Uri uri) {
        List<String> path = uri.getPathSegments();
        if (path.size() < 2) {
            return null;
        }
        Kind kind = kindOf(uri);
        if (path.get(1).equals("media_scanner")) {
            return new Place(SCANNER, "files", null, kind.type);
        }
        for (String word : path) {
            if (COUNTED.containsKey(word)) {
                Place counted = new Place(COUNTED.get(word), "files", null, kind.type);
                Long id = idOf(uri);
                return id == null ? counted : counted.only("_id = " + id);
            }
            if (DERIVED.containsKey(word)) {
                return new Place(without(DERIVED.get(word)), "files", null, kind.type);
            }
        }
        Place all = new Place("files", "files", kind == Kind.FILE ? null : "media_type = " + kind.number, kind.type);
        Long id = idOf(uri);
        return id == null ? all : all.only("_id = " + id);
    }

    /** A table with these columns and no rows. */
    private static String without(List<String> columns) {
        return "(SELECT NULL AS " + String.join(", NULL AS ", columns) + ", NULL AS owner_package_name WHERE 0)";
    }

    /** Since Android 10 an app sees what it has made itself; older ones refuse. */
    @Override
    Place checked(Uri uri, Place place, boolean isWrite) {
        boolean isScoped = Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q;
        String older = PERMISSION + (isWrite ? "WRITE_EXTERNAL_STORAGE" : "READ_EXTERNAL_STORAGE");
        if (!isScoped) {
            SystemContent.check(uri, older);
            return place;
        }
        if (SystemContent.isAllowed(uri, older, PERMISSION + kindOf(uri).permission)) {
            return place;
        }
        return place.only("owner_package_name = '" + Phone.application().getPackageName() + "'");
    }

    @Override
    void complete(Place place, ContentValues values) {
        Kind kind = Kind.valueOf(place.type().substring("vnd.android.cursor.dir/".length()).toUpperCase(java.util.Locale.ROOT));
        if (values.getAsString("_data") == null) {
            String folder = values.containsKey("relative_path") ? values.getAsString("relative_path") : kind.folder;
            String name = values.containsKey("_display_name") ? values.getAsString("_display_name") : "new";
            values.put("_data", new File(new File(Environment.getExternalStorageDirectory(), folder), name).getPath());
        }
        values.put("owner_package_name", Phone.application().getPackageName());
        describe(values, kind);
    }

    /** Fills in what follows from where the file lies, unless it was said. */
    private static void describe(ContentValues values, Kind kind) {
        File file = new File(values.getAsString("_data"));
        String name = file.getName();
        long seconds = Phone.wallMs() / 1000;
        fill(values, "_display_name", name);
        fill(values, "title", name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name);
        fill(values, "mime_type", Card.typeOf(file));
        fill(values, "media_type", kind.number);
        fill(values, "_size", file.length());
        fill(values, "bucket_id", file.getParent().hashCode());
        fill(values, "bucket_display_name", file.getParentFile().getName());
        fill(values, "date_added", seconds);
        fill(values, "date_modified", seconds);
        fill(values, "datetaken", seconds * 1000);
        Path folder = Environment.getExternalStorageDirectory().toPath();
        if (file.toPath().startsWith(folder) && !file.getParentFile().toPath().equals(folder)) {
            fill(values, "relative_path", folder.relativize(file.getParentFile().toPath()) + "/");
        }
        switch (kind) {
            case IMAGE -> describeImage(values, file);
            case AUDIO -> describeSound(values, file);
            default -> { }
        }
    }

    private static void describeImage(ContentValues values, File file) {
        BitmapFactory.Options size = new BitmapFactory.Options();
        size.inJustDecodeBounds = true;
        BitmapFactory.decodeFile(file.getPath(), size);
        if (size.outWidth > 0) {
            fill(values, "width", size.outWidth);
            fill(values, "height", size.outHeight);
            fill(values, "resolution", size.outWidth + "\u00d7" + size.outHeight);
        }
        fill(values, "orientation", 0);
    }

    /** Without tags, a sound is of an album that is called like its folder. */
    private static void describeSound(ContentValues values, File file) {
        String album = file.getParentFile().getName();
        fill(values, "artist", UNKNOWN);
        fill(values, "artist_id", Math.abs((long) values.getAsString("artist").hashCode()));
        fill(values, "album", album);
        fill(values, "album_id", Math.abs((long) values.getAsString("album").hashCode()));
        fill(values, "is_music", 1);
        fill(values, "track", 0);
        fill(values, "year", 0);
        fill(values, "duration", file.length() / BYTES_A_MS);
    }

    private static void fill(ContentValues values, String column, Object value) {
        if (!values.containsKey(column)) {
            values.put(column, value.toString());
        }
    }

    /** The row of a file; null where the store does not know it. */
    public static Uri uriOf(File file) {
        Kind kind = Kind.of(Card.typeOf(file));
        Uri table = Uri.parse("content://media/external/" + kind.table);
        try (Cursor cursor = SystemContent.ask(table, new String[] {"_id"}, "_data = ?", new String[] {file.getPath()}, null)) {
            return cursor.moveToFirst() ? ContentUris.withAppendedId(table, cursor.getLong(0)) : null;
        }
    }

    /** One file has its own type. */
    @Override
    public String getType(Uri uri) {
        Place place = placeOf(uri);
        if (place == null || idOf(uri) == null || !place.reads().equals("files")) {
            return super.getType(uri);
        }
        String[] columns = {"mime_type"};
        try (Cursor cursor = database().query(place.reads(), columns, place.rows(), null, null, null, null)) {
            return cursor.moveToFirst() ? cursor.getString(0) : null;
        }
    }

    @Override
    public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
        try (Cursor cursor = query(uri, new String[] {"_data"}, null, null, null)) {
            if (!cursor.moveToFirst()) {
                throw new FileNotFoundException("No item at " + uri);
            }
            File file = new File(cursor.getString(0));
            if (!mode.equals("r")) {
                file.getParentFile().mkdirs();
            }
            return ParcelFileDescriptor.open(file, ParcelFileDescriptor.parseMode(mode));
        }
    }

    private static Kind kindOf(Uri uri) {
        return switch (uri.getPathSegments().get(1)) {
            case "images" -> Kind.IMAGE;
            case "audio" -> Kind.AUDIO;
            case "video" -> Kind.VIDEO;
            default -> Kind.FILE;
        };
    }
}
