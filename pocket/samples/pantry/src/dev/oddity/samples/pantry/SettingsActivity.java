package dev.oddity.samples.pantry;

import android.app.Activity;
import android.os.Bundle;
import android.widget.ArrayAdapter;
import android.widget.Spinner;
import android.widget.Switch;
import dev.oddity.samples.common.Question;
import dev.oddity.samples.common.Watch;

/** Settings, kept as soon as they are changed. */
public final class SettingsActivity extends Activity implements Question.Asker {
    private Pantry pantry;
    private Settings settings;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.settings);
        pantry = Pantry.of(this);
        settings = new Settings(this);

        Switch ask = findViewById(R.id.ask);
        ask.setChecked(settings.askBeforeRemoving());
        ask.setOnCheckedChangeListener((button, on) -> settings.setAskBeforeRemoving(on));
        Switch hide = findViewById(R.id.hide_used_up);
        hide.setChecked(settings.hideUsedUp());
        hide.setOnCheckedChangeListener((button, on) -> settings.setHideUsedUp(on));
        findViewById(R.id.examples).setOnClickListener(button ->
                Question.ask(this, "examples", getString(R.string.examples_question), R.string.examples, R.string.cancel, null));
        showShelves();
    }

    private void showShelves() {
        ArrayAdapter<String> shelves = new ArrayAdapter<>(this, android.R.layout.simple_spinner_item, pantry.shelves());
        shelves.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
        Spinner shelf = findViewById(R.id.default_shelf);
        shelf.setAdapter(shelves);
        shelf.setSelection(pantry.shelves().indexOf(settings.defaultShelf(pantry)));
        Watch.choice(shelf, position -> settings.setDefaultShelf(pantry.shelves().get(position)));
    }

    @Override
    public void onYes(String question, Bundle about) {
        pantry.beginWithExamples();
        showShelves();
    }
}
