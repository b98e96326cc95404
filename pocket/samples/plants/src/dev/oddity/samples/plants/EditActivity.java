package dev.oddity.samples.plants;

import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.widget.EditText;
import android.widget.TextView;
import androidx.appcompat.app.AppCompatActivity;
import androidx.lifecycle.ViewModel;
import androidx.lifecycle.ViewModelProvider;
import com.google.android.material.chip.ChipGroup;
import com.google.android.material.slider.Slider;
import com.google.android.material.textfield.TextInputLayout;

/** Changes a plant, or adds one. Nothing is kept until Save; leaving with changes asks. */
public final class EditActivity extends AppCompatActivity {
    private static final int[] CHIPS = {R.id.room_living, R.id.room_kitchen, R.id.room_bathroom, R.id.room_balcony};

    private Plants plants;
    /** As it is kept, or as a new one begins. */
    private Plant before;

    /** Stays when the phone is turned, but not when the process ends. */
    public static final class Draft extends ViewModel {
        String note;
    }

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.edit);
        plants = new Plants(this);
        before = plants.get(getIntent().getLongExtra(PlantActivity.ID, 0));
        if (before == null) {
            before = new Plant();
            setTitle(R.string.add_new);
        }
        days().addOnChangeListener((slider, value, fromUser) -> showDays());
        days().setLabelFormatter(value -> String.valueOf((int) value));
        if (saved == null) {
            // Later on the fields bring back their own contents.
            fill(before);
        }
        if (Faults.NOTE_IN_MEMORY) {
            text(R.id.note).setSaveEnabled(false);
            Draft draft = new ViewModelProvider(this).get(Draft.class);
            text(R.id.note).setText(draft.note == null ? before.note : draft.note);
        }
    }

    @Override
    protected void onResume() {
        super.onResume();
        showDays();
    }

    @Override
    protected void onPause() {
        super.onPause();
        if (Faults.NOTE_IN_MEMORY) {
            new ViewModelProvider(this).get(Draft.class).note = text(R.id.note).getText().toString();
        }
    }

    private void fill(Plant plant) {
        text(R.id.name).setText(plant.name);
        this.<ChipGroup>findViewById(R.id.rooms).check(CHIPS[plant.room]);
        days().setValue(plant.days);
        text(R.id.note).setText(plant.note);
    }

    private Plant filled() {
        Plant plant = new Plant();
        plant.id = before.id;
        if (!Faults.EDITING_FORGETS) {
            plant.watered = before.watered;
        }
        plant.name = text(R.id.name).getText().toString().trim();
        int chip = this.<ChipGroup>findViewById(R.id.rooms).getCheckedChipId();
        for (int room = 0; room < CHIPS.length; room++) {
            if (CHIPS[room] == chip) {
                plant.room = room;
            }
        }
        plant.days = (int) days().getValue();
        plant.note = text(R.id.note).getText().toString();
        return plant;
    }

    private void showDays() {
        int days = (int) days().getValue();
        this.<TextView>findViewById(R.id.days_text).setText(getResources().getQuantityString(R.plurals.days, days, days));
    }

    @Override
    public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.edit, menu);
        return true;
    }

    @Override
    public boolean onOptionsItemSelected(MenuItem item) {
        if (item.getItemId() != R.id.menu_save) {
            return super.onOptionsItemSelected(item);
        }
        Plant plant = filled();
        if (plant.name.isEmpty()) {
            this.<TextInputLayout>findViewById(R.id.name_box).setError(getString(R.string.name_missing));
        } else if (!isFinishing()) {
            plants.save(plant);
            finish();
        }
        return true;
    }

    @Override
    public void onBackPressed() {
        if (filled().sameAs(before)) {
            super.onBackPressed();
        } else if (getSupportFragmentManager().findFragmentByTag("discard") == null) {
            new DiscardDialog().showNow(getSupportFragmentManager(), "discard");
        }
    }

    private EditText text(int id) {
        return findViewById(id);
    }

    private Slider days() {
        return findViewById(R.id.days);
    }
}
