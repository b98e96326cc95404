package dev.oddity.samples.pantry;

import android.content.Context;
import android.content.SharedPreferences;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.json.JSONArray;
import org.json.JSONException;

/** All things and shelves. Every change is written at once, so that nothing is lost with the process. */
final class Pantry {
    private static Pantry opened;

    private final SharedPreferences file;
    private final List<Item> items = new ArrayList<>();
    private final List<String> shelves = new ArrayList<>();

    static Pantry of(Context context) {
        if (opened == null) {
            opened = new Pantry(context.getApplicationContext().getSharedPreferences("pantry", Context.MODE_PRIVATE));
        }
        return opened;
    }

    private Pantry(SharedPreferences file) {
        this.file = file;
        if (!file.contains("items")) {
            beginWithExamples();
            return;
        }
        for (String item : strings(file.getString("items", "[]"))) {
            items.add(Item.fromJson(item));
        }
        shelves.addAll(strings(file.getString("shelves", "[]")));
    }

    /** At least one. */
    List<String> shelves() {
        return Collections.unmodifiableList(shelves);
    }

    /** All things in an order of {@link Settings}. */
    List<Item> items(String order) {
        List<Item> sorted = new ArrayList<>(items);
        Collections.sort(sorted, new ByName());
        if (order.equals(Settings.BY_AMOUNT)) {
            Collections.sort(sorted, (a, b) -> Integer.compare(a.amount, b.amount));
        } else if (order.equals(Settings.BY_SHELF)) {
            Collections.sort(sorted, (a, b) -> Integer.compare(shelves.indexOf(a.shelf), shelves.indexOf(b.shelf)));
        }
        return sorted;
    }

    /** A copy of one thing, or null. */
    Item item(long id) {
        for (Item item : items) {
            if (item.id == id) {
                return Item.fromJson(item.toJson());
            }
        }
        return null;
    }

    /** Adds a thing, or replaces the one of the same id. */
    void put(Item item) {
        long next = file.getLong("next", 1);
        if (item.id == 0) {
            item.id = next;
        }
        file.edit().putLong("next", Math.max(next, item.id + 1)).apply();
        remove(item.id);
        items.add(item);
        save();
    }

    void remove(long id) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).id == id) {
                items.remove(i);
                break;
            }
        }
        save();
    }

    /** Puts a removed thing back, on the first shelf if its own is gone. */
    void putBack(Item item) {
        if (!Faults.SHELF_GONE && !shelves.contains(item.shelf)) {
            item.shelf = shelves.get(0);
        }
        put(item);
    }

    void addShelf(String name) {
        shelves.add(name);
        save();
    }

    void renameShelf(String from, String to) {
        shelves.set(shelves.indexOf(from), to);
        moveItems(from, to);
        save();
    }

    /** Removes a shelf that is not the only one. */
    void removeShelf(String name) {
        shelves.remove(name);
        moveItems(name, shelves.get(0));
        save();
    }

    /** Where things go when a shelf is removed. */
    String shelfInsteadOf(String name) {
        return shelves.get(shelves.indexOf(name) == 0 ? 1 : 0);
    }

    int countOn(String shelf) {
        int count = 0;
        for (Item item : items) {
            if (item.shelf.equals(shelf)) {
                count++;
            }
        }
        return count;
    }

    void beginWithExamples() {
        items.clear();
        shelves.clear();
        Collections.addAll(shelves, "Kitchen", "Fridge", "Cellar");
        String[] names = {"Rice", "Flour", "Coffee", "Olive oil", "Honey", "Milk", "Butter", "Eggs", "Cheese", "Potatoes", "Red wine", "Jam"};
        int[] amounts = {3, 1, 0, 1, 1, 2, 1, 6, 0, 4, 5, 3};
        int[] minimums = {1, 1, 2, 1, 0, 1, 1, 4, 1, 0, 0, 0};
        for (int i = 0; i < names.length; i++) {
            Item item = new Item();
            item.id = i + 1;
            item.name = names[i];
            item.amount = amounts[i];
            item.minimum = minimums[i];
            item.shelf = shelves.get(i < 5 ? 0 : i < 9 ? 1 : 2);
            item.unit = names[i].equals("Milk") || names[i].equals("Olive oil") ? Item.LITRES : Item.PIECES;
            items.add(item);
        }
        file.edit().putLong("next", names.length + 1).apply();
        save();
    }

    private void moveItems(String from, String to) {
        for (Item item : items) {
            if (item.shelf.equals(from)) {
                item.shelf = to;
            }
        }
    }

    private void save() {
        JSONArray all = new JSONArray();
        for (Item item : items) {
            all.put(item.toJson());
        }
        file.edit().putString("items", all.toString()).putString("shelves", new JSONArray(shelves).toString()).apply();
    }

    private static List<String> strings(String json) {
        try {
            JSONArray array = new JSONArray(json);
            List<String> strings = new ArrayList<>();
            for (int i = 0; i < array.length(); i++) {
                strings.add(array.getString(i));
            }
            return strings;
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class ByName implements Comparator<Item> {
        @Override
        public int compare(Item a, Item b) {
            int byName = a.name.toLowerCase(Locale.ROOT).compareTo(b.name.toLowerCase(Locale.ROOT));
            return byName != 0 ? byName : Long.compare(a.id, b.id);
        }
    }
}
