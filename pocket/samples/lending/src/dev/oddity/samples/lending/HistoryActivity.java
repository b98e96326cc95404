package dev.oddity.samples.lending;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.widget.EditText;
import android.widget.ListView;
import android.widget.Toast;
import dev.oddity.samples.common.Watch;

/** All loans, of deleted books too. */
public final class HistoryActivity extends Activity {
    private LoanRows rows;
    private EditText search;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.history);
        rows = new LoanRows(this, loan -> getString(R.string.loan_row, loan.title, loan.borrower));
        search = findViewById(R.id.search);
        ListView list = findViewById(R.id.loans);
        list.setAdapter(rows);
        list.setEmptyView(findViewById(R.id.empty));
        list.setOnItemClickListener((parent, row, position, id) -> open(rows.getItem(position)));
        Watch.text(search, this::showLoans);
        showLoans();
    }

    @Override
    protected void onResume() {
        super.onResume();
        showLoans();
    }

    private void showLoans() {
        rows.show(Library.of(this).loansTo(search.getText().toString().trim()));
    }

    private void open(Loan loan) {
        if (Library.of(this).book(loan.book) == null && !Faults.DELETED_BOOK_OPENS) {
            Toast.makeText(this, getString(R.string.deleted_book, loan.title), Toast.LENGTH_SHORT).show();
            return;
        }
        startActivity(new Intent(this, BookActivity.class).putExtra(BookActivity.ID, loan.book));
    }
}
