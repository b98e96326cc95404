package dev.oddity.samples.laps;

import android.os.Bundle;
import android.widget.TextView;

/** What the app is for. */
public final class AboutActivity extends NamingActivity {
    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.about);
    }

    @Override
    void show() {
        this.<TextView>findViewById(R.id.about_text).setText(getString(R.string.about_text, new Runs(this).runner()));
    }
}
