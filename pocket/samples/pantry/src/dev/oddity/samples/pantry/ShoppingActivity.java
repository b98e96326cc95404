package dev.oddity.samples.pantry;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.CheckedTextView;
import android.widget.ListView;
import dev.oddity.samples.common.Rows;
import java.util.ArrayList;
import java.util.List;

/** What there is too little of. Ticked things are put away: there is then as much of them as there should be. */
public final class ShoppingActivity extends Activity {
    private final Rows<Item> rows = new ShortRows();
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

    private final class ShortRows extends Rows<Item> {
        ShortRows() {
            super(ShoppingActivity.this, R.layout.shopping_row);
        }

        @Override
        protected long idOf(Item item) {
            return item.id;
        }

        @Override
        protected void fill(View row, Item item) {
            String missing = ItemRows.amountOf(ShoppingActivity.this, item.minimum - item.amount, item.unit);
            ((CheckedTextView) row).setText(getString(R.string.short_by, item.name, missing));
        }
    }
}
