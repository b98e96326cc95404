package oddity.pocket.phone.system;

import android.app.Application;
import android.app.NotificationManager;
import android.content.Context;
import android.content.pm.PackageManager;
import android.os.Build;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import oddity.pocket.phone.AppManifest;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.PhoneFolder;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowPackageManager;

/**
 * The app's permissions. Those that need no person are there from the start; for the others a person is asked, twice at most.
 *
 * <p>What was answered is kept in the phone's storage, for it outlives the process.
 */
public final class Permissions {
    /** So many refusals are taken for the last word. */
    private static final int FOR_EVER = 2;
    private static final String NOTIFICATIONS = "android.permission.POST_NOTIFICATIONS";
    private static final String GIVEN = "given";

    private final AppManifest manifest;
    private final Path file;
    /** How often each was refused since it was last given. */
    private final Map<String, Integer> refusals = new TreeMap<>();
    /** Those that end with the process. */
    private final Set<String> once = new HashSet<>();
    private ShadowPackageManager packages;

    /** What a person is asked at once. */
    public record Question(PermissionGroup group, List<String> permissions, boolean isAgain) {
        public String purpose() {
            return group.purpose;
        }

        public boolean isWhileInUse() {
            return group.isWhileInUse;
        }
    }

    public Permissions(AppManifest manifest, PhoneFolder folder) {
        this.manifest = manifest;
        this.file = folder.getBasePath().resolve("permissions.txt");
    }

    public void install(Application application) {
        packages = Shadows.shadowOf(application.getPackageManager());
        int target = manifest.getTargetSdkVersion();
        for (String permission : manifest.parsed().requestedPermissions) {
            if (PermissionGroup.of(permission) == null || PermissionGroup.isImplied(permission, target)) {
                Shadows.shadowOf(application).grantPermissions(permission);
            }
        }
        for (String line : Files.exists(file) ? read() : List.<String>of()) {
            String[] words = line.split(" ");
            if (words[1].equals(GIVEN)) {
                Shadows.shadowOf(application).grantPermissions(words[0]);
            } else {
                note(words[0], Integer.parseInt(words[1]));
            }
        }
        tellNotifications(application);
    }

    /** An app can ask whether what it notifies people of is shown. What is not any more is gone. */
    private void tellNotifications(Application application) {
        boolean isShown = Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU
                || application.checkSelfPermission(NOTIFICATIONS) == PackageManager.PERMISSION_GRANTED;
        NotificationManager notifications = (NotificationManager) application.getSystemService(Context.NOTIFICATION_SERVICE);
        Shadows.shadowOf(notifications).setNotificationsEnabled(isShown);
        if (!isShown) {
            notifications.cancelAll();
        }
    }

    /** The permissions that a person can give the app. */
    public List<String> runtime() {
        List<String> runtime = new ArrayList<>();
        for (String permission : manifest.parsed().requestedPermissions) {
            if (PermissionGroup.of(permission) != null && isKnown(permission) && !runtime.contains(permission)) {
                runtime.add(permission);
            }
        }
        return runtime;
    }

    /** Those of them that it has for good. */
    public List<String> granted() {
        return runtime().stream().filter(permission -> has(permission) && !once.contains(permission)).toList();
    }

    public boolean has(String permission) {
        return Phone.application().checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
    }

    /** Someone gives or takes a permission in the settings. */
    public void set(String permission, boolean granted) {
        once.remove(permission);
        ShadowApplication application = Shadows.shadowOf(Phone.application());
        if (granted) {
            application.grantPermissions(permission);
            note(permission, 0);
        } else {
            application.denyPermissions(permission);
        }
        tellNotifications(Phone.application());
        write();
    }

    /** What a person is asked when the app wants these; what is not worth a question is decided at once. */
    public List<Question> questionsFor(List<String> wanted) {
        Map<PermissionGroup, List<String>> open = new LinkedHashMap<>();
        for (String permission : wanted) {
            PermissionGroup group = PermissionGroup.of(permission);
            if (!runtime().contains(permission) || has(permission) || refused(permission) >= FOR_EVER) {
                continue;
            }
            if (runtime().stream().anyMatch(other -> PermissionGroup.of(other) == group && has(other))) {
                set(permission, true);
            } else {
                open.computeIfAbsent(group, none -> new ArrayList<>()).add(permission);
            }
        }
        List<Question> questions = new ArrayList<>();
        open.forEach((group, permissions) -> questions.add(
                new Question(group, permissions, permissions.stream().anyMatch(one -> refused(one) > 0))));
        return questions;
    }

    public void give(Question question) {
        question.permissions.forEach(permission -> set(permission, true));
    }

    /** Until the process ends. */
    public void giveOnce(Question question) {
        give(question);
        once.addAll(question.permissions);
        write();
    }

    /** Since Android 11 the second refusal is the last; before, a person says so. */
    public void refuse(Question question, boolean forEver) {
        for (String permission : question.permissions) {
            int most = Build.VERSION.SDK_INT >= Build.VERSION_CODES.R ? FOR_EVER : 1;
            note(permission, forEver ? FOR_EVER : Math.min(most, refused(permission) + 1));
        }
        write();
    }

    private int refused(String permission) {
        return refusals.getOrDefault(permission, 0);
    }

    /** An app may explain itself after the first refusal, before it asks again. */
    private void note(String permission, int refused) {
        refusals.put(permission, refused);
        packages.setShouldShowRequestPermissionRationale(permission, refused == 1);
    }

    private boolean isKnown(String permission) {
        return PermissionGroup.isKnown(permission, Build.VERSION.SDK_INT, manifest.getTargetSdkVersion());
    }

    private List<String> read() {
        try {
            return Files.readAllLines(file);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void write() {
        List<String> lines = new ArrayList<>();
        for (String permission : runtime()) {
            if (has(permission) && !once.contains(permission)) {
                lines.add(permission + " " + GIVEN);
            } else if (refused(permission) > 0) {
                lines.add(permission + " " + refused(permission));
            }
        }
        try {
            Files.write(file, lines);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
