package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for it: Robolectric leaves its fields empty, and using it fails. */
@Implements(className = "android.widget.ZoomButtonsController")
public class RealZoomButtonsController {}
