//! Boxes of text with a fixed width.

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A line inside of a box: a label and what it says.
pub(super) struct Entry {
    pub(super) label: String,
    pub(super) value: String,
    pub(super) style: Style,
}

/// A box with a title.
pub(super) struct Panel {
    pub(super) title: &'static str,
    pub(super) entries: Vec<Entry>,
}

/// Where a horizontal line runs.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    Top,
    Middle,
    Bottom,
}

/// The widest a label may be, and what stands between it and its value.
const MOST_LABEL: usize = 20;
const GAP: usize = 2;

const DIM: Style = Style::new().dimmed();

impl Entry {
    pub(super) fn new(label: impl Into<String>, value: impl Into<String>) -> Entry {
        Entry { label: label.into(), value: value.into(), style: Style::new() }
    }

    pub(super) fn styled(self, style: Style) -> Entry {
        Entry { style, ..self }
    }

    /// So many columns wide, neither more nor less.
    fn draw(&self, label_width: usize, width: usize) -> String {
        let label = fitted(&self.label, label_width);
        let gap = " ".repeat(if label_width > 0 { GAP } else { 0 });
        let value = fitted(&self.value, width.saturating_sub(label_width + gap.len()));
        let style = self.style;
        format!("{DIM}{label}{DIM:#}{gap}{style}{value}{style:#}")
    }
}

impl Panel {
    /// The widest label, unless that is too wide.
    fn label_width(&self) -> usize {
        self.entries.iter().map(|entry| entry.label.width()).max().unwrap_or(0).min(MOST_LABEL)
    }

    /// The line at this place, or an empty one.
    fn line(&self, at: usize, width: usize) -> String {
        self.entries.get(at).map_or_else(|| " ".repeat(width), |entry| entry.draw(self.label_width(), width))
    }
}

/// Panels beside each other, all of the same height, below a rule with their titles. `above`: how many panels the row above has.
pub(super) fn row(panels: &[Panel], rule: Rule, above: usize, width: usize, border: Style) -> Vec<String> {
    let inner = widths(panels.len(), width);
    let titles: Vec<&str> = panels.iter().map(|panel| panel.title).collect();
    let mut lines = vec![rule_with(&titles, rule, above, width, border)];
    let height = panels.iter().map(|panel| panel.entries.len()).max().unwrap_or(0);
    for at in 0..height {
        let bar = format!("{border}│{border:#}");
        let cells =
            panels.iter().zip(&inner).map(|(panel, &width)| format!(" {} ", panel.line(at, width - 2)));
        let cells: Vec<String> = cells.collect();
        lines.push(format!("{bar}{}{bar}", cells.join(&bar)));
    }
    lines
}

/// A horizontal line with titles in it.
pub(super) fn rule_with(titles: &[&str], rule: Rule, above: usize, width: usize, border: Style) -> String {
    let mut line: Vec<char> = vec!['─'; width];
    let (below_ends, above_ends) = (ends(titles.len(), width), ends(above, width));
    for &at in above_ends.iter().filter(|_| !matches!(rule, Rule::Top)) {
        line[at] = '┴';
    }
    for &at in below_ends.iter().filter(|_| !matches!(rule, Rule::Bottom)) {
        line[at] = if line[at] == '┴' { '┼' } else { '┬' };
    }
    let (left, right) = match rule {
        Rule::Top => ('┌', '┐'),
        Rule::Middle => ('├', '┤'),
        Rule::Bottom => ('└', '┘'),
    };
    (line[0], line[width - 1]) = (left, right);
    let mut start = 2;
    for (title, inner) in titles.iter().zip(widths(titles.len(), width)) {
        for (at, c) in format!(" {title} ").chars().take(inner.saturating_sub(2)).enumerate() {
            line[start + at] = c;
        }
        start += inner + 1;
    }
    format!("{border}{}{border:#}", line.into_iter().collect::<String>())
}

/// The columns between the borders of panels side by side; the last has what is left over.
fn widths(panels: usize, width: usize) -> Vec<usize> {
    let inner = width - 1 - panels;
    let each = inner.checked_div(panels).unwrap_or(inner);
    (1..=panels).map(|at| if at == panels { inner - each * (panels - 1) } else { each }).collect()
}

/// Where the borders between panels stand.
fn ends(panels: usize, width: usize) -> Vec<usize> {
    let each = widths(panels, width);
    (1..panels).map(|left| each[..left].iter().sum::<usize>() + left).collect()
}

/// The text so many columns wide: filled up with spaces, or cut with a sign that there was more.
///
/// What comes from strangers must be escaped before.
pub(super) fn fitted(text: &str, width: usize) -> String {
    let full = text.width();
    if full <= width {
        return format!("{text}{}", " ".repeat(width - full));
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > width {
            break;
        }
        cut.push(c);
        used += wide;
    }
    let sign = if width > 0 { "…" } else { "" };
    format!("{cut}{sign}{}", " ".repeat(width.saturating_sub(used + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_whatever_their_letters() {
        for (text, width, expected) in [
            ("milk", 6, "milk  "),
            ("milk", 4, "milk"),
            ("milk", 3, "mi…"),
            ("牛乳を買う", 6, "牛乳… "),
            ("milk", 1, "…"),
            ("milk", 0, ""),
        ] {
            assert_eq!(fitted(text, width), expected);
        }
    }

    #[test]
    fn borders_meet() {
        let plain = Style::new();
        assert_eq!(rule_with(&["a", "b"], Rule::Top, 0, 21, plain), "┌─ a ─────┬─ b ─────┐");
        assert_eq!(rule_with(&["a"], Rule::Middle, 2, 21, plain), "├─ a ─────┴─────────┤");
        assert_eq!(rule_with(&["a", "b"], Rule::Middle, 2, 21, plain), "├─ a ─────┼─ b ─────┤");
        assert_eq!(rule_with(&[], Rule::Bottom, 1, 21, plain), "└───────────────────┘");
    }
}
