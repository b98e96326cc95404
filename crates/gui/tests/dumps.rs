//! Dumps as real phones print them, and as nobody should.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "support/compare.rs"]
mod compare;
#[path = "support/reference.rs"]
mod reference;

use std::fs;

use gui::{DumpError, Flag, Flags, Layout, LayoutBuilder, Rect, Refusal, Widget, WindowDetails, WindowInfo};
use gui::{MAX_DEPTH, MAX_DUMP_BYTES, MAX_NODES, WarningKind};
use proptest::prelude::*;

use compare::check_against_roxmltree;

const BUTTON: &str = r#"<node index="0" text="Save" resource-id="a:id/save" class="android.widget.Button" package="a"
    content-desc="" clickable="true" enabled="true" bounds="[0,0][10,10]" />"#;

/// Parses and shows the tree without bounds, then the warnings; or the error.
fn read(dump: impl AsRef<[u8]>) -> String {
    check_against_roxmltree(dump.as_ref());
    match Layout::parse(dump.as_ref()) {
        Ok(parsed) => {
            let warnings = parsed.warnings.iter().map(|w| format!("! {:?}\n", w.kind));
            parsed
                .layout
                .tell()
                .lines()
                .map(|line| line.split(" [").next().unwrap().to_owned() + "\n")
                .chain(warnings)
                .collect()
        }
        Err(error) => format!("{error}\n"),
    }
}

#[track_caller]
fn check(dump: impl AsRef<[u8]>, expected: &str) {
    assert_eq!(read(dump), expected);
}

#[test]
fn a_plain_dump() {
    check(
        format!(
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"1\"><node>{BUTTON}</node></hierarchy>"
        ),
        "?\n  Button #save \"Save\" (clickable)\n",
    );
}

#[test]
fn chatter_around_the_xml_is_noted() {
    check(
        format!(
            "java.io.FileNotFoundException: x\n\tat java.io.FileInputStream.<init>(A.java:1)\n<hierarchy>{BUTTON}</hierarchy>UI hierchary dumped to: /dev/tty\n"
        ),
        "Button #save \"Save\" (clickable)\n! TextBefore\n! StatusLine\n",
    );
}

#[test]
fn several_windows() {
    let dump = format!(
        "<displays><display id=\"0\"><window index=\"0\" title=\"Keyboard\" type=\"input method\" layer=\"2\" id=\"7\" \
         active=\"false\" focused=\"false\" bounds=\"[0,5][10,10]\"><hierarchy rotation=\"1\">{BUTTON}</hierarchy></window>\
         <window title=\"Notes\" type=\"application\" layer=\"1\" active=\"true\"><hierarchy>{BUTTON}{BUTTON}</hierarchy></window>\
         </display><display id=\"2\"><window title=\"Empty\" /></display></displays>"
    );
    check(
        &dump,
        "window 1 \"Keyboard\" (input method, layer 2)\nButton #save \"Save\" (clickable)\n\
         window 2 \"Notes\" (application, layer 1, active)\nButton #save \"Save\" (clickable)\nButton #save \"Save\" (clickable)\n",
    );
    let layout = Layout::parse(dump.as_bytes()).unwrap().layout;
    assert_eq!(layout.windows().len(), 3);
    assert_eq!(layout.windows()[0].info.rotation, 1);
    assert_eq!(layout.windows()[2].info.details.as_ref().unwrap().display, 2);
}

#[test]
fn roots_side_by_side_are_windows() {
    let layout = Layout::parse(format!("<hierarchy rotation='3'>{BUTTON}{BUTTON}</hierarchy>").as_bytes())
        .unwrap()
        .layout;
    assert_eq!(layout.windows().len(), 2);
    assert!(layout.windows().iter().all(|window| window.info.rotation == 3));
}

#[test]
fn tags_named_by_class() {
    check(
        "<hierarchy><android.widget.FrameLayout><android.widget.EditText class='android.widget.EditText' text='x' \
         displayed='false' a11y-focused='true'/></android.widget.FrameLayout></hierarchy>",
        "FrameLayout\n  EditText \"x\" (editable, hidden)\n",
    );
}

#[test]
fn a_missing_root_is_noted() {
    check(
        format!("{BUTTON}\n{BUTTON}"),
        "window 1\nButton #save \"Save\" (clickable)\nwindow 2\nButton #save \"Save\" (clickable)\n! MissingRoot\n",
    );
}

#[test]
fn characters_as_phones_write_them() {
    let text = |value: &str| {
        let parsed =
            Layout::parse(format!("<hierarchy><node text=\"{value}\"/></hierarchy>").as_bytes()).unwrap();
        let kinds: Vec<_> = parsed.warnings.iter().map(|warning| warning.kind).collect();
        (parsed.layout.node(gui::NodeId(0)).text().to_owned(), kinds)
    };
    for (value, expected, kinds) in [
        ("a &amp; b &lt;c&gt; &quot;d&apos;", "a & b <c> \"d'", &[][..]),
        ("one&#10;two&#x41;", "one\ntwoA", &[]),
        ("&#128294;", "\u{1f526}", &[]),
        ("&#55357;&#56614;", "\u{1f526}", &[WarningKind::InvalidReference]),
        ("&#55357;!", "\u{fffd}!", &[WarningKind::InvalidReference]),
        ("&#0;&#1;", "\u{fffd}\u{1}", &[WarningKind::InvalidReference]),
        ("bell\u{7}", "bell\u{7}", &[WarningKind::InvalidCharacter]),
        ("\u{fffe}", "\u{fffe}", &[WarningKind::InvalidCharacter]),
        ("line\r\nend\tand 'quote'", "line end and 'quote'", &[WarningKind::CarriageReturns]),
        ("שלום \u{1f468}\u{200d}\u{1f469} مرحبا ﷽", "שלום \u{1f468}\u{200d}\u{1f469} مرحبا ﷽", &[]),
    ] {
        assert_eq!(text(value), (expected.to_owned(), kinds.to_vec()), "{value}");
    }
}

#[test]
fn broken_xml_stays_an_error() {
    for (dump, expected) in [
        (
            "<hierarchy><node></hierarchy>",
            "broken at byte 17: a tag is closed that was not the last one opened",
        ),
        ("<hierarchy><node text='a' text='b'/></hierarchy>", "an attribute stands twice"),
        ("<hierarchy><node x='a' x='b'/></hierarchy>", "an attribute stands twice"),
        ("<hierarchy a='1' a='1'/>", "an attribute stands twice"),
        ("<hierarchy><node text=a/></hierarchy>", "must stand in quotes"),
        ("<hierarchy><node text='a'class='b'/></hierarchy>", "a space is missing"),
        ("<hierarchy><node text='a<b'/></hierarchy>", "“&lt;”"),
        ("<hierarchy><node text='a & b'/></hierarchy>", "“&amp;”"),
        ("<hierarchy><node text='a&nbsp;b'/></hierarchy>", "“&amp;”"),
        ("<hierarchy><node text='&#-1;'/></hierarchy>", "“&amp;”"),
        ("<hierarchy><node / ></hierarchy>", "followed by “>”"),
        ("<hierarchy><1node/></hierarchy>", "a name was expected"),
        ("<hierarchy><!DOCTYPE x></hierarchy>", "only widgets can stand here"),
        ("<!DOCTYPE hierarchy [<!ENTITY a 'b'>]><hierarchy/>", "no uiautomator dump begins here"),
        ("<hierarchy/><hierarchy/>", "a second dump begins at byte 12"),
        ("<hierarchy/> grep:<?xml version='1.0'?><hierarchy/>", "a second dump begins at byte 18"),
        ("<html><body/></html>", "no uiautomator dump begins here"),
        ("Hello", "no uiautomator dump begins here"),
        (" \n", "the dump is empty"),
        ("", "the dump is empty"),
    ] {
        let error = read(dump);
        assert!(error.contains(expected), "{dump}\n  gave: {error}  expected: {expected}");
    }
}

#[test]
fn what_is_wrong_but_harmless_is_noted() {
    for (dump, kind) in [
        ("<hierarchy><node index='x'/></hierarchy>", WarningKind::BadNumber),
        ("<hierarchy><node checked='yes'/></hierarchy>", WarningKind::BadFlag),
        ("<hierarchy><node bounds='[1]'/></hierarchy>", WarningKind::BadBounds),
        ("<hierarchy><node>text</node></hierarchy>", WarningKind::Ignored),
        ("<hierarchy><!-- -- --><node/></hierarchy>", WarningKind::Ignored),
        ("<hierarchy><node a:b='1'/></hierarchy>", WarningKind::Namespace),
        ("<?xml version='2.0'?><hierarchy><node/></hierarchy>", WarningKind::OddDeclaration),
        ("<hierarchy rotation='0'/>", WarningKind::NoWidgets),
        ("<hierarchy><node/></hierarchy>\nUI hierchary dumped to: /dev/tty\n", WarningKind::StatusLine),
        ("<hierarchy><node/></hierarchy>\nKilled\n", WarningKind::TextAfter),
    ] {
        check_against_roxmltree(dump.as_bytes());
        let warnings = Layout::parse(dump.as_bytes()).unwrap().warnings;
        assert_eq!(warnings.iter().map(|w| w.kind).collect::<Vec<_>>(), [kind], "{dump}");
    }
}

#[test]
fn limits_are_errors() {
    let nested = |depth: usize| {
        format!("<hierarchy>{}{}</hierarchy>", "<node>".repeat(depth), "</node>".repeat(depth))
    };
    assert_eq!(Layout::parse(nested(MAX_DEPTH).as_bytes()).unwrap().layout.len(), MAX_DEPTH);
    check(nested(MAX_DEPTH + 1), "the dump has widgets nested more than 512 deep\n");
    check("<hierarchy>".repeat(10_000), "the dump has widgets nested more than 512 deep\n");

    let many = |count: usize| format!("<hierarchy>{}</hierarchy>", "<node/>".repeat(count));
    assert_eq!(Layout::parse(many(MAX_NODES).as_bytes()).unwrap().layout.len(), MAX_NODES);
    check(many(MAX_NODES + 1), "the dump has more than 50000 widgets\n");

    let attributes: String = (0..100).map(|n| format!(" a{n}=''")).collect();
    check(
        format!("<hierarchy><node{attributes}/></hierarchy>"),
        "a tag has more than 64 attributes (byte 461)\n",
    );

    assert!(matches!(Layout::parse(&vec![b' '; MAX_DUMP_BYTES + 1]), Err(DumpError::TooLarge)));
}

#[test]
fn cut_anywhere_it_is_an_error_that_keeps_what_was_read() {
    let dump = format!(
        "<?xml version='1.0'?><hierarchy><node text='a &amp; b'>{BUTTON}<!-- x --></node></hierarchy>"
    );
    for cut in 1..dump.len() {
        let error = Layout::parse(&dump.as_bytes()[..cut]).unwrap_err();
        let DumpError::Truncated { offset, partial } = error else { panic!("cut at {cut}: {error}") };
        assert_eq!(offset, cut);
        assert!(partial.layout.len() <= 2);
        let kept = Layout::parse_partial(&dump.as_bytes()[..cut]).unwrap();
        assert_eq!(kept.warnings.last().unwrap().kind, WarningKind::Truncated);
    }
}

#[test]
fn every_recorded_dump_parses_as_roxmltree_reads_it() {
    let Some(folder) = testkit::shared_data("android-fixtures/uidump") else { return };
    let mut widgets = 0;
    for path in testkit::files_in(&folder) {
        let bytes = fs::read(&path).unwrap();
        check_against_roxmltree(&bytes);
        let parsed = Layout::parse(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(!parsed.layout.is_empty(), "{}", path.display());
        widgets += parsed.layout.len();
    }
    // As Python's xml.etree counts them, hierarchy tags left out.
    assert_eq!(widgets, 10_716);
}

#[test]
fn recorded_dumps_need_just_the_leniencies_their_index_names() {
    let Some(folder) = testkit::shared_data("android-fixtures/uidump") else { return };
    use WarningKind::*;
    let kinds = |name: &str| -> Vec<WarningKind> {
        let parsed = Layout::parse(&fs::read(folder.join(name)).unwrap()).unwrap();
        parsed.warnings.iter().map(|warning| warning.kind).collect()
    };
    for (name, expected) in [
        ("avc-uiautomator-dump.xml", &[][..]),
        ("uservre-homedecorai.xml", &[]),
        ("cebe123-livepicker.xml", &[TextBefore, StatusLine]),
        ("garrett-hamers-subterranea.xml", &[StatusLine]),
        ("fiscaltaskforce-mobile.xml", &[Utf16, CarriageReturns, StatusLine]),
        ("munkijeon-vehiclecontrol-2.xml", &[InvalidUtf8, CarriageReturns, TextBefore]),
        ("zippies-bangbang.xml", &[InvalidUtf8]),
    ] {
        assert_eq!(kinds(name), expected, "{name}");
    }
}

#[test]
fn every_recorded_failure_is_named() {
    let Some(folder) = testkit::shared_data("android-fixtures/uidump-bad") else { return };
    for path in testkit::files_in(&folder) {
        let bytes = fs::read(&path).unwrap();
        let parsed = Layout::parse(&bytes);
        let refused =
            |refusal: Refusal| matches!(&parsed, Err(DumpError::Refused(found)) if *found == refusal);
        let warned = |kind| {
            parsed.as_ref().is_ok_and(|p| p.warnings.iter().any(|w| w.kind == kind) && !p.layout.is_empty())
        };
        let name = path.file_name().unwrap().to_str().unwrap();
        let as_expected = match name {
            "already-registered.txt" => refused(Refusal::AlreadyRegistered),
            "cat-no-such-file.txt" => refused(Refusal::NoSuchFile),
            "idle-state.txt" => refused(Refusal::IdleState),
            "null-root.txt" => refused(Refusal::NullRoot),
            "crlf-mangled.xml" => warned(WarningKind::CarriageReturns),
            "no-hierarchy-root.xml" => warned(WarningKind::MissingRoot),
            "newline-only.xml" => matches!(parsed, Err(DumpError::Empty)),
            "truncated-mid-attribute.xml" => {
                matches!(&parsed, Err(DumpError::Truncated { offset: 60_000, partial }) if partial.layout.len() > 100)
            }
            "two-dumps-with-grep-prefix.txt" => parsed.is_err(),
            other => panic!("no expectation for {other}"),
        };
        assert!(as_expected, "{name}: {parsed:?}");
    }
}

/// Any text that can stand in an attribute, odd characters included.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        2 => "[a-zA-Z .:/]{1,12}",
        1 => proptest::collection::vec(any::<char>(), 0..6).prop_map(|chars| chars.into_iter().collect::<String>()),
    ]
}

fn any_rect() -> impl Strategy<Value = Rect> {
    prop_oneof![Just([0; 4]), any::<[i32; 4]>()].prop_map(Rect::from)
}

#[derive(Debug, Clone)]
enum Part {
    Window(WindowInfo),
    Open { texts: [String; 6], bounds: Rect, numbers: [u32; 2], flags: u32, extras: Vec<String> },
    Close,
}

fn any_part() -> impl Strategy<Value = Part> {
    let details = (any::<u32>(), any_text(), any_text(), any::<(i32, i32, bool, bool)>(), any_rect())
        .prop_map(|(display, title, kind, (id, layer, active, focused), bounds)| WindowDetails {
            display,
            title,
            kind,
            id,
            layer,
            active,
            focused,
            bounds,
        });
    let window = (0u8..4, proptest::option::of(any::<(u32, u32)>()), proptest::option::of(details))
        .prop_map(|(rotation, size_px, details)| Part::Window(WindowInfo { rotation, size_px, details }));
    let texts = proptest::array::uniform6(any_text());
    let extras = proptest::collection::vec(any_text(), 0..3);
    let open = (texts, any_rect(), any::<[u32; 2]>(), any::<u32>(), extras).prop_map(
        |(texts, bounds, numbers, flags, extras)| Part::Open { texts, bounds, numbers, flags, extras },
    );
    prop_oneof![1 => window, 6 => open, 4 => Just(Part::Close)]
}

fn build(parts: &[Part]) -> Layout {
    let mut screen = LayoutBuilder::new();
    for part in parts {
        match part {
            Part::Window(info) => screen.window(info.clone()),
            Part::Close => screen.close(),
            Part::Open {
                texts: [class, resource_id, text, content_desc, package, hint],
                bounds,
                numbers,
                flags,
                extras,
            } => {
                let names = ["input-type", "pane-title"];
                let extras = names.into_iter().zip(extras.iter().map(String::as_str)).collect();
                let [index, drawing_order] = *numbers;
                let (bounds, flags) = (*bounds, Flags::from_bits(*flags));
                let widget = Widget {
                    class,
                    resource_id,
                    text,
                    content_desc,
                    package,
                    hint,
                    bounds,
                    index,
                    drawing_order,
                    flags,
                    extras,
                };
                screen.open(&widget).unwrap();
            }
        }
    }
    screen.finish()
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(parts in proptest::collection::vec(any_part(), 0..40)) {
        let layout = build(&parts);
        let again = Layout::parse(layout.to_xml().as_bytes()).unwrap().layout;
        prop_assert_eq!(&again, &layout);
        prop_assert_eq!(again.digest(), layout.digest());
    }

    #[test]
    fn layouts_are_equal_exactly_when_their_digests_are(
        a in proptest::collection::vec(any_part(), 0..4),
        b in proptest::collection::vec(any_part(), 0..4),
    ) {
        let (a, b) = (build(&a), build(&b));
        prop_assert_eq!(a == b, a.digest() == b.digest());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_against_roxmltree(&bytes);
    }

    /// Tags and quotes thrown together at random come nearer to XML than random bytes do.
    #[test]
    fn any_tags_are_read_as_roxmltree_reads_them(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "<hierarchy", "<node", ">", "/>", "</node>", "</hierarchy>", " text=", "'", "\"", "&amp;", "&#10;", "&", "<",
        " bounds='[1,2][3,4]'", " class='a.B'", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "x", " ", "\n", ":", "é",
    ]), 0..30)) {
        check_against_roxmltree(pieces.concat().as_bytes());
        let inside = format!("<hierarchy><node text='{}'/></hierarchy>", pieces.concat());
        check_against_roxmltree(inside.as_bytes());
    }
}

#[test]
fn flags_of_recorded_dumps_are_those_grep_counts() {
    let Some(folder) = testkit::shared_data("android-fixtures/uidump") else { return };
    let layout = Layout::parse(&fs::read(folder.join("deepeyecrypto-debug.xml")).unwrap()).unwrap().layout;
    let text = fs::read_to_string(folder.join("deepeyecrypto-debug.xml")).unwrap();
    for flag in [
        Flag::Clickable,
        Flag::Scrollable,
        Flag::Checked,
        Flag::Focusable,
        Flag::Enabled,
        Flag::LongClickable,
    ] {
        let printed = text.matches(&format!(" {}=\"true\"", flag.name())).count();
        assert_eq!(layout.nodes().filter(|node| node.is(flag)).count(), printed, "{}", flag.name());
    }
}
