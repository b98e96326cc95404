package oddity.pocket.phone.content;

import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import android.os.Build;
import android.os.Environment;
import android.os.ParcelFileDescriptor;
import java.io.File;
import java.io.FileNotFoundException;
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
            "albums", List.of("_id", "album_id", "album", "album_key", "album_art", "artist", "artist_id", "artist_key",
                    "numsongs", "numsongs_by_artist", "minyear", "maxyear"),
            "artists", List.of("_id", "artist", "artist_key", "number_of_albums", "number_of_tracks"),
            "genres", List.of("_id", "name"),
            "playlists", List.of("_id", "_data", "name", "date_added", "date_modified"));
    /** Of which card the files are being read: of none. */
    private static final String SCANNER = "(SELECT NULL AS volume)";

    private enum Kind {
        FILE(0, "Download", "READ_EXTERNAL_STORAGE", "vnd.android.cursor.dir/file"),
        IMAGE(1, "Pictures", "READ_MEDIA_IMAGES", "vnd.android.cursor.dir/image"),
        AUDIO(2, "Music", "READ_MEDIA_AUDIO", "vnd.android.cursor.dir/audio"),
        VIDEO(3, "Movies", "READ_MEDIA_VIDEO", "vnd.android.cursor.dir/video");

        final int number;
        final String folder;
        final String permission;
        final String type;

        Kind(int number, String folder, String permission, String type) {
            this.number = number;
            this.folder = folder;
            this.permission = permission;
            this.type = type;
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
                + " owner_package_name TEXT, parent INTEGER, mini_thumb_magic INTEGER, isprivate INTEGER, resolution TEXT)");
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
        return "(SELECT NULL AS " + String.join(", NULL AS ", columns) + " WHERE 0)";
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
    }

    private static void fill(ContentValues values, String column, Object value) {
        if (!values.containsKey(column)) {
            values.put(column, value.toString());
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
