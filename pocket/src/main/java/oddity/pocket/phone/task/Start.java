package oddity.pocket.phone.task;

/** A wish to see an activity. */
interface Start {
    /** How the manifest wants the activity to be opened. */
    enum LaunchMode { STANDARD, SINGLE_TOP, SINGLE_TASK }

    /** The activity's class; null when no activity on the phone answers the wish. */
    String activity();

    LaunchMode launchMode();

    boolean isSingleTop();

    boolean isClearTop();

    boolean isClearTask();

    boolean isReorderToFront();

    /** Whether the activity leaves the stack as soon as another covers it. */
    boolean isNoHistory();

    /** Whether the one who asks is to be told what the activity answers. */
    boolean wantsAnswer();

    /** The part of the asking activity that asks, and its number for the wish. */
    String who();

    int request();

    /** The activity that asks; null when it is none. */
    Page caller();

    /** What someone answers who is not this app's: another app's screen, or nobody. */
    Page.Answer answerFromOutside();

    /** Makes the activity, not yet created. */
    Page open();
}
