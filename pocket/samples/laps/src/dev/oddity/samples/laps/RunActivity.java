package dev.oddity.samples.laps;

import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.widget.TextView;

/**
 * A run: how long it has been going on, and laps that a person counts.
 *
 * <p>The duration follows the phone's clock and is shown anew at each lap and whenever the screen comes back, so that it may say
 * again by chance what it said before.
 */
public final class RunActivity extends NamingActivity {
    private static final long REFRESH_MS = 10_000;

    private final Handler handler = new Handler(Looper.getMainLooper());
    private final Runnable refresh = this::show;
    private long beganMs;
    private int laps;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        beganMs = saved == null ? System.currentTimeMillis() : saved.getLong("began");
        laps = saved == null || Faults.LAPS_TURNED_AWAY ? 0 : saved.getInt("laps");
        setContentView(R.layout.run);
        findViewById(R.id.lap).setOnClickListener(button -> {
            laps++;
            new Runs(this).ran(laps);
            show();
        });
        findViewById(R.id.best).setOnClickListener(button -> startActivity(new Intent(this, BestActivity.class)));
        findViewById(R.id.about).setOnClickListener(button -> startActivity(new Intent(this, AboutActivity.class)));
    }

    @Override
    protected void onSaveInstanceState(Bundle saved) {
        super.onSaveInstanceState(saved);
        saved.putLong("began", beganMs);
        saved.putInt("laps", laps);
    }

    @Override
    protected void onPause() {
        handler.removeCallbacks(refresh);
        super.onPause();
    }

    @Override
    void show() {
        long seconds = (System.currentTimeMillis() - beganMs) / 1000;
        this.<TextView>findViewById(R.id.duration).setText(getString(R.string.duration, seconds));
        this.<TextView>findViewById(R.id.laps).setText(getString(R.string.laps, laps));
        handler.removeCallbacks(refresh);
        handler.postDelayed(refresh, REFRESH_MS);
    }
}
