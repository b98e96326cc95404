package dev.oddity.samples.lending;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.EditText;
import android.widget.ListView;
import android.widget.RadioGroup;
import android.widget.TextView;
import dev.oddity.samples.common.Rows;
import dev.oddity.samples.common.Watch;

/** All books, searched, and filtered by where they are. */
public final class BooksActivity extends Activity {
    /** Set to show lent books first of all. */
    static final String SHOW_LENT = "show_lent";
    private static final int CHANGED = 1;

    private Rows<Book> rows;
    private EditText search;
    private RadioGroup filter;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.books);
        rows = new BookRows();
        search = findViewById(R.id.search);
        filter = findViewById(R.id.filter);
        ListView list = findViewById(R.id.books);
        list.setAdapter(rows);
        list.setEmptyView(findViewById(R.id.empty));
        list.setOnItemClickListener((parent, row, position, id) ->
                startActivityForResult(new Intent(this, BookActivity.class).putExtra(BookActivity.ID, id), CHANGED));
        Watch.text(search, this::showBooks);
        filter.setOnCheckedChangeListener((group, id) -> showBooks());
        findViewById(R.id.add).setOnClickListener(button -> startActivityForResult(new Intent(this, EditActivity.class), CHANGED));
        if (saved == null) {
            showWhatIsAskedFor(getIntent());
        }
        showBooks();
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        showWhatIsAskedFor(intent);
    }

    private void showWhatIsAskedFor(Intent intent) {
        if (intent.getBooleanExtra(SHOW_LENT, false)) {
            filter.check(R.id.filter_lent);
        }
    }

    @Override
    protected void onResume() {
        super.onResume();
        if (!Faults.LENT_LIST_STALE) {
            showBooks();
        }
    }

    @Override
    protected void onActivityResult(int request, int result, Intent data) {
        if (result == RESULT_OK) {
            showBooks();
        }
    }

    private void showBooks() {
        int checked = filter.getCheckedRadioButtonId();
        Library.Which which = checked == R.id.filter_lent ? Library.Which.LENT : checked == R.id.filter_here ? Library.Which.HERE : Library.Which.ALL;
        rows.show(Library.of(this).books(which, search.getText().toString().trim()));
    }

    @Override
    public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.books, menu);
        return true;
    }

    @Override
    public boolean onOptionsItemSelected(MenuItem item) {
        if (item.getItemId() == R.id.menu_history) {
            startActivity(new Intent(this, HistoryActivity.class));
        } else if (item.getItemId() == R.id.menu_backup) {
            startActivity(new Intent(this, BackupActivity.class));
        } else if (item.getItemId() == R.id.menu_settings) {
            startActivity(new Intent(this, SettingsActivity.class));
        } else {
            return super.onOptionsItemSelected(item);
        }
        return true;
    }

    private final class BookRows extends Rows<Book> {
        BookRows() {
            super(BooksActivity.this, R.layout.row);
        }

        @Override
        protected long idOf(Book book) {
            return book.id;
        }

        @Override
        protected void fill(View row, Book book) {
            row.<TextView>findViewById(R.id.row_title).setText(book.title);
            String details = book.loan == null ? book.author : book.loan.status(BooksActivity.this, System.currentTimeMillis());
            row.<TextView>findViewById(R.id.row_details).setText(details);
        }
    }
}
