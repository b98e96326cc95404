package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.content.Context;
import android.graphics.Rect;
import android.os.SystemClock;
import android.text.TextUtils;
import android.view.View;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.TextView;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import oddity.pocket.boot.PhoneRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowSystemClock;
import org.robolectric.shadows.ShadowView;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Tests run on a framework whose calls are linked, as phones do. */
@RunWith(PhoneRunner.class)
public class LinkedFrameworkTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private static final class Disabled extends View {
        Disabled(Context context) {
            super(context);
        }

        @Override
        public boolean isEnabled() {
            return false;
        }
    }

    @Test
    public void noCallSiteIsLeftWhereNobodyStandsIn() throws IOException {
        for (Class<?> type : new Class<?>[] {FrameLayout.class, Rect.class}) {
            for (MethodNode method : read(type).methods) {
                assertFalse(type + "." + method.name, hasSites(method));
            }
        }
    }

    @Test
    public void aClassWithoutAStandInKeepsItWhereItsParentDoes() throws IOException {
        assertTrue(read(FrameLayout.class).fields.stream().noneMatch(field -> field.name.equals("__robo_data__")));
        Context context = phone.open(here -> {});
        assertTrue(Shadow.<Object>extract(new FrameLayout(context)) instanceof ShadowView);
        Button button = new Button(context);
        assertSame(Shadow.<Object>extract(button), Shadow.<Object>extract(button));
        assertNull(Shadow.<Object>extract(new Rect()));
    }

    @Test
    public void aStackHasTheNamesAndLinesOfTheFramework() {
        Throwable thrown = assertThrows(NullPointerException.class, () -> TextUtils.join(",", (Object[]) null));
        StackTraceElement first = thrown.getStackTrace()[0];
        assertEquals("join", first.getMethodName());
        assertTrue(first.toString(), first.getLineNumber() > 0);
        assertTrue(Arrays.stream(thrown.getStackTrace()).noneMatch(frame -> frame.getMethodName().startsWith("$$robo$$")));
    }

    @Test
    public void theDirectNameLeadsToTheFrameworksOwnCode() {
        View view = new Disabled(phone.open(here -> {}));
        assertFalse(view.isEnabled());
        assertTrue(Shadow.<Boolean, View>directlyOn(view, View.class, "isEnabled", new ClassParameter<?>[0]));
    }

    @Test
    public void whoStandsInIsAskedStraightAway() throws IOException {
        MethodNode uptime = read(SystemClock.class).methods.stream()
                .filter(method -> method.name.equals("uptimeMillis")).findFirst().orElseThrow();
        assertFalse(hasSites(uptime));
        long before = SystemClock.uptimeMillis();
        ShadowSystemClock.advanceBy(java.time.Duration.ofMillis(7));
        assertEquals(before + 7, SystemClock.uptimeMillis());
    }

    private static boolean hasSites(MethodNode method) {
        return Arrays.stream(method.instructions.toArray())
                .anyMatch(at -> at instanceof InvokeDynamicInsnNode site && site.bsm.getOwner().startsWith("org/robolectric/"));
    }

    private static ClassNode read(Class<?> type) throws IOException {
        try (InputStream bytes = TextView.class.getClassLoader().getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            ClassNode node = new ClassNode(Opcodes.ASM9);
            new ClassReader(bytes).accept(node, 0);
            return node;
        }
    }
}
