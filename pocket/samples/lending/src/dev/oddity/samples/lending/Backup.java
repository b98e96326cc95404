package dev.oddity.samples.lending;

import android.content.Context;
import android.content.SharedPreferences;
import android.os.Handler;
import android.os.Looper;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The backup, as far as it is: written book by book, so that the phone stays quick. */
final class Backup {
    /** What it is doing. */
    enum State { NEVER_DONE, RUNNING, CANCELLING, CANCELLED, DONE }

    private static final int STEP_MS = 500;
    private static Backup current;

    private final Context context;
    private final SharedPreferences file;
    private final Handler handler = new Handler(Looper.getMainLooper());
    private Runnable watcher = () -> {};
    private Runnable finished = () -> {};
    private boolean alive;

    static Backup of(Context context) {
        if (current == null) {
            current = new Backup(context.getApplicationContext());
        }
        return current;
    }

    private Backup(Context context) {
        this.context = context;
        file = context.getSharedPreferences("backup", Context.MODE_PRIVATE);
        if (state() == State.CANCELLING) {
            setState(State.CANCELLED);
        }
    }

    State state() {
        return State.valueOf(file.getString("state", State.NEVER_DONE.name()));
    }

    /** How many books are written. */
    int written() {
        return file.getInt("written", 0);
    }

    /** Whether it was running when the process ended. */
    boolean wasInterrupted() {
        return state() == State.RUNNING && !alive;
    }

    /** Runs at every change; one watcher at a time. */
    void watch(Runnable watcher) {
        this.watcher = watcher;
    }

    /** Begins, or goes on after an interruption. */
    void run(Runnable finished) {
        if (alive) {
            return;
        }
        if (state() != State.RUNNING) {
            file.edit().putInt("written", 0).apply();
            setState(State.RUNNING);
        }
        alive = true;
        this.finished = finished;
        handler.postDelayed(this::step, STEP_MS);
    }

    void cancel() {
        if (Faults.CANCEL_SPINS) {
            handler.removeCallbacksAndMessages(null);
        }
        setState(State.CANCELLING);
    }

    private void step() {
        List<Book> books = Library.of(context).books(Library.Which.ALL, "");
        if (state() == State.CANCELLING) {
            end(State.CANCELLED);
        } else if (written() < books.size()) {
            write(books.subList(0, written() + 1));
            file.edit().putInt("written", written() + 1).apply();
            handler.postDelayed(this::step, STEP_MS);
            watcher.run();
        } else {
            new File(context.getFilesDir(), "backup.part").renameTo(new File(context.getFilesDir(), "backup.txt"));
            end(State.DONE);
        }
    }

    private void end(State state) {
        alive = false;
        setState(state);
        finished.run();
    }

    private void setState(State state) {
        file.edit().putString("state", state.name()).apply();
        watcher.run();
    }

    private void write(List<Book> books) {
        try (Writer out = new OutputStreamWriter(new FileOutputStream(new File(context.getFilesDir(), "backup.part")), StandardCharsets.UTF_8)) {
            for (Book book : books) {
                out.write(book.title + "\t" + book.author + "\t" + book.year + "\t" + (book.loan == null ? "" : book.loan.borrower) + "\n");
            }
        } catch (IOException e) {
            throw new IllegalStateException("the phone's own storage cannot be written", e);
        }
    }
}
