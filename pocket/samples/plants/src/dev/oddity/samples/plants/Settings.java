package dev.oddity.samples.plants;

import android.content.Context;
import android.content.SharedPreferences;

/** What can be chosen, kept for good. */
final class Settings {
    /** All rooms are shown. */
    static final int ALL_ROOMS = -1;

    private final SharedPreferences file;

    Settings(Context context) {
        file = context.getSharedPreferences("settings", Context.MODE_PRIVATE);
    }

    /** The room whose plants are listed. */
    int room() {
        return file.getInt("room", ALL_ROOMS);
    }

    void setRoom(int room) {
        file.edit().putInt("room", room).apply();
    }

    boolean thirstyFirst() {
        return file.getBoolean("thirsty_first", false);
    }

    void setThirstyFirst(boolean on) {
        file.edit().putBoolean("thirsty_first", on).apply();
    }

    boolean showRooms() {
        return file.getBoolean("show_rooms", true);
    }

    void setShowRooms(boolean on) {
        file.edit().putBoolean("show_rooms", on).apply();
    }
}
