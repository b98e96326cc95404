package oddity.pocket.boot.link;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A jar in which nothing is compressed, and that is the same whenever it is written. */
final class StoredJar implements AutoCloseable {
    private final ZipOutputStream out;
    private final Set<String> written = new HashSet<>();

    StoredJar(Path to) throws IOException {
        out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(to), 1 << 20));
        out.setMethod(ZipOutputStream.STORED);
    }

    /** Of two of the same name the first one counts. */
    void add(String name, byte[] bytes) throws IOException {
        if (!written.add(name)) {
            return;
        }
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
