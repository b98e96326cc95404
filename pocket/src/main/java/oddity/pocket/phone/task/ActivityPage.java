package oddity.pocket.phone.task;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Activity;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.content.res.TypedArray;
import android.os.Bundle;
import android.view.View;
import android.view.inputmethod.InputMethodManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import oddity.pocket.phone.time.Time;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ActivityReflector;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/** A real activity, moved by Robolectric's controller. */
public final class ActivityPage implements Page {
    private final ActivityInfo info;
    private final Time time;
    private Intent intent;
    private ActivityController<?> controller;
    private State state = State.NEW;
    private Bundle saved;
    private boolean wasShown;
    private boolean wantsNew;
    private boolean finishedUnseen;
    /** What came while it was not in front. */
    private final List<Answer> answers = new ArrayList<>();
    private final List<Intent> wishes = new ArrayList<>();

    /** An activity to be created, with what it had saved before its process ended, if it had. */
    ActivityPage(ActivityInfo info, Intent intent, Bundle saved, Time time) {
        this.info = info;
        this.intent = intent;
        this.saved = saved;
        this.time = time;
    }

    static String classOf(ActivityInfo info) {
        return info.targetActivity != null ? info.targetActivity : info.name;
    }

    /** Null before it is created. */
    public Activity get() {
        return controller == null ? null : controller.get();
    }

    /** Which way it wants the screen, as it says in the manifest until it says otherwise. */
    public int orientation() {
        return get() == null ? info.screenOrientation : get().getRequestedOrientation();
    }

    Intent intent() {
        return intent;
    }

    /** What it has saved when it was last stopped; null before. */
    Bundle saved() {
        return saved;
    }

    @Override
    public String activity() {
        return classOf(info);
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public boolean isFinishing() {
        return finishedUnseen || get() != null && get().isFinishing();
    }

    @Override
    public void finish() {
        if (get() == null) {
            finishedUnseen = true;
        } else {
            get().finish();
        }
    }

    @Override
    public boolean isSeeThrough() {
        if (get() == null) {
            return false;
        }
        int[] wanted = {android.R.attr.windowIsTranslucent, android.R.attr.windowIsFloating};
        TypedArray style = get().obtainStyledAttributes(wanted);
        boolean seeThrough = style.getBoolean(0, false) || style.getBoolean(1, false);
        style.recycle();
        return seeThrough;
    }

    @Override
    public void create() {
        int orientation = orientation();
        controller = Robolectric.buildActivity(type(), intent);
        orient(orientation);
        controller.create(saved);
        state = State.CREATED;
    }

    @Override
    public void start() {
        if (state == State.STOPPED) {
            setVisible(true);
            // This starts it, too.
            controller.restart();
        } else {
            controller.start();
            if (saved != null) {
                controller.restoreInstanceState(saved);
            }
            controller.postCreate(saved);
        }
        state = State.STARTED;
    }

    @Override
    public void resume() {
        answers.forEach(this::hand);
        answers.clear();
        wishes.forEach(controller::newIntent);
        wishes.clear();
        if (isFinishing()) {
            return;
        }
        // This calls onPostResume, too.
        controller.resume();
        state = State.RESUMED;
        if (!wasShown) {
            wasShown = true;
            controller.visible();
        }
        controller.topActivityResumed(true);
        focus(true);
    }

    @Override
    public void pause(boolean isLeft) {
        controller.topActivityResumed(false);
        focus(false);
        putKeyboardAway();
        if (isLeft) {
            controller.userLeaving();
        }
        controller.pause();
        state = State.PAUSED;
    }

    @Override
    public void stop() {
        controller.stop();
        if (!isFinishing()) {
            // Android saves after stopping since API 28, before it in older ones; apps cannot rely on either.
            saved = new Bundle();
            controller.saveInstanceState(saved);
        }
        state = State.STOPPED;
        setVisible(false);
    }

    @Override
    public void destroy() {
        if (controller != null) {
            controller.destroy();
        }
        state = State.DESTROYED;
    }

    @Override
    public void deliver(Start start) {
        Intent wish = ((IntentStart) start).intent();
        if (state == State.PAUSED) {
            controller.newIntent(wish);
        } else {
            wishes.add(wish);
        }
    }

    @Override
    public void take(Answer answer) {
        if (state == State.RESUMED) {
            hand(answer);
        } else {
            answers.add(answer);
        }
    }

    private void hand(Answer answer) {
        ShadowActivity shadow = Shadow.extract(get());
        shadow.internalCallDispatchActivityResult(
                answer.who(), answer.request(), answer.code(), (Intent) answer.data());
    }

    @Override
    public Answer answer() {
        if (get() == null) {
            return new Answer(null, 0, Activity.RESULT_CANCELED, null);
        }
        ShadowActivity shadow = Shadow.extract(get());
        return new Answer(null, 0, shadow.getResultCode(), shadow.getResultIntent());
    }

    @Override
    public void reconfigure() {
        if (get() == null) {
            return;
        }
        Configuration wanted = get().getApplication().getResources().getConfiguration();
        int changed = reflector(CurrentConfiguration.class, get()).getCurrentConfig().diff(wanted);
        if (!wantsNew && (changed & ~info.getRealConfigChanged() & ~WINDOW_CONFIGURATION) == 0) {
            if (changed != 0) {
                controller.configurationChange();
            }
            return;
        }
        wantsNew = false;
        get().getResources().updateConfiguration(wanted, get().getApplication().getResources().getDisplayMetrics());
        recreate(wanted);
    }

    /** The app itself wants the activity anew the next time it is brought in line. */
    public void recreateSoon() {
        wantsNew = true;
    }

    /** The bounds of windows change with every turn; no app is restarted for those alone. */
    private static final int WINDOW_CONFIGURATION = 0x20000000;

    /**
     * Destroys the activity and creates it anew with what it saved and what it retained.
     *
     * <p>Robolectric's own way loses retained fragments, or needs a frame that has not come yet.
     */
    private void recreate(Configuration configuration) {
        State before = state;
        ActivityReflector old = reflector(ActivityReflector.class, get());
        old.setChangingConfigurations(true);
        if (state == State.RESUMED) {
            controller.topActivityResumed(false);
            controller.pause();
        }
        if (state != State.STOPPED && state != State.CREATED) {
            stop();
        }
        Object retained = old.retainNonConfigurationInstances();
        intent = Objects.requireNonNullElse(get().getIntent(), intent);
        int orientation = orientation();
        controller.destroy();
        controller = heir(type(), intent, retained, configuration);
        orient(orientation);
        controller.create(saved);
        state = State.CREATED;
        wasShown = false;
        if (!isFinishing()) {
            start();
        }
        if (!isFinishing() && before == State.RESUMED) {
            resume();
        }
    }

    /** Robolectric forgets what the manifest says, and what the activity before this one wanted. */
    private void orient(int orientation) {
        ReflectionHelpers.setField(ShadowActivity.class, Shadow.extract(get()), "requestedOrientation", orientation);
    }

    private Class<? extends Activity> type() {
        try {
            return Class.forName(activity()).asSubclass(Activity.class);
        } catch (ClassNotFoundException error) {
            // What a phone throws when a manifest names a class that the app does not have.
            throw new RuntimeException("Unable to instantiate activity " + activity(), error);
        }
    }

    /** As {@link Robolectric#buildActivity}, which cannot hand over what the activity before it has retained. */
    private static ActivityController<?> heir(
            Class<? extends Activity> type, Intent intent, Object retained, Configuration configuration) {
        Activity fresh = ReflectionHelpers.callConstructor(type);
        ActivityController<?> controller = ReflectionHelpers.callConstructor(ActivityController.class,
                ClassParameter.from(Activity.class, fresh), ClassParameter.from(Intent.class, intent));
        return ReflectionHelpers.callInstanceMethod(controller, "attach",
                ClassParameter.from(Bundle.class, null), ClassParameter.from(Object.class, retained),
                ClassParameter.from(Configuration.class, configuration));
    }

    /** Tells the window whether it has the focus. A window is there only after its first frame. */
    private void focus(boolean has) {
        View decor = get().getWindow().getDecorView();
        for (int frame = 0; frame < 4 && decor.getViewRootImpl() == null && !isFinishing(); frame++) {
            time.frame();
        }
        if (decor.getViewRootImpl() != null) {
            controller.windowFocusChanged(has);
        }
    }

    /** The keyboard goes with the window that it was up for. */
    private void putKeyboardAway() {
        InputMethodManager keyboard = (InputMethodManager) get().getSystemService(Context.INPUT_METHOD_SERVICE);
        keyboard.hideSoftInputFromWindow(get().getWindow().getDecorView().getWindowToken(), 0);
    }

    private void setVisible(boolean visible) {
        View decor = get().getWindow().peekDecorView();
        if (decor != null) {
            decor.setVisibility(visible ? View.VISIBLE : View.INVISIBLE);
        }
    }

    @ForType(Activity.class)
    private interface CurrentConfiguration {
        @Accessor("mCurrentConfig")
        Configuration getCurrentConfig();
    }
}
