package dev.oddity.samples.laps;

import android.app.Activity;
import android.view.View;
import dev.oddity.samples.common.Question;

/** A screen that lets a person say who runs. */
abstract class NamingActivity extends Activity {
    @Override
    public void onContentChanged() {
        super.onContentChanged();
        View name = findViewById(R.id.name);
        name.setOnClickListener(button -> Question.showOnce(this, new RunnerDialog(), "runner"));
    }

    @Override
    protected void onResume() {
        super.onResume();
        show();
    }

    /** Shows what is kept. */
    abstract void show();
}
