package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class PermissionGroupTest {
    @Test
    public void whatBelongsTogetherIsAskedTogether() {
        assertEquals(PermissionGroup.CONTACTS, PermissionGroup.of("android.permission.WRITE_CONTACTS"));
        assertEquals(PermissionGroup.CONTACTS, PermissionGroup.of("android.permission.READ_CONTACTS"));
        assertNull("nobody is asked", PermissionGroup.of("android.permission.INTERNET"));
        assertNull("an app's own", PermissionGroup.of("com.example.CAMERA"));
    }

    @Test
    public void eachLevelKnowsItsOwn() {
        check("POST_NOTIFICATIONS", 34, 34, true);
        check("POST_NOTIFICATIONS", 30, 34, false);
        check("READ_EXTERNAL_STORAGE", 34, 30, true);
        check("READ_EXTERNAL_STORAGE", 34, 34, false);
        check("CAMERA", 28, 34, true);
    }

    @Test
    public void anAppOfOldHasWhatItsLevelDidNotAskFor() {
        assertTrue(PermissionGroup.isImplied("android.permission.CAMERA", 22));
        assertFalse(PermissionGroup.isImplied("android.permission.CAMERA", 23));
        assertTrue(PermissionGroup.isImplied("android.permission.POST_NOTIFICATIONS", 32));
        assertFalse(PermissionGroup.isImplied("android.permission.POST_NOTIFICATIONS", 33));
    }

    private static void check(String name, int api, int target, boolean known) {
        assertEquals(name + " on " + api, known, PermissionGroup.isKnown("android.permission." + name, api, target));
    }
}
