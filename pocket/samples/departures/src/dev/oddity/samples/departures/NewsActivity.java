package dev.oddity.samples.departures;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.ListView;
import android.widget.TextView;
import dev.oddity.samples.common.Rows;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** News in another order at every visit, with numbers of readers that never stand still. */
public final class NewsActivity extends Activity {
    private final Random random = new Random();
    private Settings settings;
    private Rows<String> rows;
    /** Makes the order of this visit. */
    private long seed;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.news);
        settings = new Settings(this);
        seed = saved == null ? random.nextLong() : saved.getLong("seed");
        rows = new NewsRows();
        ListView list = findViewById(R.id.news);
        list.setAdapter(rows);
        list.setOnItemClickListener((parent, row, position, id) -> read(rows.getItem(position)));
        showNews();
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        state.putLong("seed", seed);
    }

    private void showNews() {
        List<String> titles = Arrays.asList(getResources().getStringArray(R.array.news_titles));
        Collections.shuffle(titles, new Random(seed));
        rows.show(titles);
    }

    private void read(String title) {
        Set<String> read = settings.readNews();
        read.add(title);
        settings.setReadNews(read);
        showNews();
    }

    private final class NewsRows extends Rows<String> {
        NewsRows() {
            super(NewsActivity.this, R.layout.news_row);
        }

        @Override
        protected long idOf(String title) {
            return title.hashCode();
        }

        @Override
        protected void fill(View row, String title) {
            row.<TextView>findViewById(R.id.row_title).setText(title);
            int text = settings.readNews().contains(title) ? R.string.read_by_you : R.string.read_by;
            row.<TextView>findViewById(R.id.row_readers).setText(getString(text, 100 + random.nextInt(900)));
        }
    }
}
