package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.util.Log;
import android.widget.Button;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.Channel;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.boot.Probes;
import oddity.pocket.phone.threads.Sampler;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class RequestLoopTest {
    private static final String TAP = "{'id': 1, 'do': 'tap', 'x': 100, 'y': 300}";
    private static final String OBSERVE = "{'id': 2, 'do': 'observe'}";

    @Rule
    public final TestPhone phone = new TestPhone();

    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    @After
    public void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    public void everyAnswerRepeatsTheNumberAndTellsTheMoment() throws Exception {
        phone.open(here -> here.setContentView(new Button(here)));
        JSONObject answer = answers(OBSERVE).get(0);
        assertEquals(2, answer.getLong("id"));
        assertEquals(phone.get().time.now(), answer.getLong("now_ms"));
        assertEquals(Stage.class.getName(), answer.getString("activity"));
        assertEquals(phone.get().packageName(), answer.getString("owner"));
        assertEquals(Long.MAX_VALUE, answer.getLong("due_ms"));
        assertFalse(answer.has("error"));
        assertFalse(answer.has("died"));
    }

    @Test
    public void whatMakesNoSenseIsRefusedAndThePhoneGoesOn() throws Exception {
        phone.launch();
        List<JSONObject> answers = answers("{'id': 7, 'do': 'fly'}", "{'id': 8, 'do': 'tap'}", OBSERVE);
        assertEquals("there is no request named fly", answers.get(0).getString("error"));
        assertTrue(answers.get(1).getString("error"), answers.get(1).getString("error").contains("x"));
        assertFalse(answers.get(2).has("error"));
    }

    @Test
    public void beforeStartThereIsNothingToAsk() throws Exception {
        assertTrue(answers(new Requests(null), OBSERVE).get(0).getString("error").contains("start"));
    }

    @Test
    public void anExceptionThatTheAppLetsThroughEndsIt() throws Exception {
        openButton(() -> {
            throw ofTheApp(new IllegalStateException("no note"));
        });
        List<JSONObject> answers = answers(TAP, OBSERVE);
        JSONObject died = answers.get(0).getJSONObject("died");
        assertEquals("main", died.getString("thread"));
        assertEquals("java.lang.IllegalStateException: no note", died.getString("exception"));
        assertTrue("the app is to blame", died.isNull("lacking"));
        assertTrue(answers.get(0).getString("log").contains("FATAL EXCEPTION: main"));
        assertEquals("the app's process has ended", answers.get(1).getString("error"));
        assertFalse(answers.get(1).has("died"));
    }

    @Test
    public void anEndIsToldByWhatWentWrongFirst() throws Exception {
        openButton(() -> {
            throw new RuntimeException("Unable to open", ofTheApp(new IllegalStateException("no note")));
        });
        JSONObject died = answers(TAP).get(0).getJSONObject("died");
        assertEquals("java.lang.RuntimeException: Unable to open", died.getString("exception"));
        assertEquals("java.lang.IllegalStateException: no note", died.getString("cause"));
        assertTrue(died.getString("where"), died.getString("where").startsWith("com.example."));
    }

    @Test
    public void anExceptionOnAnotherThreadEndsItToo() throws Exception {
        openButton(() -> {
            Thread worker = new Thread(() -> {
                throw ofTheApp(new IllegalStateException("no note"));
            }, "worker");
            worker.start();
            worker.join();
        });
        List<JSONObject> answers = answers(TAP, OBSERVE);
        assertEquals("worker", answers.get(0).getJSONObject("died").getString("thread"));
        assertTrue(answers.get(0).getString("log").contains("FATAL EXCEPTION: worker"));
        assertEquals("the app's process has ended", answers.get(1).getString("error"));
    }

    @Test
    public void whatThePhoneLacksIsNotTheAppsFault() throws Exception {
        openButton(() -> Substitutes.loadLibrary("photos"));
        JSONObject answer = answers(TAP).get(0);
        assertEquals("native code: libphotos.so", answer.getJSONObject("died").getString("lacking"));
        assertFalse(answer.getString("log").contains("AndroidRuntime"));
    }

    @Test
    public void anAppMayEndItself() throws Exception {
        openButton(() -> Substitutes.exit(3));
        JSONObject answer = answers(TAP).get(0);
        assertEquals("System.exit(3)", answer.getJSONObject("died").getString("exception"));
        assertFalse(answer.getString("log").contains("FATAL"));
    }

    @Test
    public void theLogAndTheProbesGoWithTheAnswerOnce() throws Exception {
        openButton(() -> {
            Log.i("App", "tapped");
            Probes.of("com.example.Notes", 3)[1] = true;
        });
        List<JSONObject> answers = answers(TAP, OBSERVE);
        assertTrue(answers.get(0).getString("log").contains("[4,\"App\",\"tapped\"]"));
        assertEquals("[1]", answers.get(0).getJSONObject("covered").getString("com.example.Notes"));
        assertEquals("[]", answers.get(1).getString("log"));
        assertEquals("{}", answers.get(1).getString("covered"));
    }

    @Test
    public void whatTheMainThreadIsAtIsCountedWhenAsked() throws Exception {
        openButton(() -> {
            while (sampler().counts().isEmpty()) {
                Thread.onSpinWait();
            }
        });
        List<JSONObject> answers = answers(
                "{'id': 1, 'do': 'sample', 'every_us': 100}", TAP, "{'id': 3, 'do': 'sample', 'every_us': 0}", OBSERVE);
        assertEquals("{}", answers.get(0).getString("sampled"));
        assertTrue(answers.get(2).getJSONObject("sampled").length() > 0);
        assertFalse(answers.get(3).has("sampled"));
    }

    private static Sampler sampler() {
        return (Sampler) Thread.getAllStackTraces().keySet().stream().filter(Sampler.class::isInstance).findAny().orElseThrow();
    }

    private interface Act {
        void run() throws Exception;
    }

    /** A button as large as the screen. */
    private void openButton(Act tapped) {
        phone.open(here -> {
            Button button = new Button(here);
            button.setOnClickListener(any -> {
                try {
                    tapped.run();
                } catch (RuntimeException | Error thrown) {
                    throw thrown;
                } catch (Exception thrown) {
                    throw new AssertionError(thrown);
                }
            });
            here.setContentView(button);
        });
        LogBook.drain();
        Probes.reached();
    }

    /** As if the app's own code had thrown it: the test's is the phone's, by its package. */
    private static RuntimeException ofTheApp(RuntimeException thrown) {
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("com.example.Notes", "run", "Notes.java", 1)});
        return thrown;
    }

    private List<JSONObject> answers(String... asked) throws Exception {
        return answers(new Requests(phone.get()), asked);
    }

    private static List<JSONObject> answers(Requests requests, String... asked) throws Exception {
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        Channel client = Channel.of(InputStream.nullInputStream(), in);
        for (String one : asked) {
            client.write(new Channel.Frame(one.replace('\'', '"')));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new RequestLoop(requests).serve(Channel.of(new ByteArrayInputStream(in.toByteArray()), out));
        Channel told = Channel.of(new ByteArrayInputStream(out.toByteArray()), OutputStream.nullOutputStream());
        List<JSONObject> answers = new ArrayList<>();
        for (Channel.Frame frame = told.read(); frame != null; frame = told.read()) {
            answers.add(new JSONObject(frame.header));
        }
        return answers;
    }
}
