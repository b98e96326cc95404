//! Finding the widget that a selector means.

use super::choose::inside;
use super::likeness::{likeness, plain};
use super::no_match::{NoMatch, candidates};
use super::{Selector, Step, Traits, button_around, class_fits, labels};
use crate::layout::{Layout, Node};

/// How sure we are that a widget is the one meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// It resembles the widget meant in part: the same id elsewhere, or a text that says what the id said.
    Weak,
    /// All that the selector says holds, but it tells the widget from its neighbours by place alone (`row 3 of #list`,
    /// `2nd Button`, `path 0/1`): when the list has changed, something else may stand there.
    ByPlace,
    /// All that the selector says holds, but for spelling that differs between phones and builds: upper and lower
    /// case, white space, the package before an id, `AppCompat` before a class.
    Likely,
    /// All that the selector says holds, letter by letter.
    Exact,
}

/// The widget that a selector means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match<'a> {
    /// The widget.
    pub node: Node<'a>,
    /// [`ByPlace`](Confidence::ByPlace) or better; what is weaker is an error.
    pub confidence: Confidence,
}

impl Selector {
    /// The one widget of the layout that this selector means.
    ///
    /// Surroundings are found first, from the outside in, and each must be one widget. Only where nothing fits letter
    /// by letter do we forgive spelling, see [`Confidence::Likely`]. Takes time in proportion to the layout.
    pub fn resolve<'a>(&self, layout: &'a Layout) -> Result<Match<'a>, NoMatch> {
        let mut scope = Scope { layout, within: None };
        let mut confidence = Confidence::Exact;
        for (depth, step) in self.steps.iter().enumerate().rev() {
            let (found, sure) = scope.find(step);
            confidence = confidence.min(sure);
            match found[..] {
                [node] => scope.within = Some(node),
                [] => return Err(self.nearest(depth, scope)),
                _ => {
                    return Err(NoMatch::Ambiguous {
                        selector: self.clone(),
                        part: self.from(depth),
                        count: found.len(),
                        candidates: candidates(layout, found.into_iter().map(|node| (node, sure))),
                    });
                }
            }
        }
        match scope.within {
            Some(node) => Ok(Match { node, confidence }),
            None => Err(self.nearest(0, scope)),
        }
    }

    /// Every widget that this selector may mean, in reading order: for what holds of all of them, such as a ban.
    ///
    /// Takes every surrounding that fits, and forgives spelling as [`resolve`](Selector::resolve) does.
    pub fn all<'a>(&self, layout: &'a Layout) -> Vec<Node<'a>> {
        let mut scopes = vec![Scope { layout, within: None }];
        for step in self.steps.iter().rev() {
            let mut found: Vec<Node<'a>> = scopes.into_iter().flat_map(|scope| scope.find(step).0).collect();
            found.sort_by_key(|node| node.id());
            found.dedup();
            scopes = found.into_iter().map(|node| Scope { layout, within: Some(node) }).collect();
        }
        scopes.into_iter().filter_map(|scope| scope.within).collect()
    }

    /// The step at this depth with what it stands in.
    fn from(&self, depth: usize) -> Selector {
        Selector { steps: self.steps[depth..].to_vec() }
    }

    /// The error that nothing in `scope` fits the step at `depth`: what resembles the target, anywhere.
    fn nearest(&self, depth: usize, scope: Scope<'_>) -> NoMatch {
        let mut alike: Vec<(u32, Node<'_>)> = scope
            .layout
            .nodes()
            .map(|node| {
                let there =
                    depth == 0 && scope.within.is_some_and(|within| inside(within).contains(&node.id().0));
                match likeness(&self.steps[0], node) {
                    0 => (0, node),
                    alike => (alike + u32::from(there), node),
                }
            })
            .filter(|&(alike, _)| alike > 1)
            .collect();
        if let (0, Step::Path { places, .. }) = (depth, &self.steps[0]) {
            alike.extend(scope.follow(places).map(|node| (2, node)));
        }
        if alike.is_empty() {
            return NoMatch::Missing { selector: self.clone(), reason: self.reason(depth, scope) };
        }
        alike.sort_by_key(|&(alike, node)| (u32::MAX - alike, node.id()));
        let clear = alike.len() == 1 || alike[0].0 > alike[1].0;
        NoMatch::Weak {
            selector: self.clone(),
            best: clear.then(|| alike[0].1.id()),
            candidates: candidates(scope.layout, alike.into_iter().map(|(_, node)| (node, Confidence::Weak))),
        }
    }

    fn reason(&self, depth: usize, scope: Scope<'_>) -> String {
        let Some(within) = scope.within else {
            return if scope.layout.is_empty() {
                "the screen shows no widget at all".to_owned()
            } else if depth == 0 {
                format!("none of the {} widgets on screen is like it", scope.layout.len())
            } else {
                format!("there is no {}", self.from(depth))
            };
        };
        let place = self.from(depth + 1);
        match &self.steps[depth] {
            Step::Row(_) => match within.children().count() {
                1 => format!("{place} has 1 row"),
                rows => format!("{place} has {rows} rows"),
            },
            step => format!("{place} is there, but no {step} in it"),
        }
    }
}

/// Where a step looks: inside one widget, or on the whole screen.
#[derive(Clone, Copy)]
struct Scope<'a> {
    layout: &'a Layout,
    within: Option<Node<'a>>,
}

impl<'a> Scope<'a> {
    /// What fits the step letter by letter, or else but for spelling.
    fn find(self, step: &Step) -> (Vec<Node<'a>>, Confidence) {
        let exact = match step {
            Step::Traits { traits, nth: None } => self.nodes().filter(|&node| traits.fit(node)).collect(),
            Step::Traits { traits, nth: Some(nth) } => {
                let place = *nth as usize - 1;
                self.nodes().filter(|&node| traits.fit(node)).nth(place).into_iter().collect()
            }
            Step::Row(number) => self.children().nth(*number as usize - 1).into_iter().collect(),
            Step::RowWith(said) => self.rows_with(|label| label == said),
            Step::Around(said) => self.buttons_around(|label| label == said),
            Step::Path { places, class } => self
                .follow(places)
                .filter(|&node| class.as_deref().is_none_or(|class| class_fits(class, node)))
                .into_iter()
                .collect(),
        };
        if !exact.is_empty() {
            let by_place =
                matches!(step, Step::Traits { nth: Some(_), .. } | Step::Row(_) | Step::Path { .. });
            return (exact, if by_place { Confidence::ByPlace } else { Confidence::Exact });
        }
        let likely = match step {
            Step::Traits { traits, nth: None } => self.spelled_otherwise(traits),
            Step::RowWith(said) => {
                let said = plain(said);
                self.rows_with(|label| plain(label) == said)
            }
            Step::Around(said) => {
                let said = plain(said);
                self.buttons_around(|label| plain(label) == said)
            }
            _ => Vec::new(),
        };
        (likely, Confidence::Likely)
    }

    fn spelled_otherwise(self, traits: &Traits) -> Vec<Node<'a>> {
        let traits = traits.plain();
        self.nodes().filter(|&node| traits.fit_plainly(node)).collect()
    }

    fn rows_with(self, fits: impl Fn(&str) -> bool) -> Vec<Node<'a>> {
        let mut holds = |node: Node<'a>| labels(node).any(&fits);
        self.children().filter(|&row| holds(row) || row.descendants().any(&mut holds)).collect()
    }

    fn buttons_around(self, fits: impl Fn(&str) -> bool) -> Vec<Node<'a>> {
        let said = self.nodes().filter(|&node| labels(node).any(&fits));
        let is_here =
            |button: &Node<'a>| self.within.is_none_or(|within| inside(within).contains(&button.id().0));
        let mut buttons: Vec<Node<'a>> = said.filter_map(button_around).filter(is_here).collect();
        buttons.sort_by_key(|button| button.id());
        buttons.dedup();
        buttons
    }

    fn follow(self, places: &[u32]) -> Option<Node<'a>> {
        let (first, rest) = places.split_first()?;
        let start = self.children().nth(*first as usize)?;
        rest.iter().try_fold(start, |node, &place| node.children().nth(place as usize))
    }

    fn nodes(self) -> Box<dyn Iterator<Item = Node<'a>> + 'a> {
        match self.within {
            Some(node) => Box::new(node.descendants()),
            None => Box::new(self.layout.nodes()),
        }
    }

    fn children(self) -> Box<dyn Iterator<Item = Node<'a>> + 'a> {
        match self.within {
            Some(node) => Box::new(node.children()),
            None => Box::new(self.layout.roots()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::screen;

    /// What the selector finds: the confidence and the widget's line, or the error.
    fn resolve(selector: &str, layout: &str) -> String {
        let layout = screen(layout);
        match selector.parse::<Selector>().unwrap().resolve(&layout) {
            Ok(found) => format!("{:?} {}", found.confidence, found.node.tell()),
            Err(e) => e.to_string(),
        }
    }

    const SHOPPING: &str = r##"
        LinearLayout
          ListView #list [0,0][0,0]
            LinearLayout [0,0][0,0]
              TextView "milk" [0,0][0,0]
              CheckBox #check [0,0][0,0]
            LinearLayout [0,0][0,0]
              TextView "eggs" [0,0][0,0]
              CheckBox #check (checked) [0,0][0,0]
          LinearLayout #bar [0,0][0,0]
            Button "SAVE" [0,0][0,0]
            AppCompatButton #com.other:id/undo "Undo…" [0,0][0,0]
            ImageButton description "Share" [0,0][0,0]
        "##;

    #[test]
    fn every_way_of_saying_it_finds() {
        for (selector, found) in [
            ("#list", "Exact ListView #list"),
            ("row 2 of #list", "ByPlace LinearLayout"),
            (r##"#check in row with "eggs" of #list"##, "Exact CheckBox #check (checked)"),
            (r##"CheckBox in row with "Milk" of #list"##, "Likely CheckBox #check"),
            ("2nd CheckBox", "ByPlace CheckBox #check (checked)"),
            ("path 0/0/1/0 TextView", r#"ByPlace TextView "eggs""#),
            ("path 1/0 in #list", r#"ByPlace TextView "eggs""#),
            (r#"android.widget.Button "SAVE""#, r#"Exact Button "SAVE""#),
        ] {
            assert_eq!(resolve(selector, SHOPPING), found, "{selector}");
        }
    }

    #[test]
    fn spelling_is_forgiven_where_nothing_fits_exactly() {
        for (selector, found) in [
            (r#"text "Save""#, r#"Likely Button "SAVE""#),
            (r#"text " undo ""#, r#"Likely AppCompatButton #undo "Undo…""#),
            ("#com.example:id/undo", r#"Likely AppCompatButton #undo "Undo…""#),
            (r#"MaterialButton "SAVE""#, r#"Likely Button "SAVE""#),
        ] {
            assert_eq!(resolve(selector, SHOPPING), found, "{selector}");
        }
    }

    #[test]
    fn several_that_fit_are_listed_with_what_to_say_instead() {
        assert_eq!(
            resolve("#check", SHOPPING),
            r##"#check is ambiguous: 2 widgets fit
  #check in row with "milk" of #list: CheckBox #check
  #check in row with "eggs" of #list: CheckBox #check (checked)"##
        );
        assert_eq!(
            resolve(r#"TextView in LinearLayout in #list"#, SHOPPING).lines().next(),
            Some("TextView in LinearLayout in #list is ambiguous: 2 widgets fit LinearLayout in #list")
        );
        let many = "FrameLayout\n".to_owned() + &"  View [0,0][0,0]\n".repeat(7);
        let told = resolve("View", &many);
        assert_eq!(told.lines().count(), 7, "{told}");
        assert!(told.ends_with("  5th View: View\n  and 2 more"), "{told}");
    }

    #[test]
    fn a_weak_match_is_an_error_that_shows_it() {
        for (selector, candidate) in [
            // The id is gone, but a button says the same.
            ("#save", r#"text "SAVE": Button "SAVE""#),
            ("#share", r#"description "Share": ImageButton description "Share""#),
            // The text has moved to the description.
            (r#"text "Share""#, r#"description "Share": ImageButton description "Share""#),
            // The dialog is gone, the button is there.
            (r#"text "SAVE" in #dialog"#, r#"text "SAVE": Button "SAVE""#),
            (r#"row with "milk" of #basket"#, r#"text "milk": TextView "milk""#),
            // Something else stands at the place.
            ("path 0/0 Button", "#list: ListView #list"),
            (r#"text "Undo all""#, r#"#undo: AppCompatButton #undo "Undo…""#),
        ] {
            let expected = format!("nothing fits {selector}; the nearest is no sure match\n  {candidate}");
            assert_eq!(resolve(selector, SHOPPING), expected);
        }
    }

    #[test]
    fn a_weak_match_can_be_accepted_where_one_is_nearest() {
        let layout = screen(SHOPPING);
        let best = |selector: &str| {
            selector.parse::<Selector>().unwrap().resolve(&layout).unwrap_err().best().map(|id| id.0)
        };
        assert_eq!(best("#save"), Some(9));
        assert_eq!(best(r##"CheckBox #check "on""##), None, "two boxes are equally near");
        assert_eq!(best("#basket"), None);
    }

    #[test]
    fn a_label_is_text_description_or_hint_but_not_what_was_typed() {
        let form = r#"
            LinearLayout
              Button "Save" [0,0][0,0]
              ImageButton description "Share" [0,0][0,0]
              EditText "Send" hint "Note" [0,0][0,0]
            "#;
        for (selector, found) in [
            (r#"labelled "Save""#, r#"Exact Button "Save""#),
            (r#"labelled "SHARE""#, r#"Likely ImageButton description "Share""#),
            (r#"labelled "Note""#, r#"Exact EditText "Send" hint "Note" (editable)"#),
        ] {
            assert_eq!(resolve(selector, form), found, "{selector}");
        }
        assert!(resolve(r#"labelled "Send""#, form).starts_with("nothing fits"));
    }

    #[test]
    fn all_that_may_be_meant_are_found() {
        let layout = screen(SHOPPING);
        let found = |selector: &str| {
            let all = selector.parse::<Selector>().unwrap().all(&layout);
            all.into_iter().map(|node| node.id().0).collect::<Vec<_>>()
        };
        assert_eq!(found("#check"), [4, 7]);
        assert_eq!(found("CheckBox in LinearLayout in #list"), [4, 7]);
        assert_eq!(found(r#"text "Save""#), [9]);
        assert!(found("#basket").is_empty());
    }

    #[test]
    fn buttons_are_found_by_what_they_hold() {
        let tabs = r#"
            LinearLayout
              View (clickable) [0,0][0,0]
                View
                  TextView "Home"
                TextView "Home"
              Button "Send" (clickable) [0,0][0,0]
            "#;
        assert_eq!(resolve(r#"button around "Home""#, tabs), "Exact View (clickable)");
        assert_eq!(resolve(r#"button around "HOME""#, tabs), "Likely View (clickable)");
        assert_eq!(
            resolve(r#"button around "Send""#, tabs),
            "nothing fits button around \"Send\"; the nearest is no sure match\n  text \"Send\": Button \"Send\" (clickable)"
        );
    }

    #[test]
    fn what_is_missing_says_how_far_we_got() {
        for (selector, reason) in [
            ("row 5 of #list", "#list has 2 rows"),
            ("#basket", "none of the 12 widgets on screen is like it"),
            ("row 1 of #basket", "there is no #basket"),
            ("#basket in #bar", "#bar is there, but no #basket in it"),
            ("path 0/9", "none of the 12 widgets on screen is like it"),
        ] {
            assert_eq!(resolve(selector, SHOPPING), format!("nothing fits {selector}: {reason}"));
        }
        assert_eq!(resolve("#list", ""), "nothing fits #list: the screen shows no widget at all");
    }
}
