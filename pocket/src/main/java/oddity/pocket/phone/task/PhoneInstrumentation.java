package oddity.pocket.phone.task;

import android.app.Activity;
import android.app.Application;
import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.os.Bundle;
import android.os.IBinder;
import android.os.UserHandle;
import oddity.pocket.phone.Refusal;
import oddity.pocket.phone.World;
import oddity.pocket.phone.time.Time;
import org.robolectric.android.internal.RoboMonitoringInstrumentation;

/** Where the framework asks for activities. Robolectric would only write the wishes down. */
public final class PhoneInstrumentation extends RoboMonitoringInstrumentation {
    private final TaskStack stack;
    private final Time time;
    private final World world;

    public PhoneInstrumentation(TaskStack stack, Time time, World world) {
        this.stack = stack;
        this.time = time;
        this.world = world;
    }

    /** The moment at which a phone has installed the app's providers and not yet run its code. */
    @Override
    public void callApplicationOnCreate(Application application) {
        world.prepare(application);
        super.callApplicationOnCreate(application);
    }

    @Override
    public ActivityResult execStartActivity(
            Context from, IBinder context, IBinder token, Activity target, Intent intent, int request, Bundle options) {
        wish(target != null ? target : from, null, intent, request);
        return null;
    }

    @Override
    public ActivityResult execStartActivity(
            Context from, IBinder context, IBinder token, String target, Intent intent, int request, Bundle options) {
        wish(from, target, intent, request);
        return null;
    }

    @Override
    public ActivityResult execStartActivity(Context from, IBinder context, IBinder token, String target, Intent intent,
            int request, Bundle options, UserHandle user) {
        wish(from, target, intent, request);
        return null;
    }

    @Override
    public void execStartActivities(
            Context from, IBinder context, IBinder token, Activity target, Intent[] intents, Bundle options) {
        for (Intent intent : intents) {
            wish(from, null, intent, -1);
        }
    }

    public void wish(Context from, String who, Intent intent, int request) {
        Page caller = pageOf(from);
        if (world.isForTheSystem(intent)) {
            stack.wish(world.answer(intent, caller, who, request, time));
            return;
        }
        ActivityInfo info = intent.resolveActivityInfo(getTargetContext().getPackageManager(), 0);
        if (info == null && isForHome(intent)) {
            stack.setInFront(false);
            return;
        }
        if (info == null && !world.takes(intent)) {
            throw Refusal.fromOutside(isForTheAppItself(intent) ? undeclared(intent) : new NobodyAnswers(intent));
        }
        if (info != null && info.packageName.equals(getTargetContext().getPackageName())) {
            stack.wish(new IntentStart(intent, info, caller, who, request, time));
        } else {
            stack.wish(world.answer(intent, caller, who, request, time));
        }
    }

    /** A wish that another app on a phone might answer. Here there is none. */
    public static final class NobodyAnswers extends ActivityNotFoundException {
        NobodyAnswers(Intent intent) {
            super("No Activity found to handle " + intent);
        }
    }

    private static boolean isForHome(Intent intent) {
        return Intent.ACTION_MAIN.equals(intent.getAction()) && intent.hasCategory(Intent.CATEGORY_HOME);
    }

    private boolean isForTheAppItself(Intent intent) {
        String wanted = intent.getComponent() == null ? intent.getPackage() : intent.getComponent().getPackageName();
        return getTargetContext().getPackageName().equals(wanted);
    }

    /** What a phone throws, with its words. */
    private static ActivityNotFoundException undeclared(Intent intent) {
        return new ActivityNotFoundException(intent.getComponent() == null
                ? "No Activity found to handle " + intent
                : "Unable to find explicit activity class " + intent.getComponent().toShortString()
                        + "; have you declared this activity in your AndroidManifest.xml?");
    }

    private Page pageOf(Context from) {
        for (Context context = from; context != null; context = baseOf(context)) {
            for (Page page : stack.pages()) {
                if (((ActivityPage) page).get() == context) {
                    return page;
                }
            }
        }
        return null;
    }

    private static Context baseOf(Context context) {
        return context instanceof ContextWrapper wrapper ? wrapper.getBaseContext() : null;
    }
}
