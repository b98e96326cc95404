package dev.oddity.samples.chores;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.widget.TextView;
import androidx.work.Constraints;
import androidx.work.ExistingPeriodicWorkPolicy;
import androidx.work.NetworkType;
import androidx.work.OneTimeWorkRequest;
import androidx.work.PeriodicWorkRequest;
import androidx.work.WorkManager;
import androidx.work.WorkRequest;
import java.util.concurrent.TimeUnit;

/** Asks for work to be done later; what was done stands below. */
public class ChoresActivity extends Activity {
    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.chores);
        findViewById(R.id.once).setOnClickListener(button -> plan(once().setInitialDelay(1, TimeUnit.MINUTES).build()));
        findViewById(R.id.online).setOnClickListener(button -> plan(once().setConstraints(
                new Constraints.Builder().setRequiredNetworkType(NetworkType.CONNECTED).build()).build()));
        findViewById(R.id.often).setOnClickListener(button -> WorkManager.getInstance(this).enqueueUniquePeriodicWork(
                "often", ExistingPeriodicWorkPolicy.KEEP,
                new PeriodicWorkRequest.Builder(Chore.class, 15, TimeUnit.MINUTES).addTag("often").build()));
        findViewById(R.id.errands).setOnClickListener(button -> {
            for (String what : new String[] {"bread", "milk"}) {
                ErrandService.send(this, new Intent().putExtra("what", what));
            }
        });
        DoneList.of(this).whenChanged(() -> runOnUiThread(this::show));
        show();
    }

    private static OneTimeWorkRequest.Builder once() {
        return new OneTimeWorkRequest.Builder(Chore.class).addTag("once");
    }

    private void plan(WorkRequest work) {
        WorkManager.getInstance(this).enqueue(work);
    }

    private void show() {
        ((TextView) findViewById(R.id.done)).setText(DoneList.of(this).toString());
    }
}
