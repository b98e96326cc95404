package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.net.BindException;
import java.net.UnknownHostException;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import oddity.pocket.phone.system.MissingServices;
import org.junit.Test;

public class BlameTest {
    @Test
    public void anExceptionInTheAppsCodeIsTheApps() {
        assertNull(lack(new IllegalStateException("no note"), "com.example.Notes"));
        assertNull(lack(new NullPointerException(), "java.util.ArrayList", "com.example.Notes"));
    }

    @Test
    public void anExceptionThatTheFrameworkThrowsAtTheAppIsTheApps() {
        assertNull(lack(new RuntimeException("no such table"), "android.database.sqlite.SQLiteConnection"));
        assertNull("the database is real, whoever calls it",
                lack(new RuntimeException("no such table"), "org.robolectric.nativeruntime.SQLiteConnectionNatives",
                        "android.database.sqlite.SQLiteConnection", "com.example.Notes"));
    }

    @Test
    public void whatAPocketPhoneDoesNotHaveIsNotTheApps() {
        assertEquals("Google Play services", lack(new RuntimeException(), "com.google.android.gms.maps.MapView"));
        assertEquals("WebView", lack(new RuntimeException(), "android.webkit.WebView", "com.example.Notes"));
        assertEquals("native code: no photos in path", lack(new UnsatisfiedLinkError("no photos in path"), "x.Y"));
        assertEquals("a keystore: AndroidKeyStore not found", lack(new KeyStoreException("AndroidKeyStore not found"), "com.example.Notes"));
        assertNull("no phone has it", lack(new NoSuchAlgorithmException("ROT13 not available"), "com.example.Notes"));
        assertEquals("memory: Java heap space", lack(new OutOfMemoryError("Java heap space"), "com.example.Notes"));
    }

    @Test
    public void whatAComposeDoesThatWasNeverTriedIsNotTheApps() {
        RuntimeException oops = new IllegalStateException("no place");
        String[] inCompose = {"java.util.Objects", "androidx.compose.ui.node.LayoutNode", "com.example.Notes"};
        try {
            for (String tried : new String[] {null, "1.7.6", "1.2.0-alpha06\n", "1.9.3"}) {
                ComposeVersion.note(tried);
                assertNull(tried, lack(oops, inCompose));
            }
            for (String untried : new String[] {"1.10.0", "2.0.0-beta01", "1.1.9", "next", "99999999999.1"}) {
                ComposeVersion.note(untried);
                assertEquals("a Compose that was tried here, as " + untried + " was not: " + oops, lack(oops, inCompose));
                assertNull("the app's own code", lack(oops, "com.example.Notes", "androidx.compose.ui.node.LayoutNode"));
            }
        } finally {
            ComposeVersion.note(null);
        }
    }

    @Test
    public void aSocketThatIsTakenIsSoOnAnyPhone() {
        assertNull(lack(new BindException("in use"), "oddity.pocket.boot.OfflineSockets$Ports", "java.net.ServerSocket", "com.example.Notes"));
    }

    @Test
    public void ourOwnMistakesAreNotTheApps() {
        String lack = lack(new NullPointerException("oops"), "java.util.Objects", "oddity.pocket.phone.Dump");
        assertEquals("a pocket phone that works: java.lang.NullPointerException: oops in oddity.pocket.phone.Dump.run(Some.java:1)",
                lack);
        String deeper = lack(new IllegalArgumentException("oops"), "org.robolectric.util.X", "oddity.pocket.phone.Dump");
        assertTrue(deeper, deeper.startsWith("a pocket phone that works"));
    }

    @Test
    public void aQuestionThatOurTablesCannotAnswerIsNotTheApps() {
        assertEquals("content as apps know it: no such column: volume",
                lack(new RuntimeException("no such column: volume"),
                        "org.robolectric.nativeruntime.SQLiteConnectionNatives", "android.database.sqlite.SQLiteConnection",
                        "oddity.pocket.phone.content.Tables", "android.content.ContentResolver", "com.example.Notes"));
        assertNull("a database of the app's own, which our code opened",
                lack(new RuntimeException("no such column: volume"), "android.database.sqlite.SQLiteConnection",
                        "com.example.Notes", "oddity.pocket.phone.content.Tables"));
    }

    @Test
    public void aClassThatTheAppLeftOutIsItsOwnFault() {
        String[] inside = {"org.robolectric.internal.bytecode.SandboxClassLoader", "android.view.LayoutInflater"};
        assertNull(lack(new ClassNotFoundException("com.example.NoteBox"), inside));
        assertNull(lack(new ClassNotFoundException("android.support.v7.widget.Toolbar"), inside));
        assertNull(lack(new NoClassDefFoundError("com/example/NoteBox"), "com.example.Notes"));
        for (String ours : new String[] {"android.widget.Ticker", "java.util.Ticker", "com.google.android.gms.Ticker"}) {
            assertTrue(ours, lack(new ClassNotFoundException(ours), inside).startsWith("a part of the framework"));
        }
        assertTrue("what failed before is not known any more",
                lack(new NoClassDefFoundError("Could not initialize class com.example.NoteBox"), "com.example.Notes")
                        .startsWith("a part of the framework"));
        assertTrue("no JVM reads code that comes later", lack(new ClassNotFoundException("com.example.NoteBox"),
                "org.robolectric.shadows.ShadowDex", "dalvik.system.BaseDexClassLoader").startsWith("a part of the framework"));
    }

    @Test
    public void whatRobolectricHasNotFinishedIsNotTheApps() {
        assertTrue(lack(new ArrayIndexOutOfBoundsException("4"), "java.lang.System", "org.robolectric.shadows.ShadowAudioEffect",
                "android.media.audiofx.Equalizer", "com.example.Notes").startsWith("a part of the framework"));
        assertNull("the app's own", lack(new ArrayIndexOutOfBoundsException("4"), "java.lang.System", "com.example.Notes"));
        assertTrue(lack(new IllegalArgumentException("do not know org.robolectric.shadows.util.DataSource@1"),
                "org.robolectric.shadows.ShadowMediaPlayer", "android.media.MediaPlayer", "com.example.Notes")
                .startsWith("a part of the framework"));
        assertNull("as on a phone", lack(new IllegalArgumentException("no such provider"),
                "org.robolectric.shadows.ShadowLocationManager", "android.location.LocationManager", "com.example.Notes"));
        String lack = lack(new UnsupportedOperationException("todo"), "org.robolectric.shadows.ShadowX", "com.example.Notes");
        assertTrue(lack, lack.startsWith("a part of the framework"));
    }

    @Test
    public void aFrameworkThatMissesAServiceIsNotTheApps() {
        String[] inside = {"android.telephony.SmsManager", "com.example.Notes"};
        MissingServices.note("isms", thrown(new Throwable(), "oddity.pocket.phone.shadows.PhoneSystemServices",
                "android.os.ServiceManager", "android.telephony.SmsManager$1", "com.example.Notes").getStackTrace());
        assertEquals("a system service: isms", lack(new UnsupportedOperationException("Sms is not supported"), inside));
        assertNull("no want of a service", lack(new IllegalArgumentException("no number"), inside));
        assertNull("the app's own", lack(new NullPointerException(), "com.example.Notes", "android.app.Activity"));
        MissingServices.forget();
        assertNull("nothing was missing", lack(new NullPointerException(), inside));
    }

    @Test
    public void aServiceThatTheFrameworkDoesWithoutExcusesNothing() {
        MissingServices.note("accessibility",
                thrown(new Throwable(), "android.os.ServiceManager", "android.widget.Toast$TN", "com.example.Notes").getStackTrace());
        assertNull("a list whose rows the app has changed", lack(new IllegalStateException("The content of the adapter has changed"),
                "android.widget.ListView", "android.view.View"));
        assertEquals("a system service: accessibility", lack(new NullPointerException(), "android.widget.Toast", "com.example.Notes"));
        MissingServices.forget();
        MissingServices.note("usagestats",
                thrown(new Throwable(), "android.os.ServiceManager", "android.app.SystemServiceRegistry$7").getStackTrace());
        assertEquals("for whom it was is not known", "a system service: usagestats",
                lack(new NullPointerException(), "android.app.usage.UsageStatsManager", "com.example.Notes"));
        assertNull("a library of the app's", lack(new IllegalStateException("Can not perform this action after onSaveInstanceState"),
                "android.support.v4.app.FragmentManagerImpl", "com.example.Notes"));
        MissingServices.forget();
    }

    @Test
    public void whatIsLackingStandsInALine() {
        String lack = lack(new VerifyError("Bad type\nException Details:\n  Location:"), "com.example.Notes");
        assertEquals("a part of the framework: java.lang.VerifyError: Bad type", lack);
        assertTrue(lack(new UnsatisfiedLinkError("x".repeat(1000)), "com.example.Notes").length() < 200);
    }

    @Test
    public void aNetworkThatIsClosedIsNoFile() {
        String[] asking = {"oddity.pocket.boot.Guard", "java.net.InetAddress", "com.example.Notes"};
        assertEquals("a network that the app may reach: no such host", lack(new UnknownHostException("no such host"), asking));
        assertEquals("files outside of its storage: no /etc", lack(new SecurityException("no /etc"), asking));
    }

    @Test
    public void theInnermostCauseDecides() {
        Throwable cause = thrown(new IllegalStateException("no note"), "com.example.Notes");
        assertNull(Blame.lackOf(new RuntimeException("Unable to start activity", cause)));
    }

    @Test
    public void reflectionHidesNothing() {
        Throwable cause = new IllegalStateException("no note");
        assertSame(cause, Blame.unwrapped(new InvocationTargetException(new InvocationTargetException(cause))));
    }

    @Test
    public void anAppHangsWhereItsOwnCodeIsAtWork() {
        String[] picker = {"android.widget.NumberPicker", "android.os.Handler", "org.robolectric.shadows.ShadowPausedLooper", "oddity.pocket.phone.Time"};
        assertEquals("a framework that comes back from android.widget.NumberPicker.run", Blame.lackIn(frames(picker)));
        assertNull(Blame.lackIn(frames("java.lang.Thread", "com.example.Notes", "android.view.View")));
        assertNull(Blame.lackIn(frames("android.widget.ListView", "android.support.v7.app.AppCompatActivity")));
    }

    private static String lack(Throwable thrown, String... classes) {
        return Blame.lackOf(thrown(thrown, classes));
    }

    private static Throwable thrown(Throwable thrown, String... classes) {
        thrown.setStackTrace(frames(classes));
        return thrown;
    }

    private static StackTraceElement[] frames(String... classes) {
        return Arrays.stream(classes).map(name -> new StackTraceElement(name, "run", "Some.java", 1)).toArray(StackTraceElement[]::new);
    }
}
