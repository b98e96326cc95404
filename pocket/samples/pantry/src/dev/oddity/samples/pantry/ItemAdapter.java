package dev.oddity.samples.pantry;

import android.app.Activity;
import android.view.View;
import android.view.ViewGroup;
import android.widget.BaseAdapter;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;

/** Rows of things. */
final class ItemAdapter extends BaseAdapter {
    private static final int[] COLOURS = {0xff2e6b4f, 0xff3a6ea5, 0xff8a4b2a, 0xff7a3b7a, 0xffb8860b};

    private final Activity activity;
    private List<Item> items = new ArrayList<>();

    ItemAdapter(Activity activity) {
        this.activity = activity;
    }

    void show(List<Item> items) {
        this.items = items;
        notifyDataSetChanged();
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
    public int getCount() {
        return items.size();
    }

    @Override
    public Item getItem(int position) {
        return items.get(position);
    }

    @Override
    public long getItemId(int position) {
        return items.get(position).id;
    }

    @Override
    public boolean hasStableIds() {
        return true;
    }

    @Override
    public View getView(int position, View old, ViewGroup parent) {
        View row = old != null ? old : activity.getLayoutInflater().inflate(R.layout.item_row, parent, false);
        Item item = items.get(position);
        row.findViewById(R.id.row_colour).setBackgroundColor(colourOf(Pantry.of(activity).shelves(), item.shelf));
        ((TextView) row.findViewById(R.id.row_name)).setText(item.name);
        String details = item.opened ? activity.getString(R.string.row_details, item.shelf, activity.getString(R.string.opened)) : item.shelf;
        ((TextView) row.findViewById(R.id.row_details)).setText(details);
        ((TextView) row.findViewById(R.id.row_amount)).setText(amountOf(activity, item.amount, item.unit));
        return row;
    }
}
