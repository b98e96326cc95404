package oddity.pocket.phone.shadows;

import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.os.Handler;
import java.io.File;
import java.util.concurrent.Executor;
import oddity.pocket.phone.Card;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContextImpl;

/**
 * What an app asks of the system through its context.
 *
 * <p>Its folders on the card lie below the card's root: file providers go by that. Services are really started and bound, where
 * Robolectric writes the wishes down.
 */
@Implements(className = "android.app.ContextImpl")
public class PhoneContext extends ShadowContextImpl {
    @Implementation
    @Override
    protected File getExternalFilesDir(String type) {
        return Card.ofApp("files", type);
    }

    @Implementation
    @Override
    protected File[] getExternalFilesDirs(String type) {
        return new File[] {Card.ofApp("files", type)};
    }

    @Implementation
    protected File getExternalCacheDir() {
        return Card.ofApp("cache", null);
    }

    @Implementation
    protected File[] getExternalCacheDirs() {
        return new File[] {Card.ofApp("cache", null)};
    }

    @Implementation
    @Override
    protected ComponentName startService(Intent intent) {
        validateServiceIntent(intent);
        return Phone.current().services().start(intent);
    }

    @Implementation
    @Override
    protected boolean stopService(Intent intent) {
        validateServiceIntent(intent);
        return Phone.current().services().stop(intent);
    }

    @Implementation
    @Override
    protected boolean bindService(Intent intent, ServiceConnection connection, int flags) {
        validateServiceIntent(intent);
        return Phone.current().services().bind(intent, connection, Runnable::run);
    }

    @Implementation(minSdk = 29)
    @Override
    protected boolean bindService(Intent intent, int flags, Executor executor, ServiceConnection connection) {
        validateServiceIntent(intent);
        return Phone.current().services().bind(intent, connection, executor);
    }

    @Implementation
    @Override
    protected void unbindService(ServiceConnection connection) {
        Phone.current().services().unbind(connection);
    }

    @Implementation
    @Override
    protected Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter) {
        super.registerReceiver(receiver, filter);
        return told(receiver, filter, null);
    }

    @Implementation(minSdk = 26)
    @Override
    protected Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter, int flags) {
        super.registerReceiver(receiver, filter, flags);
        return told(receiver, filter, null);
    }

    @Implementation
    @Override
    protected Intent registerReceiver(
            BroadcastReceiver receiver, IntentFilter filter, String permission, Handler scheduler) {
        super.registerReceiver(receiver, filter, permission, scheduler);
        return told(receiver, filter, scheduler);
    }

    @Implementation(minSdk = 26)
    @Override
    protected Intent registerReceiver(
            BroadcastReceiver receiver, IntentFilter filter, String permission, Handler scheduler, int flags) {
        super.registerReceiver(receiver, filter, permission, scheduler, flags);
        return told(receiver, filter, scheduler);
    }

    /** What whoever begins to listen is told at once. There is no phone yet while Robolectric warms up. */
    private static Intent told(BroadcastReceiver receiver, IntentFilter filter, Handler scheduler) {
        Phone phone = Phone.current();
        return phone == null ? null : phone.battery().tellNow(receiver, filter, scheduler);
    }
}
