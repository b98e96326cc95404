package oddity.pocket.phone.window;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Rect;
import android.os.Build;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import java.nio.ByteBuffer;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * What the screen looks like, composed of its windows with what they dim behind them.
 *
 * <p>Robolectric's own needs a newer Java than we ask for.
 */
final class Screenshot {
    private Screenshot() {}

    /** Rows from the top, four bytes a pixel: 255, red, green, blue. */
    static byte[] of(List<Windows.Window> windows, Rect screen) {
        Bitmap picture = Bitmap.createBitmap(screen.width(), screen.height(), Bitmap.Config.ARGB_8888);
        Canvas canvas = new Canvas(picture);
        canvas.drawColor(Color.BLACK);
        for (int at = windows.size() - 1; at >= 0; at--) {
            draw(windows.get(at), canvas);
        }
        byte[] pixels = pixelsOf(picture);
        picture.recycle();
        return pixels;
    }

    /** By way of colours: in which order a bitmap itself keeps red and blue depends on the API level. */
    private static byte[] pixelsOf(Bitmap picture) {
        int width = picture.getWidth();
        int[] colours = new int[width * picture.getHeight()];
        picture.getPixels(colours, 0, width, 0, 0, width, picture.getHeight());
        ByteBuffer pixels = ByteBuffer.allocate(colours.length * Integer.BYTES);
        // All at once: one by one they would take longer than it took to draw them.
        pixels.asIntBuffer().put(colours);
        return pixels.array();
    }

    private static void draw(Windows.Window window, Canvas canvas) {
        if (window.has(LayoutParams.FLAG_DIM_BEHIND)) {
            canvas.drawColor(Color.argb(Math.round(window.params().dimAmount * 255), 0, 0, 0));
        }
        int[] place = window.location();
        View root = window.root();
        if (root.getWidth() == 0 || root.getHeight() == 0) {
            return;
        }
        // Some windows want to be drawn in software, and have no renderer.
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.Q || root.getThreadedRenderer() == null) {
            canvas.save();
            canvas.translate(place[0], place[1]);
            root.draw(canvas);
            canvas.restore();
            return;
        }
        Bitmap own = Bitmap.createBitmap(root.getWidth(), root.getHeight(), Bitmap.Config.ARGB_8888);
        Class<?> renderer = ReflectionHelpers.loadClass(
                Screenshot.class.getClassLoader(), "org.robolectric.shadows.HardwareRenderingScreenshot");
        ReflectionHelpers.callStaticMethod(renderer, "takeScreenshot",
                ClassParameter.from(View.class, root), ClassParameter.from(Bitmap.class, own));
        canvas.drawBitmap(own, place[0], place[1], null);
        own.recycle();
    }
}
