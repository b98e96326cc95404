package dev.oddity.samples.lending;

import android.content.Context;
import android.content.SharedPreferences;
import android.widget.ArrayAdapter;

/** What can be chosen, kept for good. */
final class Settings {
    /** For how many days a book can be lent. */
    static final int[] DAYS = {7, 14, 30, 90};

    private final SharedPreferences file;

    Settings(Context context) {
        file = context.getSharedPreferences("settings", Context.MODE_PRIVATE);
    }

    /** The place among {@link #DAYS} that is offered first. */
    int days() {
        return file.getInt("days", 1);
    }

    void setDays(int place) {
        file.edit().putInt("days", place).apply();
    }

    boolean remind() {
        return file.getBoolean("remind", false);
    }

    void setRemind(boolean remind) {
        file.edit().putBoolean("remind", remind).apply();
    }

    /** The choices of {@link #DAYS}. */
    static ArrayAdapter<String> choices(Context context) {
        ArrayAdapter<String> choices = new ArrayAdapter<>(context, android.R.layout.simple_spinner_item);
        choices.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
        for (int days : DAYS) {
            choices.add(context.getResources().getQuantityString(R.plurals.days, days, days));
        }
        return choices;
    }
}
