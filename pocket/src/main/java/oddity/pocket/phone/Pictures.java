package oddity.pocket.phone;

import android.graphics.Bitmap;
import java.io.ByteArrayOutputStream;
import java.util.Random;

/** Photographs, such as a camera makes: the same for the same number. */
public final class Pictures {
    private static final int WIDTH = 160;
    private static final int HEIGHT = 120;

    private Pictures() {}

    /** What a camera hands over where it is not told where to put the picture. */
    public static Bitmap thumbnail() {
        return draw(0);
    }

    /** Larger than 5,000 bytes: old readers of Exif take less for no picture. */
    public static byte[] jpeg(int number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        draw(number).compress(Bitmap.CompressFormat.JPEG, 90, bytes);
        return bytes.toByteArray();
    }

    /** As a phone keeps what was on its screen: a plain one, which takes little room. */
    public static byte[] png() {
        Bitmap picture = Bitmap.createBitmap(WIDTH, HEIGHT, Bitmap.Config.ARGB_8888);
        picture.eraseColor(0xff336699);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        picture.compress(Bitmap.CompressFormat.PNG, 100, bytes);
        return bytes.toByteArray();
    }

    /** A colour that changes from corner to corner, with the grain of a bad sensor, which no compression takes away. */
    private static Bitmap draw(int number) {
        Random grain = new Random(number);
        int[] pixels = new int[WIDTH * HEIGHT];
        for (int at = 0; at < pixels.length; at++) {
            int red = at % WIDTH * 200 / WIDTH;
            int green = at / WIDTH * 200 / HEIGHT;
            int blue = number * 60 % 200;
            int noise = grain.nextInt(55);
            pixels[at] = 0xff000000 | (red + noise) << 16 | (green + noise) << 8 | (blue + noise);
        }
        return Bitmap.createBitmap(pixels, WIDTH, HEIGHT, Bitmap.Config.ARGB_8888);
    }
}
