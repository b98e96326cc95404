package dev.oddity.samples.lending;

import android.content.ContentValues;
import android.database.sqlite.SQLiteDatabase;

/** What the library holds at first. */
final class Examples {
    private static final String[][] BOOKS = {
        {"Dracula", "Bram Stoker", "1897"},
        {"Emma", "Jane Austen", "1815"},
        {"Frankenstein", "Mary Shelley", "1818"},
        {"Jane Eyre", "Charlotte Brontë", "1847"},
        {"Middlemarch", "George Eliot", "1871"},
        {"Moby-Dick", "Herman Melville", "1851"},
        {"Persuasion", "Jane Austen", "1817"},
        {"The Time Machine", "H. G. Wells", "1895"},
        {"Ulysses", "James Joyce", "1922"},
        {"Villette", "Charlotte Brontë", "1853"},
        {"Walden", "Henry David Thoreau", "1854"},
    };

    private Examples() {}

    static void insertInto(SQLiteDatabase db, long now) {
        for (String[] book : BOOKS) {
            ContentValues values = new ContentValues();
            values.put("title", book[0]);
            values.put("author", book[1]);
            values.put("year", book[2]);
            values.put("note", "");
            db.insertOrThrow("book", null, values);
        }
        loan(db, 3, "Mia", now - 40 * Loan.DAY_MS, 30, now - 20 * Loan.DAY_MS);
        loan(db, 6, "Jonas", now - 20 * Loan.DAY_MS, 14, 0);
        loan(db, 2, "Leyla", now - 3 * Loan.DAY_MS, 14, 0);
    }

    private static void loan(SQLiteDatabase db, int book, String borrower, long since, int days, long back) {
        ContentValues values = new ContentValues();
        values.put("book", book);
        values.put("title", BOOKS[book - 1][0]);
        values.put("borrower", borrower);
        values.put("since", since);
        values.put("days", days);
        values.put("back", back);
        db.insertOrThrow("loan", null, values);
    }
}
