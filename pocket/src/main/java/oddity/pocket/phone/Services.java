package oddity.pocket.phone;

import android.app.Service;
import android.content.Intent;
import android.util.Log;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.Robolectric;
import org.robolectric.Shadows;
import org.robolectric.android.controller.ServiceController;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowService;

/** The app's services that were started. Robolectric writes the wishes down; here they are carried out. */
final class Services {
    private final Map<String, ServiceController<? extends Service>> running = new HashMap<>();
    private int commands;

    /** Starts what was asked for and ends what is done. */
    void run() {
        ShadowApplication application = Shadows.shadowOf(Phone.application());
        for (Intent wish = application.getNextStartedService(); wish != null;
                wish = application.getNextStartedService()) {
            start(wish);
        }
        for (Intent wish = application.getNextStoppedService(); wish != null;
                wish = application.getNextStoppedService()) {
            if (wish.getComponent() != null) {
                stop(wish.getComponent().getClassName());
            }
        }
        for (String name : running.keySet().toArray(new String[0])) {
            ShadowService shadow = Shadow.extract(running.get(name).get());
            if (shadow.isStoppedBySelf()) {
                stop(name);
            }
        }
    }

    private void start(Intent wish) {
        if (wish.getComponent() == null) {
            return;
        }
        String name = wish.getComponent().getClassName();
        ServiceController<? extends Service> service = running.get(name);
        if (service == null) {
            try {
                service = Robolectric.buildService(Class.forName(name).asSubclass(Service.class), wish).create();
            } catch (ClassNotFoundException missing) {
                Log.w("ActivityThread", "Unable to instantiate service " + name, missing);
                return;
            }
            running.put(name, service);
        }
        service.get().onStartCommand(wish, 0, ++commands);
    }

    private void stop(String name) {
        ServiceController<? extends Service> service = running.remove(name);
        if (service != null) {
            service.destroy();
        }
    }
}
