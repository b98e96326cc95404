package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The lens over selected text does nothing: it magnifies what is drawn, and nothing is drawn unless asked for. */
@Implements(className = "android.widget.Magnifier", minSdk = 28)
public class NoMagnifier {
    @Implementation
    protected void show(float x, float y) {}

    @Implementation(minSdk = 29)
    protected void show(float sourceX, float sourceY, float x, float y) {}

    @Implementation
    protected void update() {}

    @Implementation
    protected void dismiss() {}
}
