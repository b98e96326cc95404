package dev.oddity.samples.lending;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.ProgressBar;
import android.widget.TextView;

/** Begins a backup, shows how far it is, cancels it. */
public final class BackupActivity extends Activity {
    private Backup backup;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.backup);
        backup = Backup.of(this);
        findViewById(R.id.begin).setOnClickListener(button -> begin());
        findViewById(R.id.cancel).setOnClickListener(button -> backup.cancel());
    }

    private void begin() {
        startService(new Intent(this, BackupService.class));
    }

    @Override
    protected void onStart() {
        super.onStart();
        backup.watch(this::showState);
        if (backup.wasInterrupted()) {
            begin();
        }
        showState();
    }

    @Override
    protected void onStop() {
        super.onStop();
        backup.watch(() -> {});
    }

    private void showState() {
        Backup.State state = backup.state();
        boolean busy = state == Backup.State.RUNNING || state == Backup.State.CANCELLING;
        int total = Library.of(this).books(Library.Which.ALL, "").size();
        findViewById(R.id.begin).setEnabled(!busy);
        findViewById(R.id.cancel).setEnabled(state == Backup.State.RUNNING);
        ProgressBar progress = findViewById(R.id.progress);
        progress.setVisibility(busy ? View.VISIBLE : View.INVISIBLE);
        progress.setIndeterminate(state == Backup.State.CANCELLING);
        progress.setMax(total);
        progress.setProgress(backup.written());
        this.<TextView>findViewById(R.id.state).setText(text(state, total));
    }

    private String text(Backup.State state, int total) {
        switch (state) {
            case RUNNING:
                return getString(R.string.backup_progress, backup.written(), total);
            case CANCELLING:
                return getString(R.string.backup_cancelling);
            case CANCELLED:
                return getString(R.string.backup_cancelled);
            case DONE:
                return getString(R.string.backup_done, backup.written());
            default:
                return getString(R.string.backup_none);
        }
    }
}
