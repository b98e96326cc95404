package dev.oddity.samples.departures;

import android.app.Activity;
import android.os.Bundle;
import android.widget.Switch;

/** Settings, kept as soon as they are changed. */
public final class SettingsActivity extends Activity {
    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.settings);
        Settings settings = new Settings(this);
        Switch clock = findViewById(R.id.clock_setting);
        clock.setChecked(settings.showClock());
        clock.setOnCheckedChangeListener((button, on) -> settings.setShowClock(on));
        Switch banner = findViewById(R.id.banner_setting);
        banner.setChecked(settings.showBanner());
        banner.setOnCheckedChangeListener((button, on) -> settings.setShowBanner(on));
    }
}
