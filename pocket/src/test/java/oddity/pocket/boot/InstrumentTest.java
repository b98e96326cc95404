package oddity.pocket.boot;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.OfflineInstrumentationAccessGenerator;
import org.junit.Test;

public class InstrumentTest {
    /** An app's class. */
    public static final class Sign implements IntUnaryOperator {
        @Override
        public int applyAsInt(int number) {
            return number < 0 ? -1 : 1;
        }
    }

    @Test
    public void partsAreToldWhenTheyHaveRunForTheFirstTime() throws Exception {
        Instrument instrument = new Instrument();
        byte[] changed = instrument.changed("Sign.class", bytes());
        IntUnaryOperator sign = (IntUnaryOperator) load(changed).getDeclaredConstructor().newInstance();
        Probes.reached();
        assertEquals(1, sign.applyAsInt(7));
        List<Integer> first = Probes.reached().get(Sign.class.getName());
        assertEquals(1, sign.applyAsInt(8));
        assertTrue("what ran again is not told again", Probes.reached().isEmpty());
        assertEquals(-1, sign.applyAsInt(-7));
        List<Integer> second = Probes.reached().get(Sign.class.getName());
        assertTrue(first + " " + second, !first.isEmpty() && !second.isEmpty() && !second.removeAll(first));
        assertTrue(instrument.probes() >= first.size() + second.size());
    }

    @Test
    public void anAppThatWasBuiltWithProbesTellsUsByThem() throws Exception {
        byte[] built = new Instrumenter(new OfflineInstrumentationAccessGenerator())
                .instrument(bytes(), "Sign.class");
        Instrument instrument = new Instrument();
        Class<?> type = load(instrument.changed("Sign.class", built));
        Probes.reached();
        assertEquals(1, ((IntUnaryOperator) type.getDeclaredConstructor().newInstance()).applyAsInt(7));
        List<Integer> reached = Probes.reached().get(Sign.class.getName());
        assertTrue(reached + " of " + instrument.probes(), !reached.isEmpty() && reached.size() < instrument.probes());
    }

    @Test
    public void librariesAndWhatIsNoClassStayAsTheyAre() throws IOException {
        Instrument instrument = new Instrument();
        assertArrayEquals(bytes(), instrument.changed("androidx/core/Sign.class", bytes()));
        assertArrayEquals(new byte[] {1, 2}, instrument.changed("res/raw/data", new byte[] {1, 2}));
        byte[] noClass = "this is no class".getBytes();
        assertArrayEquals(noClass, instrument.changed("Strange.class", noClass));
        assertEquals(0, instrument.probes());
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = InstrumentTest.class.getResourceAsStream("InstrumentTest$Sign.class")) {
            return in.readAllBytes();
        }
    }

    private static Class<?> load(byte[] bytes) {
        return new ClassLoader(InstrumentTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(Sign.class.getName(), bytes, 0, bytes.length);
            }
        }.define();
    }
}
