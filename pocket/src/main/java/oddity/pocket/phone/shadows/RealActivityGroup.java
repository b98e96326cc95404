package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for what it has beyond any activity. */
@Implements(className = "android.app.ActivityGroup")
public class RealActivityGroup extends PhoneActivity {}
