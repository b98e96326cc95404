package oddity.pocket.boot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;

import org.junit.Test;

public class NewerTypesTest {
    @Test
    public void aTypeThatShadowsNameHasAStandInThatCanBeMade() throws Exception {
        // It came with API level 35, and ends an app on 34 that uses sound unless there is something in its place.
        byte[] bytes = NewerTypes.standIn("android/media/MediaRouter2$ScanToken.class");
        assertNotNull(bytes);
        Class<?> made = new Definer().define("android.media.MediaRouter2$ScanToken", bytes);
        assertEquals(Object.class, made.getSuperclass());
        assertNotNull(made.getConstructor().newInstance());
    }

    @Test
    public void otherTypesHaveNone() {
        assertNull("an app may ask whether a class is there", NewerTypes.standIn("android/app/NoSuchThing.class"));
        assertNull(NewerTypes.standIn("java/lang/String.class"));
        assertNull("Robolectric has it", NewerTypes.standIn("android/webkit/RoboCookieManager.class"));
        assertNull(NewerTypes.standIn("com/example/App.class"));
    }

    private static final class Definer extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
