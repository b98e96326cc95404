package oddity.pocket.phone;

import android.app.Activity;
import android.app.AlertDialog;
import android.graphics.Rect;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.TextView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.android.internal.RoboMonitoringInstrumentation;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.manifest.AndroidManifest;

/**
 * Has a phone without an app show a few widgets, so that a spare phone has loaded what every app needs.
 *
 * <p>All of it is undone before an app comes: Robolectric does the same between two tests.
 */
final class Warmup {
    private static final Rect SCREEN = new Rect(0, 0, 400, 700);
    /** Where Robolectric's native code is, which is in use from then on. */
    private static final String UNPACKED = "nativeruntime";

    private Warmup() {}

    static void run(AndroidSandbox sandbox) throws IOException {
        Set<Path> before = temporary();
        use(sandbox);
        for (Path left : temporary()) {
            if (!before.contains(left) && !left.getFileName().toString().contains(UNPACKED)) {
                delete(left);
            }
        }
    }

    private static void use(AndroidSandbox sandbox) throws IOException {
        PhoneFolder folder = new PhoneFolder(Files.createTempDirectory("warmup"));
        PhoneEnvironment.prepare(new RoboMonitoringInstrumentation(), folder);
        sandbox.getTestEnvironment().setUpApplicationState("warmup",
                new Settings("w400dp-h700dp-mdpi").configuration(), new AndroidManifest(null, null, null));
        ActivityController<Activity> controller = Robolectric.buildActivity(Activity.class).create().start();
        fill(controller.get());
        controller.postCreate(null).resume().visible();
        new AlertDialog.Builder(controller.get()).setTitle("title").setMessage("message")
                .setPositiveButton("yes", null).show();
        Time time = new Time(new TaskStack(), new Windows());
        time.pass(100);
        Dump.of(new Windows().all(), SCREEN, 0);
        Screenshot.of(new Windows().all(), SCREEN);
        controller.pause().stop().destroy();
        sandbox.getTestEnvironment().tearDownApplication();
        sandbox.getTestEnvironment().resetState();
    }

    private static void fill(Activity activity) {
        LinearLayout column = new LinearLayout(activity);
        column.setOrientation(LinearLayout.VERTICAL);
        TextView text = new TextView(activity);
        text.setText("text");
        column.addView(text);
        column.addView(new Button(activity));
        column.addView(new CheckBox(activity));
        column.addView(new EditText(activity));
        ListView list = new ListView(activity);
        list.setAdapter(new ArrayAdapter<>(activity, android.R.layout.simple_list_item_1, new String[] {"a", "b"}));
        column.addView(list);
        activity.setContentView(column);
    }

    /** The folders for temporary files. They are copied with every image of this JVM, so none must be left. */
    private static Set<Path> temporary() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.collect(Collectors.toSet());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
