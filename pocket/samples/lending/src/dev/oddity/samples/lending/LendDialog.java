package dev.oddity.samples.lending;

import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;
import android.widget.Spinner;

/** Asks who borrows a book and for how long. It closes only with a name. */
public final class LendDialog extends DialogFragment {
    @Override
    public Dialog onCreateDialog(Bundle saved) {
        View view = getActivity().getLayoutInflater().inflate(R.layout.lend, null);
        Spinner days = view.findViewById(R.id.days);
        days.setAdapter(Settings.choices(getActivity()));
        if (saved == null) {
            days.setSelection(new Settings(getActivity()).days());
        }
        return new AlertDialog.Builder(getActivity())
                .setTitle(R.string.lend_title)
                .setView(view)
                .setPositiveButton(R.string.save, null)
                .setNegativeButton(R.string.cancel, null)
                .create();
    }

    @Override
    public void onStart() {
        super.onStart();
        AlertDialog dialog = (AlertDialog) getDialog();
        // Set here and not by the builder, whose buttons always close the dialog.
        dialog.getButton(AlertDialog.BUTTON_POSITIVE).setOnClickListener(button ->
                save(dialog.findViewById(R.id.borrower), dialog.findViewById(R.id.days)));
    }

    private void save(EditText borrower, Spinner days) {
        String name = borrower.getText().toString().trim();
        if (name.isEmpty()) {
            borrower.setError(getString(R.string.borrower_missing));
            return;
        }
        int place = days.getSelectedItemPosition();
        if (Faults.LENDING_SETS_DAYS) {
            new Settings(getActivity()).setDays(place);
        }
        ((BookActivity) getActivity()).lend(name, Settings.DAYS[place]);
        dismiss();
    }
}
