package oddity.pocket.phone.shadows;

import org.robolectric.annotation.Implements;

/** Nothing stands in for what it has beyond any service: Robolectric only writes down that a job is finished, and it would never end. */
@Implements(className = "android.app.job.JobService")
public class RealJobService extends PhoneService {}
