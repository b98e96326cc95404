package oddity.pocket.phone;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.io.File;
import java.io.FileFilter;
import java.io.FilenameFilter;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

public class FileSubstitutesTest {
    /** A folder of a file system that has its own order. */
    private static final File FOLDER = new File("/sdcard") {
        @Override
        public String[] list() {
            return new String[] {"b", "c", "a"};
        }

        @Override
        public File[] listFiles() {
            return new File[] {new File(this, "b"), new File(this, "c"), new File(this, "a")};
        }
    };

    @Test
    public void aFolderIsListedInTheSameOrderOnEveryComputer() {
        File[] all = {new File(FOLDER, "a"), new File(FOLDER, "b"), new File(FOLDER, "c")};
        assertArrayEquals(new String[] {"a", "b", "c"}, FileSubstitutes.list(FOLDER));
        assertArrayEquals(all, FileSubstitutes.listFiles(FOLDER));
        assertArrayEquals("no filter", all, FileSubstitutes.listFiles(FOLDER, (FilenameFilter) null));
        assertArrayEquals("no filter", new String[] {"a", "b", "c"}, FileSubstitutes.list(FOLDER, null));
    }

    @Test
    public void aFilterChoosesAndIsAskedInThatOrder() {
        List<String> asked = new ArrayList<>();
        FileFilter notB = file -> asked.add(file.getName()) && !file.getName().equals("b");
        assertArrayEquals(new File[] {new File(FOLDER, "a"), new File(FOLDER, "c")}, FileSubstitutes.listFiles(FOLDER, notB));
        assertEquals(List.of("a", "b", "c"), asked);
        FilenameFilter onlyB = (folder, name) -> folder == FOLDER && name.equals("b");
        assertArrayEquals(new File[] {new File(FOLDER, "b")}, FileSubstitutes.listFiles(FOLDER, onlyB));
        assertArrayEquals(new String[] {"b"}, FileSubstitutes.list(FOLDER, onlyB));
    }

    @Test
    public void whatIsNoFolderHasNoList() {
        assertNull(FileSubstitutes.list(new File("/none")));
        assertNull(FileSubstitutes.listFiles(new File("/none"), (FileFilter) file -> true));
    }
}
