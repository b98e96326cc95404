package oddity.pocket.phone;

import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import oddity.pocket.boot.AppFiles;
import oddity.pocket.boot.Channel;
import oddity.pocket.boot.Probes;
import oddity.pocket.phone.system.MissingServices;
import oddity.pocket.phone.threads.Watchdog;
import org.json.JSONException;
import org.json.JSONObject;
import org.robolectric.internal.AndroidSandbox;

/**
 * Reads requests, carries them out on the app's main thread, and answers each (see PROTOCOL.md).
 *
 * <p>An exception that the app lets through ends its process: the answer says so, and the phone then refuses everything.
 */
public final class RequestLoop {
    private final Requests requests;
    private final ConcurrentLinkedQueue<Death> deaths = new ConcurrentLinkedQueue<>();
    private boolean isDead;

    private record Death(Thread thread, Throwable thrown) {}

    public RequestLoop(AndroidSandbox sandbox, AppFiles app) throws IOException {
        this(warm(sandbox, app));
    }

    RequestLoop(Requests requests) {
        this.requests = requests;
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> deaths.add(new Death(thread, thrown)));
    }

    private static Requests warm(AndroidSandbox sandbox, AppFiles app) throws IOException {
        Warmup.run(sandbox);
        return new Requests(sandbox, app);
    }

    /** Until the channel is closed. */
    public void serve(Channel channel) throws IOException, JSONException {
        Watchdog watchdog = new Watchdog(Thread.currentThread(), channel);
        watchdog.start();
        for (Channel.Frame frame = channel.read(); frame != null; frame = channel.read()) {
            watchdog.end(answer(frame, watchdog));
        }
    }

    private Channel.Frame answer(Channel.Frame frame, Watchdog watchdog) throws JSONException {
        JSONObject answer = new JSONObject();
        byte[] bytes = {};
        try {
            JSONObject request = new JSONObject(frame.header);
            answer.put("id", request.getLong("id"));
            watchdog.begin(request.getLong("id"), requests.process(), Requests.isStart(request));
            if (isDead) {
                throw new Requests.Refused("the app's process has ended");
            }
            MissingServices.forget();
            bytes = requests.carryOut(request, frame.bytes, answer);
        } catch (Requests.Refused | JSONException refused) {
            answer.put("error", refused.getMessage());
        } catch (Throwable thrown) {
            deaths.add(new Death(Thread.currentThread(), thrown));
        }
        Death death = deaths.poll();
        if (death != null && !isDead) {
            isDead = true;
            answer.put("died", obituary(death));
        }
        keep(answer);
        answer.put("log", LogBook.drain());
        answer.put("covered", new JSONObject(Probes.reached()));
        RobolectricRecords.forget(Phone.application());
        return new Channel.Frame(answer.toString(), bytes);
    }

    /** What outlives the process. One that ended while it began may not have all of that yet. */
    private void keep(JSONObject answer) throws JSONException {
        try {
            requests.keep(answer);
        } catch (RuntimeException | LinkageError unfinished) {
            if (!isDead) {
                throw unfinished;
            }
            unfinished.printStackTrace();
        }
    }

    private JSONObject obituary(Death death) throws JSONException {
        Throwable thrown = Blame.unwrapped(death.thrown);
        if (thrown instanceof Substitutes.Exit) {
            return new JSONObject().put("thread", "").put("exception", thrown.getMessage());
        }
        String thread = death.thread == Thread.currentThread() ? "main" : death.thread.getName();
        String lacking = Blame.lackOf(thrown);
        LogBook.crash(requests.process(), thread, thrown, lacking);
        JSONObject died = new JSONObject();
        died.put("thread", thread);
        died.put("exception", AndroidWords.of(thrown.toString()));
        died.put("cause", Blame.inALine(AndroidWords.of(Blame.rootOf(thrown).toString())));
        died.put("where", Blame.placeOf(thrown));
        died.put("lacking", lacking == null ? JSONObject.NULL : lacking);
        return died;
    }
}
