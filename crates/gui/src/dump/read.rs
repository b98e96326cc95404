//! Tags made into a [`Flat`]: which elements are widgets, which windows they stand in, what their attributes mean.

use super::Problem;
use super::attribute::{Known, USUAL_ORDER, parse_bounds, parse_flag, parse_i32, parse_u32};
use super::flat::{Flat, FlatNode, FlatWindow, MAX_ATTRIBUTES};
use super::warning::{WarningKind, Warnings};
use super::xml::{Attribute, Scanner, Span, Tag, XmlError};
use crate::build::{LimitReached, MAX_DEPTH, MAX_NODES};
use crate::layout::{WindowDetails, WindowInfo};
use crate::widget::{Flag, class_is_editable};

/// Makes a [`Flat`] of tags.
pub(super) struct Reader<'a> {
    text: &'a str,
    scanner: Scanner<'a>,
    nodes: Vec<FlatNode>,
    extras: Vec<(Span, Span)>,
    windows: Vec<FlatWindow>,
    open: Vec<Open>,
    /// How many of `open` are widgets.
    depth: usize,
    /// The id of the `<display>` we are in.
    display: u32,
    /// What the `<hierarchy>` we are in says of its windows.
    hierarchy: WindowInfo,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, start: usize, warnings: Warnings) -> Reader<'a> {
        Reader {
            text,
            scanner: Scanner::new(text, start, warnings),
            nodes: Vec::new(),
            extras: Vec::new(),
            windows: Vec::new(),
            open: Vec::new(),
            depth: 0,
            display: 0,
            hierarchy: WindowInfo::default(),
        }
    }

    pub(super) fn read(&mut self) -> Result<(), Problem> {
        self.scanner.declaration()?;
        let mut root = None;
        loop {
            let at = self.scanner.pos();
            match self.scanner.tag(self.open.len())? {
                // Widgets without a root may stand side by side; a second root means a second dump.
                Tag::Open(_) if self.open.is_empty() && root.is_some_and(|role| role != Role::Widget) => {
                    return Err(Problem::SeveralDumps { offset: at });
                }
                Tag::Open(name) => {
                    let role = self.opened(name)?;
                    root.get_or_insert(role);
                }
                Tag::Close(name) => self.closed(name, at)?,
                Tag::End if !self.open.is_empty() => return Err(Problem::Truncated),
                Tag::End => break,
            }
        }
        match root {
            Some(_) => {}
            None if self.scanner.pos() == self.text.len() => return Err(Problem::Truncated),
            None => return Err(Problem::NotADump { offset: self.scanner.pos() }),
        }
        if self.nodes.is_empty() {
            self.scanner.warnings.add(WarningKind::NoWidgets, self.scanner.pos());
        }
        self.check_rest()
    }

    pub(super) fn finish(self) -> Flat<'a> {
        let (unescaped, warnings) = self.scanner.finish();
        let Reader { text, nodes, extras, windows, .. } = self;
        Flat { text, unescaped, nodes, extras, windows, warnings }
    }

    /// What stands behind the last closing tag: nothing, words, or another dump.
    fn check_rest(&mut self) -> Result<(), Problem> {
        let at = self.scanner.pos();
        let rest = &self.text[at..];
        if let Some(next) = super::find_xml(rest) {
            return Err(Problem::SeveralDumps { offset: at + next });
        }
        if is_status_line(rest.trim()) {
            self.scanner.warnings.add(WarningKind::StatusLine, at);
        } else if !super::is_xml_space(rest) {
            self.scanner.warnings.add(WarningKind::TextAfter, at);
        }
        Ok(())
    }

    fn opened(&mut self, name: Span) -> Result<Role, Problem> {
        let role = if self.depth > 0 {
            Role::Widget
        } else {
            match self.scanner.bytes(name) {
                b"hierarchy" => Role::Hierarchy,
                b"displays" => Role::Displays,
                b"display" => Role::Display,
                b"window" => Role::Window,
                _ => Role::Widget,
            }
        };
        // Containers nest a few deep; the rest of the depth is for widgets.
        if self.depth == MAX_DEPTH || self.open.len() - self.depth == 8 {
            return Err(LimitReached::Depth.into());
        }
        let closed = match role {
            Role::Widget => self.widget_opened(name)?,
            _ => self.container_opened(role)?,
        };
        if !closed {
            self.open.push(Open { name, role });
            self.depth += usize::from(role == Role::Widget);
        }
        Ok(role)
    }

    fn closed(&mut self, name: Span, at: usize) -> Result<(), Problem> {
        match self.open.pop() {
            Some(open) if self.scanner.bytes(open.name) == self.scanner.bytes(name) => {
                self.depth -= usize::from(open.role == Role::Widget);
                Ok(())
            }
            _ => Err(Problem::Malformed {
                offset: at,
                problem: "a tag is closed that was not the last one opened",
            }),
        }
    }

    fn container_opened(&mut self, role: Role) -> Result<bool, Problem> {
        let mut info = WindowInfo::default();
        let mut details = WindowDetails::default();
        let mut names: Vec<Span> = Vec::new();
        let closed = loop {
            let at = self.scanner.pos();
            let (name, value) = match self.scanner.attribute()? {
                Attribute::Last { closed } => break closed,
                Attribute::Named { name, value } => (name, value),
            };
            if names.iter().any(|&seen| self.scanner.bytes(seen) == self.scanner.bytes(name)) {
                return Err(twice(at));
            }
            names.push(name);
            if names.len() > MAX_ATTRIBUTES {
                return Err(Problem::TooManyAttributes { offset: at });
            }
            let scanner = &mut self.scanner;
            match (role, scanner.bytes(name)) {
                (Role::Hierarchy, b"rotation") => info.rotation = (parse_u32(scanner, value) & 3) as u8,
                (Role::Hierarchy, b"width") => {
                    info.size_px.get_or_insert_default().0 = parse_u32(scanner, value);
                }
                (Role::Hierarchy, b"height") => {
                    info.size_px.get_or_insert_default().1 = parse_u32(scanner, value);
                }
                (Role::Display, b"id") => self.display = parse_u32(scanner, value),
                (Role::Window, b"title") => details.title = scanner.str(value).to_owned(),
                (Role::Window, b"type") => details.kind = scanner.str(value).to_owned(),
                (Role::Window, b"id") => details.id = parse_i32(scanner, value),
                (Role::Window, b"layer") => details.layer = parse_i32(scanner, value),
                (Role::Window, b"active") => details.active = parse_flag(scanner, value),
                (Role::Window, b"focused") => details.focused = parse_flag(scanner, value),
                (Role::Window, b"bounds") => details.bounds = parse_bounds(scanner, value),
                _ => {}
            }
        };
        match role {
            Role::Window => {
                // A window that says nothing is how `Layout::to_xml` writes one of a plain dump.
                if !names.is_empty() {
                    details.display = self.display;
                    info.details = Some(details);
                }
                self.new_window(info);
            }
            Role::Hierarchy => match self.windows.last_mut() {
                Some(window) if self.open.last().is_some_and(|open| open.role == Role::Window) => {
                    window.info.rotation = info.rotation;
                    window.info.size_px = info.size_px;
                }
                _ => self.hierarchy = info,
            },
            _ => {}
        }
        Ok(closed)
    }

    fn new_window(&mut self, info: WindowInfo) {
        self.windows.push(FlatWindow { info, first_node: self.nodes.len() as u32 });
    }

    fn widget_opened(&mut self, name: Span) -> Result<bool, Problem> {
        let start = self.scanner.pos();
        if self.nodes.len() == MAX_NODES {
            return Err(LimitReached::Nodes.into());
        }
        let named_by_class = self.scanner.bytes(name) != b"node";
        let mut node = FlatNode { depth: self.depth as u32, ..FlatNode::default() };
        let mut seen = 0u32;
        let first_extra = self.extras.len();
        let mut usual = USUAL_ORDER.iter().peekable();
        let closed = loop {
            let expected =
                usual.peek().and_then(|(printed, known)| Some((*known, self.scanner.expected(printed)?)));
            let (known, value) = if let Some((known, value)) = expected {
                usual.next();
                (known, value?)
            } else {
                let (name, value) = match self.scanner.attribute()? {
                    Attribute::Last { closed } => break closed,
                    Attribute::Named { name, value } => (name, value),
                };
                let Some(known) = Known::from_name(self.scanner.bytes(name)) else {
                    self.extra(name, value, first_extra)?;
                    continue;
                };
                if let Some(at) = USUAL_ORDER.iter().position(|usual| usual.1 == known) {
                    usual = USUAL_ORDER[at + 1..].iter().peekable();
                }
                (known, value)
            };
            if seen & known.bit() != 0 {
                return Err(twice(self.scanner.pos()));
            }
            seen |= known.bit();
            let scanner = &mut self.scanner;
            match known {
                Known::Class => node.class = value,
                Known::ResourceId => node.resource_id = value,
                Known::Text => node.text = value,
                Known::ContentDesc => node.content_desc = value,
                Known::Package => node.package = value,
                Known::Hint => node.hint = value,
                Known::Bounds => node.bounds = parse_bounds(scanner, value),
                Known::Index => node.index = parse_u32(scanner, value),
                Known::DrawingOrder => node.drawing_order = parse_u32(scanner, value),
                // `displayed` is Appium's word for it; where both stand, both must say so.
                Known::Displayed | Known::Flag(Flag::Visible) => {
                    let shown = node.flags.has(Flag::Visible) && parse_flag(scanner, value);
                    node.flags = node.flags.with(Flag::Visible, shown);
                }
                Known::Flag(flag) => node.flags = node.flags.with(flag, parse_flag(scanner, value)),
            }
        };
        if seen & Known::Class.bit() == 0 && named_by_class {
            node.class = name;
        }
        if seen & Known::Flag(Flag::Editable).bit() == 0 {
            node.flags = node.flags.with(Flag::Editable, class_is_editable(self.scanner.str(node.class)));
        }
        node.extras_end = self.extras.len() as u32;
        if self.depth == 0 {
            self.root_widget(
                named_by_class && seen & (Known::Class.bit() | Known::Bounds.bit()) == 0,
                start,
            )?;
        }
        self.nodes.push(node);
        Ok(closed)
    }

    /// A widget that no other holds: the first of a window.
    fn root_widget(&mut self, like_nothing_known: bool, at: usize) -> Result<(), Problem> {
        if self.open.is_empty() {
            if like_nothing_known {
                return Err(Problem::NotADump { offset: at });
            }
            self.scanner.warnings.add(WarningKind::MissingRoot, at);
        }
        if !self.open.iter().any(|open| open.role == Role::Window) {
            self.new_window(self.hierarchy.clone());
        }
        Ok(())
    }

    fn extra(&mut self, name: Span, value: Span, first: usize) -> Result<(), Problem> {
        let at = self.scanner.pos();
        let bytes = self.scanner.bytes(name);
        if bytes == b"xmlns" || bytes.starts_with(b"xmlns:") {
            self.scanner.warnings.add(WarningKind::Namespace, at);
            return Ok(());
        }
        if self.extras[first..].iter().any(|&(seen, _)| self.scanner.bytes(seen) == bytes) {
            return Err(twice(at));
        }
        if self.extras.len() - first == MAX_ATTRIBUTES {
            return Err(Problem::TooManyAttributes { offset: at });
        }
        self.extras.push((name, value));
        Ok(())
    }
}

/// A tag that has not been closed yet.
struct Open {
    name: Span,
    role: Role,
}

/// What an element is for. The four containers count as such only outside of widgets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Displays,
    Display,
    Window,
    Hierarchy,
    Widget,
}

/// What `uiautomator dump /dev/tty` prints behind the XML, in its own spelling.
fn is_status_line(text: &str) -> bool {
    text.starts_with("UI hierchary dumped to:") && text.lines().count() == 1
}

fn twice(offset: usize) -> Problem {
    Problem::Malformed { offset, problem: "an attribute stands twice in one tag" }
}

impl From<XmlError> for Problem {
    fn from(error: XmlError) -> Problem {
        match error {
            XmlError::Truncated => Problem::Truncated,
            XmlError::Malformed { offset, problem } => Problem::Malformed { offset, problem },
        }
    }
}

impl From<LimitReached> for Problem {
    fn from(limit: LimitReached) -> Problem {
        Problem::Limit(limit)
    }
}
