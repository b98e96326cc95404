package dev.oddity.samples.laps;

import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;

/** Asks who runs. The same box on every screen. */
public final class RunnerDialog extends DialogFragment {
    @Override
    public void onCreate(Bundle saved) {
        super.onCreate(saved);
        if (Faults.DIALOG_GONE && saved != null) {
            dismiss();
        }
    }

    @Override
    public Dialog onCreateDialog(Bundle saved) {
        NamingActivity activity = (NamingActivity) getActivity();
        View view = activity.getLayoutInflater().inflate(R.layout.runner, null);
        EditText runner = view.findViewById(R.id.runner);
        return new AlertDialog.Builder(activity)
                .setTitle(R.string.runner)
                .setView(view)
                .setPositiveButton(R.string.save, (dialog, which) -> {
                    String name = runner.getText().toString().trim();
                    if (!name.isEmpty()) {
                        new Runs(activity).rename(name);
                        activity.show();
                    }
                })
                .setNegativeButton(R.string.cancel, null)
                .create();
    }
}
