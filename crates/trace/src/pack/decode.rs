//! Records back into layouts.

use std::ops::Range;

use gui::{Digest, Flags, Layout, LayoutBuilder, Rect, Widget, WindowDetails, WindowInfo};

use super::MAX_WINDOWS;
use super::bytes::{Bytes, Reason};

/// The content of a segment, read record by record.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    strings: Vec<Box<str>>,
    widgets: Vec<WidgetRow>,
    extras: Vec<(u32, u32)>,
    subtrees: Vec<Subtree>,
    children: Vec<u32>,
    windows: Vec<u8>,
    layouts: Vec<LayoutRow>,
}

#[derive(Debug)]
struct WidgetRow {
    /// Class, resource id, text, description, package, hint.
    strings: [u32; 6],
    flags: Flags,
    index: u32,
    drawing_order: u32,
    bounds: Rect,
    extras: Range<u32>,
}

#[derive(Debug)]
struct Subtree {
    widget: u32,
    children: Range<u32>,
}

/// A layout's windows stay packed until they are asked for: a window of three bytes takes fifty times that in memory.
#[derive(Debug)]
struct LayoutRow {
    digest: Digest,
    windows: Range<usize>,
    /// How many subtrees there were, since windows count back from there.
    subtrees: u32,
}

/// The digest that a record begins with.
pub(super) fn digest_of(record: &[u8]) -> Option<Digest> {
    Some(Digest(u128::from_le_bytes(*record.first_chunk()?)))
}

impl Tables {
    /// Takes in the next record.
    pub(super) fn add(&mut self, record: &[u8]) -> Result<(), Reason> {
        let digest = digest_of(record).ok_or("the record is too short for a digest")?;
        let mut bytes = Bytes(&record[16..]);
        for _ in 0..bytes.count()? {
            self.strings.push(bytes.string()?.into());
        }
        for _ in 0..bytes.count()? {
            let widget = self.widget(&mut bytes)?;
            self.widgets.push(widget);
        }
        for _ in 0..bytes.count()? {
            let subtree = self.subtree(&mut bytes)?;
            self.subtrees.push(subtree);
        }
        let start = self.windows.len();
        self.windows.extend(bytes.0);
        let subtrees = self.subtrees.len() as u32;
        self.layouts.push(LayoutRow { digest, windows: start..self.windows.len(), subtrees });
        Ok(())
    }

    /// The layout of the `record`th record.
    pub(super) fn layout(&self, record: usize) -> Result<Layout, String> {
        let row = self.layouts.get(record).ok_or("there is no such record")?;
        let mut bytes = Bytes(&self.windows[row.windows.clone()]);
        let mut screen = LayoutBuilder::new();
        let count = bytes.count()?;
        if count > MAX_WINDOWS {
            return Err(format!("there are more than {MAX_WINDOWS} windows"));
        }
        for _ in 0..count {
            let (info, roots) = self.window(&mut bytes, row.subtrees)?;
            screen.window(info);
            self.open_subtrees(&roots, &mut screen).map_err(|limit| limit.to_string())?;
        }
        if !bytes.is_empty() {
            return Err("the record goes on after its end".to_owned());
        }
        let layout = screen.finish();
        if layout.digest() != row.digest {
            return Err(format!("the layout's digest is {}, not {} as stated", layout.digest(), row.digest));
        }
        Ok(layout)
    }

    /// Depth-first without recursion: files may nest as deep as they like until the builder refuses.
    fn open_subtrees(&self, roots: &[u32], screen: &mut LayoutBuilder) -> Result<(), gui::LimitReached> {
        let mut open = vec![roots.iter()];
        while let Some(siblings) = open.last_mut() {
            if let Some(&at) = siblings.next() {
                let subtree = &self.subtrees[at as usize];
                screen.open(&self.widget_at(subtree.widget))?;
                open.push(
                    self.children[subtree.children.start as usize..subtree.children.end as usize].iter(),
                );
            } else {
                open.pop();
                if !open.is_empty() {
                    screen.close();
                }
            }
        }
        Ok(())
    }

    fn widget_at(&self, at: u32) -> Widget<'_> {
        let row = &self.widgets[at as usize];
        let [class, resource_id, text, content_desc, package, hint] =
            row.strings.map(|sym| self.string_at(sym));
        let extras = &self.extras[row.extras.start as usize..row.extras.end as usize];
        Widget {
            class,
            resource_id,
            text,
            content_desc,
            package,
            hint,
            bounds: row.bounds,
            index: row.index,
            drawing_order: row.drawing_order,
            flags: row.flags,
            extras: extras
                .iter()
                .map(|&(name, value)| (self.string_at(name), self.string_at(value)))
                .collect(),
        }
    }

    fn string_at(&self, sym: u32) -> &str {
        if sym == 0 { "" } else { &self.strings[sym as usize - 1] }
    }

    fn widget(&mut self, bytes: &mut Bytes<'_>) -> Result<WidgetRow, Reason> {
        let mut strings = [0; 6];
        for string in &mut strings {
            *string = self.sym(bytes)?;
        }
        let flags = Flags::from_bits(bytes.small()?);
        let (index, drawing_order) = (bytes.small()?, bytes.small()?);
        let bounds = rect(bytes)?;
        let first = self.extras.len() as u32;
        for _ in 0..bytes.count()? {
            let extra = (self.sym(bytes)?, self.sym(bytes)?);
            self.extras.push(extra);
        }
        let extras = first..self.extras.len() as u32;
        Ok(WidgetRow { strings, flags, index, drawing_order, bounds, extras })
    }

    fn subtree(&mut self, bytes: &mut Bytes<'_>) -> Result<Subtree, Reason> {
        let widget = bytes.small()?;
        if widget as usize >= self.widgets.len() {
            return Err("a subtree names a widget that is not there");
        }
        let first = self.children.len() as u32;
        for _ in 0..bytes.count()? {
            let child = subtree_back(bytes, self.subtrees.len() as u32)?;
            self.children.push(child);
        }
        Ok(Subtree { widget, children: first..self.children.len() as u32 })
    }

    fn window(&self, bytes: &mut Bytes<'_>, here: u32) -> Result<(WindowInfo, Vec<u32>), Reason> {
        let &[rotation, has] = bytes.take(2)? else { return Err("the record ends too early") };
        let size_px = if has & 1 != 0 { Some((bytes.small()?, bytes.small()?)) } else { None };
        let details = if has & 2 != 0 { Some(self.details(bytes)?) } else { None };
        let mut roots = Vec::new();
        for _ in 0..bytes.count()? {
            roots.push(subtree_back(bytes, here)?);
        }
        Ok((WindowInfo { rotation, size_px, details }, roots))
    }

    fn details(&self, bytes: &mut Bytes<'_>) -> Result<WindowDetails, Reason> {
        let display = bytes.small()?;
        let title = self.sym(bytes)?;
        let kind = self.sym(bytes)?;
        let (id, layer) = (bytes.small_signed()?, bytes.small_signed()?);
        let is = bytes.take(1)?[0];
        Ok(WindowDetails {
            display,
            title: self.string_at(title).to_owned(),
            kind: self.string_at(kind).to_owned(),
            id,
            layer,
            active: is & 1 != 0,
            focused: is & 2 != 0,
            bounds: rect(bytes)?,
        })
    }

    fn sym(&self, bytes: &mut Bytes<'_>) -> Result<u32, Reason> {
        let sym = bytes.small::<u32>()?;
        if sym as usize > self.strings.len() { Err("a string is named that is not there") } else { Ok(sym) }
    }
}

/// Subtrees are named by how far back they are, so they only ever hold earlier ones and no circle can close.
fn subtree_back(bytes: &mut Bytes<'_>, here: u32) -> Result<u32, Reason> {
    let back = bytes.small::<u32>()?;
    if back == 0 || back > here { Err("a subtree is named that is not there") } else { Ok(here - back) }
}

fn rect(bytes: &mut Bytes<'_>) -> Result<Rect, Reason> {
    let (left, top) = (bytes.small_signed()?, bytes.small_signed()?);
    let mut edge = |from: i32| {
        let edge = i64::from(from).checked_add(bytes.signed()?).and_then(|edge| i32::try_from(edge).ok());
        edge.ok_or("a widget is larger than any screen")
    };
    Ok(Rect::new(left, top, edge(left)?, edge(top)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::bytes::put_number;
    use super::super::encode::Known;
    use super::*;

    /// A record with one widget and `subtrees`, each given by how far back its children are.
    fn record(subtrees: &[&[u64]]) -> Vec<u8> {
        let mut record = vec![0; 16];
        record.push(0);
        record.extend([1; 1].into_iter().chain([0; 14]));
        put_number(&mut record, subtrees.len() as u64);
        for children in subtrees {
            record.push(0);
            put_number(&mut record, children.len() as u64);
            children.iter().for_each(|&back| put_number(&mut record, back));
        }
        record.extend([1, 0, 0, 1, 1]);
        record
    }

    fn reason(subtrees: &[&[u64]]) -> String {
        let mut tables = Tables::default();
        match tables.add(&record(subtrees)) {
            Ok(()) => tables.layout(0).expect_err("no such layout"),
            Err(why) => why.to_owned(),
        }
    }

    #[test]
    fn a_tree_that_would_fill_the_memory_is_an_error() {
        assert!(reason(&[&[]]).starts_with("the layout's digest is "), "the record is well-formed");
        let doubled: Vec<&[u64]> = std::iter::once(&[][..]).chain([&[1, 1][..]; 60]).collect();
        assert_eq!(reason(&doubled), "more than 50000 widgets");
        let deep: Vec<&[u64]> = std::iter::once(&[][..]).chain([&[1][..]; 600]).collect();
        assert_eq!(reason(&deep), "widgets nested more than 512 deep");
        assert_eq!(reason(&[&[1]]), "a subtree is named that is not there");
        assert_eq!(reason(&[&[], &[0]]), "a subtree is named that is not there");
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(
            texts in prop::collection::vec("[a-c]{0,3}", 1..6),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        ) {
            let mut screen = LayoutBuilder::new();
            for text in &texts {
                screen.open(&Widget { text, ..Widget::default() }).expect("a small screen");
            }
            let mut record = Known::default().encode(&screen.finish());
            for (at, byte) in &changes {
                let at = at.index(record.len());
                record[at] = *byte;
            }
            let mut tables = Tables::default();
            if tables.add(&record).is_ok() {
                let layout = tables.layout(0);
                prop_assert!(!changes.is_empty() || layout.is_ok());
            }
        }
    }
}
