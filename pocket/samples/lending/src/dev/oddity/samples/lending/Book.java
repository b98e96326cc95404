package dev.oddity.samples.lending;

/** A book. A value: who changes one saves it with {@link Library#save}. */
final class Book {
    /** 0 until it is in the library. */
    long id;
    String title = "";
    String author = "";
    /** As typed; may be empty. */
    String year = "";
    String note = "";
    /** Who has it now; null while it is here. */
    Loan loan;

    boolean sameAs(Book other) {
        return title.equals(other.title) && author.equals(other.author) && year.equals(other.year) && note.equals(other.note);
    }
}
