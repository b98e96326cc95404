package oddity.pocket.phone;

import android.app.Activity;
import android.app.Application;
import android.content.ComponentCallbacks2;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.graphics.Rect;
import android.os.PowerManager;
import java.util.List;
import oddity.pocket.boot.AppFiles;
import oddity.pocket.phone.system.AppLanguages;
import oddity.pocket.phone.system.Battery;
import oddity.pocket.phone.system.Jobs;
import oddity.pocket.phone.system.Permissions;
import oddity.pocket.phone.system.Receivers;
import oddity.pocket.phone.system.Services;
import oddity.pocket.phone.task.ActivityPage;
import oddity.pocket.phone.task.IntentStart;
import oddity.pocket.phone.task.Page;
import oddity.pocket.phone.task.PhoneInstrumentation;
import oddity.pocket.phone.task.SavedTask;
import oddity.pocket.phone.task.TaskStack;
import oddity.pocket.phone.time.Time;
import oddity.pocket.phone.window.Dump;
import oddity.pocket.phone.window.Fingers;
import oddity.pocket.phone.window.Keyboard;
import oddity.pocket.phone.window.Screen;
import oddity.pocket.phone.window.Toasts;
import oddity.pocket.phone.window.Windows;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.internal.AndroidSandbox;

/** A phone with one app on it. Everything here runs on the app's main thread. */
public final class Phone {
    private static Phone current;

    public final Windows windows = new Windows();
    public final TaskStack stack = new TaskStack();
    public final Time time = new Time(stack, windows);
    public final Fingers fingers = new Fingers(windows, time);
    public final Keyboard keyboard = new Keyboard(windows, time);
    public final Screen screen = new Screen(stack);
    private final Toasts toasts = new Toasts();
    private final AppManifest manifest;
    private final PhoneFolder folder;
    private final World world;
    private final PhoneInstrumentation instrumentation;
    private boolean comesBackWithLight;
    private boolean wasVisible;

    private Phone(AppManifest manifest, PhoneFolder folder, Settings settings) {
        this.manifest = manifest;
        this.folder = folder;
        this.world = new World(manifest, folder, settings);
        this.instrumentation = new PhoneInstrumentation(stack, time, world);
    }

    /** The phone of this JVM, for stand-ins that Robolectric makes. */
    public static Phone current() {
        return current;
    }

    /** Installs the app on a phone with these places for what is stored and starts its process, for which nothing is done yet. */
    static Phone start(AndroidSandbox sandbox, AppFiles app, Places places, Settings settings) {
        AppManifest manifest = new AppManifest(app);
        PhoneFolder folder = new PhoneFolder(places, () -> manifest.parsed().packageName);
        Phone phone = new Phone(manifest, folder, settings);
        current = phone;
        PhoneEnvironment.prepare(phone.instrumentation, folder);
        phone.time.setChores(phone::chores);
        phone.time.goOnFrom(settings.onMs());
        Substitutes.begin(settings.process());
        Substitutes.setAhead(settings.aheadMs());
        sandbox.getTestEnvironment().setUpApplicationState("phone", settings.configuration(), manifest);
        return phone;
    }

    /** The process goes on with the task of the one before it, if something was saved of that. Opens nothing yet. */
    void begin(byte[] saved) {
        if (saved.length > 0) {
            stack.restore(SavedTask.pages(saved, time));
            leave();
        }
        time.run();
    }

    /** Where things are stored. */
    Places places() {
        return folder.places();
    }

    AppManifest manifest() {
        return manifest;
    }

    public Permissions permissions() {
        return world.permissions();
    }

    public Services services() {
        return world.services();
    }

    public Jobs jobs() {
        return world.jobs();
    }

    public Receivers receivers() {
        return world.receivers();
    }

    public Toasts toasts() {
        return toasts;
    }

    public Battery battery() {
        return world.battery();
    }

    public AppLanguages languages() {
        return world.languages();
    }

    /** Somebody other than an activity opens one. */
    public void open(Intent intent) {
        instrumentation.wish(application(), null, intent, -1);
    }

    /** Someone pulls the list of notifications down over the app. */
    public void showNotifications() {
        if (stack.isInFront()) {
            stack.wish(world.notifications(time));
            time.run();
        }
    }

    public World world() {
        return world;
    }

    /** What a calendar on this phone says, in milliseconds since 1970. */
    public static long wallMs() {
        return Substitutes.currentTimeMillis();
    }

    /** Known from the manifest too, for an app whose process ends before there is an application. */
    public String packageName() {
        Application application = application();
        return application == null ? manifest.parsed().packageName : application.getPackageName();
    }

    public static Application application() {
        return RuntimeEnvironment.getApplication();
    }

    /** What starts when someone taps the app's icon; null for an app without one. */
    ActivityInfo launcher() {
        List<ResolveInfo> found = application().getPackageManager().queryIntentActivities(launchIntent(), 0);
        return found.isEmpty() ? null : found.get(0).activityInfo;
    }

    /** Opens the app as its icon does: brings it back where it was, or starts it. */
    void launch() {
        stack.setInFront(true);
        if (stack.pages().isEmpty()) {
            ActivityInfo launcher = launcher();
            Intent intent = launchIntent().addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)
                    .setComponent(new ComponentName(launcher.packageName, launcher.name));
            stack.wish(new IntentStart(intent, launcher, null, null, -1, time));
        }
        time.run();
    }

    /** The app goes to the background. */
    public void leave() {
        stack.setInFront(false);
    }

    /** Somebody sets the phone's calendar so far ahead. */
    public void setAhead(long ms) {
        Substitutes.setAhead(ms);
        application().sendBroadcast(new Intent(Intent.ACTION_TIME_CHANGED));
        application().sendBroadcast(new Intent(Intent.ACTION_DATE_CHANGED));
    }

    /** Somebody outside sends the app a broadcast. */
    public void tell(String action) {
        application().sendBroadcast(new Intent(action).setPackage(packageName()));
    }

    /** Somebody outside opens the app by an intent. Says whether a screen answers to it. */
    boolean openByIntent(String action) {
        Intent intent = new Intent(action).setPackage(packageName()).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
        ActivityInfo found = intent.resolveActivityInfo(application().getPackageManager(), 0);
        if (found == null || !found.exported) {
            return false;
        }
        open(intent);
        return true;
    }

    /** The screen goes dark, which hides the app, or is lit again, which shows it if it was there before. */
    void light(boolean on) {
        Shadows.shadowOf((PowerManager) application().getSystemService(Context.POWER_SERVICE)).turnScreenOn(on);
        if (!on) {
            comesBackWithLight = stack.isInFront();
            leave();
        } else if (comesBackWithLight) {
            comesBackWithLight = false;
            stack.setInFront(true);
        }
    }

    public void finishAll() {
        stack.pages().forEach(Page::finish);
    }

    public boolean isRoot(Activity activity) {
        return !stack.pages().isEmpty() && ((ActivityPage) stack.pages().get(0)).get() == activity;
    }

    public void recreate(Activity activity) {
        ActivityPage page = pageOf(activity);
        if (page != null) {
            page.recreateSoon();
            stack.reconfigure(page);
        }
    }

    /** The activity in front; null when the app is not. */
    public Activity front() {
        return stack.isInFront() ? ((ActivityPage) stack.top()).get() : null;
    }

    public String dump() {
        return Dump.of(windows.active(), screen.bounds(), screen.rotation());
    }

    public byte[] screenshot() {
        return screenshot(true);
    }

    /** With toasts or without: dumps do not tell what they say, so nobody could hide it. */
    public byte[] screenshot(boolean toasts) {
        return windows.picture(screen.bounds(), toasts);
    }

    public Rect bounds() {
        return screen.bounds();
    }

    private void chores() {
        world.run();
        screen.turnAsWanted();
        boolean isVisible = stack.pages().stream().anyMatch(page -> switch (page.state()) {
            case STARTED, RESUMED, PAUSED -> true;
            default -> false;
        });
        if (wasVisible && !isVisible) {
            trimMemory();
        }
        wasVisible = isVisible;
    }

    /** An app that can no longer be seen is asked to give back what it needs only for that. */
    private void trimMemory() {
        application().onTrimMemory(ComponentCallbacks2.TRIM_MEMORY_UI_HIDDEN);
        for (Page page : stack.pages()) {
            Activity activity = ((ActivityPage) page).get();
            if (activity != null) {
                activity.onTrimMemory(ComponentCallbacks2.TRIM_MEMORY_UI_HIDDEN);
            }
        }
    }

    private ActivityPage pageOf(Activity activity) {
        for (Page page : stack.pages()) {
            if (((ActivityPage) page).get() == activity) {
                return (ActivityPage) page;
            }
        }
        return null;
    }

    private static Intent launchIntent() {
        PackageManager packages = application().getPackageManager();
        String category = Intent.CATEGORY_LAUNCHER;
        Intent plain = new Intent(Intent.ACTION_MAIN).setPackage(application().getPackageName());
        if (packages.queryIntentActivities(new Intent(plain).addCategory(category), 0).isEmpty()) {
            // Launchers of homes, television sets and cars have other categories.
            return plain;
        }
        return plain.addCategory(category);
    }
}
