package dev.oddity.samples.lending;

import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteOpenHelper;
import java.util.ArrayList;
import java.util.List;

/** Books and loans, in a database. Begins with examples. */
final class Library extends SQLiteOpenHelper {
    /** Which books to list. */
    enum Which { ALL, HERE, LENT }

    private static final String LENT = "EXISTS (SELECT 1 FROM loan WHERE loan.book = book.id AND loan.back = 0)";
    private static Library opened;

    static Library of(Context context) {
        if (opened == null) {
            opened = new Library(context.getApplicationContext());
        }
        return opened;
    }

    private Library(Context context) {
        super(context, "library.db", null, 1);
    }

    @Override
    public void onCreate(SQLiteDatabase db) {
        db.execSQL("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL, year TEXT NOT NULL, note TEXT NOT NULL)");
        db.execSQL("CREATE TABLE loan (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, title TEXT NOT NULL, borrower TEXT NOT NULL,"
                + " since INTEGER NOT NULL, days INTEGER NOT NULL, back INTEGER NOT NULL)");
        Examples.insertInto(db, System.currentTimeMillis());
    }

    @Override
    public void onUpgrade(SQLiteDatabase db, int from, int to) {
        throw new IllegalStateException("there is only one version yet");
    }

    /** Books whose title or author holds a text, by title. */
    List<Book> books(Which which, String text) {
        String found = "title LIKE ? OR author LIKE ?";
        if (!Faults.SEARCH_IGNORES_FILTER) {
            found = "(" + found + ")";
        }
        String where = found + (which == Which.ALL ? "" : which == Which.LENT ? " AND " + LENT : " AND NOT " + LENT);
        String like = "%" + text + "%";
        List<Book> books = new ArrayList<>();
        try (Cursor rows = getReadableDatabase().query("book", null, where, new String[] {like, like}, null, null, "title COLLATE NOCASE, id")) {
            while (rows.moveToNext()) {
                books.add(book(rows));
            }
        }
        return books;
    }

    /** One book, or null if there is none of that id. */
    Book book(long id) {
        try (Cursor rows = getReadableDatabase().query("book", null, "id = ?", new String[] {String.valueOf(id)}, null, null, null)) {
            return rows.moveToFirst() ? book(rows) : null;
        }
    }

    /** Adds a book, or replaces the one of the same id. */
    void save(Book book) {
        ContentValues values = new ContentValues();
        values.put("title", book.title);
        values.put("author", book.author);
        values.put("year", book.year);
        values.put("note", book.note);
        if (book.id == 0) {
            book.id = getWritableDatabase().insertOrThrow("book", null, values);
        } else {
            getWritableDatabase().update("book", values, "id = ?", new String[] {String.valueOf(book.id)});
        }
    }

    /** Deletes a book; its loans stay. */
    void delete(Book book) {
        if (book.loan != null) {
            giveBack(book.loan);
        }
        getWritableDatabase().delete("book", "id = ?", new String[] {String.valueOf(book.id)});
    }

    void lend(Book book, String borrower, int days) {
        ContentValues values = new ContentValues();
        values.put("book", book.id);
        values.put("title", book.title);
        values.put("borrower", borrower);
        values.put("since", System.currentTimeMillis());
        values.put("days", days);
        values.put("back", 0);
        getWritableDatabase().insertOrThrow("loan", null, values);
    }

    void giveBack(Loan loan) {
        ContentValues values = new ContentValues();
        values.put("back", System.currentTimeMillis());
        getWritableDatabase().update("loan", values, "id = ?", new String[] {String.valueOf(loan.id)});
    }

    /** All loans of a book, the last one first. */
    List<Loan> loansOf(long book) {
        return loans("book = ?", String.valueOf(book));
    }

    /** All loans to people whose name holds a text, the last one first. */
    List<Loan> loansTo(String borrower) {
        if (Faults.APOSTROPHE) {
            return loans("borrower LIKE '%" + borrower + "%'");
        }
        return loans("borrower LIKE ?", "%" + borrower + "%");
    }

    /** The loans that should have ended. */
    List<Loan> late(long now) {
        List<Loan> late = new ArrayList<>();
        for (Loan loan : loans("back = 0")) {
            if (loan.isLate(now)) {
                late.add(loan);
            }
        }
        return late;
    }

    private List<Loan> loans(String where, String... arguments) {
        List<Loan> loans = new ArrayList<>();
        try (Cursor rows = getReadableDatabase().query("loan", null, where, arguments, null, null, "since DESC, id DESC")) {
            while (rows.moveToNext()) {
                Loan loan = new Loan();
                loan.id = rows.getLong(rows.getColumnIndexOrThrow("id"));
                loan.book = rows.getLong(rows.getColumnIndexOrThrow("book"));
                loan.title = rows.getString(rows.getColumnIndexOrThrow("title"));
                loan.borrower = rows.getString(rows.getColumnIndexOrThrow("borrower"));
                loan.since = rows.getLong(rows.getColumnIndexOrThrow("since"));
                loan.days = rows.getInt(rows.getColumnIndexOrThrow("days"));
                loan.back = rows.getLong(rows.getColumnIndexOrThrow("back"));
                loans.add(loan);
            }
        }
        return loans;
    }

    private Book book(Cursor row) {
        Book book = new Book();
        book.id = row.getLong(row.getColumnIndexOrThrow("id"));
        book.title = row.getString(row.getColumnIndexOrThrow("title"));
        book.author = row.getString(row.getColumnIndexOrThrow("author"));
        book.year = row.getString(row.getColumnIndexOrThrow("year"));
        book.note = row.getString(row.getColumnIndexOrThrow("note"));
        for (Loan loan : loansOf(book.id)) {
            if (loan.isOpen()) {
                book.loan = loan;
            }
        }
        return book;
    }
}
