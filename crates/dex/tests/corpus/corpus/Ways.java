package corpus;

import static corpus.Main.count;
import static corpus.Main.say;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Jumps, loops, switches, exceptions and locks. */
final class Ways {
    enum Colour { RED, GREEN, BLUE }

    private static int held;

    static void run() throws Exception {
        for (int number : new int[] {-5, 0, 1, 2, 3, 7, 1000, 1001, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            say(number, dense(number), sparse(number), thrown(number), caught(number), nested(number), typed(number));
        }
        for (String word : new String[] {"red", "Aa", "BB", "", "C#"}) {
            say(word, word(word));
        }
        for (Colour colour : Colour.values()) {
            say(colour, colour(colour), Colour.valueOf(colour.name()).ordinal());
        }
        say(loops(count(1, 2, 3, 4)), locked(new Object()), held);
        resources();
    }

    private static String dense(int number) {
        switch (number) {
            case 0: return "none";
            case 1: return "one";
            case 2:
            case 3: return "few";
            default: return number < 0 ? "less" : "many";
        }
    }

    private static int sparse(int number) {
        int result = 0;
        switch (number) {
            case Integer.MIN_VALUE: result += 1;
            case -5: result += 2; break;
            case 1000: result = 1000;
            case Integer.MAX_VALUE: result++;
            default: result -= 7;
        }
        return result;
    }

    private static int word(String word) {
        return switch (word) {
            case "red" -> 1;
            case "Aa" -> 2;
            case "BB" -> 3;
            case "" -> 4;
            default -> -1;
        };
    }

    private static String colour(Colour colour) {
        return switch (colour) {
            case RED -> "warm";
            case BLUE -> "cold";
            default -> "between";
        };
    }

    private static Object thrown(int number) {
        Object result = "nothing";
        try {
            result = number;
            if (number > 2) {
                throw number > 999 ? new FileNotFoundException("file " + number) : new IOException("io " + number);
            }
            result = "fine";
        } catch (FileNotFoundException error) {
            return error.getMessage() + result;
        } catch (IOException error) {
            result = error.getMessage() + result;
        } finally {
            held++;
        }
        return result;
    }

    private static Object caught(int number) {
        Object holder = null;
        int at = 0;
        try {
            at = 1;
            holder = number == 0 ? null : "x";
            at = holder.hashCode();
            int[] cells = new int[number == 1 ? 0 : 5];
            at = cells[1];
            Object text = number == 2 ? (Object) 5 : "text";
            at = ((String) text).length();
            if (number < 0) {
                cells = new int[number];
            }
        } catch (NullPointerException error) {
            return "null " + at;
        } catch (ArrayIndexOutOfBoundsException | ClassCastException error) {
            return error.getClass().getSimpleName() + at + holder;
        } catch (NegativeArraySizeException error) {
            return "negative";
        }
        return at;
    }

    private static String nested(int number) {
        StringBuilder said = new StringBuilder();
        outer:
        for (int i = 0; i < 4; i++) {
            try {
                for (int j = 0; j < 4; j++) {
                    if (j == number) continue outer;
                    if (i * j == 6) break outer;
                    try {
                        if (i + j == 3) throw new IllegalStateException();
                        said.append(i).append(j);
                    } catch (IllegalStateException error) {
                        if (number > 5) throw error;
                        said.append('!');
                    } finally {
                        said.append(';');
                    }
                }
            } catch (RuntimeException error) {
                said.append("out");
            }
        }
        return said.toString();
    }

    private static int typed(int number) {
        Object value = number > 1 ? new ArrayList<>(List.of(number)) : number < 0 ? "negative" : (Object) number;
        if (value instanceof List<?> list && !list.isEmpty()) {
            return list.size();
        }
        return value instanceof String text ? text.length() : value instanceof Integer whole ? whole : -1;
    }

    private static long loops(int most) {
        long sum = 0;
        int at = 0;
        do {
            for (long other = at; other >= 0; other -= 2) {
                sum += other * most;
            }
            at++;
        } while (at < most);
        while (true) {
            if (++at > 100) {
                return sum;
            }
        }
    }

    private static synchronized int locked(Object lock) throws Exception {
        int result;
        synchronized (lock) {
            result = Thread.holdsLock(lock) ? 1 : 0;
            synchronized (Ways.class) {
                try {
                    lock.notifyAll();
                    throw new Exception("inside");
                } catch (Exception error) {
                    result += error.getMessage().length();
                }
            }
        }
        return result + (Thread.holdsLock(lock) ? 100 : 0);
    }

    private static void resources() {
        Closeable open = () -> say("closed");
        try (open; Closeable second = () -> { throw new IOException("second"); }) {
            say("using", second != null);
            throw new IllegalStateException("body");
        } catch (Exception error) {
            say(error.getMessage(), error.getSuppressed().length, error.getSuppressed()[0].getMessage());
        }
    }
}
