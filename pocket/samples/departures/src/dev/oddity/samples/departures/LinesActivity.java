package dev.oddity.samples.departures;

import android.app.Activity;
import android.os.Bundle;
import android.widget.ArrayAdapter;
import android.widget.ListView;

/** Which lines stand on the board. */
public final class LinesActivity extends Activity {
    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.lines);
        Settings settings = new Settings(this);
        ArrayAdapter<String> rows = new ArrayAdapter<>(this, R.layout.line_row);
        for (Line line : Line.ALL) {
            rows.add(getString(R.string.line_row, line.number, line.destination.title));
        }
        ListView list = findViewById(R.id.lines);
        list.setAdapter(rows);
        for (int i = 0; i < Line.ALL.length; i++) {
            list.setItemChecked(i, settings.isShown(Line.ALL[i]));
        }
        list.setOnItemClickListener((parent, row, position, id) -> settings.setShown(Line.ALL[position], list.isItemChecked(position)));
    }
}
