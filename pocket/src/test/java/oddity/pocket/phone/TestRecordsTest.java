package oddity.pocket.phone;

import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.robolectric.shadows.ShadowContentResolver;
import org.robolectric.shadows.ShadowDialog;

public class TestRecordsTest {
    @Test
    public void whatWasWrittenDownIsForgotten() {
        ShadowContentResolver contents = new ShadowContentResolver();
        TestRecords.sentEvents().add(null);
        ShadowDialog.getShownDialogs().add(null);
        contents.getStatements().add(null);
        contents.getNotifiedUris().add(null);
        TestRecords.forget(null);
        assertTrue(TestRecords.sentEvents().isEmpty());
        assertTrue(ShadowDialog.getShownDialogs().isEmpty());
        assertTrue(contents.getStatements().isEmpty());
        assertTrue(contents.getNotifiedUris().isEmpty());
    }
}
