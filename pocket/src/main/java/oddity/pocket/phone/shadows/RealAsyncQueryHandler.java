package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for it: Robolectric answers queries before they have returned, which no app expects. */
@Implements(className = "android.content.AsyncQueryHandler")
public class RealAsyncQueryHandler {}
