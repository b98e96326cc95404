package dev.oddity.samples.pantry;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.view.ViewGroup;
import android.widget.ArrayAdapter;
import android.widget.ListView;
import android.widget.TextView;
import dev.oddity.samples.common.Question;
import java.util.ArrayList;

/** The shelves: add, rename, remove. */
public final class ShelvesActivity extends Activity implements Question.Asker {
    private Pantry pantry;
    private ArrayAdapter<String> adapter;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.shelves);
        pantry = Pantry.of(this);
        adapter = new ShelfRows();
        ListView list = findViewById(R.id.shelves);
        list.setAdapter(adapter);
        list.setOnItemClickListener((parent, row, position, id) -> askForName(adapter.getItem(position)));
        findViewById(R.id.add_shelf).setOnClickListener(button -> askForName(null));
    }

    @Override
    protected void onResume() {
        super.onResume();
        showShelves();
    }

    void showShelves() {
        adapter.clear();
        adapter.addAll(pantry.shelves());
    }

    private void askForName(String shelf) {
        Question.showOnce(this, ShelfName.of(shelf), "name");
    }

    private void askToRemove(String shelf) {
        Bundle about = new Bundle();
        about.putString("shelf", shelf);
        String text = getString(R.string.remove_shelf, shelf, pantry.shelfInsteadOf(shelf));
        Question.ask(this, "remove", text, R.string.remove, R.string.cancel, about);
    }

    @Override
    public void onYes(String question, Bundle about) {
        pantry.removeShelf(about.getString("shelf"));
        showShelves();
    }

    private final class ShelfRows extends ArrayAdapter<String> {
        ShelfRows() {
            super(ShelvesActivity.this, R.layout.shelf_row, new ArrayList<>());
        }

        @Override
        public View getView(int position, View old, ViewGroup parent) {
            View row = old != null ? old : getLayoutInflater().inflate(R.layout.shelf_row, parent, false);
            String shelf = getItem(position);
            int count = pantry.countOn(shelf);
            row.findViewById(R.id.row_colour).setBackgroundColor(ItemRows.colourOf(pantry.shelves(), shelf));
            row.<TextView>findViewById(R.id.row_name).setText(shelf);
            row.<TextView>findViewById(R.id.row_details).setText(getResources().getQuantityString(R.plurals.things, count, count));
            View remove = row.findViewById(R.id.remove);
            remove.setContentDescription(getString(R.string.remove_this_shelf, shelf));
            remove.setVisibility(getCount() > 1 ? View.VISIBLE : View.INVISIBLE);
            remove.setOnClickListener(button -> askToRemove(shelf));
            return row;
        }
    }
}
