package dev.oddity.samples.pantry;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.ActionMode;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.AbsListView;
import android.widget.ArrayAdapter;
import android.widget.EditText;
import android.widget.ListView;
import android.widget.Spinner;
import android.widget.TextView;
import dev.oddity.samples.common.Question;
import dev.oddity.samples.common.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The list of all things: searched, filtered by shelf, sorted; chosen ones can be removed, and put back. */
public final class PantryActivity extends Activity implements Question.Asker {
    private Pantry pantry;
    private Settings settings;
    private ItemRows rows;
    private ListView list;
    private EditText search;
    private Spinner filter;
    /** The shelf whose things are shown; null for all. */
    private String shelf;
    /** What was removed last, as JSON, until it is put back or something else is removed. */
    private ArrayList<String> removed = new ArrayList<>();

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.pantry);
        pantry = Pantry.of(this);
        settings = new Settings(this);
        if (saved != null) {
            shelf = saved.getString("shelf");
            removed = saved.getStringArrayList("removed");
        }

        rows = new ItemRows(this);
        list = findViewById(R.id.items);
        list.setAdapter(rows);
        list.setEmptyView(findViewById(R.id.empty));
        list.setMultiChoiceModeListener(new Choosing());
        list.setOnItemClickListener((parent, row, position, id) -> openItem(id));
        search = findViewById(R.id.search);
        Watch.text(search, this::showItems);
        filter = findViewById(R.id.filter);
        Watch.choice(filter, this::filter);
        findViewById(R.id.add).setOnClickListener(button -> openItem(0));
        findViewById(R.id.undo).setOnClickListener(button -> undo());
    }

    @Override
    protected void onResume() {
        super.onResume();
        showShelves();
        showItems();
        showUndo();
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        state.putString("shelf", shelf);
        state.putStringArrayList("removed", removed);
    }

    private void openItem(long id) {
        startActivity(new Intent(this, ItemActivity.class).putExtra(ItemActivity.ID, id));
    }

    /** Shelves may have come, gone or changed their names on other screens. */
    private void showShelves() {
        List<String> names = new ArrayList<>();
        names.add(getString(R.string.all_shelves));
        names.addAll(pantry.shelves());
        if (!pantry.shelves().contains(shelf)) {
            shelf = null;
        }
        ArrayAdapter<String> choices = new ArrayAdapter<>(this, android.R.layout.simple_spinner_item, names);
        choices.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
        filter.setAdapter(choices);
        filter.setSelection(shelf == null ? 0 : names.indexOf(shelf));
    }

    private void filter(int position) {
        shelf = position == 0 ? null : pantry.shelves().get(position - 1);
        showItems();
    }

    private void showItems() {
        String wanted = search.getText().toString().trim().toLowerCase(Locale.ROOT);
        List<Item> shown = new ArrayList<>();
        for (Item item : pantry.items(settings.order())) {
            boolean found = item.name.toLowerCase(Locale.ROOT).contains(wanted);
            boolean here = shelf == null || item.shelf.equals(shelf);
            boolean hidden = settings.hideUsedUp() && item.amount == 0;
            if (found && here && !hidden) {
                shown.add(item);
            }
        }
        boolean all = wanted.isEmpty() && shelf == null;
        ((TextView) findViewById(R.id.empty)).setText(all ? R.string.empty : R.string.nothing_found);
        rows.show(shown);
    }

    private void showUndo() {
        findViewById(R.id.undo_bar).setVisibility(removed.isEmpty() ? View.GONE : View.VISIBLE);
        if (removed.size() == 1) {
            setUndoText(getString(R.string.removed_one, Item.fromJson(removed.get(0)).name));
        } else {
            setUndoText(getString(R.string.removed_several, removed.size()));
        }
    }

    private void setUndoText(String text) {
        ((TextView) findViewById(R.id.undo_text)).setText(text);
    }

    @Override
    public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.pantry, menu);
        return true;
    }

    @Override
    public boolean onPrepareOptionsMenu(Menu menu) {
        String order = settings.order();
        int chosen = order.equals(Settings.BY_AMOUNT) ? R.id.sort_amount : order.equals(Settings.BY_SHELF) ? R.id.sort_shelf : R.id.sort_name;
        menu.findItem(chosen).setChecked(true);
        return true;
    }

    @Override
    public boolean onOptionsItemSelected(MenuItem item) {
        int id = item.getItemId();
        if (id == R.id.menu_shopping) {
            startActivity(new Intent(this, ShoppingActivity.class));
        } else if (id == R.id.menu_shelves) {
            startActivity(new Intent(this, ShelvesActivity.class));
        } else if (id == R.id.menu_settings) {
            startActivity(new Intent(this, SettingsActivity.class));
        } else if (id == R.id.sort_name) {
            sort(Settings.BY_NAME);
        } else if (id == R.id.sort_amount) {
            sort(Settings.BY_AMOUNT);
        } else if (id == R.id.sort_shelf) {
            sort(Settings.BY_SHELF);
        } else {
            return super.onOptionsItemSelected(item);
        }
        return true;
    }

    private void sort(String order) {
        settings.setOrder(order);
        invalidateOptionsMenu();
        showItems();
    }

    private void removeOrAsk(long[] ids) {
        if (!settings.askBeforeRemoving()) {
            remove(ids);
            return;
        }
        Bundle about = new Bundle();
        about.putLongArray("ids", ids);
        String text = ids.length == 1 ? getString(R.string.remove_one, pantry.item(ids[0]).name) : getString(R.string.remove_several, ids.length);
        Question.ask(this, "remove", text, R.string.remove, R.string.cancel, about);
    }

    @Override
    public void onYes(String question, Bundle about) {
        remove(about.getLongArray("ids"));
    }

    private void remove(long[] ids) {
        removed = new ArrayList<>();
        for (long id : ids) {
            removed.add(pantry.item(id).toJson());
            pantry.remove(id);
        }
        showItems();
        showUndo();
    }

    private void undo() {
        for (String item : removed) {
            pantry.putBack(Item.fromJson(item));
        }
        removed = new ArrayList<>();
        showItems();
        showUndo();
    }

    /** The ids of the chosen rows. */
    private long[] chosen() {
        long[] ids = list.getCheckedItemIds();
        if (Faults.WRONG_ONE_REMOVED) {
            List<Item> all = pantry.items(settings.order());
            for (int i = 0, row = 0; row < rows.getCount(); row++) {
                if (list.isItemChecked(row)) {
                    ids[i++] = all.get(row).id;
                }
            }
        }
        return ids;
    }

    private final class Choosing implements AbsListView.MultiChoiceModeListener {
        @Override
        public boolean onCreateActionMode(ActionMode mode, Menu menu) {
            mode.getMenuInflater().inflate(R.menu.chosen, menu);
            return true;
        }

        @Override
        public boolean onPrepareActionMode(ActionMode mode, Menu menu) {
            mode.setTitle(getString(R.string.chosen, list.getCheckedItemCount()));
            return true;
        }

        @Override
        public void onItemCheckedStateChanged(ActionMode mode, int position, long id, boolean checked) {
            mode.invalidate();
        }

        @Override
        public boolean onActionItemClicked(ActionMode mode, MenuItem button) {
            long[] ids = chosen();
            if (button.getItemId() == R.id.menu_remove) {
                removeOrAsk(ids);
            } else {
                for (long id : ids) {
                    Item item = pantry.item(id);
                    item.amount = 0;
                    pantry.put(item);
                }
                showItems();
            }
            mode.finish();
            return true;
        }

        @Override
        public void onDestroyActionMode(ActionMode mode) {}
    }
}
