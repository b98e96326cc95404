package oddity.pocket.phone.shadows;

import oddity.pocket.phone.window.Drawing;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowViewRootImpl;

/**
 * At the end of a frame, when a phone draws, what draws by itself and what listens to it has its turn. Since Android 13 Robolectric
 * gives windows no surface to draw on; before, they draw on theirs.
 */
@Implements(className = "android.view.ViewRootImpl", isInAndroidSdk = false)
public class PhoneViewRoot extends ShadowViewRootImpl {
    @Override
    @Implementation(minSdk = 33, maxSdk = 34)
    protected boolean draw(boolean whole, boolean forced) {
        return Drawing.record(realObject);
    }

    @Override
    @Implementation(minSdk = 35)
    protected boolean draw(boolean whole, Object group, boolean buffered) {
        return Drawing.record(realObject);
    }
}
