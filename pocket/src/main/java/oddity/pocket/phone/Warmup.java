package oddity.pocket.phone;

import android.app.Activity;
import android.app.AlertDialog;
import android.graphics.Rect;
import android.view.KeyEvent;
import android.view.View;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.PopupMenu;
import android.widget.Spinner;
import android.widget.Switch;
import android.widget.TextView;
import android.widget.Toast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import oddity.pocket.phone.task.TaskStack;
import oddity.pocket.phone.time.Time;
import oddity.pocket.phone.window.Dump;
import oddity.pocket.phone.window.Fingers;
import oddity.pocket.phone.window.Keyboard;
import oddity.pocket.phone.window.Windows;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.android.internal.RoboMonitoringInstrumentation;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.manifest.AndroidManifest;

/**
 * Has a phone without an app show and use a few widgets, so that a spare phone has loaded and linked what every app needs.
 *
 * <p>All of it is undone before an app comes: Robolectric does the same between two tests.
 */
final class Warmup {
    private static final String FOLDER = "warmup";
    private static final Rect SCREEN = new Rect(0, 0, 400, 700);
    /** What Robolectric and we name temporary folders by. */
    private static final List<String> OURS = List.of("robolectric", FOLDER);
    /** Where Robolectric's native code is, which is in use from then on. */
    private static final String UNPACKED = "nativeruntime";
    private static final long SETTLING_MS = 250;

    private Warmup() {}

    static void run(AndroidSandbox sandbox) throws IOException {
        Set<Path> before = temporary();
        use(sandbox);
        for (Path left : temporary()) {
            if (!before.contains(left)) {
                delete(left);
            }
        }
    }

    private static void use(AndroidSandbox sandbox) throws IOException {
        Path storage = Files.createTempDirectory(FOLDER);
        PhoneFolder folder = new PhoneFolder(Places.of(storage, storage), () -> FOLDER);
        PhoneEnvironment.prepare(new RoboMonitoringInstrumentation(), folder);
        sandbox.getTestEnvironment().setUpApplicationState("warmup",
                new Settings("w400dp-h700dp-mdpi").configuration(), new AndroidManifest(null, null, null));
        ActivityController<Activity> controller = Robolectric.buildActivity(Activity.class).create().start();
        List<View> widgets = fill(controller.get());
        controller.postCreate(null).resume().visible();
        drive(controller.get(), widgets);
        controller.pause().stop().destroy();
        sandbox.getTestEnvironment().tearDownApplication();
        sandbox.getTestEnvironment().resetState();
    }

    private static List<View> fill(Activity activity) {
        LinearLayout column = new LinearLayout(activity);
        column.setOrientation(LinearLayout.VERTICAL);
        TextView text = new TextView(activity);
        text.setText("text");
        Button button = new Button(activity);
        button.setOnClickListener(view -> Toast.makeText(activity, "toast", Toast.LENGTH_SHORT).show());
        Spinner choice = new Spinner(activity);
        choice.setAdapter(rows(activity, 3));
        ListView list = new ListView(activity);
        list.setAdapter(rows(activity, 40));
        List<View> widgets =
                List.of(text, button, new CheckBox(activity), new Switch(activity), new EditText(activity), choice, list);
        widgets.forEach(column::addView);
        activity.setContentView(column);
        return widgets;
    }

    private static ArrayAdapter<String> rows(Activity activity, int count) {
        String[] rows = IntStream.range(0, count).mapToObj(row -> "row " + row).toArray(String[]::new);
        return new ArrayAdapter<>(activity, android.R.layout.simple_list_item_1, rows);
    }

    /** A finger on each of the widgets, a menu, a dialog, a list that scrolls. */
    private static void drive(Activity activity, List<View> widgets) {
        Windows windows = new Windows();
        Time time = new Time(new TaskStack(), windows);
        Fingers fingers = new Fingers(windows, time);
        Keyboard keyboard = new Keyboard(windows, time);
        time.pass(SETTLING_MS);
        for (View widget : widgets) {
            int[] place = new int[2];
            widget.getLocationOnScreen(place);
            fingers.tap(place[0] + widget.getWidth() / 2, place[1] + widget.getHeight() / 2);
            keyboard.type("text");
            look(windows, time);
        }
        // What the choice has unfolded goes with the first touch outside of it.
        fingers.tap(SCREEN.centerX(), SCREEN.bottom - 1);
        fingers.swipe(SCREEN.centerX(), SCREEN.bottom - 10, SCREEN.centerX(), SCREEN.centerY(), 100);
        PopupMenu menu = new PopupMenu(activity, widgets.get(0));
        menu.getMenu().add("one");
        menu.show();
        look(windows, time);
        menu.dismiss();
        new AlertDialog.Builder(activity).setTitle("title").setMessage("message").setPositiveButton("yes", null).show();
        look(windows, time);
        windows.picture(SCREEN);
        keyboard.press(KeyEvent.KEYCODE_BACK);
        look(windows, time);
    }

    private static void look(Windows windows, Time time) {
        time.rest(SETTLING_MS, SETTLING_MS);
        Dump.of(windows.active(), SCREEN, 0);
    }

    /** The folders for temporary files. They are copied with every image of this JVM, so none must be left. */
    private static Set<Path> temporary() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(Warmup::isToGo).collect(Collectors.toSet());
        }
    }

    private static boolean isToGo(Path folder) {
        String name = folder.getFileName().toString();
        return OURS.stream().anyMatch(name::startsWith) && !name.contains(UNPACKED);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
