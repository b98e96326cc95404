package oddity.pocket.phone.shadows;

import android.app.Service;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowService;

/** A service that stops itself tells the phone, and is stopped unless it was started again meanwhile. */
@Implements(className = "android.app.Service")
public class PhoneService extends ShadowService {
    @RealObject
    private Service service;

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
