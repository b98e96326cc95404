package oddity.pocket.phone.apps;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Build;
import java.util.ArrayDeque;
import java.util.List;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.system.Permissions;

/** Asks whether the app may do something, one group of permissions after the other, as a phone does. */
public final class PermissionScreen extends BuiltInScreen {
    private final ArrayDeque<Permissions.Question> questions = new ArrayDeque<>();
    private final Permissions permissions = Phone.current().permissions();
    private String[] asked;

    @Override
    protected boolean isQuestion() {
        return true;
    }

    @Override
    protected void fill() {
        asked = getIntent().getStringArrayExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES);
        questions.addAll(permissions.questionsFor(List.of(asked)));
        showNext();
    }

    /** A phone does not let a question be walked away from. */
    @Override
    public void onBackPressed() {}

    private void showNext() {
        Permissions.Question question = questions.poll();
        if (question == null) {
            answer();
            return;
        }
        clear();
        text("permission_message", "Allow " + label() + " to " + question.purpose() + "?");
        if (question.isWhileInUse() && Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            choice("permission_allow_foreground_only_button", "While using the app", () -> give(question));
            choice("permission_allow_one_time_button", "Only this time", () -> giveOnce(question));
        } else {
            choice("permission_allow_button", "Allow", () -> give(question));
        }
        choice("permission_deny_button", "Don’t allow", () -> refuse(question, false));
        if (question.isAgain() && Build.VERSION.SDK_INT < Build.VERSION_CODES.R) {
            choice("permission_deny_and_dont_ask_again_button", "Don’t allow, don’t ask again",
                    () -> refuse(question, true));
        }
    }

    private void give(Permissions.Question question) {
        permissions.give(question);
        showNext();
    }

    private void giveOnce(Permissions.Question question) {
        permissions.giveOnce(question);
        showNext();
    }

    private void refuse(Permissions.Question question, boolean forEver) {
        permissions.refuse(question, forEver);
        showNext();
    }

    private void answer() {
        int[] results = new int[asked.length];
        for (int at = 0; at < asked.length; at++) {
            results[at] = permissions.has(asked[at])
                    ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
        }
        setResult(Activity.RESULT_OK, new Intent()
                .putExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES, asked)
                .putExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_RESULTS, results));
        finish();
    }

    private CharSequence label() {
        return getApplicationInfo().loadLabel(getPackageManager());
    }
}
