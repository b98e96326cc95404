package dev.oddity.samples.pantry;

import android.content.Context;
import android.content.SharedPreferences;

/** What can be chosen, kept for good. */
final class Settings {
    static final String BY_NAME = "name";
    static final String BY_AMOUNT = "amount";
    static final String BY_SHELF = "shelf";

    private final SharedPreferences file;

    Settings(Context context) {
        file = context.getSharedPreferences("settings", Context.MODE_PRIVATE);
    }

    boolean askBeforeRemoving() {
        return file.getBoolean("ask", true);
    }

    void setAskBeforeRemoving(boolean ask) {
        file.edit().putBoolean("ask", ask).apply();
    }

    boolean hideUsedUp() {
        return file.getBoolean("hide_used_up", false);
    }

    void setHideUsedUp(boolean hide) {
        file.edit().putBoolean("hide_used_up", hide).apply();
    }

    /** The shelf for new things: the first one if the chosen one is gone. */
    String defaultShelf(Pantry pantry) {
        String chosen = file.getString("default_shelf", "");
        return pantry.shelves().contains(chosen) ? chosen : pantry.shelves().get(0);
    }

    void setDefaultShelf(String shelf) {
        file.edit().putString("default_shelf", shelf).apply();
    }

    String order() {
        return file.getString("order", BY_NAME);
    }

    void setOrder(String order) {
        SharedPreferences.Editor edit = file.edit();
        if (Faults.SORTING_FORGETS) {
            edit.clear();
        }
        edit.putString("order", order).apply();
    }
}
