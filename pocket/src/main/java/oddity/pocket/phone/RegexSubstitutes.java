package oddity.pocket.phone;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions as Android has them, whose engine is ICU's: letters, digits and white space are those of all scripts, and a
 * closing brace that closes nothing is refused.
 *
 * <p>What else differs (sets within sets, a few escapes) is as in Java.
 */
public final class RegexSubstitutes {
    private RegexSubstitutes() {}

    public static Pattern compile(String expression) {
        return compile(expression, 0);
    }

    public static Pattern compile(String expression, int flags) {
        if ((flags & (Pattern.LITERAL | Pattern.COMMENTS)) == 0) {
            check(expression);
        }
        return Pattern.compile(expression, flags | Pattern.UNICODE_CHARACTER_CLASS);
    }

    public static boolean matches(String expression, CharSequence text) {
        return compile(expression).matcher(text).matches();
    }

    public static boolean matches(String text, String expression) {
        return compile(expression).matcher(text).matches();
    }

    public static String replaceAll(String text, String expression, String by) {
        return compile(expression).matcher(text).replaceAll(by);
    }

    public static String replaceFirst(String text, String expression, String by) {
        return compile(expression).matcher(text).replaceFirst(by);
    }

    public static String[] split(String text, String expression) {
        return split(text, expression, 0);
    }

    /** A single letter is no expression for Android either. */
    public static String[] split(String text, String expression, int limit) {
        return expression.length() == 1 ? text.split(expression, limit) : compile(expression).split(text, limit);
    }

    /** Throws as Android does where a brace stands alone. */
    private static void check(String expression) {
        int depth = 0;
        for (int at = 0; at < expression.length(); at++) {
            char letter = expression.charAt(at);
            if (letter == '\\') {
                at = endOfEscape(expression, at + 1);
            } else if (letter == '[') {
                depth++;
            } else if (letter == ']') {
                depth = Math.max(0, depth - 1);
            } else if (depth == 0 && letter == '{') {
                int end = expression.indexOf('}', at);
                at = end < 0 ? at : end;
            } else if (depth == 0 && letter == '}') {
                throw new PatternSyntaxException("Syntax error in regexp pattern", expression, at);
            }
        }
    }

    /** Where what follows a backslash ends: names in braces belong to it, and so does all that is quoted. */
    private static int endOfEscape(String expression, int at) {
        if (at >= expression.length()) {
            return at;
        }
        if (expression.charAt(at) == 'Q') {
            int end = expression.indexOf("\\E", at);
            return end < 0 ? expression.length() : end + 1;
        }
        boolean isNamed = "pPxNu".indexOf(expression.charAt(at)) >= 0 && expression.startsWith("{", at + 1);
        int end = isNamed ? expression.indexOf('}', at) : at;
        return end < 0 ? at : end;
    }
}
