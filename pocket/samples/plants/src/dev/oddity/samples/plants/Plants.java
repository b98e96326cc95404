package dev.oddity.samples.plants;

import android.content.Context;
import android.content.SharedPreferences;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** All plants, one entry of a file each. Begins with examples. */
final class Plants {
    private final SharedPreferences file;

    Plants(Context context) {
        file = context.getSharedPreferences("plants", Context.MODE_PRIVATE);
        if (!file.contains("next")) {
            insertExamples(System.currentTimeMillis());
        }
    }

    /** All plants by name. */
    List<Plant> all() {
        List<Plant> plants = new ArrayList<>();
        for (Map.Entry<String, ?> entry : file.getAll().entrySet()) {
            if (entry.getKey().startsWith("plant ")) {
                plants.add(Plant.fromJson((String) entry.getValue()));
            }
        }
        Collections.sort(plants, (a, b) -> {
            int byName = a.name.compareToIgnoreCase(b.name);
            return byName != 0 ? byName : Long.compare(a.id, b.id);
        });
        return plants;
    }

    /** The plants that want water now, by name. */
    List<Plant> thirsty(long now) {
        List<Plant> thirsty = new ArrayList<>();
        for (Plant plant : all()) {
            if (plant.isThirsty(now)) {
                thirsty.add(plant);
            }
        }
        return thirsty;
    }

    /** One plant, or null if there is none of that id. */
    Plant get(long id) {
        String json = file.getString("plant " + id, null);
        return json == null ? null : Plant.fromJson(json);
    }

    /** Adds a plant, or replaces the one of the same id. */
    void save(Plant plant) {
        if (plant.id == 0) {
            plant.id = file.getLong("next", 1);
            file.edit().putLong("next", plant.id + 1).apply();
        }
        file.edit().putString("plant " + plant.id, plant.toJson().toString()).apply();
    }

    void remove(long id) {
        file.edit().remove("plant " + id).apply();
    }

    private void insertExamples(long now) {
        String[] names = {"Monstera", "Basil", "Fern", "Cactus", "Orchid", "Geranium", "Aloe", "Lavender"};
        int[] rooms = {0, 1, 2, 0, 2, 3, 1, 3};
        int[] days = {7, 2, 3, 21, 7, 2, 14, 5};
        int[] since = {8, 1, 4, 10, 2, 3, 5, 1};
        for (int i = 0; i < names.length; i++) {
            Plant plant = new Plant();
            plant.name = names[i];
            plant.room = rooms[i];
            plant.days = days[i];
            for (int time = 0; time < 3; time++) {
                plant.watered.add(now - (since[i] + time * days[i]) * Plant.DAY_MS);
            }
            save(plant);
        }
    }
}
