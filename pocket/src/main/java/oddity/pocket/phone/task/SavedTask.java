package oddity.pocket.phone.task;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.os.Bundle;
import android.os.Parcel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.time.Time;

/** What the system keeps of a task when the app's process ends: which activities there were, what each has saved, and who waits for its answer. */
public final class SavedTask {
    private SavedTask() {}

    /** The task as bytes. Its activities must have been stopped, for they save on stopping. */
    public static byte[] of(TaskStack stack) {
        Parcel parcel = Parcel.obtain();
        parcel.writeInt(stack.pages().size());
        for (Page page : stack.pages()) {
            ActivityPage activity = (ActivityPage) page;
            parcel.writeParcelable(activity.intent(), 0);
            parcel.writeBundle(activity.saved());
            Start start = stack.openedFor(page);
            parcel.writeInt(stack.pages().indexOf(start.caller()));
            parcel.writeString(start.who());
            parcel.writeInt(start.request());
        }
        byte[] bytes = parcel.marshall();
        parcel.recycle();
        return bytes;
    }

    /** The activities to be created when they come to the front, the lowest first, with the wishes that opened them. */
    public static Map<Page, Start> pages(byte[] bytes, Time time) {
        ClassLoader app = Phone.application().getClassLoader();
        Parcel parcel = Parcel.obtain();
        parcel.unmarshall(bytes, 0, bytes.length);
        parcel.setDataPosition(0);
        Map<Page, Start> pages = new LinkedHashMap<>();
        int count = parcel.readInt();
        for (int at = 0; at < count; at++) {
            Intent intent = parcel.readParcelable(app);
            Bundle saved = parcel.readBundle(app);
            ActivityInfo info = intent.resolveActivityInfo(Phone.application().getPackageManager(), 0);
            Page caller = at(parcel.readInt(), pages.keySet());
            Start start = new IntentStart(intent, info, caller, parcel.readString(), parcel.readInt(), time);
            pages.put(new ActivityPage(info, intent, saved, time), start);
        }
        parcel.recycle();
        return pages;
    }

    /** Who asks stands below whom it asks; null where it was none of these. */
    private static Page at(int place, Set<Page> below) {
        return place < 0 || place >= below.size() ? null : List.copyOf(below).get(place);
    }
}
