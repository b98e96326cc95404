package oddity.pocket.phone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.robolectric.util.TempDirectory;

/**
 * The phone's storage: a folder that stays when the JVM ends, where Robolectric would use a temporary one.
 *
 * <p>Names in it are the same each time, so paths that an app has written down stay true. An app's own folders have the names that
 * Android gives them.
 */
public final class PhoneFolder extends TempDirectory {
    /** What Robolectric calls the folders of an app. */
    private static final String OF_APP = "-dataDir";
    private static final String OF_USER = "userDataDir";
    private static final String OF_DEVICE = "deviceDataDir";

    private final Places places;
    private final Supplier<String> app;

    /** For the app of this name, which is asked for only when it matters. */
    PhoneFolder(Places places, Supplier<String> app) {
        super("unused");
        this.places = places;
        this.app = app;
    }

    /** The root of what apps call external storage. */
    Path card() {
        return places.of(Places.CARD);
    }

    Places places() {
        return places;
    }

    @Override
    public Path getBasePath() {
        return places.storage();
    }

    @Override
    public Path create(String name) {
        return createIfNotExists(name);
    }

    @Override
    public Path createIfNotExists(String name) {
        try {
            return Files.createDirectories(pathOf(name));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private Path pathOf(String name) {
        if (name.endsWith(OF_APP)) {
            return places.of(Places.USERS).resolve(name.substring(0, name.length() - OF_APP.length()));
        }
        return switch (name) {
            // The same folder under another name: where the names are the same, the framework asks whether somebody has unlocked the phone.
            case OF_USER -> places.alias(Places.USERS).resolve(app.get());
            case OF_DEVICE -> places.of(Places.USERS_BEFORE_UNLOCKING).resolve(app.get());
            default -> places.storage().resolve(name);
        };
    }

    @Override
    public Path createFile(String name, String contents) {
        try {
            return Files.writeString(places.storage().resolve(name), contents);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Whoever started the phone decides when its storage goes. */
    @Override
    public void destroy() {}
}
