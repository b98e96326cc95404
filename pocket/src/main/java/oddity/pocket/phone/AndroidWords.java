package oddity.pocket.phone;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Exceptions in the words of Android's runtime, where Java says the same in others.
 *
 * <p>Only what is told of an end is put in these words. An app that shows the message of what it catches shows Java's.
 */
final class AndroidWords {
    private record Rule(Pattern java, String android) {
        Rule(String java, String android) {
            this(Pattern.compile(java), android);
        }
    }

    private static final String NULL = "NullPointerException: ";
    /** What Java knows of the variable, which Android's texts do not tell. */
    private static final String BECAUSE = "(?: because .*)?$";

    private static final List<Rule> RULES = List.of(
            new Rule(NULL + "Cannot invoke \"(?:(?=(?:String|Object)\\.)(\\w+\\.)|)([^\"]*)\"" + BECAUSE, ""),
            new Rule(NULL + "Cannot read field \"([^\"]*)\"" + BECAUSE,
                    NULL + "Attempt to read from field '$1' on a null object reference"),
            new Rule(NULL + "Cannot assign field \"([^\"]*)\"" + BECAUSE,
                    NULL + "Attempt to write to field '$1' on a null object reference"),
            new Rule(NULL + "Cannot load from \\w+ array" + BECAUSE, NULL + "Attempt to read from null array"),
            new Rule(NULL + "Cannot store to \\w+ array" + BECAUSE, NULL + "Attempt to write to null array"),
            new Rule(NULL + "Cannot read the array length" + BECAUSE, NULL + "Attempt to get length of null array"),
            new Rule(NULL + "Cannot enter synchronized block" + BECAUSE,
                    NULL + "Null reference used for synchronization (monitor-enter)"),
            new Rule(NULL + "Cannot throw exception" + BECAUSE, NULL + "throw with null exception"),
            new Rule("ClassCastException: class (\\S+) cannot be cast to class (\\S+) \\(.*\\)$",
                    "ClassCastException: $1 cannot be cast to $2"),
            new Rule("ArrayIndexOutOfBoundsException: Index (-?\\d+) out of bounds for length (\\d+)$",
                    "ArrayIndexOutOfBoundsException: length=$2; index=$1"),
            new Rule("ArithmeticException: / by zero$", "ArithmeticException: divide by zero"));

    private AndroidWords() {}

    /** All lines of a stack, or of a part of it. */
    static String of(String story) {
        StringBuilder told = new StringBuilder();
        for (String line : story.split("\n", -1)) {
            told.append(told.length() == 0 ? "" : "\n").append(ofLine(line));
        }
        return told.toString();
    }

    private static String ofLine(String line) {
        if (!line.contains("Exception: ")) {
            return line;
        }
        for (Rule rule : RULES) {
            Matcher found = rule.java.matcher(line);
            if (found.find()) {
                return rule.android.isEmpty()
                        ? line.substring(0, found.start()) + invoked(found) : found.replaceFirst(rule.android);
            }
        }
        return line;
    }

    /** Java leaves out the package of these two. */
    private static String invoked(Matcher found) {
        String method = (found.group(1) == null ? "" : "java.lang." + found.group(1)) + found.group(2);
        return NULL + "Attempt to invoke virtual method '" + method + "' on a null object reference";
    }
}
