package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class PlacesTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void whatIsStoredHasAndroidsNamesWhereTheRootHasThem() throws IOException {
        Path root = folder.newFolder("root").toPath();
        Path storage = folder.newFolder("storage").toPath();
        link(root.resolve("data/user/0"), storage.resolve("user"));
        link(root.resolve("data/data"), storage.resolve("user"));
        link(root.resolve("storage/emulated/0"), storage.resolve("sdcard"));
        Places places = Places.of(root, storage);
        assertEquals(root.resolve("data/user/0"), places.of(Places.USERS));
        assertEquals(root.resolve("storage/emulated/0"), places.of(Places.CARD));
        assertEquals("there is no name for it", storage.resolve("user_de"), places.of(Places.USERS_BEFORE_UNLOCKING));
        assertEquals(List.of(root.resolve("data/user/0"), root.resolve("data/data"), root.resolve("storage/emulated/0")),
                places.names());
        assertEquals(root.resolve("data/data"), places.alias(Places.USERS));
        String real = storage.resolve("sdcard").toString();
        assertEquals(root + "/storage/emulated/0/DCIM", places.seen(real + "/DCIM"));
        assertEquals(root + "/storage/emulated/0", places.seen(real));
        assertEquals("another folder", real + "s/DCIM", places.seen(real + "s/DCIM"));
    }

    @Test
    public void withoutThemItLiesWhereItLies() throws IOException {
        Path storage = folder.newFolder("storage").toPath();
        // Somebody else's card, as a computer may have one.
        Path root = folder.newFolder("root").toPath();
        Files.createDirectories(root.resolve("sdcard"));
        Places places = Places.of(root, storage);
        assertEquals(storage.resolve("sdcard"), places.of(Places.CARD));
        assertEquals(List.of(), places.names());
        assertEquals(storage + "/sdcard/DCIM", places.seen(storage + "/sdcard/DCIM"));
    }

    @Test
    public void anAppsFoldersAreCalledByItsName() throws IOException {
        Path storage = folder.newFolder("storage").toPath();
        PhoneFolder phone = new PhoneFolder(Places.of(storage, storage), () -> "a.b");
        assertEquals(storage.resolve("user/a.b"), phone.createIfNotExists("a.b-dataDir"));
        assertEquals(storage.resolve("user-alias/a.b"), phone.createIfNotExists("userDataDir"));
        assertEquals(storage.resolve("user_de/a.b"), phone.createIfNotExists("deviceDataDir"));
        assertEquals(storage.resolve("system"), phone.createIfNotExists("system"));
    }

    private static void link(Path name, Path to) throws IOException {
        Files.createDirectories(name.getParent());
        Files.createSymbolicLink(name, to);
    }
}
