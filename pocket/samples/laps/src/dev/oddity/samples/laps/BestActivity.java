package dev.oddity.samples.laps;

import android.os.Bundle;
import android.widget.TextView;

/** The most laps of one run. */
public final class BestActivity extends NamingActivity {
    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.best);
    }

    @Override
    void show() {
        Runs runs = new Runs(this);
        this.<TextView>findViewById(R.id.best_text).setText(getString(R.string.best_of, runs.runner(), runs.best()));
    }
}
