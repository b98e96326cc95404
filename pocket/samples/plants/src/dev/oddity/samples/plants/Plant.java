package dev.oddity.samples.plants;

import android.content.Context;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** A plant. A value: who changes one saves it with {@link Plants#save}. */
final class Plant {
    static final int[] ROOMS = {R.string.living_room, R.string.kitchen, R.string.bathroom, R.string.balcony};
    static final long DAY_MS = 24L * 60 * 60 * 1000;
    private static final long HOUR_MS = 60L * 60 * 1000;

    /** 0 until it is kept. */
    long id;
    String name = "";
    /** A place among {@link #ROOMS}. */
    int room;
    /** It is thirsty so many days after it was watered. */
    int days = 7;
    String note = "";
    /** When it was watered, the last time first. */
    List<Long> watered = new ArrayList<>();

    /** In how many days it is thirsty; 0 or less if it is. */
    int daysLeft(long now) {
        return watered.isEmpty() ? 0 : days - (int) ((now - watered.get(0)) / DAY_MS);
    }

    boolean isThirsty(long now) {
        return daysLeft(now) <= 0;
    }

    void water(long now) {
        watered.add(0, now);
    }

    /** A watering by mistake can be undone for an hour. */
    boolean canUndo(long now) {
        return !watered.isEmpty() && now - watered.get(0) < HOUR_MS;
    }

    void undoWatering() {
        watered.remove(0);
    }

    /** Whether it reads the same to whom edits it. */
    boolean sameAs(Plant other) {
        return name.equals(other.name) && room == other.room && days == other.days && note.equals(other.note);
    }

    String status(Context context, long now) {
        int left = daysLeft(now);
        return left <= 0 ? context.getString(R.string.due) : context.getResources().getQuantityString(R.plurals.water_in, left, left);
    }

    JSONObject toJson() {
        try {
            return new JSONObject()
                    .put("id", id)
                    .put("name", name)
                    .put("room", room)
                    .put("days", days)
                    .put("note", note)
                    .put("watered", new JSONArray(watered));
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
    }

    static Plant fromJson(String json) {
        try {
            JSONObject object = new JSONObject(json);
            Plant plant = new Plant();
            plant.id = object.getLong("id");
            plant.name = object.getString("name");
            plant.room = object.getInt("room");
            plant.days = object.getInt("days");
            plant.note = object.getString("note");
            JSONArray watered = object.getJSONArray("watered");
            for (int i = 0; i < watered.length(); i++) {
                plant.watered.add(watered.getLong(i));
            }
            return plant;
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
    }
}
