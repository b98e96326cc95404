package oddity.pocket.phone.system;

import android.os.Parcel;
import java.util.List;
import java.util.function.Consumer;

/** Someone in the system who knows things of the app that outlive its process. */
public interface Keeper {
    /** One of them: itself, replaced by another whenever something about it changes, and how it is written down. */
    record Thing(Object itself, Consumer<Parcel> writing) {}

    /** All there are now. */
    List<Thing> things();

    /** Takes one up that was written down in the process before. */
    void takeUp(Parcel written);
}
