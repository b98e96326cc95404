package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.app.Application;
import android.content.Context;
import android.os.Environment;
import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import oddity.pocket.boot.PhoneRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class CardTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void theSystemKnowsOneCard() {
        StorageManager storage = (StorageManager) Phone.application().getSystemService(Context.STORAGE_SERVICE);
        List<StorageVolume> volumes = storage.getStorageVolumes();
        assertEquals(1, volumes.size());
        assertTrue(volumes.get(0).isPrimary());
        assertEquals(Environment.MEDIA_MOUNTED, volumes.get(0).getState());
        assertEquals(Environment.getExternalStorageDirectory(), volumes.get(0).getDirectory());
    }

    @Test
    public void filesOfTheUsualKindsAreOnIt() throws IOException {
        for (String type : List.of("image/jpeg", "image/png", "text/plain", "audio/mpeg", "application/pdf",
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document")) {
            assertFalse(type, Card.filesOfType(type).isEmpty());
        }
        String pdf = new String(Papers.pdf("Hello"), StandardCharsets.US_ASCII);
        int table = Integer.parseInt(pdf.substring(pdf.indexOf("startxref\n") + 10, pdf.indexOf("\n%%EOF")));
        assertTrue("readers begin at the end", pdf.startsWith("xref", table));
        List<String> parts = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(Papers.docx("Hello")))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                parts.add(entry.getName());
            }
        }
        assertEquals(List.of("[Content_Types].xml", "_rels/.rels", "word/document.xml"), parts);
    }

    @Test
    public void allFilesAreForThoseWhoAskForThem() {
        Application application = Phone.application();
        Card.install(application, List.of());
        assertFalse(Environment.isExternalStorageManager());
        Card.install(application, List.of("android.permission.MANAGE_EXTERNAL_STORAGE"));
        assertTrue(Environment.isExternalStorageManager());
    }
}
