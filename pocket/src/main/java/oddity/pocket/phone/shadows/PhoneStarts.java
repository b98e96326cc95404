package oddity.pocket.phone.shadows;

import android.app.Activity;
import android.app.Instrumentation.ActivityResult;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.IBinder;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowInstrumentation;

/** Where intents that were handed on, to a notification for instance, start activities. Nobody waits for their answers. */
@Implements(className = "android.app.Instrumentation")
public class PhoneStarts extends ShadowInstrumentation {
    @Implementation
    @Override
    protected ActivityResult execStartActivity(
            Context from, IBinder context, IBinder token, Activity target, Intent intent, int request, Bundle options) {
        Phone.current().open(intent);
        return null;
    }
}
