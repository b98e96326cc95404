package oddity.pocket.phone.content;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import org.junit.Test;

public class PlaceTest {
    private static final Tables.Place ALL = new Tables.Place("files", "files", null, "vnd.android.cursor.dir/file");

    @Test
    public void aCallersConditionStaysWithinTheRowsOfTheAddress() {
        Tables.Place one = ALL.only("media_type = 1").only("_id = 7");
        assertEquals("((media_type = 1) AND (_id = 7)) AND (title = ? OR 1)", one.and("title = ? OR 1"));
        assertEquals("(media_type = 1) AND (_id = 7)", one.and(null));
        assertEquals("(media_type = 1) AND (_id = 7)", one.and(" "));
    }

    @Test
    public void withoutRowsOfItsOwnTheCallersConditionIsAll() {
        assertEquals("title = ?", ALL.and("title = ?"));
        assertNull(ALL.and(null));
    }
}
