//! For Graphviz.

use std::fmt::Write as _;

use super::Overview;

/// The longest label of an edge, in characters.
const MAX_LABEL: usize = 60;

impl Overview {
    /// The pages and what leads from one to another, in Graphviz's language. What leads from a page to itself is left out.
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("digraph oddity {\n  rankdir=LR;\n  node [shape=box];\n");
        for page in &self.pages {
            let style = match (page.start, page.outside) {
                (true, _) => ", peripheries=2",
                (false, true) => ", style=dashed",
                (false, false) => "",
            };
            let _ = writeln!(dot, "  {} [label={}{style}];", page.number, quoted(&page.label()));
        }
        for passage in self.between_pages() {
            let label = quoted(&shortened(&passage.told));
            let _ = writeln!(dot, "  {} -> {} [label={label}];", passage.from, passage.to);
        }
        dot.push_str("}\n");
        dot
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LABEL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A string of the language: in quotes, whatever it holds.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
