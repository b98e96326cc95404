package oddity.pocket.phone.shadows;

import android.app.job.JobInfo;
import android.app.job.JobWorkItem;
import java.util.List;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowJobScheduler;

/** The phone really carries jobs out; Robolectric writes them down. */
@Implements(className = "android.app.JobSchedulerImpl", isInAndroidSdk = false)
public class PhoneJobs extends ShadowJobScheduler.ShadowJobSchedulerImpl {
    @Implementation
    @Override
    public int schedule(JobInfo job) {
        return Phone.current().jobs().schedule(job, null);
    }

    @Implementation(minSdk = 26)
    @Override
    public int enqueue(JobInfo job, JobWorkItem work) {
        return Phone.current().jobs().schedule(job, work);
    }

    @Implementation
    @Override
    public void cancel(int id) {
        Phone.current().jobs().cancel(id);
    }

    @Implementation
    @Override
    public void cancelAll() {
        getAllPendingJobs().forEach(job -> cancel(job.getId()));
    }

    @Implementation
    @Override
    public List<JobInfo> getAllPendingJobs() {
        return Phone.current().jobs().all();
    }

    @Implementation(minSdk = 24)
    @Override
    public JobInfo getPendingJob(int id) {
        return getAllPendingJobs().stream().filter(job -> job.getId() == id).findFirst().orElse(null);
    }
}
