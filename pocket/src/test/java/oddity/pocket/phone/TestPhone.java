package oddity.pocket.phone;

import android.app.Service;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.ServiceInfo;
import android.view.View;
import android.widget.TextView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.task.SavedTask;
import oddity.pocket.phone.window.Windows;
import org.junit.rules.ExternalResource;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowLog;

/** A new phone for each test, with the sample app that visits everything, and with stages on which a test can put what it needs. */
public final class TestPhone extends ExternalResource {
    private static final byte[] NOTHING = {};
    private static final String QUALIFIERS = "w411dp-h731dp-mdpi";
    private static final long SETTLING_MS = 250;
    private static final long LONG_MS = 3000;
    private static final long FRAMES_MS = 50;

    private final List<ActivityInfo> declared = new ArrayList<>();
    private Path storage;
    private Phone phone;

    @Override
    protected void before() throws IOException {
        if (Phone.current() == null) {
            Warmup.run(PhoneRunner.sandbox());
        }
        storage = Files.createTempDirectory("phone");
        Stage.forget();
        declared.clear();
        start(new Settings(QUALIFIERS), NOTHING);
    }

    @Override
    protected void after() {
        end();
        try (Stream<Path> all = Files.walk(storage)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    public Phone get() {
        return phone;
    }

    /** Opens a stage with this on it, and waits until it rests. */
    public Stage open(Consumer<Stage> content) {
        return open(Stage.class, content);
    }

    /** The same with a stage of another kind, which was declared. */
    public <T extends Stage> T open(Class<T> type, Consumer<Stage> content) {
        Stage.content = content;
        phone.stack.setInFront(true);
        phone.open(intent(type).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
        rest();
        return type.cast(phone.front());
    }

    /** Has the app's manifest name another kind of stage, changed in this way. */
    public void declare(Class<? extends Stage> type, Consumer<ActivityInfo> change) {
        ActivityInfo info = new ActivityInfo();
        info.packageName = phone.packageName();
        info.name = type.getName();
        info.applicationInfo = Phone.application().getApplicationInfo();
        info.theme = android.R.style.Theme_Material_Light;
        change.accept(info);
        declared.add(info);
        install(info);
    }

    public Intent intent(Class<? extends Stage> type) {
        return new Intent().setComponent(new ComponentName(phone.packageName(), type.getName()));
    }

    /** Opens the sample app as its icon does. */
    public void launch() {
        phone.launch();
        rest();
    }

    public void rest() {
        phone.time.run();
        phone.time.rest(SETTLING_MS, LONG_MS);
    }

    /** The app's process ends in the background; another one takes its task up when the app comes back. */
    public void endProcess() {
        phone.leave();
        phone.time.run();
        byte[] saved = SavedTask.of(phone.stack);
        Settings settings = new Settings(QUALIFIERS, 1, phone.time.now(), 2, 0, 100);
        phone.world().keep();
        end();
        start(settings, saved);
        launch();
    }

    public void tap(View view) {
        int[] place = new int[2];
        view.getLocationOnScreen(place);
        phone.fingers.tap(place[0] + view.getWidth() / 2f, place[1] + view.getHeight() / 2f);
        rest();
    }

    /** A finger on the first widget that says just this, or else on the first that says this among other things, whatever its window. */
    public void tap(String text) {
        for (Windows.Window window : phone.windows.all()) {
            ArrayList<View> found = new ArrayList<>();
            window.root().findViewsWithText(found, text, View.FIND_VIEWS_WITH_TEXT);
            if (!found.isEmpty()) {
                tap(found.stream().filter(view -> text.contentEquals(((TextView) view).getText())).findFirst().orElse(found.get(0)));
                return;
            }
        }
        throw new AssertionError("nothing says " + text + " in " + phone.dump());
    }

    /** Has the app's manifest name this service, which only those may bind to who have the permission. It ends with the process. */
    public void declare(Class<? extends Service> type, String permission) {
        ServiceInfo service = new ServiceInfo();
        service.packageName = phone.packageName();
        service.name = type.getName();
        service.permission = permission;
        service.applicationInfo = Phone.application().getApplicationInfo();
        Shadows.shadowOf(Phone.application().getPackageManager()).addOrUpdateService(service);
    }

    /** So much time has passed all at once, and a few frames: frame by frame, an hour takes minutes. What fell due is done. */
    public void pass(long ms) {
        phone.time.run();
        phone.time.goOnFrom(phone.time.now() + ms);
        phone.time.pass(FRAMES_MS);
    }

    /** What was logged under this tag so far. */
    public List<String> logged(String tag) {
        return ShadowLog.getLogsForTag(tag).stream().map(item -> item.msg).toList();
    }

    private void start(Settings settings, byte[] saved) {
        phone = Phone.start(PhoneRunner.sandbox(), PhoneRunner.app(), places(), settings);
        if (declared.isEmpty()) {
            declare(Stage.class, as -> {});
        } else {
            declared.forEach(TestPhone::install);
        }
        phone.begin(saved);
    }

    /** There are no names of Android's outside of a cell. */
    private Places places() {
        try {
            return Places.of(storage.resolve("no root"), storage);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static void install(ActivityInfo info) {
        Shadows.shadowOf(Phone.application().getPackageManager()).addOrUpdateActivity(info);
    }

    private void end() {
        PhoneRunner.sandbox().getTestEnvironment().tearDownApplication();
        PhoneRunner.sandbox().getTestEnvironment().resetState();
    }
}
