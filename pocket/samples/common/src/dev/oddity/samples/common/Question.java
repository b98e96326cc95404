package dev.oddity.samples.common;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.app.FragmentManager;
import android.os.Bundle;

/** A question with two answers. A fragment, so that it stays when the phone is turned. */
public final class Question extends DialogFragment {
    /** An activity that asks questions. */
    public interface Asker {
        /** The answer was yes to the question of that name. */
        void onYes(String question, Bundle about);
    }

    /** Asks; {@code about} comes back with the answer. */
    public static void ask(Activity asker, String question, String text, int yes, int no, Bundle about) {
        Bundle arguments = new Bundle();
        arguments.putString("question", question);
        arguments.putString("text", text);
        arguments.putInt("yes", yes);
        arguments.putInt("no", no);
        arguments.putBundle("about", about);
        Question dialog = new Question();
        dialog.setArguments(arguments);
        showOnce(asker, dialog, question);
    }

    /** Shows a dialog unless it is there already: a button may be tapped twice before the dialog covers it. */
    public static void showOnce(Activity activity, DialogFragment dialog, String tag) {
        FragmentManager manager = activity.getFragmentManager();
        if (manager.findFragmentByTag(tag) == null) {
            dialog.show(manager, tag);
            manager.executePendingTransactions();
        }
    }

    @Override
    public Dialog onCreateDialog(Bundle saved) {
        Bundle arguments = getArguments();
        return new AlertDialog.Builder(getActivity())
                .setMessage(arguments.getString("text"))
                .setPositiveButton(arguments.getInt("yes"), (dialog, which) ->
                        ((Asker) getActivity()).onYes(arguments.getString("question"), arguments.getBundle("about")))
                .setNegativeButton(arguments.getInt("no"), null)
                .create();
    }
}
