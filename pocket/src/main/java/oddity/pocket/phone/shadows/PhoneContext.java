package oddity.pocket.phone.shadows;

import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import java.io.File;
import java.util.Arrays;
import java.util.concurrent.Executor;
import oddity.pocket.phone.Card;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Refusal;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowContextImpl;

/**
 * What an app asks of the system through its context.
 *
 * <p>Its folders on the card lie below the card's root: file providers go by that. Services are really started and bound, where
 * Robolectric writes the wishes down.
 */
@Implements(className = PhoneContext.CONTEXT)
public class PhoneContext extends ShadowContextImpl {
    static final String CONTEXT = "android.app.ContextImpl";
    private static final int SAID =
            Context.RECEIVER_EXPORTED | Context.RECEIVER_NOT_EXPORTED | Context.RECEIVER_VISIBLE_TO_INSTANT_APPS;

    @RealObject
    private Context context;

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
    protected String[] fileList() {
        return sorted(Shadow.directlyOn(context, CONTEXT, "fileList"));
    }

    @Implementation
    protected String[] databaseList() {
        return sorted(Shadow.directlyOn(context, CONTEXT, "databaseList"));
    }

    /** As {@link oddity.pocket.phone.FileSubstitutes} lists a folder. */
    private static String[] sorted(String[] names) {
        Arrays.sort(names);
        return names;
    }

    @Implementation
    @Override
    protected ComponentName startService(Intent intent) {
        validateServiceIntent(intent);
        return Phone.current().services().start(intent);
    }

    @Implementation(minSdk = 26)
    @Override
    protected ComponentName startForegroundService(Intent intent) {
        validateServiceIntent(intent);
        return Phone.current().services().startForForeground(intent);
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
        return bindService(intent, flags, Runnable::run, connection);
    }

    @Implementation(minSdk = 29)
    @Override
    protected boolean bindService(Intent intent, int flags, Executor executor, ServiceConnection connection) {
        validateServiceIntent(intent);
        return Phone.current().services().bind(intent, connection, flags, executor);
    }

    @Implementation
    @Override
    protected void unbindService(ServiceConnection connection) {
        Phone.current().services().unbind(connection);
    }

    @Implementation
    @Override
    protected void sendBroadcast(Intent intent) {
        send(intent, () -> super.sendBroadcast(intent));
    }

    @Implementation
    @Override
    protected void sendBroadcast(Intent intent, String permission) {
        send(intent, () -> super.sendBroadcast(intent, permission));
    }

    @Implementation
    @Override
    protected void sendOrderedBroadcast(Intent intent, String permission) {
        send(intent, () -> super.sendOrderedBroadcast(intent, permission));
    }

    @Implementation
    @Override
    protected void sendOrderedBroadcast(Intent intent, String permission, BroadcastReceiver last, Handler scheduler, int code,
            String data, Bundle extras) {
        send(intent, () -> super.sendOrderedBroadcast(intent, permission, last, scheduler, code, data, extras));
    }

    private static void send(Intent intent, Runnable send) {
        Phone phone = Phone.current();
        if (phone == null) {
            send.run();
        } else {
            phone.receivers().send(intent, send);
        }
    }

    @Implementation
    @Override
    protected Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter) {
        checkExport(receiver, filter, 0);
        super.registerReceiver(receiver, filter);
        return told(receiver, filter, null);
    }

    @Implementation(minSdk = 26)
    @Override
    protected Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter, int flags) {
        checkExport(receiver, filter, flags);
        super.registerReceiver(receiver, filter, flags);
        return told(receiver, filter, null);
    }

    @Implementation
    @Override
    protected Intent registerReceiver(
            BroadcastReceiver receiver, IntentFilter filter, String permission, Handler scheduler) {
        checkExport(receiver, filter, 0);
        super.registerReceiver(receiver, filter, permission, scheduler);
        return told(receiver, filter, scheduler);
    }

    @Implementation(minSdk = 26)
    @Override
    protected Intent registerReceiver(
            BroadcastReceiver receiver, IntentFilter filter, String permission, Handler scheduler, int flags) {
        checkExport(receiver, filter, flags);
        super.registerReceiver(receiver, filter, permission, scheduler, flags);
        return told(receiver, filter, scheduler);
    }

    /** Since Android 14, whoever listens to more than the system says whether other apps are heard. */
    private void checkExport(BroadcastReceiver receiver, IntentFilter filter, int flags) {
        boolean isAsked = Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE
                && context.getApplicationInfo().targetSdkVersion >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE;
        if (!isAsked || receiver == null || (flags & SAID) != 0) {
            return;
        }
        for (int at = 0; at < filter.countActions(); at++) {
            String action = filter.getAction(at);
            if (!action.startsWith("android.") && !action.startsWith("com.android.")) {
                throw Refusal.of(context.getPackageName() + ": One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified"
                        + " when a receiver isn't being registered exclusively for system broadcasts");
            }
        }
    }

    /** What whoever begins to listen is told at once. There is no phone yet while Robolectric warms up. */
    private static Intent told(BroadcastReceiver receiver, IntentFilter filter, Handler scheduler) {
        Phone phone = Phone.current();
        return phone == null ? null : phone.battery().tellNow(receiver, filter, scheduler);
    }
}
