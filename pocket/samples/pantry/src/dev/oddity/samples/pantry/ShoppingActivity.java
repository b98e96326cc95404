package dev.oddity.samples.pantry;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.view.ViewGroup;
import android.widget.BaseAdapter;
import android.widget.CheckedTextView;
import android.widget.ListView;
import java.util.ArrayList;
import java.util.List;

/** What there is too little of. Ticked things are put away: there is then as much of them as there should be. */
public final class ShoppingActivity extends Activity {
    private final Rows rows = new Rows();
    private Pantry pantry;
    private ListView list;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.shopping);
        pantry = Pantry.of(this);
        list = findViewById(R.id.missing);
        list.setEmptyView(findViewById(R.id.enough));
        list.setOnItemLongClickListener((parent, row, position, id) -> {
            startActivity(new Intent(this, ItemActivity.class).putExtra(ItemActivity.ID, id));
            return true;
        });
        findViewById(R.id.bought).setOnClickListener(button -> putAway(list.getCheckedItemIds()));
        showShort();
        list.setAdapter(rows);
    }

    @Override
    protected void onResume() {
        super.onResume();
        if (!Faults.OLD_SHOPPING_LIST) {
            showShort();
        }
    }

    private void showShort() {
        List<Item> items = new ArrayList<>();
        for (Item item : pantry.items(Settings.BY_SHELF)) {
            if (item.isShort()) {
                items.add(item);
            }
        }
        rows.show(items);
    }

    private void putAway(long[] ids) {
        for (long id : ids) {
            Item item = pantry.item(id);
            item.amount = item.minimum;
            pantry.put(item);
        }
        list.clearChoices();
        showShort();
    }

    private final class Rows extends BaseAdapter {
        private List<Item> items = new ArrayList<>();

        void show(List<Item> items) {
            this.items = items;
            notifyDataSetChanged();
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
            View row = old != null ? old : getLayoutInflater().inflate(R.layout.shopping_row, parent, false);
            Item item = items.get(position);
            String missing = ItemAdapter.amountOf(ShoppingActivity.this, item.minimum - item.amount, item.unit);
            ((CheckedTextView) row).setText(getString(R.string.short_by, item.name, missing));
            return row;
        }
    }
}
