package oddity.pocket.phone.content;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import android.net.Uri;
import org.junit.Test;

public class MediaTest {
    @Test
    public void filesAreReadByTheirKind() {
        check("content://media/external/images/media", "files", "media_type = 1");
        check("content://media/external/images/media/7", "files", "(media_type = 1) AND (_id = 7)");
        check("content://media/external/file", "files", null);
        assertNull(Media.placeAt(Uri.parse("content://media/external")));
    }

    @Test
    public void whatIsDerivedFromFilesHasItsOwnColumns() {
        check("content://media/none/media_scanner", "(SELECT NULL AS volume)", null);
        check("content://media/external/audio/genres", "(SELECT NULL AS _id, NULL AS name, NULL AS owner_package_name WHERE 0)", null);
        String thumbnails = "(SELECT NULL AS _id, NULL AS _data, NULL AS image_id, NULL AS video_id, NULL AS kind,"
                + " NULL AS width, NULL AS height, NULL AS owner_package_name WHERE 0)";
        check("content://media/external/images/thumbnails", thumbnails, null);
    }

    private static void check(String uri, String reads, String rows) {
        Tables.Place place = Media.placeAt(Uri.parse(uri));
        assertEquals(reads, place.reads());
        assertEquals(rows, place.rows());
    }
}
