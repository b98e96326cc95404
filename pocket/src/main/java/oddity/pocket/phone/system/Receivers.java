package oddity.pocket.phone.system;

import android.app.Application;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.content.pm.PackageParser;
import android.os.Build;
import android.os.Parcel;
import android.util.Log;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import oddity.pocket.phone.AppManifest;
import oddity.pocket.phone.Phone;
import org.robolectric.Shadows;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.util.ReflectionHelpers;

/**
 * The broadcast receivers that the app's manifest names. Robolectric knows only those of source manifests.
 *
 * <p>An app switches them on and off while it runs, and they stay so when its process ends.
 */
public final class Receivers implements Keeper {
    /** What begins like this is the system's to send. */
    private static final String SYSTEM = "android.";
    /** Of this, since Android 8, only what stands here reaches manifests; the rest reaches those who are running and ask for it. */
    private static final Set<String> FOR_ALL = Set.of(
            Intent.ACTION_BOOT_COMPLETED, Intent.ACTION_LOCKED_BOOT_COMPLETED, Intent.ACTION_LOCALE_CHANGED,
            Intent.ACTION_TIME_CHANGED, Intent.ACTION_TIMEZONE_CHANGED, Intent.ACTION_MY_PACKAGE_REPLACED,
            "android.app.action.NEXT_ALARM_CLOCK_CHANGED", "android.app.action.SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED",
            "android.intent.action.PHONE_STATE", "android.provider.Telephony.SMS_RECEIVED");

    private final AppManifest manifest;
    private final Map<String, BroadcastReceiver> listening = new HashMap<>();

    public Receivers(AppManifest manifest) {
        this.manifest = manifest;
    }

    /** What they listen for, as far as the system lets them. */
    public List<String> actions() {
        Set<String> actions = new LinkedHashSet<>();
        for (PackageParser.Activity declared : manifest.parsed().receivers) {
            for (IntentFilter filter : declared.intents) {
                allowed(filter).actionsIterator().forEachRemaining(actions::add);
            }
        }
        return List.copyOf(actions);
    }

    /** Has those listen that are switched on, and no others. */
    public synchronized void update() {
        Application application = Phone.application();
        for (PackageParser.Activity declared : manifest.parsed().receivers) {
            String name = declared.info.name;
            boolean isOn = isOn(declared);
            if (isOn && !listening.containsKey(name)) {
                BroadcastReceiver receiver = listen(application, declared);
                if (receiver != null) {
                    listening.put(name, receiver);
                }
            } else if (!isOn && listening.containsKey(name)) {
                application.unregisterReceiver(listening.remove(name));
            }
        }
    }

    /** Has something sent to those whom a phone would tell: Robolectric goes by actions, types and permissions alone. */
    public void send(Intent intent, Runnable send) {
        ShadowInstrumentation system = Shadow.extract(ShadowInstrumentation.getInstrumentation());
        List<ShadowApplication.Wrapper> all = ReflectionHelpers.getField(system, "registeredReceivers");
        synchronized (all) {
            List<ShadowApplication.Wrapper> before = List.copyOf(all);
            all.removeIf(wrapper -> !mayHear(wrapper, intent));
            try {
                send.run();
            } finally {
                all.clear();
                all.addAll(before);
            }
        }
    }

    private synchronized boolean mayHear(ShadowApplication.Wrapper wrapper, Intent intent) {
        boolean isDeclared = listening.containsValue(wrapper.broadcastReceiver);
        ComponentName named = intent.getComponent();
        if (named != null) {
            return isDeclared && named.getClassName().equals(wrapper.broadcastReceiver.getClass().getName());
        }
        if (intent.getPackage() != null && !intent.getPackage().equals(Phone.application().getPackageName())) {
            return false;
        }
        boolean isForRunning = intent.getPackage() == null && !String.valueOf(intent.getAction()).startsWith(SYSTEM)
                && (intent.getFlags() & Intent.FLAG_RECEIVER_INCLUDE_BACKGROUND) == 0;
        boolean isSpared = isDeclared && isForRunning && areManifestsSpared();
        boolean fits = intent.getCategories() == null || wrapper.intentFilter.matchCategories(intent.getCategories()) == null;
        return fits && !isSpared;
    }

    static boolean isListening(BroadcastReceiver receiver) {
        return Shadows.shadowOf(Phone.application()).getRegisteredReceivers().stream()
                .anyMatch(wrapper -> wrapper.broadcastReceiver == receiver);
    }

    @Override
    public List<Thing> things() {
        List<Thing> things = new ArrayList<>();
        for (PackageParser.Activity declared : manifest.parsed().receivers) {
            int state = setting(declared);
            if (state != PackageManager.COMPONENT_ENABLED_STATE_DEFAULT) {
                things.add(new Thing((declared.info.name + " " + state).intern(), parcel -> {
                    parcel.writeString(declared.info.name);
                    parcel.writeInt(state);
                }));
            }
        }
        return things;
    }

    @Override
    public void takeUp(Parcel written) {
        ComponentName name = new ComponentName(Phone.application(), written.readString());
        Phone.application().getPackageManager().setComponentEnabledSetting(name, written.readInt(), PackageManager.DONT_KILL_APP);
    }

    private static boolean isOn(PackageParser.Activity declared) {
        return switch (setting(declared)) {
            case PackageManager.COMPONENT_ENABLED_STATE_DEFAULT -> declared.info.enabled;
            case PackageManager.COMPONENT_ENABLED_STATE_ENABLED -> true;
            default -> false;
        };
    }

    private static int setting(PackageParser.Activity declared) {
        Application application = Phone.application();
        return application.getPackageManager()
                .getComponentEnabledSetting(new ComponentName(application, declared.info.name));
    }

    /** Null where the app does not have the class. */
    private BroadcastReceiver listen(Application application, PackageParser.Activity declared) {
        Class<?> type;
        try {
            type = Class.forName(declared.info.name);
        } catch (ClassNotFoundException missing) {
            Log.w("ActivityThread", "Unable to instantiate receiver " + declared.info.name, missing);
            return null;
        }
        BroadcastReceiver receiver = (BroadcastReceiver) ReflectionHelpers.callConstructor(type);
        List<IntentFilter> filters =
                declared.intents.stream().map(this::allowed).filter(filter -> filter.countActions() > 0).toList();
        filters.forEach(filter -> register(application, receiver, filter));
        if (filters.isEmpty()) {
            // One that only those reach who name it.
            register(application, receiver, new IntentFilter());
        }
        return receiver;
    }

    private IntentFilter allowed(IntentFilter declared) {
        IntentFilter allowed = new IntentFilter(declared);
        if (areManifestsSpared()) {
            Collection<String> actions = ReflectionHelpers.getField(allowed, "mActions");
            actions.removeIf(action -> action.startsWith(SYSTEM) && !FOR_ALL.contains(action));
        }
        return allowed;
    }

    /** Since Android 8, what is sent to nobody in particular starts no app. */
    private boolean areManifestsSpared() {
        return manifest.getTargetSdkVersion() >= Build.VERSION_CODES.O && Build.VERSION.SDK_INT >= Build.VERSION_CODES.O;
    }

    private static void register(Application application, BroadcastReceiver receiver, IntentFilter filter) {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
            application.registerReceiver(receiver, filter, Context.RECEIVER_EXPORTED);
        } else {
            application.registerReceiver(receiver, filter);
        }
    }
}
