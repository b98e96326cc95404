package corpus;

import static corpus.Main.count;
import static corpus.Main.say;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Functions as values, and handles of methods. */
final class Functions {
    private int state = 3;

    interface Many<T extends Comparable<T>> {
        T take(T one, int two, long three, double four, Object... more);
    }

    static void run() throws Throwable {
        new Functions().functions(count(1, 2));
        say(Stream.of("b", "a", "c").sorted().collect(Collectors.joining(",")), IntStream.range(0, 5).map(at -> at * at).sum());
        Map<Integer, List<String>> byLength = Stream.of("one", "two", "three").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        say(byLength, List.of(3, 1, 2).stream().max(Integer::compare).get());
    }

    private void functions(int captured) {
        long wide = 1L << captured;
        String text = "text";
        Supplier<String> supplier = () -> text + captured + wide + state;
        Function<Integer, Function<Integer, Integer>> nested = a -> b -> a * b + captured + state++;
        IntBinaryOperator operator = Math::max;
        BiFunction<String, Integer, Character> method = String::charAt;
        Function<Integer, int[]> array = int[]::new;
        Supplier<Functions> constructor = Functions::new;
        Many<String> many = (one, two, three, four, more) -> one + two + three + four + more.length;
        Runnable runnable = this::change;
        runnable.run();
        say(supplier.get(), nested.apply(3).apply(4), operator.applyAsInt(3, captured), method.apply("abc", 1), array.apply(captured).length);
        say(constructor.get().state, many.take("m", 1, 2L, 2.5, "x", "y"), state, Function.<Integer>identity().compose((Integer a) -> a + 1).apply(4));
    }

    private void change() {
        state += 10;
    }

    /** Not on phones before Android 8. */
    static void handles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle concat = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        say((String) concat.invokeExact("a", "b"), concat.invoke((Object) "c", "d"));
        MethodHandle max = lookup.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class));
        say((int) max.invokeExact(count(1), 9), (long) max.invoke((short) 1, (byte) 2), Arrays.asList(max.invokeWithArguments(4, 5)));
    }
}
