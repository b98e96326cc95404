package oddity.pocket.boot;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Field;
import org.junit.Test;
import org.robolectric.res.android.CppAssetManager2;

public class LeanThemesTest {
    @Test
    public void aCopyHasNoTablesForPackagesThatTheThemeSaysNothingAbout() throws Exception {
        LeanThemes.install();
        Copied.check();
    }

    /** In a class of its own: nothing may know of themes before. */
    private static final class Copied {
        private static final int APP = 0x7e;

        static void check() throws ReflectiveOperationException {
            CppAssetManager2 assets = new CppAssetManager2();
            CppAssetManager2.Theme original = new CppAssetManager2.Theme(assets);
            packages(original)[APP] = emptyTable();
            CppAssetManager2.Theme copy = new CppAssetManager2.Theme(assets);
            assertTrue(copy.SetTo(original));
            assertNotNull(packages(copy)[APP]);
            assertNull(packages(copy)[APP - 1]);
        }

        private static Object[] packages(CppAssetManager2.Theme theme) throws ReflectiveOperationException {
            Field packages = CppAssetManager2.Theme.class.getDeclaredField("packages_");
            packages.setAccessible(true);
            return (Object[]) packages.get(theme);
        }

        private static Object emptyTable() throws ReflectiveOperationException {
            String name = CppAssetManager2.Theme.class.getName() + "$ThemePackage";
            var table = Class.forName(name).getDeclaredConstructor();
            table.setAccessible(true);
            return table.newInstance();
        }
    }
}
