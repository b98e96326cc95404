package oddity.pocket.phone.threads;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import oddity.pocket.phone.threads.Sampler.Work;
import org.junit.Test;

public class SamplerTest {
    private static final String ANSWERING = "oddity.pocket.phone.RequestLoop.answer";
    private static final String ASKED = "oddity.pocket.phone.Requests.carryOut";
    private static final String TRAVERSAL = "android.view.ViewRootImpl.$$robo$$android_view_ViewRootImpl$performTraversals";
    private static final String APP = "com.example.Notes.onClick";

    @Test
    public void aThreadIsAtWhatItsInnermostCallIsAbout() {
        check(Work.APP, "java.util.HashMap.get", APP, "android.view.View.performClick", ASKED, ANSWERING);
        check(Work.APP, APP, "android.view.View.measure", TRAVERSAL, ASKED, ANSWERING);
        check(Work.LAYOUT, "android.widget.TextView.onMeasure", "android.view.View.measure", APP, ASKED, ANSWERING);
        check(Work.LAYOUT, "android.view.WindowLayout.compute", TRAVERSAL, ASKED, ANSWERING);
        check(Work.FRAMEWORK, "android.os.Handler.dispatchMessage", "oddity.pocket.phone.time.Time.run", ASKED, ANSWERING);
        check(Work.LINKING, "java.util.zip.Inflater.inflate", "java.lang.ClassLoader.loadClass", APP, ASKED, ANSWERING);
        check(Work.ANSWER, "org.json.JSONObject.toString", ANSWERING);
    }

    @Test
    public void whatThePhoneDoesForUsIsNotTheApps() {
        check(Work.PICTURE, APP, "android.view.View.draw", "oddity.pocket.phone.window.Windows.picture", ASKED, ANSWERING);
        check(Work.DUMP, APP, "oddity.pocket.phone.window.Dump$Writer.write", ASKED, ANSWERING);
        check(Work.THREADS, "java.lang.Thread.yield", "oddity.pocket.phone.threads.OtherThreads.rest", ASKED, ANSWERING);
    }

    @Test
    public void nothingIsCountedWhileNothingIsAsked() {
        check(null, "java.io.FileInputStream.read", "oddity.pocket.boot.Channel.read", "oddity.pocket.phone.RequestLoop.serve");
        check(null);
    }

    private static void check(Work expected, String... innermostFirst) {
        List<StackTraceElement> stack = new ArrayList<>();
        for (String call : innermostFirst) {
            int dot = call.lastIndexOf('.');
            stack.add(new StackTraceElement(call.substring(0, dot), call.substring(dot + 1), "A.java", 1));
        }
        assertEquals(expected, Sampler.workOf(stack.toArray(new StackTraceElement[0]), type -> type.startsWith("com.example.")));
    }
}
