package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;

import android.util.Log;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import org.json.JSONArray;
import org.json.JSONException;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class LogBookTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Before
    public void forget() {
        LogBook.drain();
    }

    @Test
    public void whatIsLoggedIsHandedOverOnce() throws JSONException {
        Log.v("App", "one");
        Log.wtf("App", "two");
        check(List.of(List.of(Log.VERBOSE, "App", "one"), List.of(Log.ASSERT, "App", "two")));
        check(List.of());
    }

    @Test
    public void everyLineStandsForItself() throws JSONException {
        Log.i("App", "one\ntwo\r\nthree");
        check(List.of(List.of(Log.INFO, "App", "one", "two", "three")));
    }

    @Test
    public void aLongLineIsCut() throws JSONException {
        Log.i("App", "x".repeat(10_000));
        check(List.of(List.of(Log.INFO, "App", "x".repeat(4_000))));
    }

    @Test
    public void withoutATagOrWordsTheEntryIsStillThere() throws JSONException {
        Log.i(null, "words");
        Log.i("App", "");
        check(List.of(List.of(Log.INFO, "", "words"), List.of(Log.INFO, "App")));
    }

    @Test
    public void anExceptionIsLoggedBelowTheWords() throws JSONException {
        Log.w("App", "failed", new IllegalStateException("no note"));
        List<List<Object>> entries = drained();
        assertEquals(List.of(Log.WARN, "App", "failed", "java.lang.IllegalStateException: no note"), entries.get(0).subList(0, 4));
        assertEquals("\tat oddity.pocket.phone.LogBookTest", ((String) entries.get(0).get(4)).substring(0, 35));
    }

    @Test
    public void aCrashIsLoggedAsOnAPhone() throws JSONException {
        LogBook.crash("com.example", "main", new IllegalStateException("no note"), null);
        assertEquals(List.of(Log.ERROR, "AndroidRuntime", "FATAL EXCEPTION: main",
                "Process: com.example, PID: " + ProcessHandle.current().pid(), "java.lang.IllegalStateException: no note"),
                drained().get(0).subList(0, 5));
    }

    @Test
    public void whatThePhoneLacksHasATagOfItsOwn() throws JSONException {
        LogBook.crash("com.example", "worker", new IllegalStateException("no note"), "WebView");
        assertEquals(List.of(Log.ERROR, "PocketPhone", "this phone lacks WebView", "It ended the app on worker."),
                drained().get(0).subList(0, 4));
    }

    private static void check(List<List<Object>> expected) throws JSONException {
        assertEquals(expected, drained());
    }

    private static List<List<Object>> drained() throws JSONException {
        JSONArray entries = LogBook.drain();
        List<List<Object>> lists = new ArrayList<>();
        for (int at = 0; at < entries.length(); at++) {
            List<Object> list = new ArrayList<>();
            for (int word = 0; word < entries.getJSONArray(at).length(); word++) {
                list.add(entries.getJSONArray(at).get(word));
            }
            lists.add(list);
        }
        return lists;
    }
}
