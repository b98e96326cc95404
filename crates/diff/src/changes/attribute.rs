//! One attribute that changed.

use gui::{Flag, Rect, Widget};

use super::OwnedWidget;

/// An attribute of a widget with its value before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Which.
    pub attribute: Attribute,
    /// Its value on the first layout, as a dump prints it; `None` where the attribute was absent.
    pub before: Option<String>,
    /// Its value on the second layout.
    pub after: Option<String>,
}

/// Which attribute of a widget.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of Widget")]
pub enum Attribute {
    Class,
    ResourceId,
    Text,
    ContentDesc,
    Package,
    Hint,
    Bounds,
    Index,
    DrawingOrder,
    Flag(Flag),
    /// One without a field of its own.
    Extra(String),
    /// The attributes without a field of their own stand in another order.
    ExtraOrder,
}

impl Attribute {
    /// The attribute's name in a dump.
    pub fn name(&self) -> &str {
        match self {
            Attribute::Class => "class",
            Attribute::ResourceId => "resource-id",
            Attribute::Text => "text",
            Attribute::ContentDesc => "content-desc",
            Attribute::Package => "package",
            Attribute::Hint => "hint",
            Attribute::Bounds => "bounds",
            Attribute::Index => "index",
            Attribute::DrawingOrder => "drawing-order",
            Attribute::Flag(flag) => flag.name(),
            Attribute::Extra(name) => name,
            Attribute::ExtraOrder => "attribute order",
        }
    }

    /// The attribute's name as a person says it.
    pub fn told(&self) -> &str {
        match self {
            Attribute::ResourceId => "id",
            Attribute::ContentDesc => "description",
            other => other.name(),
        }
    }

    /// Whether it is part of the label that the distance counts.
    pub fn is_label(&self) -> bool {
        matches!(self, Attribute::Class | Attribute::ResourceId | Attribute::Text | Attribute::ContentDesc)
    }

    /// Whether it only says where the widget is drawn, or repeats what other attributes say.
    pub fn is_incidental(&self) -> bool {
        matches!(
            self,
            Attribute::Bounds
                | Attribute::Index
                | Attribute::DrawingOrder
                | Attribute::ExtraOrder
                | Attribute::Flag(Flag::Naf)
        )
    }
}

/// Every attribute in which the two differ.
pub fn changes_of(before: &Widget<'_>, after: &Widget<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let strings = [
        (Attribute::Class, before.class, after.class),
        (Attribute::ResourceId, before.resource_id, after.resource_id),
        (Attribute::Text, before.text, after.text),
        (Attribute::ContentDesc, before.content_desc, after.content_desc),
        (Attribute::Package, before.package, after.package),
        (Attribute::Hint, before.hint, after.hint),
    ];
    let mut differs = |attribute: Attribute, before: Option<String>, after: Option<String>| {
        changes.push(Change { attribute, before, after });
    };
    for (attribute, before, after) in strings {
        if before != after {
            differs(attribute, Some(before.to_owned()), Some(after.to_owned()));
        }
    }
    if before.bounds != after.bounds {
        differs(Attribute::Bounds, Some(before.bounds.to_string()), Some(after.bounds.to_string()));
    }
    for (attribute, before, after) in [
        (Attribute::Index, before.index, after.index),
        (Attribute::DrawingOrder, before.drawing_order, after.drawing_order),
    ] {
        if before != after {
            differs(attribute, Some(before.to_string()), Some(after.to_string()));
        }
    }
    for &flag in Flag::ALL {
        let (before, after) = (before.flags.has(flag), after.flags.has(flag));
        if before != after {
            differs(Attribute::Flag(flag), Some(before.to_string()), Some(after.to_string()));
        }
    }
    extras_changed(&before.extras, &after.extras, differs);
    changes
}

fn extras_changed(
    before: &[(&str, &str)],
    after: &[(&str, &str)],
    mut differs: impl FnMut(Attribute, Option<String>, Option<String>),
) {
    let value = |extras: &[(&str, &str)], name: &str| {
        extras.iter().find(|extra| extra.0 == name).map(|extra| extra.1.to_owned())
    };
    for &(name, old) in before {
        let new = value(after, name);
        if new.as_deref() != Some(old) {
            differs(Attribute::Extra(name.to_owned()), Some(old.to_owned()), new);
        }
    }
    for &(name, new) in after {
        if value(before, name).is_none() {
            differs(Attribute::Extra(name.to_owned()), None, Some(new.to_owned()));
        }
    }
    // What stays keeps its order and what is new comes last, unless the script says otherwise.
    let kept = before.iter().map(|extra| extra.0).filter(|name| value(after, name).is_some());
    let new = after.iter().map(|extra| extra.0).filter(|name| value(before, name).is_none());
    if !kept.chain(new).eq(after.iter().map(|extra| extra.0)) {
        let names =
            |extras: &[(&str, &str)]| extras.iter().map(|extra| extra.0).collect::<Vec<_>>().join(" ");
        differs(Attribute::ExtraOrder, Some(names(before)), Some(names(after)));
    }
}

impl Change {
    /// Gives the widget the value that the attribute has on the second layout.
    pub(super) fn apply_to(&self, widget: &mut OwnedWidget) -> Option<()> {
        let after = self.after.as_deref();
        match &self.attribute {
            Attribute::Class => widget.class = after?.to_owned(),
            Attribute::ResourceId => widget.resource_id = after?.to_owned(),
            Attribute::Text => widget.text = after?.to_owned(),
            Attribute::ContentDesc => widget.content_desc = after?.to_owned(),
            Attribute::Package => widget.package = after?.to_owned(),
            Attribute::Hint => widget.hint = after?.to_owned(),
            Attribute::Bounds => widget.bounds = parse_bounds(after?)?,
            Attribute::Index => widget.index = after?.parse().ok()?,
            Attribute::DrawingOrder => widget.drawing_order = after?.parse().ok()?,
            Attribute::Flag(flag) => widget.flags = widget.flags.with(*flag, after?.parse().ok()?),
            Attribute::Extra(name) => apply_to_extra(widget, name, after),
            Attribute::ExtraOrder => {
                let order: Vec<&str> = after?.split(' ').collect();
                widget.extras.sort_by_key(|extra| order.iter().position(|name| *name == extra.0));
            }
        }
        Some(())
    }
}

fn apply_to_extra(widget: &mut OwnedWidget, name: &str, after: Option<&str>) {
    let at = widget.extras.iter().position(|extra| extra.0 == name);
    match (at, after) {
        (Some(at), Some(value)) => widget.extras[at].1 = value.to_owned(),
        (Some(at), None) => {
            widget.extras.remove(at);
        }
        (None, Some(value)) => widget.extras.push((name.to_owned(), value.to_owned())),
        (None, None) => {}
    }
}

fn parse_bounds(text: &str) -> Option<Rect> {
    let mut edges = text.split(['[', ']', ',']).filter(|part| !part.is_empty()).map(str::parse);
    let mut edge = || edges.next()?.ok();
    Some(Rect::new(edge()?, edge()?, edge()?, edge()?))
}
