package oddity.pocket.phone.shadows;

import android.app.Notification;
import android.app.Service;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowService;

/** A service that stops itself or comes to the foreground tells the phone. */
@Implements(className = "android.app.Service")
public class PhoneService extends ShadowService {
    @RealObject
    private Service service;

    @Implementation
    @Override
    protected void startForeground(int id, Notification notification) throws Exception {
        super.startForeground(id, notification);
        Phone.current().services().isShown(service);
    }

    @Implementation(minSdk = 29)
    @Override
    protected void startForeground(int id, Notification notification, int type) throws Exception {
        super.startForeground(id, notification, type);
        Phone.current().services().isShown(service);
    }

    @Implementation
    @Override
    protected void stopSelf() {
        stopSelf(-1);
    }

    @Implementation
    @Override
    protected void stopSelf(int start) {
        Phone.current().services().stopSelf(service, start);
    }

    @Implementation
    @Override
    protected boolean stopSelfResult(int start) {
        return Phone.current().services().stopSelf(service, start);
    }
}
