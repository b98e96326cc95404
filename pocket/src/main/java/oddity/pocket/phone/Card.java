package oddity.pocket.phone;

import android.app.AppOpsManager;
import android.app.Application;
import android.content.Context;
import android.os.Build;
import android.os.Environment;
import android.os.UserHandle;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAppOpsManager;
import org.robolectric.shadows.ShadowStorageManager;
import org.robolectric.shadows.StorageVolumeBuilder;

/** The memory card: one root for public folders and for the app's, with a few files that a person would have. */
public final class Card {
    /** More files than any app makes; a listing stops there. */
    private static final int MAX_FILES = 1_000;

    private Card() {}

    /** Puts the person's files on a card that is empty. */
    static void fill(Path root) {
        try {
            if (Files.exists(root.resolve("DCIM"))) {
                return;
            }
            for (int picture = 1; picture <= 3; picture++) {
                put(root.resolve("DCIM/Camera/IMG_2024010" + picture + ".jpg"), Pictures.jpeg(picture));
            }
            put(root.resolve("Pictures/Screenshots/Screenshot_20240110.png"), Pictures.png());
            put(root.resolve("Documents/shopping.txt"), "bread\nmilk\napples\n".getBytes());
            put(root.resolve("Download/table.csv"), "name,count\nbread,2\nmilk,1\n".getBytes());
            put(root.resolve("Documents/letter.docx"), Papers.docx("Dear neighbour, thank you for the apples."));
            put(root.resolve("Download/timetable.pdf"), Papers.pdf("First bus 6:40, last bus 22:10"));
            put(root.resolve("Music/silence.mp3"), Papers.mp3());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /**
     * Has the system know of the card. A person gives an app the right to all files in the settings, which this phone has not: it is
     * given where the manifest asks for it.
     */
    static void install(Application application, List<String> asked) {
        ShadowStorageManager storage = Shadow.extract(application.getSystemService(Context.STORAGE_SERVICE));
        storage.resetStorageVolumeList();
        UserHandle owner = UserHandle.getUserHandleForUid(application.getApplicationInfo().uid);
        storage.addStorageVolume(new StorageVolumeBuilder("emulated", root(), "Internal shared storage", owner,
                Environment.MEDIA_MOUNTED).setIsPrimary(true).setIsEmulated(true).build());
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            ShadowAppOpsManager rights = Shadow.extract(application.getSystemService(Context.APP_OPS_SERVICE));
            boolean isGiven = asked.contains("android.permission.MANAGE_EXTERNAL_STORAGE");
            rights.setMode("android:manage_external_storage", application.getApplicationInfo().uid,
                    application.getPackageName(), isGiven ? AppOpsManager.MODE_ALLOWED : AppOpsManager.MODE_ERRORED);
        }
    }

    private static void put(Path path, byte[] bytes) throws IOException {
        Files.createDirectories(path.getParent());
        Files.write(path, bytes);
    }

    static File root() {
        return Environment.getExternalStorageDirectory();
    }

    /** What an app keeps on the card for itself: {@code files}, {@code cache}. */
    public static File ofApp(String kind, String type) {
        File folder = new File(root(), "Android/data/" + Phone.application().getPackageName() + "/" + kind);
        File wanted = type == null ? folder : new File(folder, type);
        wanted.mkdirs();
        return wanted;
    }

    /** All files outside of the app's own folders, sorted by their paths. */
    public static List<File> files() {
        File root = root();
        try {
            // Android's name for it is a link here, and a walk does not follow any.
            Path card = root.toPath().toRealPath();
            Path apps = card.resolve("Android");
            List<File> files = new ArrayList<>();
            try (Stream<Path> paths = Files.walk(card)) {
                paths.filter(path -> !path.startsWith(apps) && Files.isRegularFile(path))
                        .sorted().limit(MAX_FILES)
                        .forEach(path -> files.add(new File(root, card.relativize(path).toString())));
            }
            return files;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Those of one of the types, such as {@code image/*}. */
    public static List<File> filesOfType(String... types) {
        return files().stream().filter(file -> Arrays.stream(types).anyMatch(type -> isOf(typeOf(file), type))).toList();
    }

    /** An empty file with this name, or with a number where there is one already. */
    public static File newFile(String folder, String name) throws IOException {
        File parent = new File(root(), folder);
        parent.mkdirs();
        File file = new File(parent, name);
        for (int number = 1; !file.createNewFile(); number++) {
            file = new File(parent, number + " " + name);
        }
        return file;
    }

    public static String typeOf(File file) {
        String name = file.getName();
        return switch (name.substring(name.lastIndexOf('.') + 1).toLowerCase(java.util.Locale.ROOT)) {
            case "jpg", "jpeg" -> "image/jpeg";
            case "png" -> "image/png";
            case "gif" -> "image/gif";
            case "txt" -> "text/plain";
            case "csv" -> "text/comma-separated-values";
            case "html", "htm" -> "text/html";
            case "json" -> "application/json";
            case "pdf" -> "application/pdf";
            case "docx" -> "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
            case "zip" -> "application/zip";
            case "mp3" -> "audio/mpeg";
            case "ogg" -> "audio/ogg";
            case "wav" -> "audio/x-wav";
            case "mp4" -> "video/mp4";
            default -> "application/octet-stream";
        };
    }

    private static boolean isOf(String type, String wanted) {
        return wanted.equals("*/*") || wanted.equals(type)
                || wanted.endsWith("/*") && type.startsWith(wanted.substring(0, wanted.length() - 1));
    }
}
