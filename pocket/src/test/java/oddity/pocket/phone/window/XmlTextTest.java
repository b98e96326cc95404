package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class XmlTextTest {
    @Test
    public void whatMeansSomethingInXmlIsEscaped() {
        check("a < b & \"c\" > d", "a &lt; b &amp; &quot;c&quot; &gt; d");
        check("two\nlines\tand\rmore", "two&#10;lines&#9;and&#13;more");
    }

    @Test
    public void whatXmlCannotHoldBecomesADot() {
        check("a\u0000b\u001bc\uffff", "a.b.c.");
        check("half \ud83d of a pair", "half . of a pair");
    }

    @Test
    public void lettersOfAllScriptsStay() {
        check("grüße 漢字 \ud83d\ude00", "grüße 漢字 \ud83d\ude00");
    }

    private static void check(String text, String expected) {
        StringBuilder xml = new StringBuilder();
        XmlText.append(xml, text);
        assertEquals(expected, xml.toString());
    }
}
