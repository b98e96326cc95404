package dev.oddity.samples.common;

import android.app.Activity;
import android.view.View;
import android.view.ViewGroup;
import android.widget.AdapterView;
import android.widget.BaseAdapter;
import java.util.ArrayList;
import java.util.List;

/** The rows of a list whose things have ids of their own, so that what is chosen stays chosen when the list changes. */
public abstract class Rows<T> extends BaseAdapter {
    private final Activity activity;
    private final int layout;
    private List<T> things = new ArrayList<>();

    /** Rows of that layout. */
    protected Rows(Activity activity, int layout) {
        this.activity = activity;
        this.layout = layout;
    }

    /** The id of a thing. */
    protected abstract long idOf(T thing);

    /** Writes a thing into its row. */
    protected abstract void fill(View row, T thing);

    /** Shows these instead. */
    public final void show(List<T> things) {
        this.things = things;
        notifyDataSetChanged();
    }

    @Override
    public final int getCount() {
        return things.size();
    }

    @Override
    public final T getItem(int position) {
        return things.get(position);
    }

    /** Lists ask for rows that were chosen before there were fewer. */
    @Override
    public final long getItemId(int position) {
        return position < things.size() ? idOf(things.get(position)) : AdapterView.INVALID_ROW_ID;
    }

    @Override
    public final boolean hasStableIds() {
        return true;
    }

    @Override
    public final View getView(int position, View old, ViewGroup parent) {
        View row = old != null ? old : activity.getLayoutInflater().inflate(layout, parent, false);
        fill(row, things.get(position));
        return row;
    }
}
