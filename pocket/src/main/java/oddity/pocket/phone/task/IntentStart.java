package oddity.pocket.phone.task;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import oddity.pocket.phone.time.Time;

/** A wish to see an activity, as an intent. */
public final class IntentStart implements Start {
    private final Intent intent;
    private final ActivityInfo info;
    private final Page caller;
    private final String who;
    private final int request;
    private final Page.Answer outside;
    private final Time time;

    /** A wish that an activity of this app answers. */
    public IntentStart(Intent intent, ActivityInfo info, Page caller, String who, int request, Time time) {
        this(intent, info, caller, who, request, null, time);
    }

    private IntentStart(
            Intent intent, ActivityInfo info, Page caller, String who, int request, Page.Answer outside, Time time) {
        this.intent = new Intent(intent);
        this.info = info;
        this.caller = caller;
        this.who = who;
        this.request = request;
        this.outside = outside;
        this.time = time;
        if (info != null) {
            this.intent.setComponent(new ComponentName(info.packageName, info.name));
        }
    }

    /** A wish that someone outside of this app has answered, or nobody. */
    public static IntentStart outside(Intent intent, Page caller, String who, int request, int code, Intent data) {
        return new IntentStart(intent, null, caller, who, request, new Page.Answer(who, request, code, data), null);
    }

    Intent intent() {
        return intent;
    }

    @Override
    public String activity() {
        return info == null ? null : ActivityPage.classOf(info);
    }

    @Override
    public LaunchMode launchMode() {
        return switch (info.launchMode) {
            case ActivityInfo.LAUNCH_SINGLE_TOP -> LaunchMode.SINGLE_TOP;
            case ActivityInfo.LAUNCH_SINGLE_TASK, ActivityInfo.LAUNCH_SINGLE_INSTANCE -> LaunchMode.SINGLE_TASK;
            default -> LaunchMode.STANDARD;
        };
    }

    @Override
    public boolean isSingleTop() {
        return has(Intent.FLAG_ACTIVITY_SINGLE_TOP);
    }

    @Override
    public boolean isClearTop() {
        return has(Intent.FLAG_ACTIVITY_CLEAR_TOP);
    }

    @Override
    public boolean isClearTask() {
        return has(Intent.FLAG_ACTIVITY_CLEAR_TASK);
    }

    @Override
    public boolean isReorderToFront() {
        return has(Intent.FLAG_ACTIVITY_REORDER_TO_FRONT);
    }

    @Override
    public boolean isNoHistory() {
        return has(Intent.FLAG_ACTIVITY_NO_HISTORY) || (info.flags & ActivityInfo.FLAG_NO_HISTORY) != 0;
    }

    @Override
    public boolean wantsAnswer() {
        return request >= 0;
    }

    @Override
    public String who() {
        return who;
    }

    @Override
    public int request() {
        return request;
    }

    @Override
    public Page caller() {
        return caller;
    }

    @Override
    public Page.Answer answerFromOutside() {
        return outside == null ? new Page.Answer(who, request, Activity.RESULT_CANCELED, null) : outside;
    }

    @Override
    public Page open() {
        return new ActivityPage(info, intent, null, time);
    }

    private boolean has(int flag) {
        return (intent.getFlags() & flag) != 0;
    }
}
