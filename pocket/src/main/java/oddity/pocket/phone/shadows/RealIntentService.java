package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for what it has beyond any service: Robolectric's would not tell us when it stops itself. */
@Implements(className = "android.app.IntentService")
public class RealIntentService extends PhoneService {}
