package dev.oddity.samples.pantry;

import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;

/** Asks for the name of a new shelf, or another name for an old one. It closes only with a name that can be taken. */
public final class ShelfName extends DialogFragment {
    /** The dialog for the shelf of that name; null for a new one. */
    static ShelfName of(String shelf) {
        Bundle arguments = new Bundle();
        arguments.putString("shelf", shelf);
        ShelfName dialog = new ShelfName();
        dialog.setArguments(arguments);
        return dialog;
    }

    @Override
    public void onCreate(Bundle saved) {
        super.onCreate(saved);
        if (Faults.DIALOG_GONE && saved != null) {
            dismiss();
        }
    }

    @Override
    public Dialog onCreateDialog(Bundle saved) {
        String shelf = getArguments().getString("shelf");
        View view = getActivity().getLayoutInflater().inflate(R.layout.shelf_name, null);
        if (saved == null) {
            view.<EditText>findViewById(R.id.shelf_name).setText(shelf);
        }
        return new AlertDialog.Builder(getActivity())
                .setTitle(shelf == null ? R.string.add_shelf : R.string.rename_shelf)
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
        dialog.getButton(AlertDialog.BUTTON_POSITIVE).setOnClickListener(button -> save(dialog.findViewById(R.id.shelf_name)));
    }

    private void save(EditText field) {
        Pantry pantry = Pantry.of(getActivity());
        String shelf = getArguments().getString("shelf");
        String name = field.getText().toString().trim();
        if (name.isEmpty()) {
            field.setError(getString(R.string.name_missing));
        } else if (!name.equals(shelf) && pantry.shelves().contains(name)) {
            field.setError(getString(R.string.name_taken));
        } else {
            if (shelf == null) {
                pantry.addShelf(name);
            } else {
                pantry.renameShelf(shelf, name);
            }
            ((ShelvesActivity) getActivity()).showShelves();
            dismiss();
        }
    }
}
