package dev.oddity.samples.lending;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.ListView;
import android.widget.TextView;
import dev.oddity.samples.common.Question;

/** One book: who has it and who had it; lend it, take it back, change it, delete it. */
public final class BookActivity extends Activity implements Question.Asker {
    /** The book to show. */
    static final String ID = "id";

    private Library library;
    private LoanRows loans;
    private Book book;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.book);
        library = Library.of(this);
        loans = new LoanRows(this, loan -> loan.borrower);
        ListView list = findViewById(R.id.loans);
        list.setAdapter(loans);
        list.setEmptyView(findViewById(R.id.no_loans));
        findViewById(R.id.lend).setOnClickListener(button -> Question.showOnce(this, new LendDialog(), "lend"));
        findViewById(R.id.give_back).setOnClickListener(button -> {
            library.giveBack(book.loan);
            showBook();
        });
        showBook();
    }

    @Override
    protected void onResume() {
        super.onResume();
        showBook();
    }

    private void showBook() {
        book = library.book(getIntent().getLongExtra(ID, 0));
        text(R.id.title).setText(book.title);
        text(R.id.author).setText(book.year.isEmpty() ? book.author : book.author + ", " + book.year);
        text(R.id.note).setText(book.note);
        text(R.id.note).setVisibility(book.note.isEmpty() ? View.GONE : View.VISIBLE);
        text(R.id.status).setText(book.loan == null ? getString(R.string.here) : book.loan.status(this, System.currentTimeMillis()));
        findViewById(R.id.lend).setEnabled(book.loan == null);
        findViewById(R.id.give_back).setEnabled(book.loan != null);
        loans.show(library.loansOf(book.id));
    }

    /** The dialog was filled in. */
    void lend(String borrower, int days) {
        library.lend(book, borrower, days);
        setResult(RESULT_OK);
        showBook();
    }

    @Override
    public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.book, menu);
        return true;
    }

    @Override
    public boolean onOptionsItemSelected(MenuItem item) {
        if (item.getItemId() == R.id.menu_edit) {
            setResult(RESULT_OK);
            startActivity(new Intent(this, EditActivity.class).putExtra(ID, book.id));
        } else if (item.getItemId() == R.id.menu_delete) {
            Question.ask(this, "delete", getString(R.string.delete_question, book.title), R.string.delete, R.string.cancel, null);
        } else {
            return super.onOptionsItemSelected(item);
        }
        return true;
    }

    @Override
    public void onYes(String question, Bundle about) {
        library.delete(book);
        setResult(RESULT_OK);
        finish();
    }

    private TextView text(int id) {
        return findViewById(id);
    }
}
