package dev.oddity.samples.visitor;

import android.app.job.JobParameters;
import android.app.job.JobService;
import android.content.Intent;

/** Says that it was run. */
public class SweepJob extends JobService {
    @Override
    public boolean onStartJob(JobParameters parameters) {
        sendBroadcast(new Intent(Waiting.RANG).setPackage(getPackageName()).putExtra("what", "job " + parameters.getJobId()));
        return false;
    }

    @Override
    public boolean onStopJob(JobParameters parameters) {
        return false;
    }
}
