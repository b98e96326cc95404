//! A layout as a record: what earlier records of the segment lack, then what stands where.

use std::collections::HashMap;

use gui::{Digest, Layout, Node, Rect, WindowInfo};

use super::bytes::{put_number, put_signed, put_string};

/// What the records of one segment hold. When a record could not be written, the segment is over: what followed would
/// name things that are not there.
#[derive(Debug, Default)]
pub(super) struct Known {
    strings: HashMap<Box<str>, u32>,
    /// By the widget's encoding, which is as good as its attributes.
    widgets: HashMap<Box<[u8]>, u32>,
    subtrees: HashMap<Digest, u32>,
}

impl Known {
    /// The record of this layout. What is new in it counts as known from here on.
    pub(super) fn encode(&mut self, layout: &Layout) -> Vec<u8> {
        let mut new = New::default();
        for node in self.unknown_subtrees(layout).into_iter().rev() {
            self.encode_subtree(node, &mut new);
        }
        let windows = self.encode_windows(layout, &mut new);

        let mut record = layout.digest().0.to_le_bytes().to_vec();
        for part in [new.strings, new.widgets, new.subtrees] {
            put_number(&mut record, part.count);
            record.extend(part.bytes);
        }
        record.extend(windows);
        record
    }

    /// Roots of subtrees not seen before, parents before their children.
    fn unknown_subtrees<'a>(&self, layout: &'a Layout) -> Vec<Node<'a>> {
        let mut unknown = Vec::new();
        let mut known_until = 0;
        for node in layout.nodes() {
            let at = node.id().0 as usize;
            if at < known_until {
                continue;
            }
            if self.subtrees.contains_key(&node.digest()) {
                known_until = at + node.subtree_size();
            } else {
                unknown.push(node);
            }
        }
        unknown
    }

    /// Children come before their parents, so their numbers are known when the parent's turn comes.
    fn encode_subtree(&mut self, node: Node<'_>, new: &mut New) {
        // The same row twice on one screen.
        if self.subtrees.contains_key(&node.digest()) {
            return;
        }
        let widget = self.widget(node, new);
        let own = self.subtrees.len() as u32;
        let out = &mut new.subtrees.bytes;
        put_number(out, widget.into());
        put_number(out, node.children().count() as u64);
        for child in node.children() {
            put_number(out, (own - self.subtrees[&child.digest()]).into());
        }
        new.subtrees.count += 1;
        self.subtrees.insert(node.digest(), own);
    }

    fn widget(&mut self, node: Node<'_>, new: &mut New) -> u32 {
        let mut out = Vec::with_capacity(32);
        let strings =
            [node.class(), node.resource_id(), node.text(), node.content_desc(), node.package(), node.hint()];
        for string in strings {
            put_number(&mut out, self.string(string, new));
        }
        put_number(&mut out, node.flags().bits().into());
        put_number(&mut out, node.index().into());
        put_number(&mut out, node.drawing_order().into());
        put_rect(&mut out, node.bounds());
        put_number(&mut out, node.extras().count() as u64);
        for (name, value) in node.extras() {
            put_number(&mut out, self.string(name, new));
            put_number(&mut out, self.string(value, new));
        }
        if let Some(&widget) = self.widgets.get(&out[..]) {
            return widget;
        }
        let widget = self.widgets.len() as u32;
        new.widgets.count += 1;
        new.widgets.bytes.extend(&out);
        self.widgets.insert(out.into_boxed_slice(), widget);
        widget
    }

    /// 0 is the empty string, which is in no table.
    fn string(&mut self, string: &str, new: &mut New) -> u64 {
        if string.is_empty() {
            return 0;
        }
        if let Some(&at) = self.strings.get(string) {
            return u64::from(at) + 1;
        }
        let at = self.strings.len() as u32;
        new.strings.count += 1;
        put_string(&mut new.strings.bytes, string);
        self.strings.insert(string.into(), at);
        u64::from(at) + 1
    }

    fn encode_windows(&mut self, layout: &Layout, new: &mut New) -> Vec<u8> {
        let mut out = Vec::new();
        put_number(&mut out, layout.windows().len() as u64);
        for window in layout.windows() {
            self.encode_window(&window.info, new, &mut out);
            let roots: Vec<Node<'_>> =
                window.nodes().map(|id| layout.node(id)).filter(|node| node.parent().is_none()).collect();
            put_number(&mut out, roots.len() as u64);
            for root in roots {
                put_number(&mut out, (self.subtrees.len() as u32 - self.subtrees[&root.digest()]).into());
            }
        }
        out
    }

    fn encode_window(&mut self, info: &WindowInfo, new: &mut New, out: &mut Vec<u8>) {
        out.push(info.rotation);
        out.push(u8::from(info.size_px.is_some()) | u8::from(info.details.is_some()) << 1);
        if let Some((width, height)) = info.size_px {
            put_number(out, width.into());
            put_number(out, height.into());
        }
        if let Some(details) = &info.details {
            put_number(out, details.display.into());
            put_number(out, self.string(&details.title, new));
            put_number(out, self.string(&details.kind, new));
            put_signed(out, details.id.into());
            put_signed(out, details.layer.into());
            out.push(u8::from(details.active) | u8::from(details.focused) << 1);
            put_rect(out, details.bounds);
        }
    }
}

/// What is new in one record.
#[derive(Debug, Default)]
struct New {
    strings: Part,
    widgets: Part,
    subtrees: Part,
}

#[derive(Debug, Default)]
struct Part {
    count: u64,
    bytes: Vec<u8>,
}

/// Left, top, width, height: a widget's size changes less often than its place.
fn put_rect(out: &mut Vec<u8>, rect: Rect) {
    let [left, top, right, bottom] = <[i32; 4]>::from(rect).map(i64::from);
    for number in [left, top, right - left, bottom - top] {
        put_signed(out, number);
    }
}
