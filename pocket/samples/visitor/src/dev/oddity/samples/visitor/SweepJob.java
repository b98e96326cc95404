package dev.oddity.samples.visitor;

import android.app.job.JobParameters;
import android.app.job.JobService;

/** Says that it was run. */
public class SweepJob extends JobService {
    @Override
    public boolean onStartJob(JobParameters parameters) {
        Waiting.ring(this, "job " + parameters.getJobId());
        return false;
    }

    @Override
    public boolean onStopJob(JobParameters parameters) {
        return false;
    }
}
