package dev.oddity.samples.lending;

import android.content.Context;
import java.text.DateFormat;
import java.util.Date;

/** That someone has or had a book. */
final class Loan {
    static final long DAY_MS = 24L * 60 * 60 * 1000;

    long id;
    long book;
    /** Kept here as well, since books can be deleted. */
    String title;
    String borrower;
    long since;
    int days;
    /** When it was given back; 0 while it is out. */
    long back;

    boolean isOpen() {
        return back == 0;
    }

    boolean isLate(long now) {
        return isOpen() && now > due();
    }

    /** For whom wants to know where the book is. */
    String status(Context context, long now) {
        return context.getString(isLate(now) ? R.string.late : R.string.with, borrower, day(due()));
    }

    /** For the history. */
    String period(Context context) {
        return isOpen() ? context.getString(R.string.loan_open, day(since)) : context.getString(R.string.back_on, day(back));
    }

    private long due() {
        return since + days * DAY_MS;
    }

    private static String day(long time) {
        return DateFormat.getDateInstance(DateFormat.MEDIUM).format(new Date(time));
    }
}
