package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import android.os.Parcel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.TestPhone;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class KeptTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private final Words words = new Words();
    private final Words others = new Words();
    private Path file;

    @Before
    public void find() {
        file = folder.getRoot().toPath().resolve("kept.bin");
    }

    @Test
    public void eachTakesUpWhatItHadWritten() {
        words.all.addAll(List.of("bread", "milk"));
        others.all.add("apples");
        new Kept(file, words, others).write();
        Words later = new Words();
        Words othersLater = new Words();
        new Kept(file, later, othersLater).takeUp();
        assertEquals(List.of("bread", "milk"), later.all);
        assertEquals(List.of("apples"), othersLater.all);
    }

    @Test
    public void nothingIsWrittenUnlessSomethingChanged() throws IOException {
        Kept kept = new Kept(file, words);
        kept.write();
        assertFalse(Files.exists(file));
        words.all.add("bread");
        kept.write();
        Files.delete(file);
        kept.write();
        assertFalse(Files.exists(file));
    }

    @Test
    public void whatCannotBeWrittenEndsWithTheProcess() {
        words.all.addAll(List.of("bread", Words.LIVING, "milk"));
        new Kept(file, words).write();
        Words later = new Words();
        new Kept(file, later).takeUp();
        assertEquals(List.of("bread", "milk"), later.all);
    }

    @Test
    public void withoutAFileThereIsNothingToTakeUp() {
        new Kept(file, words).takeUp();
        assertEquals(List.of(), words.all);
    }

    private static final class Words implements Keeper {
        static final String LIVING = "living";

        final List<String> all = new ArrayList<>();

        @Override
        public List<Thing> things() {
            return all.stream().map(word -> new Thing(word, parcel -> write(word, parcel))).toList();
        }

        private static void write(String word, Parcel parcel) {
            if (word.equals(LIVING)) {
                throw new IllegalStateException("it lives in this process");
            }
            parcel.writeString(word);
        }

        @Override
        public void takeUp(Parcel written) {
            all.add(written.readString());
        }
    }
}
