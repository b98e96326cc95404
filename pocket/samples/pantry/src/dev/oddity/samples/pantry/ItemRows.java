package dev.oddity.samples.pantry;

import android.app.Activity;
import android.view.View;
import android.widget.TextView;
import dev.oddity.samples.common.Rows;
import java.util.List;

/** Rows of things. */
final class ItemRows extends Rows<Item> {
    private static final int[] COLOURS = {0xff2e6b4f, 0xff3a6ea5, 0xff8a4b2a, 0xff7a3b7a, 0xffb8860b};

    private final Activity activity;

    ItemRows(Activity activity) {
        super(activity, R.layout.item_row);
        this.activity = activity;
    }

    /** Shelves are told apart by the colours of their places. */
    static int colourOf(List<String> shelves, String shelf) {
        return COLOURS[shelves.indexOf(shelf) % COLOURS.length];
    }

    static String amountOf(Activity activity, int amount, int unit) {
        int[] units = {R.plurals.pieces, R.plurals.grams, R.plurals.litres};
        return activity.getResources().getQuantityString(units[unit], amount, amount);
    }

    @Override
    protected long idOf(Item item) {
        return item.id;
    }

    @Override
    protected void fill(View row, Item item) {
        row.findViewById(R.id.row_colour).setBackgroundColor(colourOf(Pantry.of(activity).shelves(), item.shelf));
        row.<TextView>findViewById(R.id.row_name).setText(item.name);
        String details = item.opened ? activity.getString(R.string.row_details, item.shelf, activity.getString(R.string.opened)) : item.shelf;
        row.<TextView>findViewById(R.id.row_details).setText(details);
        row.<TextView>findViewById(R.id.row_amount).setText(amountOf(activity, item.amount, item.unit));
    }
}
