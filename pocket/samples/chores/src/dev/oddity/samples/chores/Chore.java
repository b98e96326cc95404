package dev.oddity.samples.chores;

import android.content.Context;
import androidx.work.Worker;
import androidx.work.WorkerParameters;

/** Says that it was done. */
public class Chore extends Worker {
    public Chore(Context context, WorkerParameters parameters) {
        super(context, parameters);
    }

    @Override
    public Result doWork() {
        DoneList.of(getApplicationContext()).add(getTags().contains("often") ? "often" : "once");
        return Result.success();
    }
}
