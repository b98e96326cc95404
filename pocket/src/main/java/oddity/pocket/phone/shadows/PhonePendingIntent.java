package oddity.pocket.phone.shadows;

import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Parcel;
import android.os.Parcelable;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPendingIntent;
import org.robolectric.util.ReflectionHelpers;

/** Written down with all that it is, so that another process can take it up; Robolectric writes a number that only this one knows. */
@Implements(className = "android.app.PendingIntent")
public class PhonePendingIntent extends ShadowPendingIntent {
    private static final int NONE = 0;
    private static final int ACTIVITY = 1;
    private static final int BROADCAST = 2;
    private static final int SERVICE = 3;
    private static final int FOREGROUND_SERVICE = 4;
    /** What was said of others like it when it was made. */
    private static final int OF_OTHERS =
            PendingIntent.FLAG_NO_CREATE | PendingIntent.FLAG_CANCEL_CURRENT | PendingIntent.FLAG_UPDATE_CURRENT;

    private static final Parcelable.Creator<PendingIntent> CREATOR = new Parcelable.Creator<>() {
        @Override
        public PendingIntent createFromParcel(Parcel in) {
            return readPendingIntentOrNullFromParcel(in);
        }

        @Override
        public PendingIntent[] newArray(int size) {
            return new PendingIntent[size];
        }
    };

    @RealObject
    private PendingIntent real;

    @Implementation
    protected static void __staticInitializer__() {
        Shadow.directInitialize(PendingIntent.class);
        ReflectionHelpers.setStaticField(PendingIntent.class, "CREATOR", CREATOR);
    }

    @Implementation
    protected void writeToParcel(Parcel out, int flags) {
        writePendingIntentOrNullToParcel(real, out);
    }

    @Implementation
    public static void writePendingIntentOrNullToParcel(PendingIntent one, Parcel out) {
        if (one == null) {
            out.writeInt(NONE);
            return;
        }
        ShadowPendingIntent shadow = Shadow.extract(one);
        out.writeInt(kindOf(shadow));
        out.writeInt(shadow.getRequestCode());
        out.writeInt(shadow.getFlags());
        out.writeTypedArray(shadow.getSavedIntents(), 0);
        out.writeBundle(shadow.getOptions());
    }

    @Implementation
    public static PendingIntent readPendingIntentOrNullFromParcel(Parcel in) {
        int kind = in.readInt();
        if (kind == NONE) {
            return null;
        }
        Context context = Phone.application();
        int request = in.readInt();
        int flags = in.readInt() & ~OF_OTHERS;
        Intent[] intents = in.createTypedArray(Intent.CREATOR);
        Bundle options = in.readBundle(context.getClassLoader());
        for (Intent intent : intents) {
            intent.setExtrasClassLoader(context.getClassLoader());
        }
        return switch (kind) {
            case BROADCAST -> PendingIntent.getBroadcast(context, request, intents[0], flags);
            case SERVICE -> PendingIntent.getService(context, request, intents[0], flags);
            case FOREGROUND_SERVICE -> PendingIntent.getForegroundService(context, request, intents[0], flags);
            default -> PendingIntent.getActivities(context, request, intents, flags, options);
        };
    }

    private static int kindOf(ShadowPendingIntent shadow) {
        if (shadow.isBroadcast()) {
            return BROADCAST;
        } else if (shadow.isService()) {
            return SERVICE;
        }
        return shadow.isForegroundService() ? FOREGROUND_SERVICE : ACTIVITY;
    }
}
