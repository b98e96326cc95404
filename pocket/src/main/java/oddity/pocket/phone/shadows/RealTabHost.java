package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowViewGroup;

/** Nothing but what stands in for all groups of views: Robolectric's tabs show nothing. */
@Implements(className = "android.widget.TabHost")
public class RealTabHost extends ShadowViewGroup {}
