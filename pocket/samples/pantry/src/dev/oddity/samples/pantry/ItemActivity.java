package dev.oddity.samples.pantry;

import android.app.Activity;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.widget.ArrayAdapter;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.RadioGroup;
import android.widget.Spinner;
import android.widget.TextView;
import dev.oddity.samples.common.Question;

/** Changes one thing, or adds one. Nothing is kept until Save; leaving with changes asks. */
public final class ItemActivity extends Activity implements Question.Asker {
    /** The thing to change; 0 for a new one. */
    static final String ID = "id";
    private static final int[] UNITS = {R.id.unit_pieces, R.id.unit_grams, R.id.unit_litres};

    private Pantry pantry;
    /** As it is kept, or as a new one begins. */
    private Item before;
    private int amount;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.item);
        pantry = Pantry.of(this);
        before = pantry.item(getIntent().getLongExtra(ID, 0));
        if (before == null) {
            before = new Item();
            before.shelf = new Settings(this).defaultShelf(pantry);
            setTitle(R.string.new_item);
        }

        ArrayAdapter<String> shelves = new ArrayAdapter<>(this, android.R.layout.simple_spinner_item, pantry.shelves());
        shelves.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
        shelf().setAdapter(shelves);
        if (saved == null) {
            fill(before);
        } else {
            // The other fields bring back their own contents.
            showAmount(Faults.AMOUNT_TURNED_AWAY ? before.amount : saved.getInt("amount"));
        }
        findViewById(R.id.less).setOnClickListener(button -> showAmount(Math.max(0, amount - 1)));
        findViewById(R.id.more).setOnClickListener(button -> showAmount(amount + 1));
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        state.putInt("amount", amount);
    }

    private void fill(Item item) {
        text(R.id.name).setText(item.name);
        showAmount(item.amount);
        this.<RadioGroup>findViewById(R.id.unit).check(UNITS[item.unit]);
        text(R.id.minimum).setText(String.valueOf(item.minimum));
        shelf().setSelection(pantry.shelves().indexOf(item.shelf));
        this.<CheckBox>findViewById(R.id.opened).setChecked(item.opened);
        text(R.id.note).setText(item.note);
    }

    /** What the fields hold now. */
    private Item filled() {
        Item item = new Item();
        item.id = before.id;
        item.name = text(R.id.name).getText().toString().trim();
        item.amount = amount;
        int checked = this.<RadioGroup>findViewById(R.id.unit).getCheckedRadioButtonId();
        for (int unit = 0; unit < UNITS.length; unit++) {
            if (UNITS[unit] == checked) {
                item.unit = unit;
            }
        }
        String minimum = text(R.id.minimum).getText().toString();
        item.minimum = minimum.isEmpty() && !Faults.NO_MINIMUM ? 0 : Integer.parseInt(minimum);
        item.shelf = (String) shelf().getSelectedItem();
        item.opened = this.<CheckBox>findViewById(R.id.opened).isChecked();
        item.note = text(R.id.note).getText().toString();
        return item;
    }

    private void showAmount(int amount) {
        this.amount = amount;
        this.<TextView>findViewById(R.id.amount).setText(String.valueOf(amount));
    }

    @Override
    public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.item, menu);
        return true;
    }

    @Override
    public boolean onOptionsItemSelected(MenuItem item) {
        if (item.getItemId() != R.id.menu_save) {
            return super.onOptionsItemSelected(item);
        }
        Item filled = filled();
        if (filled.name.isEmpty()) {
            text(R.id.name).setError(getString(R.string.name_missing));
            text(R.id.name).requestFocus();
        } else if (!isFinishing()) {
            pantry.put(filled);
            finish();
        }
        return true;
    }

    @Override
    public void onBackPressed() {
        if (filled().toJson().equals(before.toJson())) {
            super.onBackPressed();
        } else {
            Question.ask(this, "discard", getString(R.string.discard_question), R.string.discard, R.string.keep, null);
        }
    }

    @Override
    public void onYes(String question, Bundle about) {
        finish();
    }

    private EditText text(int id) {
        return findViewById(id);
    }

    private Spinner shelf() {
        return findViewById(R.id.shelf);
    }
}
