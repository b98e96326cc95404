package oddity.pocket.phone.system;

import android.os.Parcel;
import android.util.Log;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the system knows of the app when its process has ended, in a file of the phone's storage.
 *
 * <p>A process may end at any time, so the file is written whenever something has changed. What cannot be written, since it holds
 * something that lives in this process, ends with the process.
 */
public final class Kept {
    private static final String TAG = "PocketPhone";

    private final Path file;
    private final List<Keeper> keepers;
    private List<Keeper.Thing> last = List.of();

    public Kept(Path file, Keeper... keepers) {
        this.file = file;
        this.keepers = List.of(keepers);
    }

    public void takeUp() {
        if (!Files.exists(file)) {
            return;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            for (Keeper keeper : keepers) {
                for (int left = in.readInt(); left > 0; left--) {
                    takeUp(keeper, in.readNBytes(in.readInt()));
                }
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        last = things();
    }

    /** Writes what there is, if that is not what was there the last time. */
    public void write() {
        List<Keeper.Thing> now = things();
        if (isSame(now, last)) {
            return;
        }
        last = now;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (Keeper keeper : keepers) {
                List<byte[]> written = keeper.things().stream().map(Kept::bytesOf).filter(one -> one != null).toList();
                out.writeInt(written.size());
                for (byte[] one : written) {
                    out.writeInt(one.length);
                    out.write(one);
                }
            }
            Files.write(file, bytes.toByteArray());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private List<Keeper.Thing> things() {
        List<Keeper.Thing> all = new ArrayList<>();
        keepers.forEach(keeper -> all.addAll(keeper.things()));
        return all;
    }

    private static boolean isSame(List<Keeper.Thing> some, List<Keeper.Thing> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int at = 0; at < some.size(); at++) {
            if (some.get(at).itself() != others.get(at).itself()) {
                return false;
            }
        }
        return true;
    }

    /** Null where it cannot be written. */
    private static byte[] bytesOf(Keeper.Thing thing) {
        Parcel parcel = Parcel.obtain();
        try {
            thing.writing().accept(parcel);
            return parcel.marshall();
        } catch (RuntimeException living) {
            Log.w(TAG, "ends with the process: " + thing.itself(), living);
            return null;
        } finally {
            parcel.recycle();
        }
    }

    private static void takeUp(Keeper keeper, byte[] bytes) {
        Parcel parcel = Parcel.obtain();
        try {
            parcel.unmarshall(bytes, 0, bytes.length);
            parcel.setDataPosition(0);
            keeper.takeUp(parcel);
        } catch (RuntimeException unreadable) {
            Log.w(TAG, "cannot be taken up again", unreadable);
        } finally {
            parcel.recycle();
        }
    }
}
