//! Which layouts count as one screen.

use gui::{Digest, Flag, Flags, Layout, Node};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::front::{Front, counts};
use crate::{ByItself, Volatile};

/// The version of the list of attributes that [`ScreenIds::travel`] looks at. It is part of the id: one that was saved under
/// another list is not taken for one of this.
const TRAVEL_VERSION: u64 = 1;

/// A screen's name under one abstraction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScreenId(pub Digest);

impl ScreenId {
    /// The app is not in front: one screen for all that may be there instead.
    pub const OUTSIDE: ScreenId = ScreenId(Digest(0));
}

/// One layout's screen under each abstraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScreenIds {
    /// For time travel: the structure and every attribute of every widget, but not what stands in text boxes.
    ///
    /// These are left out, since they change without the app being elsewhere:
    /// - the text of text boxes, and NAF, which depends on it;
    /// - focus, of widgets and of windows: a tap into a form would make as many screens as it has fields;
    /// - bounds, index and drawing order: they follow from what is drawn, and a clock that grows by a digit, a banner above a list
    ///   or a second line in a text box would move everything. The order of widgets counts, as part of the structure;
    /// - whether something can be scrolled, for the same reason;
    /// - the keyboard and the bars, where a dump has them; and the number, title and layer of windows.
    ///
    /// How the phone is turned counts. It is wrong where a page is drawn by hand and says nothing to accessibility: all such
    /// pages of one activity are one screen.
    pub travel: ScreenId,
    /// For independent views: the set of class, resource id and content description of all widgets. A list has two screens under
    /// it, empty and not empty, unless rows differ in their descriptions.
    pub widgets: ScreenId,
    /// Every attribute, as [`Layout::digest`] has it.
    pub exact: ScreenId,
}

impl ScreenIds {
    /// The app is not in front.
    pub const OUTSIDE: ScreenIds =
        ScreenIds { travel: ScreenId::OUTSIDE, widgets: ScreenId::OUTSIDE, exact: ScreenId::OUTSIDE };

    /// The screens of a layout, or the one outside where neither `app` nor a question for a permission is in [`Front`]. What is
    /// volatile does not count, except for `exact`.
    pub fn of(layout: &Layout, app: &str, volatile: &Volatile) -> ScreenIds {
        if Front::of(layout, app) == Front::Elsewhere {
            return ScreenIds::OUTSIDE;
        }
        let ways = volatile.ways_in(layout);
        let mut seen = Seen::with_room_for(layout.len());
        for window in layout.windows().iter().filter(|window| counts(layout, window, app)) {
            seen.window(window.info.rotation);
            seen.nodes(window.nodes().map(|id| layout.node(id)), &ways);
        }
        seen.ids(layout)
    }
}

/// What counts of a layout, gathered in one pass.
struct Seen {
    /// What goes into `travel`.
    all: Vec<u8>,
    /// A hash of each widget for `widgets`.
    kinds: Vec<u64>,
    /// Where each widget around the one at hand ends.
    open: Vec<u32>,
}

impl Seen {
    fn with_room_for(widgets: usize) -> Seen {
        let mut all = Vec::with_capacity(16 + 8 * 8 * widgets);
        all.extend(TRAVEL_VERSION.to_le_bytes());
        Seen { all, kinds: Vec::with_capacity(widgets), open: Vec::with_capacity(32) }
    }

    fn window(&mut self, rotation: u8) {
        self.open.clear();
        // No widget is that deep.
        self.word(u64::MAX - u64::from(rotation));
    }

    fn nodes<'a>(&mut self, nodes: impl Iterator<Item = Node<'a>>, ways: &[Option<ByItself>]) {
        let mut left_out_until = 0;
        for node in nodes {
            let at = node.id().0;
            if at < left_out_until {
                continue;
            }
            while self.open.last().is_some_and(|&end| end <= at) {
                self.open.pop();
            }
            let end = at + node.subtree_size() as u32;
            match ways.get(at as usize).copied().flatten() {
                Some(ByItself::Goes) => left_out_until = end,
                way => {
                    self.node(node, way.is_some());
                    self.open.push(end);
                }
            }
        }
    }

    fn node(&mut self, node: Node<'_>, changes: bool) {
        let (class, id) = (hash(node.class()), hash(node.resource_id()));
        let flags = if changes { CHANGES } else { lasting(node.flags()).bits() };
        self.word((self.open.len() as u64) << 32 | u64::from(flags));
        self.word(class);
        self.word(id);
        if changes {
            return self.kind([class, id, 0]);
        }
        let description = hash(node.content_desc());
        let text = if node.is(Flag::Editable) { 0 } else { hash(node.text()) };
        for part in [text, description, hash(node.package()), hash(node.hint())] {
            self.word(part);
        }
        let mut extras: u64 = 0;
        for (name, value) in node.extras() {
            extras = hash_of([extras, hash(name), hash(value)]);
        }
        self.word(extras);
        self.kind([class, id, description]);
    }

    fn word(&mut self, word: u64) {
        self.all.extend(word.to_le_bytes());
    }

    fn kind(&mut self, parts: [u64; 3]) {
        self.kinds.push(hash_of(parts));
    }

    fn ids(mut self, layout: &Layout) -> ScreenIds {
        self.kinds.sort_unstable();
        self.kinds.dedup();
        let travel = xxh3_128(&self.all);
        self.all.clear();
        self.all.extend(self.kinds.iter().flat_map(|kind| kind.to_le_bytes()));
        ScreenIds {
            travel: ScreenId(Digest(travel)),
            widgets: ScreenId(Digest(xxh3_128(&self.all))),
            exact: ScreenId(layout.digest()),
        }
    }
}

/// In the place of flags, for a widget that changes by itself. No set of flags has this number.
const CHANGES: u32 = u32::MAX;

/// The flags that say something of the app rather than of where the cursor is and what has room.
fn lasting(flags: Flags) -> Flags {
    [Flag::Naf, Flag::Focused, Flag::Scrollable]
        .into_iter()
        .fold(flags, |flags, flag| flags.with(flag, false))
}

/// Most attributes of most widgets are empty.
pub(crate) fn hash(text: &str) -> u64 {
    if text.is_empty() { 0 } else { xxh3_64(text.as_bytes()) }
}

pub(crate) fn hash_of<const N: usize>(parts: [u64; N]) -> u64 {
    xxh3_64(parts.map(u64::to_le_bytes).as_flattened())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Said, screen, windows};

    fn ids(tree: &str) -> ScreenIds {
        ScreenIds::of(&screen("com.example", tree), "com.example", &Volatile::default())
    }

    const PAGE: &str =
        "LinearLayout\n  TextView #title \"Notes\"\n  CheckBox #done \"Done\"\n  EditText #note";

    /// Whether both are one screen for time travel, and for independent views.
    fn check(tree: &str, same_travel: bool, same_widgets: bool) {
        let (page, other) = (ids(PAGE), ids(tree));
        assert_eq!(page.travel == other.travel, same_travel, "{tree}");
        assert_eq!(page.widgets == other.widgets, same_widgets, "{tree}");
    }

    #[test]
    fn what_stands_in_a_text_box_and_where_the_cursor_is_do_not_count() {
        check(PAGE, true, true);
        check(&PAGE.replace("#note", "#note \"milk\" +focused"), true, true);
        check(&PAGE.replace("#note", "#note +scrollable +NAF"), true, true);
    }

    #[test]
    fn every_other_attribute_and_the_structure_count() {
        check(&PAGE.replace("Notes", "Diary"), false, true);
        check(&PAGE.replace("#done", "#done +checked"), false, true);
        check(&PAGE.replace("#done", "#done -enabled"), false, true);
        check(&PAGE.replace("#done", "#done 'tick it'"), false, false);
        check(&PAGE.replace("#done", "#ready"), false, false);
        check(&PAGE.replace("  CheckBox", "    CheckBox"), false, true);
        check(&format!("{PAGE}\n  EditText #note"), false, true);
    }

    #[test]
    fn where_a_widget_is_drawn_does_not_count_and_turning_the_phone_does() {
        let drawn = |bounds, index, rotation| {
            let mut layout = gui::LayoutBuilder::new();
            layout.window(gui::WindowInfo { rotation, ..gui::WindowInfo::default() });
            let widget = gui::Widget {
                package: "com.example",
                bounds,
                index,
                drawing_order: index,
                ..Default::default()
            };
            layout.leaf(&widget).unwrap();
            ScreenIds::of(&layout.finish(), "com.example", &Volatile::default())
        };
        let here = drawn(gui::Rect::new(0, 0, 10, 10), 0, 0);
        let there = drawn(gui::Rect::new(0, 5, 10, 15), 1, 0);
        assert_eq!((here.travel, here.widgets), (there.travel, there.widgets));
        assert_ne!(here.exact, there.exact);
        assert_ne!(here.travel, drawn(gui::Rect::new(0, 0, 10, 10), 0, 1).travel);
    }

    #[test]
    fn what_is_volatile_does_not_count() {
        let noisy = |clock: &str, advert: &str| format!("{PAGE}\n  TextView #clock '{clock}'{advert}");
        let advert = "\n  FrameLayout #advert\n    TextView \"Buy\"";
        let mut volatile = Volatile::default();
        let look = |tree: &str| screen("com.example", tree);
        volatile.learn(&look(&noisy("9:59", advert)), &look(&noisy("10:00", "")));
        let [seen, again] = [noisy("1:00", ""), noisy("2:00", advert)]
            .map(|tree| ScreenIds::of(&look(&tree), "com.example", &volatile));
        assert_eq!((seen.travel, seen.widgets), (again.travel, again.widgets));
        assert_ne!(
            seen.travel,
            ScreenIds::of(&look(PAGE), "com.example", &volatile).travel,
            "there is no clock"
        );
    }

    #[test]
    fn the_keyboard_and_the_bars_do_not_count() {
        let said = |kind, package, tree| Said { kind, package, active: kind == "application", tree };
        let app = said("application", "com.example", PAGE);
        let bar = said("system", "com.android.systemui", "TextView \"9:59\"");
        let keyboard = said("input method", "com.android.inputmethod.latin", "FrameLayout");
        let of =
            |said: &[Said<'_>]| ScreenIds::of(&windows(said), "com.example", &Volatile::default()).travel;
        assert_eq!(of(&[app, bar]), of(&[keyboard, app]));
        assert_eq!(of(&[app]), ids(PAGE).travel);
        assert_eq!(of(&[said("application", "com.other", PAGE)]), ScreenId::OUTSIDE);
    }

    #[test]
    fn ids_are_the_same_on_every_machine() {
        // Saved in journals: another value here needs another TRAVEL_VERSION.
        assert_eq!(ids(PAGE).travel.0.to_string(), "8357e19c32621fbabee8376a2338a5e1");
        assert_eq!(ids(PAGE).widgets.0.to_string(), "cc9817757256e84f7e767ea54efdb08c");
    }
}
