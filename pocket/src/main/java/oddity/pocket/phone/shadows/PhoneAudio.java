package oddity.pocket.phone.shadows;

import android.app.NotificationManager;
import android.content.Context;
import android.media.AudioManager;
import android.os.Build;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAudioManager;

/** Makes no sound, and refuses what a phone refuses: to silence it, or to end the silence, takes a right that only its owner gives. */
@Implements(className = "android.media.AudioManager")
public class PhoneAudio extends ShadowAudioManager {
    @Implementation
    @Override
    protected void setRingerMode(int mode) {
        boolean silences = mode == AudioManager.RINGER_MODE_SILENT;
        boolean isSilent = getRingerMode() == AudioManager.RINGER_MODE_SILENT;
        if (silences != isSilent && !mayDisturb()) {
            throw new SecurityException("Not allowed to change Do Not Disturb state");
        }
        super.setRingerMode(mode);
    }

    /** Apps made for the time before Android 7 are not asked. */
    private static boolean mayDisturb() {
        Context app = RuntimeEnvironment.getApplication();
        return app.getApplicationInfo().targetSdkVersion < Build.VERSION_CODES.N
                || app.getSystemService(NotificationManager.class).isNotificationPolicyAccessGranted();
    }
}
