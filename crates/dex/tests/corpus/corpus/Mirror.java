package corpus;

import static corpus.Main.say;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What a program sees of itself. */
final class Mirror {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        int number() default 7;

        String[] names() default {"a", "b"};

        Class<?> type() default Object.class;

        ElementType element() default ElementType.FIELD;

        Inner inner() default @Inner(2.5);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner {
        double value();
    }

    @Mark(number = 3, type = int[].class)
    static class Marked<T extends Comparable<T>> {
        @Mark(names = {}, element = ElementType.METHOD) protected volatile List<? super T> list;

        @Deprecated
        public <X extends Exception> Map<String, T[]> method(@Mark T value, int other) throws X, java.io.IOException {
            return null;
        }
    }

    static void run() throws Exception {
        Class<?> type = Marked.class;
        say(type.getSimpleName(), type.getDeclaringClass(), Modifier.toString(type.getModifiers()), Arrays.toString(type.getTypeParameters()[0].getBounds()));
        Mark mark = type.getAnnotation(Mark.class);
        say(mark.number(), Arrays.toString(mark.names()), mark.type(), mark.element(), mark.inner().value());
        say(type.getDeclaredField("list").toGenericString(), type.getDeclaredField("list").getAnnotation(Mark.class).element());
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals("method")) {
                say(method.toGenericString(), method.isAnnotationPresent(Deprecated.class), method.getParameterAnnotations()[0].length);
            }
        }
        say(new Things.Point(1, 2, "three"));
        Object anonymous = new Object() {};
        class Local {}
        say(anonymous.getClass().getEnclosingMethod(), anonymous.getClass().isAnonymousClass(), Local.class.isLocalClass(), Local.class.getSimpleName());
        say(new Throwable().getStackTrace()[0].getLineNumber(), new Throwable().getStackTrace()[0].getFileName());
        say(int.class, void.class, int[][].class, Mark[].class, Thing.values().length, Thing.B.getClass(), Thing.B.getDeclaringClass());
    }

    enum Thing {
        A,
        B {
            @Override
            public String toString() {
                return "b";
            }
        }
    }
}
