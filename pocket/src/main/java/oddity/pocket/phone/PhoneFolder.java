package oddity.pocket.phone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.robolectric.util.TempDirectory;

/**
 * The phone's storage: a folder that stays when the JVM ends, where Robolectric would use a temporary one.
 *
 * <p>Names in it are the same each time, so paths that an app has written down stay true.
 */
public final class PhoneFolder extends TempDirectory {
    private final Path folder;

    PhoneFolder(Path folder) {
        super("unused");
        this.folder = folder;
    }

    /** The root of what apps call external storage. */
    Path card() {
        return createIfNotExists("sdcard");
    }

    @Override
    public Path getBasePath() {
        return folder;
    }

    @Override
    public Path create(String name) {
        return createIfNotExists(name);
    }

    @Override
    public Path createIfNotExists(String name) {
        try {
            return Files.createDirectories(folder.resolve(name));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    @Override
    public Path createFile(String name, String contents) {
        try {
            return Files.writeString(folder.resolve(name), contents);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Whoever started the phone decides when its storage goes. */
    @Override
    public void destroy() {}
}
