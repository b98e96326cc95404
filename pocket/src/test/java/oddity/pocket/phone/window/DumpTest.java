package oddity.pocket.phone.window;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.app.AlertDialog;
import android.content.Context;
import android.graphics.Rect;
import android.text.InputType;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.FrameLayout;
import android.widget.ListView;
import android.widget.PopupWindow;
import android.widget.ScrollView;
import android.widget.TextView;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

@RunWith(PhoneRunner.class)
public class DumpTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    private FrameLayout content;

    @Test
    public void aButtonIsPrintedWithAllThereIsToIt() {
        Button button = add(new Button(open()));
        button.setAllCaps(false);
        button.setText("save");
        button.setId(android.R.id.button1);
        button.setContentDescription("saves it");
        button.setOnClickListener(view -> {});
        button.setX(10);
        button.setY(20);
        Element node = shown("save");
        assertEquals("android:id/button1", node.getAttribute("resource-id"));
        assertEquals("android.widget.Button", node.getAttribute("class"));
        assertEquals(phone.get().packageName(), node.getAttribute("package"));
        assertEquals("saves it", node.getAttribute("content-desc"));
        check(node, "checkable", false, "checked", false, "clickable", true, "enabled", true, "focusable", true,
                "focused", false, "scrollable", false, "long-clickable", false, "password", false, "selected", false);
        int[] place = new int[2];
        content.getLocationOnScreen(place);
        assertEquals("[%d,%d][%d,%d]".formatted(place[0] + 10, place[1] + 20, place[0] + 110, place[1] + 70),
                node.getAttribute("bounds"));
    }

    @Test
    public void whatAppliesToAWidgetIsTrue() {
        CheckBox box = add(new CheckBox(open()));
        box.setText("box");
        box.setChecked(true);
        box.setEnabled(false);
        box.setSelected(true);
        box.setOnLongClickListener(view -> true);
        check(shown("box"), "checkable", true, "checked", true, "enabled", false, "selected", true, "long-clickable", true);
    }

    @Test
    public void theFieldWithTheFocusSaysSo() {
        EditText field = add(new EditText(open()));
        field.setText("milk");
        field.requestFocus();
        check(shown("milk"), "focused", true, "focusable", true, "password", false);
    }

    @Test
    public void aPasswordIsNotTold() {
        EditText field = add(new EditText(open()));
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
        field.setText("secret");
        field.setContentDescription("the password");
        phone.rest();
        assertFalse(phone.get().dump().contains("secret"));
        check(find("content-desc", "the password"), "password", true);
    }

    @Test
    public void whatCannotBeSeenIsLeftOut() {
        open();
        add(text("gone")).setVisibility(View.GONE);
        add(text("invisible")).setVisibility(View.INVISIBLE);
        add(text("clear")).setAlpha(0);
        add(text("beside")).setTranslationX(5000);
        FrameLayout hidden = add(new FrameLayout(content.getContext()));
        hidden.addView(text("within"));
        hidden.setVisibility(View.INVISIBLE);
        add(text("shown"));
        phone.rest();
        assertNotNull(find("text", "shown"));
        for (String text : List.of("gone", "invisible", "clear", "beside", "within")) {
            assertNull(text, find("text", text));
        }
    }

    @Test
    public void boundsAreThoseOfThePartThatIsSeen() {
        open();
        ScrollView scroll = add(new ScrollView(content.getContext()), 100, 200);
        FrameLayout inside = new FrameLayout(content.getContext());
        scroll.addView(inside);
        inside.addView(text("half"), at(150, 100));
        inside.addView(text("below"), at(1000, 100));
        int[] place = new int[2];
        Element half = shown("half");
        scroll.getLocationOnScreen(place);
        assertEquals("[%d,%d][%d,%d]".formatted(place[0], place[1] + 150, place[0] + 100, place[1] + 200),
                half.getAttribute("bounds"));
        assertNull(find("text", "below"));
        scroll.scrollTo(0, 1000);
        assertNotNull(shown("below"));
        assertNull(find("text", "half"));
    }

    @Test
    public void aListScrollsAndItsItemsCanBeClicked() {
        open();
        ListView list = add(new ListView(content.getContext()), 300, 200);
        List<String> items = IntStream.range(0, 50).mapToObj(at -> "item " + at).toList();
        list.setAdapter(new ArrayAdapter<>(content.getContext(), android.R.layout.simple_list_item_1, items));
        check(shown("item 0"), "clickable", true, "scrollable", false);
        check(find("class", "android.widget.ListView"), "scrollable", true);
        assertNull(find("text", "item 49"));
    }

    @Test
    public void whatIsNotImportantForAccessibilityIsThereAllTheSame() {
        open();
        add(text("plain")).setImportantForAccessibility(View.IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS);
        assertNotNull(shown("plain"));
    }

    @Test
    public void oddCharactersDoNotBreakIt() {
        open();
        add(text("<a href=\"x\">&'\u0001\n\ud83d\ude00\ud83d"));
        assertNotNull(shown("<a href=\"x\">&'.\n\ud83d\ude00."));
    }

    @Test
    public void ofADialogAndItsActivityOnlyTheDialogIsPrinted() {
        Stage stage = open();
        add(text("behind"));
        new AlertDialog.Builder(stage).setMessage("sure?").show();
        assertNotNull(shown("sure?"));
        assertNull(find("text", "behind"));
    }

    @Test
    public void boundsInADialogAreThoseOnTheScreen() {
        open();
        TextView inside = text("inside");
        new AlertDialog.Builder(content.getContext()).setView(inside).show();
        Element node = shown("inside");
        int[] place = new int[2];
        inside.getLocationOnScreen(place);
        assertTrue("it stands in the middle", place[1] > 100);
        assertEquals("[%d,%d][%d,%d]".formatted(place[0], place[1], place[0] + inside.getWidth(), place[1] + inside.getHeight()),
                node.getAttribute("bounds"));
    }

    @Test
    public void aPopupWithoutKeysIsPrintedAfterItsActivity() {
        open();
        add(text("behind"));
        PopupWindow popup = new PopupWindow(text("popup"), 100, 50);
        popup.showAtLocation(content, Gravity.TOP | Gravity.START, 0, 0);
        Element node = shown("popup");
        NodeList windows = root().getChildNodes();
        assertEquals(2, windows.getLength());
        assertTrue(isWithin(windows.item(0), find("text", "behind")));
        assertTrue(isWithin(windows.item(1), find("text", "popup")));
        assertEquals("popup", node.getAttribute("text"));
    }

    @Test
    public void widgetsThatAViewOnlyDescribesArePrinted() {
        open();
        add(new Board(content.getContext()));
        check(shown("field 2"), "clickable", true);
        assertEquals("Board", ((Element) find("text", "field 2").getParentNode()).getAttribute("content-desc"));
        assertNull("not visible", find("text", "field 3"));
    }

    @Test
    public void widgetsLieInEachOtherInOrder() {
        open();
        FrameLayout group = add(new FrameLayout(content.getContext()));
        group.addView(text("one"));
        group.addView(text("two"));
        Element two = shown("two");
        assertEquals("1", two.getAttribute("index"));
        assertEquals(two.getParentNode(), find(two.getOwnerDocument().getDocumentElement(), "text", "one").getParentNode());
    }

    @Test
    public void deepNestingIsPrintedToTheBottom() {
        nest(150);
        assertNotNull(shown("deep"));
    }

    @Test
    public void thereIsAnEndToNesting() {
        nest(300);
        assertNull(shown("deep"));
    }

    @Test
    public void aTurnedPhoneSaysSo() {
        open();
        assertEquals("0", root().getAttribute("rotation"));
        phone.get().screen.hold(false);
        phone.rest();
        assertEquals("1", root().getAttribute("rotation"));
    }

    private Stage open() {
        Stage stage = phone.open(here -> {});
        content = new FrameLayout(stage);
        stage.setContentView(content);
        phone.rest();
        return stage;
    }

    private <T extends View> T add(T view) {
        return add(view, 100, 50);
    }

    private <T extends View> T add(T view, int width, int height) {
        content.addView(view, new FrameLayout.LayoutParams(width, height));
        return view;
    }

    private void nest(int depth) {
        open();
        ViewGroup inner = content;
        for (int at = 0; at < depth; at++) {
            FrameLayout next = new FrameLayout(content.getContext());
            inner.addView(next);
            inner = next;
        }
        inner.addView(text("deep"));
        phone.rest();
    }

    private static FrameLayout.LayoutParams at(int top, int height) {
        FrameLayout.LayoutParams place = new FrameLayout.LayoutParams(100, height);
        place.topMargin = top;
        return place;
    }

    private static TextView text(String says) {
        TextView text = new TextView(Phone.application());
        text.setText(says);
        return text;
    }

    private Element shown(String text) {
        phone.rest();
        return find("text", text);
    }

    private Element find(String name, String value) {
        return find(root(), name, value);
    }

    /** The first node with this attribute; null if there is none. */
    private static Element find(Element root, String name, String value) {
        NodeList nodes = root.getElementsByTagName("node");
        for (int at = 0; at < nodes.getLength(); at++) {
            Element node = (Element) nodes.item(at);
            if (node.getAttribute(name).equals(value)) {
                return node;
            }
        }
        return null;
    }

    private Element root() {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new InputSource(new StringReader(phone.get().dump()))).getDocumentElement();
        } catch (Exception error) {
            throw new AssertionError(phone.get().dump(), error);
        }
    }

    private boolean isWithin(org.w3c.dom.Node window, Element node) {
        return find((Element) window, "text", node.getAttribute("text")) != null;
    }

    /** Names and what they should be, in turns. */
    private static void check(Element node, Object... expected) {
        for (int at = 0; at < expected.length; at += 2) {
            String name = (String) expected[at];
            assertEquals(name, expected[at + 1].toString(), node.getAttribute(name));
        }
    }

    /** Draws its fields itself, and has no views for them. */
    private static final class Board extends View {
        private static final int FIELDS = 4;

        Board(Context context) {
            super(context);
        }

        @Override
        public AccessibilityNodeProvider getAccessibilityNodeProvider() {
            return new AccessibilityNodeProvider() {
                @Override
                public AccessibilityNodeInfo createAccessibilityNodeInfo(int id) {
                    return id == HOST_VIEW_ID ? board() : field(id);
                }
            };
        }

        private AccessibilityNodeInfo board() {
            AccessibilityNodeInfo board = AccessibilityNodeInfo.obtain(this);
            onInitializeAccessibilityNodeInfo(board);
            board.setContentDescription("Board");
            for (int field = 0; field < FIELDS; field++) {
                board.addChild(this, field);
            }
            return board;
        }

        private AccessibilityNodeInfo field(int id) {
            int[] place = new int[2];
            getLocationOnScreen(place);
            AccessibilityNodeInfo field = AccessibilityNodeInfo.obtain(this, id);
            field.setText("field " + id);
            field.setClickable(true);
            field.setVisibleToUser(id < 3);
            field.setBoundsInScreen(new Rect(place[0] + id * 20, place[1], place[0] + id * 20 + 20, place[1] + 20));
            return field;
        }
    }
}
