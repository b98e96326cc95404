//! The same reading of a dump done with `roxmltree`, a general XML parser: slower, and not ours.
//!
//! Shared by the tests, the bench and the fuzz target.

use roxmltree::{Document, Node};

/// One widget with the fields of the flat model, strings borrowed or unescaped by `roxmltree`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Row<'a> {
    pub(crate) depth: u32,
    pub(crate) class: &'a str,
    pub(crate) resource_id: &'a str,
    pub(crate) text: &'a str,
    pub(crate) content_desc: &'a str,
    pub(crate) package: &'a str,
    pub(crate) hint: &'a str,
    pub(crate) bounds: [i32; 4],
    pub(crate) index: u32,
    pub(crate) drawing_order: u32,
    pub(crate) flags: u32,
    pub(crate) extras: Vec<(&'a str, &'a str)>,
}

/// The widgets of a document in pre-order, or `None` where it is not a dump.
pub(crate) fn rows<'a>(document: &'a Document<'a>) -> Option<Vec<Row<'a>>> {
    let mut rows = Vec::new();
    let root = document.root_element();
    if !is_container(root) && !looks_like_widget(root) {
        return None;
    }
    collect(root, None, &mut rows);
    Some(rows)
}

fn collect<'a>(element: Node<'a, 'a>, depth: Option<u32>, rows: &mut Vec<Row<'a>>) {
    let mut child_depth = None;
    if depth.is_some() || !is_container(element) {
        let depth = depth.unwrap_or(0);
        rows.push(row(element, depth));
        child_depth = Some(depth + 1);
    }
    for child in element.children().filter(Node::is_element) {
        collect(child, child_depth, rows);
    }
}

fn is_container(element: Node<'_, '_>) -> bool {
    matches!(qualified_name(element), "hierarchy" | "displays" | "display" | "window")
}

fn looks_like_widget(element: Node<'_, '_>) -> bool {
    qualified_name(element) == "node"
        || element.attributes().any(|a| matches!(attribute_name(element, &a), "class" | "bounds"))
}

fn row<'a>(element: Node<'a, 'a>, depth: u32) -> Row<'a> {
    let mut row = Row { depth, ..Row::default() };
    let (mut class, mut editable, mut visible) = (None, None, true);
    let mut flag = |bit: u32, on: bool| row.flags |= u32::from(on) << bit;
    let mut enabled = true;
    for attribute in element.attributes() {
        let value = attribute.value();
        let on = value == "true";
        match attribute_name(element, &attribute) {
            "class" => class = Some(value),
            "resource-id" => row.resource_id = value,
            "text" => row.text = value,
            "content-desc" => row.content_desc = value,
            "package" => row.package = value,
            "hint" => row.hint = value,
            "bounds" => row.bounds = bounds(value).unwrap_or_default(),
            "index" => row.index = value.parse().unwrap_or_default(),
            "drawing-order" => row.drawing_order = value.parse().unwrap_or_default(),
            "NAF" => flag(0, on),
            "checkable" => flag(1, on),
            "checked" => flag(2, on),
            "clickable" => flag(3, on),
            "enabled" => enabled = on,
            "focusable" => flag(5, on),
            "focused" => flag(6, on),
            "scrollable" => flag(7, on),
            "long-clickable" => flag(8, on),
            "password" => flag(9, on),
            "selected" => flag(10, on),
            "visible-to-user" | "displayed" => visible &= on,
            "editable" => editable = Some(on),
            name => row.extras.push((name, value)),
        }
    }
    let name = qualified_name(element);
    row.class = class.unwrap_or(if name == "node" { "" } else { name });
    flag(4, enabled);
    flag(11, visible);
    flag(12, editable.unwrap_or_else(|| is_editable(row.class)));
    row
}

/// The name as written, prefix included.
fn qualified_name<'a>(element: Node<'a, 'a>) -> &'a str {
    let name = &element.document().input_text()[element.range()][1..];
    if name.starts_with(element.tag_name().name()) {
        return element.tag_name().name();
    }
    let end = name.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/');
    without_empty_prefix(&name[..end.unwrap_or(name.len())])
}

fn without_empty_prefix(name: &str) -> &str {
    name.strip_prefix(':').unwrap_or(name)
}

fn attribute_name<'a>(element: Node<'a, 'a>, attribute: &roxmltree::Attribute<'a, 'a>) -> &'a str {
    // roxmltree's name lacks the prefix.
    let written = attribute.range_qname();
    if written.len() == attribute.name().len() {
        return attribute.name();
    }
    without_empty_prefix(&element.document().input_text()[written])
}

fn is_editable(class: &str) -> bool {
    let name = class.rsplit(['.', '$']).next().unwrap_or(class);
    name.contains("EditText") || name.contains("AutoComplete")
}

fn bounds(text: &str) -> Option<[i32; 4]> {
    let (from, to) = text.strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let edge = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = (1..=10).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    let (left, top) = from.split_once(',')?;
    let (right, bottom) = to.split_once(',')?;
    Some([edge(left)?, edge(top)?, edge(right)?, edge(bottom)?])
}
