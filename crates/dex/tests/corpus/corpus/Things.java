package corpus;

import static corpus.Main.count;
import static corpus.Main.say;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Classes, interfaces and what they hand down. */
final class Things {
    interface Named {
        String name();

        default String greeting() {
            return "hello " + decorated(name());
        }

        private String decorated(String text) {
            return "<" + text + ">";
        }

        static Named of(String name) {
            return () -> name;
        }
    }

    interface Loud extends Named {
        @Override
        default String greeting() {
            return Named.super.greeting().toUpperCase();
        }
    }

    abstract static class Animal implements Named {
        protected final int legs;
        static int made;

        Animal(int legs) {
            this.legs = legs;
            made += describe().length();
        }

        abstract String describe();

        @Override
        public String toString() {
            return name() + " with " + legs + " legs, " + describe();
        }
    }

    static class Dog extends Animal implements Loud {
        private String name = "rex";

        Dog(boolean lame) {
            super(lame ? 3 : count(1, 2, 3, 4));
            if (lame) {
                name = name + "?";
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        String describe() {
            return "dog " + name;
        }

        class Tail {
            int wags = legs * 2;

            String whose() {
                return Dog.this.name + wags + Dog.super.toString().length();
            }
        }
    }

    static final class Puppy extends Dog {
        Puppy() {
            this(true, null);
        }

        private Puppy(boolean lame, Object extra) {
            super(extra == null ? !lame : lame);
        }

        @Override
        public String greeting() {
            return super.greeting() + "!";
        }
    }

    record Point(int x, long y, String name) implements Comparable<Point> {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("negative " + x);
            }
        }

        @Override
        public int compareTo(Point other) {
            return Integer.compare(x, other.x);
        }
    }

    sealed interface Shape permits Circle, Square {}

    static final class Circle implements Shape {}

    static final class Square implements Shape {}

    static class Empty {}

    static class Emptier extends Empty {
        int filled;
    }

    static void run() {
        List<Animal> animals = new ArrayList<>(List.of(new Dog(true), new Dog(false), new Puppy()));
        for (Animal animal : animals) {
            say(animal, animal.greeting(), animal.legs);
        }
        Dog dog = (Dog) animals.get(0);
        say(dog.new Tail().whose(), Animal.made, Named.of("x").greeting());
        Point point = new Point(1, 2, "three");
        say(point.x(), point.y(), point.name(), point.equals(new Point(1, 2, "three")), point.hashCode() == new Point(1, 2, "three").hashCode(), point.compareTo(new Point(5, 0, "")));
        try {
            say(new Point(-1, 0, null));
        } catch (IllegalArgumentException error) {
            say(error.getMessage());
        }
        Map<String, Collection<? extends Comparable<?>>> map = new HashMap<>();
        map.computeIfAbsent("a", key -> new ArrayList<>()).size();
        map.put("b", count(1) > 0 ? List.of("x") : new java.util.TreeSet<Integer>());
        say(map, shape(new Circle()), shape(new Square()), made(count()), made(count(1)));
        Emptier emptier = new Emptier();
        emptier.filled = 4;
        say(emptier.filled, new Empty() != null, new Object() { int hidden = count(1, 2); }.hidden);
        say(new Comparator<String>() {
            @Override
            public int compare(String a, String b) {
                return b.compareTo(a);
            }
        }.compare("a", "b"));
    }

    private static int shape(Shape shape) {
        return shape instanceof Circle ? 1 : shape instanceof Square ? 2 : 3;
    }

    /** New objects while other values are still being chosen. */
    private static String made(int which) {
        StringBuilder text = new StringBuilder(which == 0 ? "zero" : new String(which == 1 ? new char[] {'o', 'n', 'e'} : new char[0]));
        Object either = which == 0 ? new ArrayList<String>(which) : new HashMap<String, String>();
        return text.append(either instanceof Collection ? "list" : "map").append(new Things[which + 1].length).toString();
    }
}
