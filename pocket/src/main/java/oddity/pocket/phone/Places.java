package oddity.pocket.phone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a phone keeps what is stored, and what Android calls that.
 *
 * <p>The cell's root has Android's names, as links into the phone's storage; where an app has no root of its own, there are none, and
 * it is told where its files really lie.
 */
final class Places {
    static final String USERS = "user";
    static final String USERS_BEFORE_UNLOCKING = "user_de";
    static final String CARD = "sdcard";

    /** A name and what it stands for. The first for a thing is what apps are told; they write the others down by themselves. */
    private static final List<String[]> NAMES = List.of(
            new String[] {"data/user/0", USERS},
            new String[] {"data/data", USERS},
            new String[] {"data/user_de/0", USERS_BEFORE_UNLOCKING},
            new String[] {"storage/emulated/0", CARD},
            new String[] {"sdcard", CARD},
            new String[] {"mnt/sdcard", CARD},
            new String[] {"storage/self/primary", CARD});

    private final Path storage;
    /** What apps are told, by what it is. */
    private final Map<String, Path> told = new LinkedHashMap<>();
    private final List<Path> names = new ArrayList<>();

    private Places(Path storage) {
        this.storage = storage;
    }

    /** Those of this storage, named by what is below a root. */
    static Places of(Path root, Path storage) throws IOException {
        Places places = new Places(storage);
        for (String[] pair : NAMES) {
            Path name = root.resolve(pair[0]);
            Path real = Files.createDirectories(storage.resolve(pair[1]));
            if (Files.isDirectory(name) && Files.isSameFile(name, real)) {
                places.names.add(name);
                places.told.putIfAbsent(pair[1], name);
            }
        }
        for (String[] pair : NAMES) {
            places.told.putIfAbsent(pair[1], storage.resolve(pair[1]));
        }
        return places;
    }

    /** All of it, the phone's own files included. */
    Path storage() {
        return storage;
    }

    /** Every name of Android's that leads into the storage. */
    List<Path> names() {
        return names;
    }

    Path of(String what) {
        return told.get(what);
    }

    /** The same by another name; another folder where there is none. */
    Path alias(String what) {
        for (Path name : names) {
            if (!name.equals(told.get(what)) && leadsTo(name, what)) {
                return name;
            }
        }
        return storage.resolve(what + "-alias");
    }

    private boolean leadsTo(Path name, String what) {
        return NAMES.stream().anyMatch(pair -> pair[1].equals(what) && name.endsWith(pair[0]));
    }

    /** A path whose links were followed, as a phone would say it. */
    String seen(String path) {
        for (Map.Entry<String, Path> place : told.entrySet()) {
            String real = storage.resolve(place.getKey()).toString();
            if (path.equals(real) || path.startsWith(real + "/")) {
                return place.getValue() + path.substring(real.length());
            }
        }
        return path;
    }
}
