package oddity.pocket.phone.task;

/** An activity as the task stack sees it (AOSP has ActivityRecord): something that is taken through its life one step at a time. */
public interface Page {
    enum State { NEW, CREATED, STARTED, RESUMED, PAUSED, STOPPED, DESTROYED }

    /** The activity's class. */
    String activity();

    State state();

    boolean isFinishing();

    void finish();

    /** Whether what is below stays visible, so that it is paused but not stopped. */
    boolean isSeeThrough();

    /** From new to created. */
    void create();

    /** From created or stopped to started. */
    void start();

    /** From started or paused to resumed, unless it finishes over what it is told first. */
    void resume();

    /** From resumed to paused; whether the user left it for something else, rather than it being finished. */
    void pause(boolean isLeft);

    /** From paused or started to stopped; keeps what the app wants kept. */
    void stop();

    /** From anywhere to destroyed. */
    void destroy();

    /** Hands another wish to an activity that is there already. */
    void deliver(Start start);

    /** Hands over what an activity that this one started has answered. */
    void take(Answer answer);

    /** What it answers to whoever started it. */
    Answer answer();

    /** Brings it in line with the phone's configuration: tells it, or destroys it and creates it anew. */
    void reconfigure();

    /** What a finished activity answers; the code and the data are what the framework takes. */
    record Answer(String who, int request, int code, Object data) {
        Answer to(String who, int request) {
            return new Answer(who, request, code, data);
        }
    }
}
