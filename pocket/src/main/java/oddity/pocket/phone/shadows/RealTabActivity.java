package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for what it has beyond any activity: Robolectric's tabs show nothing. */
@Implements(className = "android.app.TabActivity")
public class RealTabActivity extends PhoneActivity {}
