package oddity.pocket.phone.window;

/** Text as the value of an XML attribute. */
final class XmlText {
    private XmlText() {}

    /** Characters that XML cannot hold become dots, as in a phone's dump. */
    static void append(StringBuilder xml, CharSequence text) {
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            switch (letter) {
                case '<' -> xml.append("&lt;");
                case '>' -> xml.append("&gt;");
                case '&' -> xml.append("&amp;");
                case '"' -> xml.append("&quot;");
                case '\n', '\r', '\t' -> xml.append("&#").append((int) letter).append(';');
                default -> {
                    if (Character.isHighSurrogate(letter) && at + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(at + 1))) {
                        xml.append(letter).append(text.charAt(++at));
                    } else {
                        xml.append(isAllowed(letter) ? letter : '.');
                    }
                }
            }
        }
    }

    private static boolean isAllowed(char letter) {
        return letter >= ' ' && letter < 0xFFFE && !Character.isSurrogate(letter);
    }
}
