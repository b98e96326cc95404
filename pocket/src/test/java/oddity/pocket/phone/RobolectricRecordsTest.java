package oddity.pocket.phone;

import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.robolectric.shadows.ShadowContentResolver;
import org.robolectric.shadows.ShadowDialog;

public class RobolectricRecordsTest {
    @Test
    public void whatWasWrittenDownIsForgotten() {
        ShadowContentResolver contents = new ShadowContentResolver();
        RobolectricRecords.sentEvents().add(null);
        ShadowDialog.getShownDialogs().add(null);
        contents.getStatements().add(null);
        contents.getNotifiedUris().add(null);
        RobolectricRecords.forget(null);
        assertTrue(RobolectricRecords.sentEvents().isEmpty());
        assertTrue(ShadowDialog.getShownDialogs().isEmpty());
        assertTrue(contents.getStatements().isEmpty());
        assertTrue(contents.getNotifiedUris().isEmpty());
    }
}
