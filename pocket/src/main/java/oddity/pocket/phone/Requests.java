package oddity.pocket.phone;

import android.app.Activity;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageParser;
import android.graphics.Point;
import android.graphics.Rect;
import android.icu.util.TimeZone;
import android.view.KeyEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import oddity.pocket.boot.AppFiles;
import oddity.pocket.boot.Guard;
import oddity.pocket.boot.OfflineSockets;
import oddity.pocket.boot.WallClock;
import oddity.pocket.phone.system.Connectivity;
import oddity.pocket.phone.task.SavedTask;
import oddity.pocket.phone.threads.Sampler;
import oddity.pocket.phone.threads.ThreadSubstitutes;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.internal.AndroidSandbox;

/** What can be asked of a phone, by name. */
final class Requests {
    private static final byte[] NOTHING = {};
    private static final int ROUNDS_BETWEEN = 3;
    private static final String UTC = "UTC";
    /** Where a finger counts as coming from beyond the screen. */
    private static final float EDGE_PX = 4;

    /** By these, libraries know Android from other Javas, and choose the thread on which they call an app back. */
    private static final Map<String, String> JAVA = Map.of("java.vm.name", "Dalvik", "java.vm.version", "2.1.0",
            "java.vm.vendor", "The Android Project", "java.vendor", "The Android Project");

    private final AndroidSandbox sandbox;
    private final AppFiles app;
    private Phone phone;
    private Sampler sampler;

    Requests(AndroidSandbox sandbox, AppFiles app) {
        this.sandbox = sandbox;
        this.app = app;
    }

    /** For a phone that has been started already. */
    Requests(Phone phone) {
        this(null, new AppFiles());
        this.phone = phone;
    }

    /** A request that makes no sense. Nothing was done. */
    static final class Refused extends RuntimeException {
        Refused(String why) {
            super(why);
        }
    }

    /** The app's process, as logs name it. */
    String process() {
        Phone started = phone == null ? Phone.current() : phone;
        return started == null ? "unknown" : started.packageName();
    }

    /** Whether it makes the app load most of its classes, which takes its time. */
    static boolean isStart(JSONObject request) throws JSONException {
        String what = request.getString("do");
        return what.equals("start") || what.equals("launch") || what.equals("ready");
    }

    /** Does it, fills in the answer, and returns the bytes that go with it. */
    byte[] carryOut(JSONObject request, byte[] bytes, JSONObject answer) throws JSONException, IOException {
        String what = request.getString("do");
        if (what.equals("ready")) {
            warmUp(request.getInt("rounds"));
            return NOTHING;
        }
        if (what.equals("start")) {
            start(request, bytes, answer);
            return NOTHING;
        }
        if (phone == null) {
            throw new Refused("there is no app yet: the first request is start");
        }
        byte[] told = onPhone(what, request, answer);
        describeMoment(answer);
        return told;
    }

    /** Writes down what outlives the process, and tells when the system will do something for the app by itself. */
    void keep(JSONObject answer) throws JSONException {
        Phone started = Phone.current();
        if (started != null && Phone.application() != null) {
            started.world().keep();
            answer.put("due_ms", started.world().nextDueMs());
        }
    }

    /** What goes with every answer: the time, and what is in front. */
    private void describeMoment(JSONObject answer) throws JSONException {
        Activity front = phone.front();
        answer.put("now_ms", phone.time.now());
        answer.put("activity", front == null ? JSONObject.NULL : front.getClass().getName());
        answer.put("owner", front == null ? JSONObject.NULL : front.getPackageName());
        answer.put("granted", new JSONArray(phone.permissions().granted()));
    }

    private byte[] onPhone(String what, JSONObject request, JSONObject answer) throws JSONException {
        switch (what) {
            case "observe" -> {
                return observe(answer);
            }
            case "screenshot" -> {
                return screenshot(request, answer);
            }
            case "save" -> {
                return SavedTask.of(phone.stack);
            }
            case "launch" -> phone.launch();
            case "leave" -> {
                phone.leave();
                phone.time.run();
            }
            case "wait" -> phone.time.pass(request.getLong("ms"));
            case "rest" -> phone.time.rest(request.getLong("ms"), request.getLong("most_ms"));
            case "change" -> change(request);
            case "sample" -> sample(request.getLong("every_us"), answer);
            default -> input(what, request);
        }
        return NOTHING;
    }

    /** What has run a few hundred times is compiled, and stays so in all that descends from this JVM. */
    private void warmUp(int rounds) throws IOException {
        if (phone != null) {
            throw new Refused("this phone has its app already");
        }
        for (int round = 0; round < rounds; round++) {
            // Memory that was never written to is not saved, so garbage must not spread.
            if (round % ROUNDS_BETWEEN == 0) {
                System.gc();
            }
            Warmup.run(sandbox);
        }
        if (rounds > 0) {
            Memory.tidy();
        }
    }

    private void start(JSONObject request, byte[] saved, JSONObject answer) throws JSONException, IOException {
        if (phone != null) {
            throw new Refused("this phone has its app already");
        }
        Path apk = Path.of(request.getString("apk"));
        Path classes = Path.of(request.getString("classes"));
        Path storage = Path.of(request.getString("storage"));
        app.set(apk, classes);
        ComposeVersion.note(app.text(ComposeVersion.FILE));
        JAVA.forEach(System::setProperty);
        Places places = Places.of(Path.of("/"), storage);
        Guard.close(apk, classes, storage, places.names(), request.getBoolean("network"));
        setZone(request.optString("zone", UTC));
        Settings settings = new Settings(request.getString("qualifiers"), (float) request.getDouble("font_scale"),
                request.getLong("on_ms"), request.getLong("process"), request.getLong("ahead_ms"), request.getInt("battery"));
        WallClock.set(Substitutes::currentTimeMillis);
        OfflineSockets.setPatience(ThreadSubstitutes::wait);
        phone = Phone.start(sandbox, app, places, settings);
        phone.time.setOnline(request.getBoolean("network"));
        phone.begin(saved);
        describe(answer);
    }

    /** Before it matters to anybody. Java takes every name that it does not know for Greenwich. */
    private static void setZone(String name) {
        if (name.equals(UTC)) {
            return;
        }
        if (!Set.of(java.util.TimeZone.getAvailableIDs()).contains(name)) {
            throw new Refused("there is no time zone named " + name);
        }
        TimeZone.setDefault(TimeZone.getTimeZone(name));
    }

    /** The app, as {@code pm} and {@code dumpsys package} tell it. */
    private void describe(JSONObject answer) throws JSONException {
        PackageManager packages = Phone.application().getPackageManager();
        PackageInfo info;
        try {
            info = packages.getPackageInfo(phone.packageName(), 0);
        } catch (PackageManager.NameNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
        ActivityInfo launcher = phone.launcher();
        JSONArray activities = new JSONArray();
        for (PackageParser.Activity activity : phone.manifest().parsed().activities) {
            activities.put(activity.info.name);
        }
        JSONArray permissions = new JSONArray();
        for (String permission : phone.permissions().runtime()) {
            permissions.put(permission);
        }
        Rect screen = phone.bounds();
        answer.put("package", phone.packageName());
        answer.put("label", Phone.application().getApplicationInfo().loadLabel(packages).toString());
        answer.put("version", info.versionName == null ? "" : info.versionName);
        answer.put("version_code", info.versionCode);
        answer.put("launcher", launcher == null ? JSONObject.NULL : launcher.name);
        answer.put("activities", activities);
        answer.put("permissions", permissions);
        answer.put("broadcasts", new JSONArray(phone.receivers().actions()));
        answer.put("width_px", screen.width());
        answer.put("height_px", screen.height());
        describeMoment(answer);
    }

    private byte[] observe(JSONObject answer) throws JSONException {
        answer.put("moving", phone.time.isMoving());
        if (phone.front() == null) {
            return NOTHING;
        }
        answer.put("keyboard", phone.keyboard.isUp());
        return phone.dump().getBytes(StandardCharsets.UTF_8);
    }

    private byte[] screenshot(JSONObject request, JSONObject answer) throws JSONException {
        Rect screen = phone.bounds();
        answer.put("width_px", screen.width());
        answer.put("height_px", screen.height());
        return phone.screenshot(request.optBoolean("toasts", true));
    }

    private void input(String what, JSONObject request) throws JSONException {
        switch (what) {
            case "tap" -> phone.fingers.tap(number(request, "x"), number(request, "y"));
            case "double-tap" -> phone.fingers.doubleTap(number(request, "x"), number(request, "y"));
            case "hold" -> phone.fingers.hold(number(request, "x"), number(request, "y"), request.getLong("ms"));
            case "swipe" -> swipe(number(request, "x"), number(request, "y"),
                    number(request, "to_x"), number(request, "to_y"), request.getLong("ms"));
            case "pinch" -> phone.fingers.pinch(number(request, "x"), number(request, "y"),
                    number(request, "from"), number(request, "to"), request.getLong("ms"));
            case "text" -> phone.keyboard.type(request.getString("text"));
            case "key" -> press(request.getInt("code"), request.getInt("times"));
            default -> throw new Refused("there is no request named " + what);
        }
    }

    /** A swipe down from the upper edge pulls the list of notifications down. */
    private void swipe(float x, float y, float toX, float toY, long ms) {
        if (y < EDGE_PX && toY > EDGE_PX) {
            phone.showNotifications();
        } else {
            phone.fingers.swipe(x, y, toX, toY, ms);
        }
    }

    /** The home key and that for notifications are the phone's, not the app's. */
    private void press(int code, int times) {
        for (int time = 0; time < times; time++) {
            switch (code) {
                case KeyEvent.KEYCODE_HOME -> {
                    phone.leave();
                    phone.time.run();
                }
                case KeyEvent.KEYCODE_NOTIFICATION -> phone.showNotifications();
                default -> phone.keyboard.press(code);
            }
        }
    }

    private void change(JSONObject request) throws JSONException {
        String what = request.getString("what");
        switch (what) {
            case "rotate" -> phone.screen.hold(request.getBoolean("upright"));
            case "qualifiers" -> phone.screen.configure(request.getString("to"));
            case "font-scale" -> phone.screen.setFontScale((float) request.getDouble("to"));
            case "window" -> phone.screen.setWindow(
                    request.isNull("width_px") ? null : new Point(request.getInt("width_px"), request.getInt("height_px")));
            case "battery" -> phone.battery().set(request.getInt("percent"));
            case "clock" -> phone.setAhead(request.getLong("ahead_ms"));
            case "broadcast" -> phone.tell(request.getString("action"));
            case "intent" -> {
                if (!phone.openByIntent(request.getString("action"))) {
                    throw new Refused("no screen of the app answers to the intent " + request.getString("action"));
                }
            }
            case "screen" -> phone.light(request.getBoolean("on"));
            case "network" -> Connectivity.set(request.getBoolean("on"));
            case "permission" ->
                phone.permissions().set(request.getString("name"), request.getBoolean("granted"));
            default -> throw new Refused("there is no change named " + what);
        }
        phone.time.run();
    }

    /** Tells what the main thread was found at so far, and begins anew, to look so often; zero is never. */
    private void sample(long everyMicros, JSONObject answer) throws JSONException {
        JSONObject counts = new JSONObject();
        if (sampler != null) {
            sampler.interrupt();
            for (Map.Entry<Sampler.Work, Integer> found : sampler.counts().entrySet()) {
                counts.put(found.getKey().name().toLowerCase(Locale.ROOT), found.getValue());
            }
            sampler = null;
        }
        answer.put("sampled", counts);
        if (everyMicros > 0) {
            sampler = new Sampler(Thread.currentThread(), app::hasClass, everyMicros);
            sampler.start();
        }
    }

    private static float number(JSONObject request, String name) throws JSONException {
        return (float) request.getDouble(name);
    }
}
