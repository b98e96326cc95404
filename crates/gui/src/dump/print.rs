//! A layout printed the way uiautomator prints it.

use std::fmt::Write as _;

use crate::layout::{Layout, Node, Window, WindowDetails};
use crate::widget::{Flag, class_is_editable};

impl Layout {
    /// The dump of this screen: `Layout::parse` of it gives the layout back, in all attributes.
    pub fn to_xml(&self) -> String {
        let mut out = String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>");
        if self.is_plain() {
            self.print_hierarchy(&mut out);
        } else {
            self.print_displays(&mut out);
        }
        out
    }

    /// Whether `uiautomator dump` without `--windows` can tell all there is: one root a window, no details.
    fn is_plain(&self) -> bool {
        let Some(first) = self.windows().first() else { return true };
        self.roots().count() == self.windows().len()
            && self.windows().iter().all(|window| {
                window.info.details.is_none() && window.info == first.info && window.nodes().next().is_some()
            })
    }

    /// One `<hierarchy>`, whose attributes hold for all its windows.
    fn print_hierarchy(&self, out: &mut String) {
        match self.windows() {
            [] => out.push_str("<hierarchy rotation=\"0\">"),
            [first, ..] => open_hierarchy(first, out),
        }
        for window in self.windows() {
            self.print_nodes(window, out);
        }
        out.push_str("</hierarchy>");
    }

    fn print_displays(&self, out: &mut String) {
        out.push_str("<displays>");
        for window in self.windows() {
            let details = window.info.details.as_ref();
            let _ = write!(out, "<display id=\"{}\"><window", details.map_or(0, |details| details.display));
            if let Some(details) = details {
                print_details(details, out);
            }
            out.push('>');
            open_hierarchy(window, out);
            self.print_nodes(window, out);
            out.push_str("</hierarchy></window></display>");
        }
        out.push_str("</displays>");
    }

    fn print_nodes(&self, window: &Window, out: &mut String) {
        let mut open: Vec<Node<'_>> = Vec::new();
        for node in window.nodes().map(|id| self.node(id)) {
            while open.pop_if(|last| node.parent() != Some(*last)).is_some() {
                out.push_str("</node>");
            }
            print_node(node, out);
            if node.is_leaf() {
                out.push_str(" />");
            } else {
                out.push('>');
                open.push(node);
            }
        }
        for _ in open {
            out.push_str("</node>");
        }
    }
}

fn open_hierarchy(window: &Window, out: &mut String) {
    let _ = write!(out, "<hierarchy rotation=\"{}\"", window.info.rotation);
    if let Some((width, height)) = window.info.size_px {
        let _ = write!(out, " width=\"{width}\" height=\"{height}\"");
    }
    out.push('>');
}

fn print_details(details: &WindowDetails, out: &mut String) {
    let WindowDetails { display: _, title, kind, id, layer, active, focused, bounds } = details;
    attribute("title", title, out);
    attribute("type", kind, out);
    let _ = write!(
        out,
        " id=\"{id}\" layer=\"{layer}\" active=\"{active}\" focused=\"{focused}\" bounds=\"{bounds}\""
    );
}

fn print_node(node: Node<'_>, out: &mut String) {
    out.push_str("<node");
    if node.is(Flag::Naf) {
        out.push_str(" NAF=\"true\"");
    }
    let _ = write!(out, " index=\"{}\"", node.index());
    attribute("text", node.text(), out);
    attribute("resource-id", node.resource_id(), out);
    attribute("class", node.class(), out);
    attribute("package", node.package(), out);
    attribute("content-desc", node.content_desc(), out);
    for &flag in Flag::ALL {
        let told = match flag {
            Flag::Naf => false,
            Flag::Visible => !node.is(flag),
            Flag::Editable => node.is(flag) != class_is_editable(node.class()),
            _ => true,
        };
        if told {
            let _ = write!(out, " {}=\"{}\"", flag.name(), node.is(flag));
        }
    }
    let _ = write!(out, " bounds=\"{}\"", node.bounds());
    if node.drawing_order() != 0 {
        let _ = write!(out, " drawing-order=\"{}\"", node.drawing_order());
    }
    if !node.hint().is_empty() {
        attribute("hint", node.hint(), out);
    }
    for (name, value) in node.extras() {
        attribute(name, value, out);
    }
}

fn attribute(name: &str, value: &str, out: &mut String) {
    let _ = write!(out, " {name}=\"");
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Line ends and emoji come as references from phones, and nothing that a terminal would obey as it is.
            '\u{1}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}'.. => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
