package oddity.pocket.phone.shadows;

import android.app.job.JobInfo;
import android.app.job.JobWorkItem;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowJobScheduler;

/** Keeps the work that is handed to a job with it; Robolectric forgets it. */
@Implements(className = "android.app.JobSchedulerImpl", isInAndroidSdk = false)
public class PhoneJobs extends ShadowJobScheduler.ShadowJobSchedulerImpl {
    @Implementation(minSdk = 26)
    @Override
    public int enqueue(JobInfo job, JobWorkItem work) {
        Phone.current().jobs().enqueue(job, work);
        return schedule(job);
    }
}
