package dev.oddity.samples.plants;

import android.app.Dialog;
import android.os.Bundle;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import androidx.fragment.app.DialogFragment;
import com.google.android.material.dialog.MaterialAlertDialogBuilder;

/** Asks whether changes are to be thrown away. A fragment, so that it stays when the phone is turned. */
public final class DiscardDialog extends DialogFragment {
    @Override
    public @NonNull Dialog onCreateDialog(@Nullable Bundle saved) {
        return new MaterialAlertDialogBuilder(requireContext())
                .setMessage(R.string.discard_question)
                .setPositiveButton(R.string.discard, (dialog, which) -> requireActivity().finish())
                .setNegativeButton(R.string.keep, null)
                .create();
    }
}
