package corpus;

/** Runs all programs of the corpus. What they print is the same however their code came about. */
public final class Main {
    public static void main(String[] arguments) throws Throwable {
        Numbers.run();
        Ways.run();
        Things.run();
        Arrays.run();
        Functions.run();
        for (String further : arguments) {
            if (further.equals("handles")) {
                Functions.handles();
            } else {
                Mirror.run();
            }
        }
    }

    /** Not known to any compiler. */
    static int count(Object... things) {
        return things.length + (System.nanoTime() < 0 ? 1 : 0);
    }

    static void say(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(word instanceof Float || word instanceof Double ? String.format("%.6g", word) : String.valueOf(word)).append(' ');
        }
        System.out.println(line);
    }
}
