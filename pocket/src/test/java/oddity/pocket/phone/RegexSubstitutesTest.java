package oddity.pocket.phone;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.Test;

public class RegexSubstitutesTest {
    @Test
    public void aBraceThatClosesNothingIsRefused() {
        for (String wrong : new String[] {"\\{(.*?)}", "}", "a}b", "[a]}", "\\p{L}}"}) {
            assertThrows(wrong, PatternSyntaxException.class, () -> RegexSubstitutes.compile(wrong));
        }
        for (String right : new String[] {"\\{(.*?)\\}", "a{2}", "a{2,3}b", "[}]", "[^{}]+", "\\p{L}", "\\x{1F600}", "\\Q}\\E", "a]",
            "(?<name>a){1,2}"}) {
            RegexSubstitutes.compile(right);
        }
        RegexSubstitutes.compile("}", Pattern.LITERAL);
    }

    @Test
    public void lettersAreThoseOfAllScripts() {
        assertTrue(RegexSubstitutes.matches("\u00e9t\u00e9", "\\w+"));
        assertTrue(RegexSubstitutes.compile("\u00c9T\u00c9", Pattern.CASE_INSENSITIVE).matcher("\u00e9t\u00e9").matches());
        assertFalse(RegexSubstitutes.matches("a b", "\\w+"));
        assertEquals("x-x", RegexSubstitutes.replaceAll("\u00e9-\u00e9", "\\w", "x"));
    }

    @Test
    public void aSingleLetterIsNoExpressionToSplitBy() {
        assertArrayEquals(new String[] {"a", "b"}, RegexSubstitutes.split("a}b", "}"));
        assertArrayEquals(new String[] {"a", "b,c"}, RegexSubstitutes.split("a, b,c", ",\\s", 2));
    }
}
