package oddity.pocket.phone;

import android.app.Service;
import android.content.ComponentName;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.ResolveInfo;
import android.os.Build;
import android.os.IBinder;
import android.util.Log;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ServiceController;

/**
 * The app's services: started, bound, ended. What is asked for is done between messages, as on a phone, in the order in which it
 * was asked for.
 */
public final class Services {
    private final Map<String, Running> running = new HashMap<>();
    private final Map<ServiceConnection, Running> bound = new HashMap<>();
    private final Queue<Runnable> wishes = new ArrayDeque<>();

    /** A service that has been created. */
    private static final class Running {
        final ComponentName name;
        final ServiceController<? extends Service> controller;
        final Set<ServiceConnection> connections = new HashSet<>();
        final Map<Intent.FilterComparison, IBinder> binders = new HashMap<>();
        boolean isStarted;
        int starts;

        Running(ComponentName name, ServiceController<? extends Service> controller) {
            this.name = name;
            this.controller = controller;
        }
    }

    /** Carries out what was asked for. */
    void run() {
        for (Runnable wish = next(); wish != null; wish = next()) {
            wish.run();
        }
    }

    private synchronized Runnable next() {
        return wishes.poll();
    }

    private synchronized void later(Runnable wish) {
        wishes.add(wish);
    }

    /** The service that will be started; null where there is none. */
    public ComponentName start(Intent intent) {
        ComponentName name = resolve(intent);
        if (name != null) {
            later(() -> {
                Running service = create(name, intent);
                if (service != null) {
                    service.isStarted = true;
                    service.controller.get().onStartCommand(intent, 0, ++service.starts);
                }
            });
        }
        return name;
    }

    /** Says whether there was something to stop. */
    public boolean stop(Intent intent) {
        ComponentName name = resolve(intent);
        Running service = name == null ? null : running.get(name.getClassName());
        if (service == null || !service.isStarted) {
            return false;
        }
        later(() -> {
            service.isStarted = false;
            endIfIdle(service);
        });
        return true;
    }

    /** A service stops itself, unless it was started again since the start that it names. */
    public boolean stopSelf(Service service, int start) {
        Running own = running.get(service.getClass().getName());
        if (own == null || start >= 0 && start != own.starts) {
            return false;
        }
        later(() -> {
            if (start < 0 || start == own.starts) {
                own.isStarted = false;
                endIfIdle(own);
            }
        });
        return true;
    }

    /** Says whether there is such a service; the connection hears of it later. */
    public boolean bind(Intent intent, ServiceConnection connection, Executor executor) {
        ComponentName name = resolve(intent);
        if (name == null) {
            return false;
        }
        later(() -> {
            Running service = create(name, intent);
            if (service != null) {
                connect(service, intent, connection, executor);
            }
        });
        return true;
    }

    private void connect(Running service, Intent intent, ServiceConnection connection, Executor executor) {
        service.connections.add(connection);
        bound.put(connection, service);
        Intent.FilterComparison key = new Intent.FilterComparison(intent);
        if (!service.binders.containsKey(key)) {
            service.binders.put(key, service.controller.get().onBind(intent));
        }
        IBinder binder = service.binders.get(key);
        if (binder != null) {
            executor.execute(() -> connection.onServiceConnected(service.name, binder));
        } else if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            executor.execute(() -> connection.onNullBinding(service.name));
        }
    }

    /** Throws as a phone does for a connection that was never bound. */
    public void unbind(ServiceConnection connection) {
        run();
        Running service = bound.remove(connection);
        if (service == null) {
            throw new IllegalArgumentException("Service not registered: " + connection);
        }
        later(() -> {
            service.connections.remove(connection);
            if (service.connections.isEmpty()) {
                service.binders.keySet().forEach(key -> service.controller.get().onUnbind(key.getIntent()));
                service.binders.clear();
            }
            endIfIdle(service);
        });
    }

    private Running create(ComponentName name, Intent intent) {
        Running there = running.get(name.getClassName());
        if (there != null) {
            return there;
        }
        try {
            Class<? extends Service> type = Class.forName(name.getClassName()).asSubclass(Service.class);
            Running fresh = new Running(name, Robolectric.buildService(type, intent));
            running.put(name.getClassName(), fresh);
            fresh.controller.create();
            return fresh;
        } catch (ClassNotFoundException missing) {
            // What a phone throws when a manifest names a class that the app does not have.
            throw new RuntimeException("Unable to instantiate service " + name.getClassName(), missing);
        }
    }

    private void endIfIdle(Running service) {
        if (!service.isStarted && service.connections.isEmpty() && running.remove(service.name.getClassName(), service)) {
            service.controller.destroy();
        }
    }

    /** The app's own service that an intent means; null where there is none, as for those of other apps. */
    private static ComponentName resolve(Intent intent) {
        ResolveInfo found = Phone.application().getPackageManager().resolveService(intent, 0);
        boolean isOwn = found != null && found.serviceInfo.packageName.equals(Phone.application().getPackageName());
        if (!isOwn) {
            Log.w("ActivityManager", "Unable to start service " + intent + " U=0: not found");
            return null;
        }
        return new ComponentName(found.serviceInfo.packageName, found.serviceInfo.name);
    }
}
