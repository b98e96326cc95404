package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for it: Robolectric notes touches and never tells anyone of two fingers. */
@Implements(className = "android.view.ScaleGestureDetector")
public class RealScaleGestureDetector {}
