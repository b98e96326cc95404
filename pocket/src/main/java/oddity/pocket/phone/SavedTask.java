package oddity.pocket.phone;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.os.Bundle;
import android.os.Parcel;
import java.util.ArrayList;
import java.util.List;

/** What the system keeps of a task when the app's process ends: which activities there were and what each has saved. */
final class SavedTask {
    private SavedTask() {}

    /** The task as bytes. Its activities must have been stopped, for they save on stopping. */
    static byte[] of(TaskStack stack) {
        Parcel parcel = Parcel.obtain();
        parcel.writeInt(stack.pages().size());
        for (Page page : stack.pages()) {
            ActivityPage activity = (ActivityPage) page;
            parcel.writeParcelable(activity.intent(), 0);
            parcel.writeBundle(activity.saved());
        }
        byte[] bytes = parcel.marshall();
        parcel.recycle();
        return bytes;
    }

    /** The activities to be created when they come to the front, the lowest first. */
    static List<Page> pages(byte[] bytes, Time time) {
        ClassLoader app = Phone.application().getClassLoader();
        Parcel parcel = Parcel.obtain();
        parcel.unmarshall(bytes, 0, bytes.length);
        parcel.setDataPosition(0);
        List<Page> pages = new ArrayList<>();
        int count = parcel.readInt();
        for (int at = 0; at < count; at++) {
            Intent intent = parcel.readParcelable(app);
            Bundle saved = parcel.readBundle(app);
            ActivityInfo info = intent.resolveActivityInfo(Phone.application().getPackageManager(), 0);
            pages.add(new ActivityPage(info, intent, saved, time));
        }
        parcel.recycle();
        return pages;
    }
}
