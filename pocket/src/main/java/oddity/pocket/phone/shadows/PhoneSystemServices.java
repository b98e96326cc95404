package oddity.pocket.phone.shadows;

import android.os.IBinder;
import android.os.IInterface;
import java.util.Map;
import oddity.pocket.phone.system.MissingServices;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowServiceManager;
import org.robolectric.util.ReflectionHelpers;

/** Services of the system that Robolectric does not have: these do nothing. Which others are asked for is written down. */
@Implements(className = "android.os.ServiceManager", isInAndroidSdk = false)
public class PhoneSystemServices extends ShadowServiceManager {
    private static final Map<String, String> MORE = Map.of(
            "isms", "com.android.internal.telephony.ISms",
            "imms", "com.android.internal.telephony.IMms",
            "telecom", "com.android.internal.telecom.ITelecomService",
            "lock_settings", "com.android.internal.widget.ILockSettings",
            "print", "android.print.IPrintManager",
            "media_projection", "android.media.projection.IMediaProjectionManager",
            "midi", "android.media.midi.IMidiManager",
            "consumer_ir", "android.hardware.IConsumerIrService",
            "netstats", "android.net.INetworkStatsService");

    @Implementation
    protected static IBinder getService(String name) {
        IBinder found = ShadowServiceManager.getService(name);
        if (found == null && MORE.containsKey(name)) {
            ClassLoader loader = PhoneSystemServices.class.getClassLoader();
            addIdle(name, ReflectionHelpers.loadClass(loader, MORE.get(name)).asSubclass(IInterface.class));
            return ShadowServiceManager.getService(name);
        }
        if (found == null) {
            MissingServices.note(name, new Throwable().getStackTrace());
        }
        return found;
    }

    @Implementation
    protected static IBinder checkService(String name) {
        return getService(name);
    }

    /** One that answers every question with nothing. */
    private static <T extends IInterface> void addIdle(String name, Class<T> type) {
        addBinderService(name, type, ReflectionHelpers.createNullProxy(type));
    }
}
