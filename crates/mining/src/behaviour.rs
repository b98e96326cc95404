//! What an event did to a screen.

use std::collections::BTreeSet;

use diff::{Attribute, Change, Edit, changes_between};
use effect::is_listed;
use gui::{Flag, Layout, Node, NodeId};
use model::{ByItself, Front, Volatile};
use trace::Moment;

use crate::look::front_roots;
use crate::origin::{Source, Sources, Told, row_of};

/// A screen before and after an event.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// Before.
    pub before: &'a Moment,
    /// After.
    pub after: &'a Moment,
    /// Where texts may have come from.
    pub sources: &'a Sources,
    /// The package under test.
    pub app: &'a str,
    /// What changes by itself does not count.
    pub volatile: &'a Volatile,
}

/// What counts of a page that an event opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PageOf {
    /// Which page it is, and what in its frame came from the event. What else it shows is what was stored before: another matter.
    /// Ours.
    #[default]
    Frame,
    /// All of it, as the paper has it.
    Everything,
}

/// What happened to a widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Another page is in front.
    Page,
    /// It went.
    Went,
    /// It changed.
    Changed,
    /// It came.
    Came,
}

/// What an event did: the edit script between the screens before and after, without what did not change.
///
/// Where an event opens another page it is that page. Bounds, order and whatever changes by itself do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Behaviour {
    pub(crate) ops: Vec<Op>,
}

/// One line of the script, ready to be abstracted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Op {
    pub(crate) side: Side,
    pub(crate) class: String,
    pub(crate) id: String,
    pub(crate) text: Option<Said>,
    pub(crate) description: Option<Said>,
    /// Ticks and the like that are on, or changed.
    pub(crate) flags: Vec<(Flag, bool)>,
    /// Whether a person can act on it.
    pub(crate) receives: bool,
    /// Whether it stands in a list.
    pub(crate) listed: bool,
    /// Whether it stands in something else that scrolls.
    pub(crate) scrolls: bool,
}

impl Op {
    /// Whether it shows something of an item: of what was tapped, its row, or what was chosen or typed.
    fn is_about_item(&self) -> bool {
        match self.text.as_ref().map(|said| &said.told) {
            Some(Told::Known(words)) => Source::of_items().any(|source| words.contains(source.word())),
            _ => false,
        }
    }

    /// What it says.
    fn raw(&self) -> Option<&str> {
        Some(self.text.as_ref()?.raw.as_str())
    }

    /// What it said before it changed.
    fn raw_before(&self) -> Option<&str> {
        self.text.as_ref()?.before.as_deref()
    }

    /// Whether it shows something of what was tapped, chosen or typed.
    fn is_related(&self) -> bool {
        let told = self.text.as_ref().map(|said| &said.told);
        matches!(told, Some(Told::Known(words)) if words.contains('\u{1}'))
    }
}

/// A text as it is, and by where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) before: Option<String>,
    pub(crate) raw: String,
    pub(crate) told: Told,
}

/// So many widgets of rows that came without any relation to the event are another content of the list.
const REPLACED: usize = 8;

/// The flags that people see. Where the focus is follows every tap, and says nothing.
const SHOWN: [Flag; 3] = [Flag::Checked, Flag::Enabled, Flag::Selected];

impl Behaviour {
    /// What an event did.
    pub fn of(pair: Pair<'_>, pages: PageOf) -> Behaviour {
        let (before, after) = (front_of(pair.before, pair.app), front_of(pair.after, pair.app));
        let Some(after) = after else {
            return Behaviour { ops: vec![page_op("outside".to_owned())] };
        };
        let within = before
            .filter(|before| is_same_page(pair, before, after))
            .and_then(|before| within_page(pair, before, after));
        match within {
            Some(within) if pages == PageOf::Frame => within.without_stored_rows(),
            Some(within) => within,
            None => opened(pair, after, pages),
        }
    }

    /// Rows that came into view without any relation to the event show what was stored before; how many others went or changed along
    /// with them depends on it, too.
    fn without_stored_rows(mut self) -> Behaviour {
        // Where most of a list came, it shows something else that was stored; then nothing counts but what the event is about.
        let came =
            self.ops.iter().filter(|op| op.listed && op.side == Side::Came && !op.is_related()).count();
        if came >= REPLACED {
            self.ops.retain(|op| op.side == Side::Page || op.is_related());
        }
        self.ops.retain(|op| !(op.listed && op.side == Side::Came && !op.is_related()));
        // What comes into view and goes out of it in a form, when the keyboard comes up, say.
        self.ops.retain(|op| op.listed || !op.scrolls || op.side == Side::Changed || op.is_related());
        // A message that went, as all messages do after a while.
        self.ops.retain(|op| op.listed || op.side != Side::Went || op.receives || op.is_related());
        let mut seen: BTreeSet<(Side, String, String)> = BTreeSet::new();
        self.ops.retain(|op| {
            !op.listed || op.is_related() || seen.insert((op.side, op.class.clone(), op.id.clone()))
        });
        self
    }

    /// Whether nothing happened.
    pub fn is_nothing(&self) -> bool {
        self.ops.is_empty()
    }

    /// Whether another page is in front.
    pub fn opens(&self) -> Option<&str> {
        self.ops.iter().find(|op| op.side == Side::Page).map(|op| op.id.as_str())
    }

    /// The widgets that show something of what was tapped, chosen or typed: what happened to each, its id, and where that came from.
    pub fn relations(&self) -> BTreeSet<(Side, &str, &str)> {
        self.ops
            .iter()
            .filter(|op| op.is_related())
            .filter_map(|op| match &op.text.as_ref()?.told {
                Told::Known(words) => Some((op.side, op.id.as_str(), words.as_str())),
                Told::Unknown => None,
            })
            .collect()
    }

    /// Whether something happens to the item that the event is about.
    pub fn is_about_item(&self) -> bool {
        self.ops.iter().any(Op::is_about_item)
    }

    /// Whether another behaviour does to something else what this one does to the item that the event is about: the one widget of its kind
    /// shows or loses another text there. Where several do, a list shows other rows, which need not be about one item; a row that came may
    /// stand where nobody sees it; what said something else before may well do so after. What goes must have been there to go, and what
    /// comes instead must be another of those there: an item that was changed shows something new. `is_there` says what is.
    pub fn is_done_to_another(&self, other: &Behaviour, is_there: impl Fn(&str) -> bool) -> bool {
        let is_lost = |op: &Op, their: &Op| {
            let of = match op.side {
                Side::Went => op.raw(),
                Side::Came => their.raw(),
                Side::Changed | Side::Page => None,
            };
            !their.is_related()
                && their.raw() != op.raw()
                && their.raw_before() == op.raw_before()
                && of.is_none_or(&is_there)
        };
        let is_lost = |op: &Op| {
            self.the_one_like(op).is_some() && other.the_one_like(op).is_some_and(|their| is_lost(op, their))
        };
        let counts = |op: &&Op| op.is_about_item() && !(op.listed && op.side == Side::Came);
        self.opens() == other.opens() && self.ops.iter().filter(counts).any(is_lost)
    }

    /// The only line that says something of the same kind of widget as this one. On a page that opens, the first of those without a name
    /// is its title.
    fn the_one_like(&self, op: &Op) -> Option<&Op> {
        let is_like = |other: &&Op| (other.side, &other.id) == (op.side, &op.id) && other.text.is_some();
        let mut alike = self.ops.iter().filter(is_like);
        let is_title = op.side == Side::Came && op.id.is_empty() && self.opens().is_some();
        alike.next().filter(|_| is_title || alike.next().is_none())
    }

    /// The widgets of each line, for people: what happened, the widget's id or class, and what it says.
    pub fn lines(&self) -> impl Iterator<Item = (Side, &str, &str, bool)> {
        self.ops.iter().map(|op| {
            let name = if op.id.is_empty() { op.class.as_str() } else { op.id.as_str() };
            (op.side, name, op.text.as_ref().map_or("", |said| said.raw.as_str()), op.listed)
        })
    }
}

/// The layout, where the app is in front.
fn front_of<'m>(moment: &'m Moment, app: &str) -> Option<&'m Layout> {
    moment.layout.as_deref().filter(|layout| Front::of(layout, app) != Front::Elsewhere)
}

/// Whether a menu or a dialog is in front: it does not begin in the corner of the screen.
fn is_apart(layout: &Layout, app: &str) -> bool {
    front_roots(layout, app).next().is_some_and(|root| (root.bounds().left, root.bounds().top) != (0, 0))
}

fn is_same_page(pair: Pair<'_>, before: &Layout, after: &Layout) -> bool {
    pair.before.activity == pair.after.activity && is_apart(before, pair.app) == is_apart(after, pair.app)
}

fn page_op(name: String) -> Op {
    Op {
        side: Side::Page,
        class: String::new(),
        id: name,
        text: None,
        description: None,
        flags: Vec::new(),
        receives: true,
        listed: false,
        scrolls: false,
    }
}

fn opened(pair: Pair<'_>, after: &Layout, pages: PageOf) -> Behaviour {
    let apart = if is_apart(after, pair.app) { " in front" } else { "" };
    let mut ops = vec![page_op(format!("{}{apart}", pair.after.activity.as_deref().unwrap_or("-")))];
    let counts = Counts::new(after, pair);
    for node in after.nodes().filter(|&node| counts.has(node)) {
        let mut op = op_of(Side::Came, node, pair.sources, counts.changes(node));
        if pages == PageOf::Frame {
            if op.listed || !op.is_related() {
                continue;
            }
            op.flags.clear();
            op.description = None;
        }
        ops.push(op);
    }
    Behaviour { ops }
}

fn within_page(pair: Pair<'_>, before: &Layout, after: &Layout) -> Option<Behaviour> {
    let changes = changes_between(before, after).ok()?;
    let (was, is) = (Counts::new(before, pair), Counts::new(after, pair));
    let mut ops = Vec::new();
    for edit in &changes.edits {
        match edit {
            Edit::Delete { node } if was.has(before.node(*node)) => {
                let node = before.node(*node);
                let op = op_of(Side::Went, node, pair.sources, was.changes(node));
                // The last rows go out of view whenever there is less room.
                if !op.listed || op.is_related() || is_followed(node, &changes.mapping) {
                    ops.push(op);
                }
            }
            Edit::Insert { node, .. } if is.has(after.node(*node)) => {
                let node = after.node(*node);
                ops.push(op_of(Side::Came, node, pair.sources, is.changes(node)));
            }
            Edit::Change { before: from, after: to, changes } if is.has(after.node(*to)) => {
                ops.extend(changed(before.node(*from), after.node(*to), changes, pair.sources, &is));
            }
            _ => {}
        }
    }
    Some(Behaviour { ops })
}

/// Whether a row stays that stood behind the one of this widget.
fn is_followed(node: Node<'_>, stays: &[(NodeId, NodeId)]) -> bool {
    let Some(row) = row_of(node) else { return true };
    let ends = row.id().0 + row.subtree_size() as u32;
    let Some(list) = row.parent() else { return true };
    let list_ends = list.id().0 + list.subtree_size() as u32;
    let first = stays.partition_point(|(before, _)| before.0 < ends);
    stays.get(first).is_some_and(|(before, _)| before.0 < list_ends)
}

fn op_of(side: Side, node: Node<'_>, sources: &Sources, by_itself: bool) -> Op {
    let said = |raw: &str| {
        (!raw.is_empty() && !by_itself).then(|| Said {
            before: None,
            raw: raw.to_owned(),
            told: sources.told(raw, None),
        })
    };
    Op {
        side,
        class: node.class().to_owned(),
        id: node.short_id().to_owned(),
        text: said(node.text()),
        description: said(node.content_desc()),
        flags: SHOWN.iter().filter(|&&flag| node.is(flag)).map(|&flag| (flag, true)).collect(),
        receives: receives(node),
        listed: is_listed(node),
        scrolls: node
            .ancestors()
            .any(|around| around.is(Flag::Scrollable) || around.short_class().contains("ScrollView")),
    }
}

fn changed(
    from: Node<'_>,
    to: Node<'_>,
    changes: &[Change],
    sources: &Sources,
    counts: &Counts,
) -> Option<Op> {
    if from.class() != to.class() || from.resource_id() != to.resource_id() {
        // Something else stands there now.
        let op = op_of(Side::Came, to, sources, counts.changes(to));
        return Some(op);
    }
    let mut op =
        Op { text: None, description: None, flags: Vec::new(), ..op_of(Side::Changed, to, sources, true) };
    for change in changes {
        let said = |before: &str, raw: &str| {
            (!counts.changes(to)).then(|| Said {
                before: Some(before.to_owned()),
                raw: raw.to_owned(),
                told: sources.told(raw, Some(before)),
            })
        };
        match &change.attribute {
            Attribute::Text => op.text = said(from.text(), to.text()),
            Attribute::ContentDesc => op.description = said(from.content_desc(), to.content_desc()),
            Attribute::Flag(flag) if SHOWN.contains(flag) => op.flags.push((*flag, to.is(*flag))),
            _ => {}
        }
    }
    (op.text.is_some() || op.description.is_some() || !op.flags.is_empty()).then_some(op)
}

fn receives(node: Node<'_>) -> bool {
    [Flag::Clickable, Flag::LongClickable, Flag::Checkable, Flag::Scrollable, Flag::Editable]
        .iter()
        .any(|&flag| node.is(flag))
}

/// Which widgets of a layout count.
struct Counts {
    ways: Vec<Option<ByItself>>,
    counts: Vec<bool>,
}

impl Counts {
    fn new(layout: &Layout, pair: Pair<'_>) -> Counts {
        let ways = pair.volatile.ways_in(layout);
        let mut counts = vec![false; layout.len()];
        let goes = |id: NodeId| ways.get(id.0 as usize).copied().flatten() == Some(ByItself::Goes);
        for root in front_roots(layout, pair.app) {
            for node in std::iter::once(root).chain(root.descendants()) {
                let inside = node.parent().is_none_or(|parent| counts[parent.id().0 as usize]);
                counts[node.id().0 as usize] = inside && !goes(node.id());
            }
        }
        Counts { ways, counts }
    }

    fn has(&self, node: Node<'_>) -> bool {
        self.counts[node.id().0 as usize]
    }

    /// Whether what it shows changes by itself.
    fn changes(&self, node: Node<'_>) -> bool {
        self.ways.get(node.id().0 as usize).copied().flatten().is_some()
    }
}
