package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for it, as for {@link RealTabHost}. */
@Implements(className = "android.widget.TabHost$TabSpec")
public class RealTabSpec {}
