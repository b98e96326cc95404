package oddity.pocket.phone.system;

import android.app.NotificationManager;
import android.app.Service;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.ResolveInfo;
import android.os.Build;
import android.os.IBinder;
import android.os.Parcel;
import android.os.SystemClock;
import android.util.Log;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Refusal;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ServiceController;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowService;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The app's services: started, bound, ended.
 *
 * <p>As on a phone there are two sides. The system decides at once what is to become of a service; the service itself hears of it
 * between messages, in the order in which it was asked for.
 */
public final class Services implements Keeper {
    /** So long after a process has ended, the system begins another one for services that want to be started again. */
    private static final long RESTART_MS = 1000;
    /** So long a service may take to come to the foreground that was started to do so. */
    private static final long PROMISE_MS = 10_000;
    private static final String ENDED = "android.app.RemoteServiceException";

    private final Map<String, ServiceRecord> known = new HashMap<>();
    private final Map<ServiceConnection, List<ConnectionRecord>> bound = new HashMap<>();
    private final Queue<Runnable> wishes = new ArrayDeque<>();

    /** A service that somebody has asked for, from then until it is to end. */
    private static final class ServiceRecord {
        final ComponentName name;
        final Map<Intent.FilterComparison, IntentBindRecord> lines = new LinkedHashMap<>();
        final List<ConnectionRecord> bindings = new ArrayList<>();
        /** Null until it has been created. */
        ServiceController<? extends Service> controller;
        boolean isWanted;
        boolean isStarted;
        int starts;
        /** Null unless it is to be started again when its process has ended. */
        Again again;
        /** Null unless somebody has promised that it comes to the foreground, and it has not yet. */
        Promise promise;

        ServiceRecord(ComponentName name) {
            this.name = name;
        }

        boolean isInForeground() {
            ShadowService shadow = controller == null ? null : Shadow.extract(get());
            return shadow != null && shadow.isLastForegroundNotificationAttached() && !shadow.isForegroundStopped();
        }

        boolean isNeeded() {
            return isStarted || bindings.stream().anyMatch(ConnectionRecord::creates);
        }

        Service get() {
            return controller.get();
        }

        /** It has taken a start and said how it wants to be started again. */
        void wish(int mode, Intent intent, int start) {
            boolean isLast = start == starts;
            switch (mode) {
                case Service.START_STICKY, Service.START_STICKY_COMPATIBILITY -> again = new Again(mode, List.of());
                case Service.START_REDELIVER_INTENT -> again = again == null ? new Again(mode, List.of(intent)) : again.with(intent);
                default -> again = isLast ? null : again;
            }
        }
    }

    /** That a service comes to the foreground: until when, and who has said so. */
    private record Promise(long dueMs, RuntimeException given) {}

    /** How a service is started again: with nothing, or with the same intents. */
    private record Again(int mode, List<Intent> intents) {
        Again with(Intent intent) {
            List<Intent> all = new ArrayList<>(intents);
            all.add(intent);
            return new Again(Service.START_REDELIVER_INTENT, all);
        }
    }

    /** What a service has to say to those who bind to it by the same intent. It is asked once. */
    private static final class IntentBindRecord {
        final Intent intent;
        IBinder binder;
        boolean wasAsked;
        /** It knows that somebody is there, and is told when nobody is. */
        boolean isBound;
        boolean wantsRebind;

        IntentBindRecord(Intent intent) {
            this.intent = intent;
        }
    }

    /** Somebody who is bound. */
    private static final class ConnectionRecord {
        final ServiceRecord service;
        final IntentBindRecord line;
        final ServiceConnection connection;
        final Executor executor;
        final boolean creates;
        boolean isOver;
        boolean isConnected;

        ConnectionRecord(ServiceRecord service, IntentBindRecord line, ServiceConnection connection, Executor executor, boolean creates) {
            this.service = service;
            this.line = line;
            this.connection = connection;
            this.executor = executor;
            this.creates = creates;
        }

        boolean creates() {
            return creates;
        }
    }

    /** Carries out what was asked for. */
    public void run() {
        for (Runnable wish = next(); wish != null; wish = next()) {
            wish.run();
        }
        broken(SystemClock.uptimeMillis()).ifPresent(Services::punish);
    }

    private synchronized Optional<ServiceRecord> broken(long now) {
        return known.values().stream().filter(service -> service.promise != null && service.promise.dueMs <= now).findFirst();
    }

    /** As a phone ends an app over it. */
    private static void punish(ServiceRecord service) {
        String why = "Context.startForegroundService() did not then call Service.startForeground(): "
                + service.name.flattenToShortString();
        // By name: the older levels keep the one to themselves, and do not have the other.
        RuntimeException thrown = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S
                ? made(ENDED + "$ForegroundServiceDidNotStartInTimeException", ClassParameter.from(String.class, why),
                        ClassParameter.from(Throwable.class, service.promise.given))
                : made(ENDED, ClassParameter.from(String.class, why));
        throw Refusal.fromOutside(thrown);
    }

    private static RuntimeException made(String name, ClassParameter<?>... with) {
        Class<?> type = ReflectionHelpers.loadClass(Services.class.getClassLoader(), name);
        return ReflectionHelpers.callConstructor(type.asSubclass(RuntimeException.class), with);
    }

    private synchronized Runnable next() {
        return wishes.poll();
    }

    private synchronized void later(Runnable wish) {
        wishes.add(wish);
    }

    /** The service that will be started; null where there is none. */
    public synchronized ComponentName start(Intent intent) {
        ComponentName name = resolve(intent);
        if (name != null) {
            ServiceRecord service = known.computeIfAbsent(name.getClassName(), any -> new ServiceRecord(name));
            int start = ++service.starts;
            service.isStarted = true;
            bringUp(service);
            later(() -> command(service, intent, 0, start));
        }
        return name;
    }

    /** As before; and the service has to come to the foreground soon. */
    public synchronized ComponentName startForForeground(Intent intent) {
        ComponentName name = start(intent);
        ServiceRecord service = name == null ? null : known.get(name.getClassName());
        if (service != null && !service.isInForeground() && service.promise == null) {
            RuntimeException here = Refusal.fromOutside(new RuntimeException("Last startServiceCommon() call was made here"));
            service.promise = new Promise(SystemClock.uptimeMillis() + PROMISE_MS, here);
        }
        return name;
    }

    /** A service has come to the foreground. */
    public synchronized void isShown(Service service) {
        ServiceRecord own = known.get(service.getClass().getName());
        if (own != null) {
            own.promise = null;
        }
    }

    private void command(ServiceRecord service, Intent intent, int flags, int start) {
        int mode = service.get().onStartCommand(intent, flags, start);
        synchronized (this) {
            service.wish(mode, intent, start);
        }
    }

    /** When the system would begin a process for them, if this one ended now; the end of time where it would not. */
    public long nextDueMs() {
        return things().isEmpty() ? Long.MAX_VALUE : SystemClock.elapsedRealtime() + RESTART_MS;
    }

    @Override
    public synchronized List<Thing> things() {
        return known.values().stream().filter(service -> service.isStarted && service.again != null)
                .map(service -> new Thing(service.again, parcel -> write(service, parcel))).toList();
    }

    private static void write(ServiceRecord service, Parcel parcel) {
        ComponentName.writeToParcel(service.name, parcel);
        parcel.writeInt(service.again.mode);
        parcel.writeTypedList(service.again.intents);
    }

    /** It is kept again when it has taken its start: one that ends the process over it does so once. */
    @Override
    public synchronized void takeUp(Parcel written) {
        ComponentName name = ComponentName.readFromParcel(written);
        int mode = written.readInt();
        List<Intent> intents = written.createTypedArrayList(Intent.CREATOR);
        ServiceRecord service = new ServiceRecord(name);
        known.put(name.getClassName(), service);
        service.isStarted = true;
        bringUp(service);
        if (mode == Service.START_STICKY) {
            later(() -> command(service, null, 0, ++service.starts));
        }
        for (Intent intent : intents) {
            later(() -> command(service, intent, Service.START_FLAG_REDELIVERY, ++service.starts));
        }
    }

    /** Says whether there was something to stop. */
    public synchronized boolean stop(Intent intent) {
        ComponentName name = resolve(intent);
        ServiceRecord service = name == null ? null : known.get(name.getClassName());
        if (service == null) {
            return false;
        }
        service.isStarted = false;
        bringDownUnlessNeeded(service);
        return true;
    }

    /** A service stops itself, unless it was started again since the start that it names. */
    public synchronized boolean stopSelf(Service service, int start) {
        ServiceRecord own = known.get(service.getClass().getName());
        boolean isOwn = own != null && own.controller != null && own.get() == service;
        if (!isOwn || start >= 0 && start != own.starts) {
            return false;
        }
        own.isStarted = false;
        bringDownUnlessNeeded(own);
        return true;
    }

    /**
     * Says whether there is such a service; the connection hears of it later. Unless the service is to be created for it, that is when
     * somebody starts the service.
     */
    public synchronized boolean bind(Intent intent, ServiceConnection connection, int flags, Executor executor) {
        ComponentName name = resolve(intent);
        if (name == null) {
            return false;
        }
        ServiceRecord service = known.computeIfAbsent(name.getClassName(), any -> new ServiceRecord(name));
        IntentBindRecord line = service.lines.computeIfAbsent(new Intent.FilterComparison(intent), any -> new IntentBindRecord(intent));
        boolean creates = (flags & Context.BIND_AUTO_CREATE) != 0;
        ConnectionRecord binding = new ConnectionRecord(service, line, connection, executor, creates);
        service.bindings.add(binding);
        bound.computeIfAbsent(connection, any -> new ArrayList<>()).add(binding);
        if (creates) {
            bringUp(service);
        }
        if (service.isWanted) {
            later(() -> connect(binding));
        }
        return true;
    }

    /** Throws as a phone does for a connection that was never bound. */
    public synchronized void unbind(ServiceConnection connection) {
        List<ConnectionRecord> ended = bound.remove(connection);
        if (ended == null) {
            throw new IllegalArgumentException("Service not registered: " + connection);
        }
        ended.forEach(this::end);
    }

    private void bringUp(ServiceRecord service) {
        if (!service.isWanted) {
            service.isWanted = true;
            List<ConnectionRecord> waiting = service.bindings.stream().filter(binding -> !binding.creates).toList();
            later(() -> {
                create(service);
                waiting.forEach(this::connect);
            });
        }
    }

    private void bringDownUnlessNeeded(ServiceRecord service) {
        if (service.isNeeded() || !known.remove(service.name.getClassName(), service) || !service.isWanted) {
            return;
        }
        later(() -> {
            if (service.promise != null) {
                punish(service);
            }
            service.bindings.forEach(Services::disconnect);
            service.lines.values().forEach(line -> tellUnbound(service, line));
            service.controller.destroy();
            removeForegroundNotification(service);
        });
    }

    private static void create(ServiceRecord service) {
        String name = service.name.getClassName();
        try {
            service.controller = Robolectric.buildService(Class.forName(name).asSubclass(Service.class));
        } catch (ClassNotFoundException missing) {
            // What a phone throws when a manifest names a class that the app does not have.
            throw new RuntimeException("Unable to instantiate service " + name, missing);
        }
        service.controller.create();
    }

    private void connect(ConnectionRecord binding) {
        IntentBindRecord line = binding.line;
        if (!line.wasAsked) {
            line.wasAsked = true;
            line.isBound = true;
            line.binder = binding.service.get().onBind(line.intent);
        } else if (line.wantsRebind) {
            line.wantsRebind = false;
            line.isBound = true;
            binding.service.get().onRebind(line.intent);
        }
        later(() -> tellConnected(binding));
    }

    /** Once for each binder, however often a connection was bound to it. */
    private void tellConnected(ConnectionRecord binding) {
        boolean knows = binding.service.bindings.stream()
                .anyMatch(other -> other.connection == binding.connection && other.line == binding.line && other.isConnected);
        if (binding.isOver || knows) {
            return;
        }
        binding.isConnected = true;
        ComponentName name = binding.service.name;
        if (binding.line.binder != null) {
            binding.executor.execute(() -> binding.connection.onServiceConnected(name, binding.line.binder));
        } else if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            binding.executor.execute(() -> binding.connection.onNullBinding(name));
        }
    }

    /** The service goes while somebody is bound who did not ask for it to be there. */
    private static void disconnect(ConnectionRecord binding) {
        if (!binding.isOver && binding.isConnected && binding.line.binder != null) {
            binding.executor.execute(() -> binding.connection.onServiceDisconnected(binding.service.name));
        }
    }

    private void end(ConnectionRecord binding) {
        ServiceRecord service = binding.service;
        binding.isOver = true;
        service.bindings.remove(binding);
        if (service.isWanted && service.bindings.stream().noneMatch(other -> other.line == binding.line)) {
            later(() -> tellUnbound(service, binding.line));
        }
        bringDownUnlessNeeded(service);
    }

    private static void tellUnbound(ServiceRecord service, IntentBindRecord line) {
        if (line.isBound) {
            line.isBound = false;
            line.wantsRebind = service.get().onUnbind(line.intent);
        }
    }

    /** Not every service calls what it overrides, which is where Robolectric does it. */
    private static void removeForegroundNotification(ServiceRecord service) {
        ShadowService shadow = Shadow.extract(service.get());
        if (service.isInForeground()) {
            Phone.application().getSystemService(NotificationManager.class).cancel(shadow.getLastForegroundNotificationId());
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
