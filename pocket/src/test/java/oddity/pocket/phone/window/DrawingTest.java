package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;

import android.content.Context;
import android.graphics.Canvas;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import android.widget.FrameLayout;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class DrawingTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private final List<String> done = new ArrayList<>();

    @Test
    public void aGroupThatDrawsItselfHasDoneSoBeforeWhatItsFramePosted() {
        Group group = openGroup();
        done.clear();
        group.postOnAnimation(() -> {
            done.add("frame");
            group.invalidate();
            Handler.createAsync(Looper.getMainLooper()).post(() -> done.add("posted"));
        });
        phone.rest();
        assertEquals(List.of("frame", "drawn", "posted"), done);
    }

    @Test
    public void aGroupThatDidNotChangeIsNotDrawnAgain() {
        Group group = openGroup();
        done.clear();
        View beside = ((View) group.getParent()).getRootView();
        beside.invalidate();
        phone.rest();
        assertEquals(List.of(), done);
    }

    @Test
    public void whoListensToDrawingIsTold() {
        Group group = openGroup();
        done.clear();
        group.getViewTreeObserver().addOnDrawListener(() -> done.add("listener"));
        group.getRootView().invalidate();
        phone.rest();
        assertEquals(List.of("listener"), done);
    }

    private Group openGroup() {
        Group[] made = new Group[1];
        phone.open(stage -> {
            stage.getWindow().addFlags(LayoutParams.FLAG_HARDWARE_ACCELERATED);
            stage.setContentView(made[0] = new Group(stage));
        });
        return made[0];
    }

    private final class Group extends FrameLayout {
        Group(Context context) {
            super(context);
        }

        @Override
        protected void dispatchDraw(Canvas canvas) {
            done.add("drawn");
            super.dispatchDraw(canvas);
        }
    }
}
