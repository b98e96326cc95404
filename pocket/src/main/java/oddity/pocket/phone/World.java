package oddity.pocket.phone;

import android.app.Activity;
import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.Environment;
import android.provider.MediaStore;
import android.util.Log;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import oddity.pocket.phone.content.SystemContent;
import oddity.pocket.phone.system.Alarms;
import oddity.pocket.phone.system.AndroidKeystore;
import oddity.pocket.phone.system.AppLanguages;
import oddity.pocket.phone.system.Battery;
import oddity.pocket.phone.system.Connectivity;
import oddity.pocket.phone.system.Jobs;
import oddity.pocket.phone.system.Kept;
import oddity.pocket.phone.system.Notifications;
import oddity.pocket.phone.system.Permissions;
import oddity.pocket.phone.system.Providers;
import oddity.pocket.phone.system.Receivers;
import oddity.pocket.phone.system.Services;
import oddity.pocket.phone.system.Telephone;
import oddity.pocket.phone.task.IntentStart;
import oddity.pocket.phone.task.Page;
import oddity.pocket.phone.time.Time;
import org.robolectric.Shadows;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAccessibilityManager;
import org.robolectric.shadows.ShadowAlarmManager;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowEnvironment;
import org.robolectric.shadows.ShadowLog;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowView;

/** What is around an app on a phone: hardware, storage, permissions, other apps, the app's own parts without a screen. */
public final class World {
    /** What every phone has. */
    private static final String[] FEATURES = {
        PackageManager.FEATURE_CAMERA, PackageManager.FEATURE_CAMERA_ANY, PackageManager.FEATURE_CAMERA_AUTOFOCUS,
        PackageManager.FEATURE_LOCATION, PackageManager.FEATURE_LOCATION_GPS, PackageManager.FEATURE_MICROPHONE,
        PackageManager.FEATURE_TELEPHONY, PackageManager.FEATURE_TOUCHSCREEN,
        PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH, PackageManager.FEATURE_WIFI,
    };
    private static final String CAMERA = "android.permission.CAMERA";
    private static final int SOUND_MS = 30_000;
    private static final Duration FRAME = Duration.ofMillis(16);

    private final AppManifest manifest;
    private final PhoneFolder folder;
    private final Settings settings;
    private final Permissions permissions;
    private final Services services;
    private final Jobs jobs;
    private final Alarms alarms = new Alarms();
    private final Battery battery = new Battery();
    private final AppLanguages languages = new AppLanguages();
    private final Receivers receivers;
    private final List<Kept> kept;
    private final OtherApps otherApps = new OtherApps();

    World(AppManifest manifest, PhoneFolder folder, Settings settings) {
        this.manifest = manifest;
        this.folder = folder;
        this.settings = settings;
        this.permissions = new Permissions(manifest, folder);
        this.services = new Services();
        this.jobs = new Jobs(services, battery);
        this.receivers = new Receivers(manifest);
        Path storage = folder.getBasePath();
        this.kept = List.of(new Kept(storage.resolve("settled.bin"), new Notifications.Channels(), receivers, languages),
                new Kept(storage.resolve("kept.bin"), alarms, jobs, new Notifications(), services));
    }

    Permissions permissions() {
        return permissions;
    }

    Services services() {
        return services;
    }

    Jobs jobs() {
        return jobs;
    }

    Receivers receivers() {
        return receivers;
    }

    Battery battery() {
        return battery;
    }

    AppLanguages languages() {
        return languages;
    }

    /** What the system does between messages: services that were asked for, alarms and jobs that are due. */
    void run() {
        services.run();
        while (alarms.run() || jobs.run()) {
            services.run();
        }
    }

    /** When the system next does something for the app by itself, by the phone's clock; the end of time where it does nothing. */
    public long nextDueMs() {
        return Math.min(services.nextDueMs(), Math.min(alarms.nextDueMs(), jobs.nextDueMs()));
    }

    /** Writes down what outlives the process. */
    void keep() {
        kept.forEach(Kept::write);
    }

    /** The list of notifications, which someone pulls down. */
    IntentStart notifications(Time time) {
        return new IntentStart(new Intent(), otherApps.notifications(), null, null, -1, time);
    }

    /** Called when the framework is ready and none of the app's code has run yet, save for its static parts. */
    public void prepare(Application application) {
        ShadowLog.stream = null;
        ShadowView.setUseRealViewAnimations(true);
        ShadowChoreographer.setPaused(true);
        ShadowChoreographer.setFrameDelay(FRAME);
        // With accessibility switched off, menus and list rows look as if they could not be tapped.
        ShadowAccessibilityManager accessibility =
                Shadow.extract(application.getSystemService(Context.ACCESSIBILITY_SERVICE));
        accessibility.setEnabled(true);
        Telephone.prepare(application);
        Connectivity.begin();
        AndroidKeystore.install(folder.getBasePath().resolve("keys.bin"));
        ShadowPackageManager packages = Shadows.shadowOf(application.getPackageManager());
        for (String feature : FEATURES) {
            packages.setSystemFeature(feature, true);
        }
        ShadowAlarmManager.setCanScheduleExactAlarms(haveExactAlarms());
        // Every sound can be played, and none is heard.
        ShadowMediaPlayer.setMediaInfoProvider(source -> new ShadowMediaPlayer.MediaInfo(SOUND_MS, 0));
        ShadowEnvironment.setExternalStorageState(Environment.MEDIA_MOUNTED);
        ShadowEnvironment.setExternalStorageDirectory(folder.card());
        ShadowEnvironment.setExternalStoragePublicDirectory(folder.card());
        Model.install();
        Model.describe(application);
        Card.fill(folder.card());
        Card.install(application, manifest.parsed().requestedPermissions);
        permissions.install(application);
        kept.forEach(Kept::takeUp);
        battery.install(settings.batteryPercent());
        otherApps.install(packages);
        SystemContent.install(application);
        Providers.install(application, manifest);
        receivers.update();
    }

    /** Since Android 12 an app asks for exact alarms in its manifest; since 14 a new one has to send people to the settings as well. */
    private boolean haveExactAlarms() {
        List<String> asked = manifest.parsed().requestedPermissions;
        int target = manifest.getTargetSdkVersion();
        boolean isGiven = Build.VERSION.SDK_INT < Build.VERSION_CODES.UPSIDE_DOWN_CAKE || target < Build.VERSION_CODES.TIRAMISU;
        return Build.VERSION.SDK_INT < Build.VERSION_CODES.S || target < Build.VERSION_CODES.S
                || asked.contains("android.permission.USE_EXACT_ALARM")
                || isGiven && asked.contains("android.permission.SCHEDULE_EXACT_ALARM");
    }

    /** Whether an app takes a wish of which the package manager does not know. */
    public boolean takes(Intent wish) {
        return otherApps.takes(wish);
    }

    /** What comes of a wish that is for another app: a screen of ours, or "cancelled". */
    public IntentStart answer(Intent intent, Page caller, String who, int request, Time time) {
        Intent wish = otherApps.unwrapped(intent);
        ActivityInfo screen = otherApps.screenFor(wish);
        Log.i("ActivityTaskManager", "START u0 " + wish);
        if (isCapture(wish) && permissions.runtime().contains(CAMERA) && !permissions.has(CAMERA)) {
            // An app that declares the permission needs it even where another app takes the picture.
            throw Refusal.of("Permission Denial: starting " + wish + " with revoked permission " + CAMERA);
        }
        if (screen == null) {
            return IntentStart.outside(wish, caller, who, request, Activity.RESULT_CANCELED, null);
        }
        return new IntentStart(wish, screen, caller, who, request, time);
    }

    private static boolean isCapture(Intent wish) {
        return MediaStore.ACTION_IMAGE_CAPTURE.equals(wish.getAction())
                || MediaStore.ACTION_VIDEO_CAPTURE.equals(wish.getAction());
    }

    /** Whether somebody takes this without being asked for by name: the system asks for permissions in this way. */
    public boolean isForTheSystem(Intent intent) {
        return PackageManager.ACTION_REQUEST_PERMISSIONS.equals(intent.getAction());
    }
}
