package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for it: Robolectric filters on the main thread, and publishes before the app has asked to the end. */
@Implements(className = "android.widget.Filter")
public class RealFilter {}
