package dev.oddity.samples.departures;

import android.content.Context;
import android.content.SharedPreferences;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What can be chosen, kept for good. */
final class Settings {
    private final SharedPreferences file;

    Settings(Context context) {
        file = context.getSharedPreferences("settings", Context.MODE_PRIVATE);
    }

    Stop stop() {
        return Stop.valueOf(file.getString("stop", Stop.MARKET.name()));
    }

    void setStop(Stop stop) {
        file.edit().putString("stop", stop.name()).apply();
    }

    /** The lines on the board. */
    List<Line> shownLines() {
        List<Line> shown = new ArrayList<>();
        for (Line line : Line.ALL) {
            if (isShown(line)) {
                shown.add(line);
            }
        }
        return shown;
    }

    boolean isShown(Line line) {
        return !set("hidden").contains(line.number);
    }

    void setShown(Line line, boolean shown) {
        Set<String> hidden = set("hidden");
        if (shown) {
            hidden.remove(line.number);
        } else {
            hidden.add(line.number);
        }
        file.edit().putStringSet("hidden", hidden).apply();
    }

    boolean showClock() {
        return file.getBoolean("clock", true);
    }

    void setShowClock(boolean show) {
        file.edit().putBoolean("clock", show).apply();
    }

    boolean showBanner() {
        return file.getBoolean("banner", true);
    }

    void setShowBanner(boolean show) {
        SharedPreferences.Editor edit = file.edit().putBoolean("banner", show);
        if (Faults.ADVERTS_TAKE_CLOCK) {
            edit.putBoolean("clock", show);
        }
        edit.apply();
    }

    /** Who travelled last, offered for the next ticket. */
    String passenger() {
        return file.getString("passenger", "");
    }

    void setPassenger(String passenger) {
        file.edit().putString("passenger", passenger).apply();
    }

    /** The titles of the news that were opened. */
    Set<String> readNews() {
        return set("read");
    }

    void setReadNews(Set<String> titles) {
        file.edit().putStringSet("read", titles).apply();
    }

    /** A copy: the set that the file hands out must not be changed. */
    private Set<String> set(String name) {
        return new HashSet<>(file.getStringSet(name, new HashSet<>()));
    }
}
