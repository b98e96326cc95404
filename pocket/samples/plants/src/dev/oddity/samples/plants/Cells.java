package dev.oddity.samples.plants;

import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import androidx.annotation.NonNull;
import androidx.recyclerview.widget.RecyclerView;
import java.util.ArrayList;
import java.util.List;

/** The rows of a RecyclerView. */
abstract class Cells<T> extends RecyclerView.Adapter<Cells.Cell> {
    private final int layout;
    private List<T> things = new ArrayList<>();

    Cells(int layout) {
        this.layout = layout;
        setHasStableIds(true);
    }

    abstract long idOf(T thing);

    abstract void fill(View row, T thing, int position);

    void show(List<T> things) {
        this.things = things;
        notifyDataSetChanged();
    }

    T get(int position) {
        return things.get(position);
    }

    @Override
    public long getItemId(int position) {
        return idOf(things.get(position));
    }

    @Override
    public int getItemCount() {
        return things.size();
    }

    @Override
    public @NonNull Cell onCreateViewHolder(@NonNull ViewGroup parent, int type) {
        return new Cell(LayoutInflater.from(parent.getContext()).inflate(layout, parent, false));
    }

    @Override
    public void onBindViewHolder(@NonNull Cell cell, int position) {
        fill(cell.itemView, things.get(position), position);
    }

    /** One row. */
    static final class Cell extends RecyclerView.ViewHolder {
        Cell(View row) {
            super(row);
        }
    }
}
