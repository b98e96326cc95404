package dev.oddity.samples.chores;

import android.content.Context;
import android.content.SharedPreferences;

/** What was done, kept over processes. */
final class DoneList implements SharedPreferences.OnSharedPreferenceChangeListener {
    private static DoneList instance;

    private final SharedPreferences kept;
    private Runnable changed = () -> {};

    private DoneList(Context context) {
        kept = context.getSharedPreferences("done", Context.MODE_PRIVATE);
        kept.registerOnSharedPreferenceChangeListener(this);
    }

    static synchronized DoneList of(Context context) {
        if (instance == null) {
            instance = new DoneList(context.getApplicationContext());
        }
        return instance;
    }

    void whenChanged(Runnable changed) {
        this.changed = changed;
    }

    synchronized void add(String what) {
        String before = toString();
        kept.edit().putString("done", before.isEmpty() ? what : before + ", " + what).commit();
    }

    @Override
    public String toString() {
        return kept.getString("done", "");
    }

    @Override
    public void onSharedPreferenceChanged(SharedPreferences preferences, String key) {
        changed.run();
    }
}
