package dev.oddity.samples.laps;

import android.content.Context;
import android.content.SharedPreferences;

/** What is kept: who runs, and the most laps of one run. */
final class Runs {
    private final Context context;
    private final SharedPreferences kept;

    Runs(Context context) {
        this.context = context;
        kept = context.getSharedPreferences("runs", Context.MODE_PRIVATE);
    }

    String runner() {
        return kept.getString("runner", context.getString(R.string.nobody));
    }

    void rename(String runner) {
        kept.edit().putString("runner", runner).apply();
    }

    int best() {
        return kept.getInt("best", 0);
    }

    void ran(int laps) {
        if (laps > best()) {
            kept.edit().putInt("best", laps).apply();
        }
    }
}
