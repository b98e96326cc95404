//! How the system calls into an app: what stands below the app's own line in a stack trace.

use crate::Exception;

/// An exception that nobody caught, with the way that led to it.
#[derive(Debug)]
pub(crate) struct Crash {
    pub(crate) exception: Exception,
    /// The method of the app that threw, with its class: `org.example.notes.MainActivity.onSave`.
    pub(crate) method: String,
    pub(crate) dispatch: Dispatch,
}

/// How the system calls into an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dispatch {
    Create,
    Resume,
    Pause,
    Draw,
    Click,
    LongClick,
    Menu,
    Drag,
    Edit,
    EditorAction,
    Back,
    Timer,
    Result,
    Broadcast,
}

impl Dispatch {
    /// The framework's frames from the innermost on, without those that every main thread has.
    pub(crate) fn frames(self) -> &'static [&'static str] {
        match self {
            Dispatch::Create => &[
                "android.app.Activity.performCreate(Activity.java:8595)",
                "android.app.Instrumentation.callActivityOnCreate(Instrumentation.java:1456)",
                "android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3805)",
                "android.app.ActivityThread.handleLaunchActivity(ActivityThread.java:3963)",
                TRANSACTION,
            ],
            Dispatch::Resume => &[
                "android.app.Instrumentation.callActivityOnResume(Instrumentation.java:1582)",
                "android.app.Activity.performResume(Activity.java:8705)",
                "android.app.ActivityThread.performResumeActivity(ActivityThread.java:4979)",
                "android.app.ActivityThread.handleResumeActivity(ActivityThread.java:5022)",
                TRANSACTION,
            ],
            Dispatch::Pause => &[
                "android.app.Activity.performPause(Activity.java:8760)",
                "android.app.Instrumentation.callActivityOnPause(Instrumentation.java:1605)",
                "android.app.ActivityThread.performPauseActivity(ActivityThread.java:5336)",
                "android.app.ActivityThread.handlePauseActivity(ActivityThread.java:5282)",
                TRANSACTION,
            ],
            Dispatch::Draw => &[
                "android.view.View.measure(View.java:27136)",
                "android.view.ViewRootImpl.performMeasure(ViewRootImpl.java:4219)",
                "android.view.ViewRootImpl.performTraversals(ViewRootImpl.java:3751)",
                "android.view.ViewRootImpl.doTraversal(ViewRootImpl.java:2713)",
                "android.view.Choreographer.doFrame(Choreographer.java:899)",
                CALLBACK,
            ],
            Dispatch::Click => &[
                "android.view.View.performClick(View.java:7659)",
                "android.view.View.performClickInternal(View.java:7636)",
                "android.view.View$PerformClick.run(View.java:30156)",
                CALLBACK,
            ],
            Dispatch::LongClick => &[
                "android.view.View.performLongClickInternal(View.java:7718)",
                "android.view.View.performLongClick(View.java:7676)",
                "android.view.View$CheckForLongPress.run(View.java:30107)",
                CALLBACK,
            ],
            Dispatch::Menu => &[
                "androidx.appcompat.view.menu.MenuItemImpl.invoke(MenuItemImpl.java:159)",
                "androidx.appcompat.view.menu.MenuBuilder.performItemAction(MenuBuilder.java:980)",
                "androidx.appcompat.view.menu.MenuPopup.onItemClick(MenuPopup.java:128)",
                "android.widget.AdapterView.performItemClick(AdapterView.java:330)",
                CALLBACK,
            ],
            Dispatch::Drag => &[
                "android.view.View.dispatchTouchEvent(View.java:15229)",
                "android.view.ViewGroup.dispatchTouchEvent(ViewGroup.java:2743)",
                "android.app.Activity.dispatchTouchEvent(Activity.java:4275)",
                "android.view.ViewRootImpl$ViewPostImeInputStage.processPointerEvent(ViewRootImpl.java:6951)",
                "android.view.InputEventReceiver.dispatchInputEvent(InputEventReceiver.java:295)",
            ],
            Dispatch::Edit => &[
                "android.widget.TextView.sendAfterTextChanged(TextView.java:11213)",
                "android.widget.TextView$ChangeWatcher.afterTextChanged(TextView.java:14366)",
                "android.text.SpannableStringBuilder.replace(SpannableStringBuilder.java:596)",
                "android.view.inputmethod.BaseInputConnection.commitText(BaseInputConnection.java:200)",
                CALLBACK,
            ],
            Dispatch::EditorAction => &[
                "android.widget.TextView.onEditorAction(TextView.java:6775)",
                "android.view.inputmethod.BaseInputConnection.performEditorAction(BaseInputConnection.java:284)",
                CALLBACK,
            ],
            Dispatch::Back => &[
                "androidx.activity.OnBackPressedDispatcher.onBackPressed(OnBackPressedDispatcher.kt:148)",
                "android.app.Activity.onKeyUp(Activity.java:4013)",
                "android.view.KeyEvent.dispatch(KeyEvent.java:2938)",
                "android.view.ViewRootImpl$ViewPostImeInputStage.processKeyEvent(ViewRootImpl.java:6807)",
            ],
            Dispatch::Timer => &[CALLBACK],
            Dispatch::Result => &["android.os.Handler.dispatchMessage(Handler.java:106)"],
            Dispatch::Broadcast => &[
                "android.app.LoadedApk$ReceiverDispatcher$Args.lambda$getRunnable$0(LoadedApk.java:1816)",
                CALLBACK,
            ],
        }
    }
}

const TRANSACTION: &str = "android.app.ActivityThread$H.handleMessage(ActivityThread.java:2442)";
const CALLBACK: &str = "android.os.Handler.handleCallback(Handler.java:958)";

/// The frames below all others of a main thread.
pub(crate) const MAIN_THREAD: [&str; 6] = [
    "android.os.Looper.loopOnce(Looper.java:205)",
    "android.os.Looper.loop(Looper.java:294)",
    "android.app.ActivityThread.main(ActivityThread.java:8177)",
    "java.lang.reflect.Method.invoke(Native Method)",
    "com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:552)",
    "com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)",
];
