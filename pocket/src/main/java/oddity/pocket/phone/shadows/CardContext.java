package oddity.pocket.phone.shadows;

import java.io.File;
import oddity.pocket.phone.Card;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContextImpl;

/** An app's folders on the card lie below the card's root, as on a phone: file providers go by that. */
@Implements(className = "android.app.ContextImpl")
public class CardContext extends ShadowContextImpl {
    @Implementation
    @Override
    protected File getExternalFilesDir(String type) {
        return Card.ofApp("files", type);
    }

    @Implementation
    @Override
    protected File[] getExternalFilesDirs(String type) {
        return new File[] {Card.ofApp("files", type)};
    }

    @Implementation
    protected File getExternalCacheDir() {
        return Card.ofApp("cache", null);
    }

    @Implementation
    protected File[] getExternalCacheDirs() {
        return new File[] {Card.ofApp("cache", null)};
    }
}
