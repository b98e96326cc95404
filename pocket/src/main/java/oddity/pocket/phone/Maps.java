package oddity.pocket.phone;

import android.os.Binder;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * Google's maps without Google: a map that takes every wish and shows nothing.
 *
 * <p>Without one, an app that waits for its map stays at its first screen, or stumbles in its own code over what never came.
 * Where the names of the maps' classes were made unreadable, it does wait.
 */
public final class Maps {
    private static final String PACKAGE = "com.google.android.gms.maps.";
    private static final String[] FACTORIES = {"CameraUpdateFactory", "model.BitmapDescriptorFactory"};
    /** A place is in a position, which is in a camera: deeper than this nothing is. */
    private static final int MAX_DEPTH = 4;
    private static final Map<Class<?>, Object> PLAIN = Map.of(boolean.class, false, byte.class, (byte) 0, char.class, ' ',
            short.class, (short) 0, int.class, 0, long.class, 0L, float.class, 0f, double.class, 0d, String.class, "map");

    private Maps() {}

    /** What a map fragment or view does when an app asks for its map; called from their code. */
    public static void whenReady(Object callback) {
        if (callback == null) {
            throw new NullPointerException("callback must not be null.");
        }
        LogBook.lack("Google Play services: maps are empty", "");
        new Handler(Looper.getMainLooper()).post(() -> handOver(callback));
    }

    static void handOver(Object callback) {
        ClassLoader loader = callback.getClass().getClassLoader();
        for (String factory : FACTORIES) {
            prepare(ReflectionHelpers.loadClass(loader, PACKAGE + factory));
        }
        Class<?> type = ReflectionHelpers.loadClass(loader, PACKAGE + "GoogleMap");
        Class<?> ready = ReflectionHelpers.loadClass(loader, PACKAGE + "OnMapReadyCallback");
        ReflectionHelpers.callInstanceMethod(
                ready, callback, ready.getMethods()[0].getName(), ClassParameter.from(type, idle(type, 0)));
    }

    /** Factories are handed what makes things for them once, in a static method. */
    private static void prepare(Class<?> factory) {
        for (Method method : factory.getDeclaredMethods()) {
            boolean takesMaker = Modifier.isStatic(method.getModifiers()) && method.getReturnType() == void.class
                    && method.getParameterCount() == 1 && method.getParameterTypes()[0].isInterface();
            if (takesMaker) {
                Class<?> maker = method.getParameterTypes()[0];
                ReflectionHelpers.callStaticMethod(factory, method.getName(), ClassParameter.from(maker, idle(maker, 0)));
            }
        }
    }

    /** Something of this type that does nothing, and gives such things; null where none can be made. */
    private static Object idle(Class<?> type, int depth) {
        if (PLAIN.containsKey(type)) {
            return PLAIN.get(type);
        }
        if (type == IBinder.class) {
            return new Binder();
        }
        if (type.isInterface()) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answering(type));
        }
        return type.getName().startsWith(PACKAGE) && depth < MAX_DEPTH ? made(type, depth) : null;
    }

    private static InvocationHandler answering(Class<?> type) {
        return (proxy, method, arguments) -> switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> type.hashCode();
            case "toString" -> type.getName();
            default -> idle(method.getReturnType(), 0);
        };
    }

    /** By the first constructor that takes what we have, the one with the fewest wishes first. */
    private static Object made(Class<?> type, int depth) {
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        Arrays.sort(constructors, java.util.Comparator.comparingInt(Constructor::getParameterCount));
        for (Constructor<?> constructor : constructors) {
            try {
                constructor.setAccessible(true);
                Object[] parts = Arrays.stream(constructor.getParameterTypes()).map(part -> idle(part, depth + 1)).toArray();
                return constructor.newInstance(parts);
            } catch (ReflectiveOperationException refused) {
                // It wants other things than these; perhaps the next does not.
            }
        }
        return null;
    }
}
