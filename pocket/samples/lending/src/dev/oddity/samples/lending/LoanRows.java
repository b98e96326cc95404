package dev.oddity.samples.lending;

import android.app.Activity;
import android.view.View;
import android.widget.TextView;
import dev.oddity.samples.common.Rows;

/** Rows of loans. */
final class LoanRows extends Rows<Loan> {
    /** What stands in the first line. */
    interface Heading {
        String of(Loan loan);
    }

    private final Activity activity;
    private final Heading heading;

    LoanRows(Activity activity, Heading heading) {
        super(activity, R.layout.row);
        this.activity = activity;
        this.heading = heading;
    }

    @Override
    protected long idOf(Loan loan) {
        return loan.id;
    }

    @Override
    protected void fill(View row, Loan loan) {
        row.<TextView>findViewById(R.id.row_title).setText(heading.of(loan));
        row.<TextView>findViewById(R.id.row_details).setText(loan.period(activity));
    }
}
