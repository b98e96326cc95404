//! What is wrong with a screen by itself, whatever others look like.

use gui::{Flag, Node, Rect};
use vision::colours::contrast;
use vision::{ends_in_dots, ground_and_ink};

use crate::shown::overlap;
use crate::spot::{called, is_actionable};
use crate::structure::{is_typed_into, may_go_on, scrolling};
use crate::{Matching, Shown};

/// Below this contrast a text cannot be told from its ground.
const UNREADABLE: f64 = 1.5;
/// The least edge of what a finger can hit, in dp.
const SMALLEST_DP: f64 = 24.0;
/// A text that takes less of the screen's width has no reason to be cut off.
const NARROW: f64 = 0.34;

/// What a screen should not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Texts lie over each other.
    Overlap,
    /// A text has the colour of its ground.
    Contrast,
    /// Something lies under the bars of the phone.
    UnderBars,
    /// What people use lies beyond the edge of the screen.
    Outside,
    /// What people use is smaller than a fingertip.
    TooSmall,
    /// A text is cut off though it takes little room.
    CutOff,
    /// A row begins at the left where people write from right to left.
    Unmirrored,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 7] = [
        Rule::Overlap,
        Rule::Contrast,
        Rule::UnderBars,
        Rule::Outside,
        Rule::TooSmall,
        Rule::CutOff,
        Rule::Unmirrored,
    ];

    /// Whether all that it told over the mended apps was true, so that nobody needs to ask for it.
    pub fn is_sure(self) -> bool {
        !matches!(self, Rule::TooSmall | Rule::CutOff)
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Overlap => "overlap",
            Rule::Contrast => "contrast",
            Rule::UnderBars => "system-bars",
            Rule::Outside => "outside",
            Rule::TooSmall => "too-small",
            Rule::CutOff => "cut-off",
            Rule::Unmirrored => "not-mirrored",
        }
    }
}

/// A rule that a screen breaks, and its partner does not.
#[derive(Debug, Clone)]
pub struct Broken<'l> {
    /// The rule.
    pub rule: Rule,
    /// The widget.
    pub node: Node<'l>,
    /// What a person sees, without saying where.
    pub told: String,
}

/// Whether a widget breaks a rule; `None` where one cannot say.
type Breaks<'l> = fn(&Shown<'l>, Node<'l>) -> Option<bool>;

/// The rules that the test breaks about widgets that the reference has, too, and of which it keeps them.
pub fn broken_rules<'l>(matching: &Matching<'l>, reference: &Shown<'l>, test: &Shown<'l>) -> Vec<Broken<'l>> {
    let mut broken: Vec<Broken<'l>> = Vec::new();
    let typed_into = is_typed_into(test.layout);
    for (there, here) in matching.pairs() {
        // On a small phone the keyboard squeezes what stands last; as where it leaves no room at all, that is no fault.
        let (before, now) = (reference.dp(there.bounds().height()), test.dp(here.bounds().height()));
        if typed_into && now * 2.0 < before {
            continue;
        }
        let rules: [(Rule, Breaks<'l>, &str); 5] = [
            (Rule::Contrast, is_unreadable, "has the colour of its ground"),
            (Rule::UnderBars, is_under_bars, "lies under a bar of the phone"),
            (Rule::Outside, is_outside, "lies beyond the edge of the screen"),
            (Rule::TooSmall, is_too_small, "is smaller than a fingertip"),
            (Rule::CutOff, is_cut, "is cut off"),
        ];
        for (rule, breaks, says) in rules {
            if breaks(test, here) == Some(true) && breaks(reference, there) == Some(false) {
                broken.push(Broken { rule, node: here, told: format!("{} {says}", called(here)) });
            }
        }
    }
    broken.extend(overlaps(matching, test));
    if test.is_right_to_left() && !reference.is_right_to_left() {
        broken.extend(unmirrored(matching));
    }
    broken
}

fn says(node: Node<'_>) -> bool {
    node.is_leaf() && !node.text().trim().is_empty()
}

/// `None` where one cannot say.
fn is_unreadable<'l>(shown: &Shown<'l>, node: Node<'l>) -> Option<bool> {
    if !says(node) || !node.is(Flag::Enabled) || node.is(Flag::Password) {
        return None;
    }
    // Of what the edge of a list cuts through, the letters may be beyond it.
    if !shown.is_whole(node) || may_go_on(node) {
        return None;
    }
    let image = shown.crop(node)?;
    let (ground, _) = ground_and_ink(&image)?;
    Some(image.pixels().all(|pixel| contrast(pixel, ground) < UNREADABLE))
}

fn is_under_bars<'l>(shown: &Shown<'l>, node: Node<'l>) -> Option<bool> {
    if !(says(node) || node.is_leaf() && is_actionable(node)) || scrolling(node).is_some() {
        return None;
    }
    let is_bar = |bar: &Node<'l>| {
        let id = bar.short_id();
        bar.window() == node.window()
            && ["navigationBarBackground", "statusBarBackground"].iter().any(|name| id.ends_with(name))
    };
    let own = node.bounds();
    let under =
        |bar: Node<'l>| overlap(own, bar.bounds()).is_some_and(|both| both.height() * 3 >= own.height());
    Some(shown.layout.nodes().filter(is_bar).any(under))
}

fn is_outside<'l>(shown: &Shown<'l>, node: Node<'l>) -> Option<bool> {
    if !is_actionable(node) || scrolling(node).is_some() || node.bounds().is_empty() {
        return None;
    }
    let (width, height) = shown.size();
    let screen = Rect::new(0, 0, width as i32, height as i32);
    let seen = overlap(node.bounds(), screen).map_or(0, area);
    Some(seen * 2 < area(node.bounds()))
}

fn is_too_small<'l>(shown: &Shown<'l>, node: Node<'l>) -> Option<bool> {
    let touched = node.is(Flag::Clickable) || node.is(Flag::Checkable);
    if !touched || node.bounds().is_empty() || !shown.is_whole(node) || may_go_on(node) {
        return None;
    }
    let (width, height) = (shown.dp(node.bounds().width()), shown.dp(node.bounds().height()));
    // Rounding to whole pixels takes up to one of them.
    let least = SMALLEST_DP - shown.dp(1);
    Some(width < least || height < least)
}

fn is_cut<'l>(shown: &Shown<'l>, node: Node<'l>) -> Option<bool> {
    let text = node.text();
    let by_itself = text.ends_with("...") || text.ends_with('…');
    if !says(node) || by_itself || text.contains('\n') || !shown.is_whole(node) {
        return None;
    }
    let narrow = f64::from(node.bounds().width()) < NARROW * f64::from(shown.size().0);
    Some(narrow && ends_in_dots(&shown.crop(node)?))
}

fn area(rect: Rect) -> u64 {
    u64::from(rect.width()) * u64::from(rect.height())
}

/// Texts that lie over each other, and whose partners do not; what scrolls lies under what does not by right, and all that is there
/// under a snackbar.
fn overlaps<'l>(matching: &Matching<'l>, test: &Shown<'l>) -> Vec<Broken<'l>> {
    let passes = |node: Node<'l>| node.short_id().starts_with("snackbar");
    let texts: Vec<Node<'l>> = test.layout.nodes().filter(|node| says(*node) && !passes(*node)).collect();
    let scrolls = |node: Node<'l>| scrolling(node).map(Node::id);
    let mut broken = Vec::new();
    for (at, &one) in texts.iter().enumerate() {
        for &other in &texts[at + 1..] {
            let same_plane = one.window() == other.window() && scrolls(one) == scrolls(other);
            let Some(shared) = overlap(one.bounds(), other.bounds()).filter(|_| same_plane) else { continue };
            let least = one.bounds().height().min(other.bounds().height());
            if shared.height() * 2 < least || test.dp(shared.width()) < 4.0 {
                continue;
            }
            let partners = matching.of_test(one.id()).zip(matching.of_test(other.id()));
            let apart = partners.is_some_and(|(one, other)| overlap(one.bounds(), other.bounds()).is_none());
            if apart {
                let told = format!("{} and {} lie over each other", called(one), called(other));
                broken.push(Broken { rule: Rule::Overlap, node: one, told });
            }
        }
    }
    broken
}

/// Rows that are laid out as on the reference, where another row of the screen is mirrored.
fn unmirrored<'l>(matching: &Matching<'l>) -> Vec<Broken<'l>> {
    let mut broken = Vec::new();
    let mut mirrored = false;
    for (there, here) in matching.pairs() {
        let partners: Vec<(Rect, Rect)> = there
            .children()
            .filter_map(|child| Some((child.bounds(), matching.of_reference(child.id())?.bounds())))
            .filter(|(there, here)| !there.is_empty() && !here.is_empty())
            .collect();
        let beside = |one: Rect, other: Rect| one.right <= other.left && overlap_of_rows(one, other);
        let mut turns = (0, 0);
        for (one, now) in &partners {
            for (_, then) in partners.iter().filter(|(other, _)| beside(*one, *other)) {
                turns.0 += usize::from(beside(*now, *then));
                turns.1 += usize::from(beside(*then, *now));
            }
        }
        mirrored |= turns.1 > 0;
        if turns.0 > 0 && turns.1 == 0 {
            let told = format!("{} begins at the left", called(here));
            broken.push(Broken { rule: Rule::Unmirrored, node: here, told });
        }
    }
    if !mirrored {
        broken.clear();
    }
    broken
}

/// Whether two areas stand in one row.
fn overlap_of_rows(one: Rect, other: Rect) -> bool {
    one.top.max(other.top) < one.bottom.min(other.bottom)
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;
    use crate::{By, Pixels};

    /// The reference, the test in a language with its picture's grey levels for ground and ink, and what is told.
    fn check(reference: &str, test: &str, language: &str, told: &[&str]) {
        let (reference, test) = (screen(reference), screen(test));
        let plain = |layout, language| Shown {
            layout,
            pixels: None,
            density_dpi: 160,
            font_percent: 100,
            dark: false,
            language,
        };
        let matching = Matching::between(&reference, &test, By::Place { text: false });
        let broken = broken_rules(&matching, &plain(&reference, "en"), &plain(&test, language));
        assert_eq!(broken.iter().map(|one| one.told.as_str()).collect::<Vec<_>>(), told);
    }

    const APART: &str = "A [0,0][400,800]\n  T #a \"one\" [0,0][100,40]\n  T #b \"two\" [100,0][200,40]";

    #[test]
    fn texts_lie_over_each_other_on_the_test_alone() {
        let over = APART.replace("[100,0][200,40]", "[80,0][200,40]");
        check(APART, &over, "en", &["\"one\" (#a) and \"two\" (#b) lie over each other"]);
        check(&over, &over, "en", &[]);
        check(&APART.replace("#b", "#snackbar_text"), &over.replace("#b", "#snackbar_text"), "en", &[]);
        check(APART, APART, "en", &[]);
        check(APART, &APART.replace("[100,0][200,40]", "[98,0][200,40]"), "en", &[]);
    }

    #[test]
    fn what_people_use_is_on_the_screen_and_large_enough() {
        let button = |area: &str| format!("A [0,0][400,800]\n  Button #a \"Save\" (clickable) {area}");
        let usual = button("[0,0][100,48]");
        check(
            &usual,
            &button("[0,790][100,838]"),
            "en",
            &["\"Save\" (#a) lies beyond the edge of the screen"],
        );
        check(&usual, &button("[0,0][100,20]"), "en", &["\"Save\" (#a) is smaller than a fingertip"]);
        check(&usual, &button("[0,0][100,24]"), "en", &[]);
        check(&button("[0,0][20,20]"), &button("[0,0][20,20]"), "en", &[]);
        // The keyboard leaves it no more room.
        let typing = |area: &str| button(area) + "\n  EditText #b (editable, focused) [0,300][400,340]";
        check(&typing("[0,0][100,48]"), &typing("[0,0][100,20]"), "en", &[]);
        // At the edge of what scrolls nobody knows how much more of it there is.
        let scrolled = |area: &str| {
            format!(
                "A [0,0][400,800]\n  L (scrollable) [0,100][400,700]\n    Button #a \"Save\" (clickable) {area}"
            )
        };
        check(&scrolled("[0,200][100,248]"), &scrolled("[0,100][100,120]"), "en", &[]);
        check(
            &scrolled("[0,200][100,248]"),
            &scrolled("[0,200][100,220]"),
            "en",
            &["\"Save\" (#a) is smaller than a fingertip"],
        );
    }

    #[test]
    fn what_lies_under_a_bar_is_told_unless_it_scrolls() {
        let page = |text: &str, scroll: &str| {
            format!(
                "A [0,0][400,800]\n  L {scroll} [0,0][400,800]\n    T #tip \"tip\" {text}\n  V #navigationBarBackground [0,752][400,800]"
            )
        };
        check(
            &page("[0,700][400,740]", ""),
            &page("[0,760][400,790]", ""),
            "en",
            &["\"tip\" (#tip) lies under a bar of the phone"],
        );
        check(
            &page("[0,700][400,740]", "(scrollable)"),
            &page("[0,760][400,790]", "(scrollable)"),
            "en",
            &[],
        );
        check(&page("[0,700][400,740]", ""), &page("[0,712][400,752]", ""), "en", &[]);
    }

    #[test]
    fn a_row_begins_at_the_right_in_arabic_where_others_do() {
        // Two rows of two, each from left to right or from right to left.
        let rows = |turned: [bool; 2]| {
            let row = |at: usize, id: &str| {
                let (top, bottom) = (at * 40, at * 40 + 40);
                let (one, other) = if turned[at] { (300, 200) } else { (0, 100) };
                let area = |left: usize| format!("[{left},{top}][{},{bottom}]", left + 100);
                format!("\n  R #{id} [0,{top}][400,{bottom}]\n    T {}\n    U {}", area(one), area(other))
            };
            format!("A [0,0][400,800]{}{}", row(0, "x"), row(1, "y"))
        };
        let usual = rows([false, false]);
        check(&usual, &rows([true, false]), "ar", &["#y begins at the left"]);
        check(&usual, &rows([true, true]), "ar", &[]);
        check(&usual, &rows([true, false]), "de", &[]);
        // Nothing is mirrored: the app does not say that it supports it.
        check(&usual, &usual, "ar", &[]);
    }

    #[test]
    fn a_text_in_the_colour_of_its_ground_is_told() {
        let layout = screen("A [0,0][40,40]\n  T #a \"one\" [0,0][40,20]");
        let picture = |ink: u8| -> Vec<u8> {
            (0..40 * 40)
                .flat_map(|at| {
                    if at % 40 > 9 && at % 40 < 20 && at / 40 > 4 && at / 40 < 9 { [ink; 4] } else { [30; 4] }
                })
                .collect()
        };
        let (dark, light) = (picture(40), picture(230));
        let shown = |rgba| Shown {
            layout: &layout,
            pixels: Some(Pixels { width: 40, height: 40, rgba }),
            density_dpi: 160,
            font_percent: 100,
            dark: true,
            language: "en",
        };
        let matching = Matching::between(&layout, &layout, By::Place { text: true });
        let told = |test| {
            broken_rules(&matching, &shown(&light), &shown(test))
                .into_iter()
                .map(|one| one.told)
                .collect::<Vec<_>>()
        };
        assert_eq!(told(&dark), ["\"one\" (#a) has the colour of its ground"]);
        assert_eq!(told(&light), Vec::<String>::new());
        let layout = screen("A [0,0][40,40]\n  L (scrollable) [0,0][40,40]\n    T #a \"one\" [0,0][40,20]");
        let shown = |rgba| Shown { layout: &layout, ..shown(rgba) };
        let matching = Matching::between(&layout, &layout, By::Place { text: true });
        assert!(broken_rules(&matching, &shown(&light), &shown(&dark)).is_empty());
    }
}
