package oddity.pocket.boot.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import oddity.pocket.boot.Sandboxes;
import org.objectweb.asm.Type;
import org.robolectric.annotation.Filter;
import org.robolectric.internal.bytecode.Interceptor;
import org.robolectric.internal.bytecode.ShadowWrangler;

/** Who answers a method of the framework: asked of Robolectric itself, as a phone of the API level has it. */
final class Answers extends ShadowWrangler {
    private final Sandboxes.Made made;
    private final ClassLoader inside;
    /** Classes for which there may be a stand-in, as source code names them. */
    private final Set<String> named = new HashSet<>();
    private final Map<String, Class<?>> loaded = new HashMap<>();

    Answers(Sandboxes.Made made) throws ClassNotFoundException {
        super(made.shadows(), made.matcher(), made.interceptors(), List.of());
        this.made = made;
        this.inside = made.sandbox().getRobolectricClassLoader();
        named.addAll(made.shadowed());
    }

    /** A class for which there is a stand-in itself, not only for a parent; null for all others. */
    Class<?> shadowed(String internalName) {
        if (!named.contains(internalName.replace('/', '.').replace('$', '.'))) {
            return null;
        }
        return loaded.computeIfAbsent(internalName, this::load);
    }

    private Class<?> load(String internalName) {
        try {
            Class<?> found = Class.forName(internalName.replace('/', '.'), false, inside);
            return made.shadows().getShadowInfo(found, made.matcher()) == null ? null : found;
        } catch (ClassNotFoundException missing) {
            return null;
        }
    }

    /** The method of a stand-in that answers; null where the original does. */
    Method standIn(Class<?> shadowed, String name, String descriptor) throws ClassNotFoundException {
        Type[] types = Type.getArgumentTypes(descriptor);
        Class<?>[] parameters = new Class<?>[types.length];
        for (int at = 0; at < types.length; at++) {
            parameters[at] = classOf(types[at]);
        }
        return pickShadowMethod(shadowed, name, parameters);
    }

    /** Whether native code of Robolectric's answers a native method that no stand-in answers. */
    boolean isNativeCalled(Class<?> shadowed) {
        return made.shadows().getShadowInfo(shadowed, made.matcher()).callNativeMethodsByDefault;
    }

    /** Whether a stand-in can be called as any method is. */
    static boolean isPlain(Method standIn) {
        return !standIn.isAnnotationPresent(Filter.class) && !Modifier.isPrivate(standIn.getModifiers());
    }

    /** The public static method that answers a call of Java's instead; null where it is not as simple. */
    MethodHandleInfo instead(String owner, String name, String descriptor) {
        Interceptor interceptor = made.interceptors().findInterceptor(owner, name);
        if (interceptor == null) {
            return null;
        }
        try {
            MethodType type = MethodType.fromMethodDescriptorString(descriptor, inside);
            Class<?> own = inside.loadClass(interceptor.getClass().getName());
            Constructor<?> maker = own.getDeclaredConstructor();
            maker.setAccessible(true);
            Interceptor reloaded = (Interceptor) maker.newInstance();
            MethodHandle handle = reloaded.getMethodHandle(name, type);
            MethodHandleInfo info = MethodHandles.privateLookupIn(own, MethodHandles.lookup()).revealDirect(handle);
            boolean isSame = info.getReferenceKind() == MethodHandleInfo.REF_invokeStatic && info.getMethodType().equals(type);
            int modifiers = info.getModifiers() & info.getDeclaringClass().getModifiers();
            return isSame && Modifier.isPublic(modifiers) ? info : null;
        } catch (ReflectiveOperationException | IllegalArgumentException | ClassCastException | TypeNotPresentException notPlain) {
            return null;
        }
    }

    private Class<?> classOf(Type type) throws ClassNotFoundException {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> boolean.class;
            case Type.CHAR -> char.class;
            case Type.BYTE -> byte.class;
            case Type.SHORT -> short.class;
            case Type.INT -> int.class;
            case Type.FLOAT -> float.class;
            case Type.LONG -> long.class;
            case Type.DOUBLE -> double.class;
            case Type.ARRAY -> Class.forName(type.getDescriptor().replace('/', '.'), false, inside);
            default -> Class.forName(type.getClassName(), false, inside);
        };
    }
}
