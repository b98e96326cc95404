package dev.oddity.samples.chores;

import android.content.Context;
import android.content.Intent;
import androidx.core.app.JobIntentService;

/** Takes errands one by one. */
public class ErrandService extends JobIntentService {
    private static final int JOB = 1000;

    static void send(Context context, Intent errand) {
        enqueueWork(context, ErrandService.class, JOB, errand);
    }

    @Override
    protected void onHandleWork(Intent errand) {
        DoneList.of(this).add(errand.getStringExtra("what"));
    }
}
