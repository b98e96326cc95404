package dev.oddity.samples.common;

import android.text.Editable;
import android.text.TextWatcher;
import android.view.View;
import android.widget.AdapterView;
import android.widget.EditText;
import android.widget.Spinner;

/** Listeners with one method instead of three. */
public final class Watch {
    /** What to do with a chosen place. */
    public interface Choice {
        /** It was chosen. */
        void chosen(int position);
    }

    private Watch() {}

    /** Runs after each change of the text. */
    public static void text(EditText field, Runnable changed) {
        field.addTextChangedListener(new TextWatcher() {
            @Override
            public void beforeTextChanged(CharSequence text, int start, int count, int after) {}

            @Override
            public void onTextChanged(CharSequence text, int start, int before, int count) {}

            @Override
            public void afterTextChanged(Editable text) {
                changed.run();
            }
        });
    }

    /** Runs after each choice, and once for the first one. */
    public static void choice(Spinner spinner, Choice choice) {
        spinner.setOnItemSelectedListener(new AdapterView.OnItemSelectedListener() {
            @Override
            public void onItemSelected(AdapterView<?> parent, View view, int position, long id) {
                choice.chosen(position);
            }

            @Override
            public void onNothingSelected(AdapterView<?> parent) {}
        });
    }
}
