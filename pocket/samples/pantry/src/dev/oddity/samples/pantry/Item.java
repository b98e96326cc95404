package dev.oddity.samples.pantry;

import org.json.JSONException;
import org.json.JSONObject;

/** A thing in the pantry. A value: who changes one saves it with {@link Pantry#put}. */
final class Item {
    static final int PIECES = 0;
    static final int GRAMS = 1;
    static final int LITRES = 2;

    /** 0 until it is in the pantry. */
    long id;
    String name = "";
    int amount = 1;
    int unit = PIECES;
    /** Below this amount it stands on the shopping list. */
    int minimum;
    /** The name of its shelf. */
    String shelf = "";
    boolean opened;
    String note = "";

    boolean isShort() {
        return amount < minimum;
    }

    String toJson() {
        try {
            return new JSONObject()
                    .put("id", id)
                    .put("name", name)
                    .put("amount", amount)
                    .put("unit", unit)
                    .put("minimum", minimum)
                    .put("shelf", shelf)
                    .put("opened", opened)
                    .put("note", note)
                    .toString();
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
    }

    static Item fromJson(String json) {
        try {
            JSONObject object = new JSONObject(json);
            Item item = new Item();
            item.id = object.getLong("id");
            item.name = object.getString("name");
            item.amount = object.getInt("amount");
            item.unit = object.getInt("unit");
            item.minimum = object.getInt("minimum");
            item.shelf = object.getString("shelf");
            item.opened = object.getBoolean("opened");
            item.note = object.getString("note");
            return item;
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
    }
}
