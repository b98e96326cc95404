package oddity.pocket.phone;

import android.util.Log;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.robolectric.shadows.ShadowLog;

/** What was logged, handed over with the next answer and then forgotten here. */
public final class LogBook {
    /** The longest line that goes out whole; Android's own log cuts at about 4,000 bytes. */
    private static final int MAX_LINE = 4_000;

    /** Written by the test library that Robolectric brings along, not by the phone. */
    private static final String NOISE = "LifecycleMonitor";

    private LogBook() {}

    /** What a phone logs when an exception ends a process. What is not the app's fault has a tag of its own. */
    static void crash(String process, String thread, Throwable thrown, String lacking) {
        String story = "Process: " + process + ", PID: " + pid() + "\n" + AndroidWords.of(Log.getStackTraceString(thrown));
        if (lacking == null) {
            Log.e("AndroidRuntime", "FATAL EXCEPTION: " + thread + "\n" + story);
        } else {
            lack(lacking, "It ended the app on " + thread + ".\n" + story);
        }
    }

    /** What the app wanted and the phone does not have, in a line, and more about it. Whoever reads the log counts these. */
    static void lack(String lacking, String more) {
        Log.e("PocketPhone", "this phone lacks " + lacking + "\n" + more);
    }

    public static int pid() {
        return (int) ProcessHandle.current().pid();
    }

    /** The entries since the last call: priority, tag, and the lines one by one. */
    static JSONArray drain() {
        List<ShadowLog.LogItem> items = ShadowLog.getLogs();
        ShadowLog.clear();
        JSONArray entries = new JSONArray();
        for (ShadowLog.LogItem item : items) {
            if (NOISE.equals(item.tag)) {
                continue;
            }
            JSONArray entry = new JSONArray();
            entry.put(item.type);
            entry.put(item.tag == null ? "" : item.tag);
            linesOf(item).forEach(entry::put);
            entries.put(entry);
        }
        return entries;
    }

    private static List<String> linesOf(ShadowLog.LogItem item) {
        String text = item.msg == null ? "" : item.msg;
        if (item.throwable != null) {
            text += "\n" + Log.getStackTraceString(item.throwable);
        }
        List<String> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.add(line.length() > MAX_LINE ? line.substring(0, MAX_LINE) : line));
        return lines;
    }
}
