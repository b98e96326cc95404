package dev.oddity.samples.lending;

import android.app.Activity;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.widget.EditText;
import dev.oddity.samples.common.Question;

/** Changes a book, or adds one. Nothing is kept until Save; leaving with changes asks. */
public final class EditActivity extends Activity implements Question.Asker {
    /** The book whose contents were put into the fields last. */
    private static long filledWith = -1;

    private Library library;
    /** As it is kept, or as a new one begins. */
    private Book before;
    /** Fields bring back their own contents when the activity is made anew, and must not be filled again. */
    private boolean filled;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.edit);
        library = Library.of(this);
        before = library.book(getIntent().getLongExtra(BookActivity.ID, 0));
        if (before == null) {
            before = new Book();
            setTitle(R.string.add_new);
        }
        filled = saved != null && (!Faults.DRAFT_DIES || filledWith == before.id);
    }

    @Override
    protected void onResume() {
        super.onResume();
        if (!filled) {
            fill(before);
        }
    }

    private void fill(Book book) {
        filled = true;
        filledWith = book.id;
        text(R.id.title).setText(book.title);
        text(R.id.author).setText(book.author);
        text(R.id.year).setText(book.year);
        text(R.id.note).setText(book.note);
    }

    private Book filled() {
        Book book = new Book();
        book.id = before.id;
        book.title = text(R.id.title).getText().toString().trim();
        book.author = text(R.id.author).getText().toString().trim();
        book.year = text(R.id.year).getText().toString();
        book.note = text(R.id.note).getText().toString();
        return book;
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
        Book book = filled();
        if (book.title.isEmpty()) {
            text(R.id.title).setError(getString(R.string.title_missing));
            text(R.id.title).requestFocus();
        } else if (!isFinishing()) {
            library.save(book);
            setResult(RESULT_OK);
            finish();
        }
        return true;
    }

    @Override
    public void onBackPressed() {
        if (filled().sameAs(before)) {
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
}
