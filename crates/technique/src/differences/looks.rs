//! What a person sees differ on two screens that are the same by their widgets.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use ::compare::{
    How, Matching, Pixels, Rule, Shown, broken_rules, called, ignored, is_actionable, name_of,
    pairs_of_looks, polarity,
};
use device::{PhoneKind, Picture};
use experiment::{Fingerprint, Gallery};
use gui::{Digest, Layout, Node, Selector};
use trace::Moment;

use super::Eye;
use super::aligned::Difference;
use super::kinds::Sort;
use crate::widget::activity_of;

/// Settings of the phone that are not followed, as fingerprints name them.
const LETTERS: &str = "letters";
pub(super) const DARK: &str = "dark";
pub(super) const LANGUAGE: &str = "language";

/// The pictures of a trace, each read once.
#[derive(Debug)]
pub(super) struct Album<'a> {
    gallery: &'a Gallery,
    read: RefCell<HashMap<Digest, Option<Arc<Picture>>>>,
}

impl<'a> Album<'a> {
    pub(super) fn of(gallery: &'a Gallery) -> Album<'a> {
        Album { gallery, read: RefCell::default() }
    }

    /// The picture of a moment, where one was taken for judges.
    pub(super) fn picture(&self, moment: &Moment) -> Option<Arc<Picture>> {
        let digest = moment.screenshot?;
        let mut read = self.read.borrow_mut();
        read.entry(digest).or_insert_with(|| self.gallery.picture(digest).map(Arc::new)).clone()
    }
}

/// Two moments that show the same screen.
pub(super) struct Both<'a> {
    pub(super) there: &'a Moment,
    pub(super) layouts: [&'a Layout; 2],
    pub(super) pictures: [Option<Arc<Picture>>; 2],
    pub(super) kinds: &'a [PhoneKind; 2],
}

impl Both<'_> {
    /// The rules that only the test breaks, what does not follow the phone's settings, and, between phones of one language and one
    /// mode, what looks different.
    pub(super) fn differences(&self, eye: &Eye, how: &How<'_>, shows_after: usize) -> Vec<Difference> {
        let [reference, test] = self.shown();
        let matching = Matching::between_renamed(self.layouts[0], self.layouts[1], how.by, how.renamed);
        let mut told: Vec<(Node<'_>, Difference)> = Vec::new();
        let mut tell = |node, change: &str, says: String, hampers, why: Vec<String>| {
            told.push((node, self.difference(node, change, says, hampers, why, shows_after)));
        };
        let broken = broken_rules(&matching, &reference, &test).into_iter();
        for broken in broken.filter(|broken| eye.has_tree() || broken.rule.is_sure()) {
            let hampers = broken.rule != Rule::CutOff && broken.rule != Rule::Unmirrored;
            tell(broken.node, broken.rule.name(), broken.told, hampers, Vec::new());
        }
        for (node, says) in ignored(&matching, &reference, &test) {
            tell(node, LETTERS, says, false, Vec::new());
        }
        let kinds = self.kinds;
        let alike = language(&kinds[0]) == language(&kinds[1]) && kinds[0].dark == kinds[1].dark;
        if alike && eye.has_tree() {
            let mut pairs =
                pairs_of_looks(&matching, &reference, &test, [how.volatile_there, how.volatile_here]);
            pairs.retain(|pair| told.iter().all(|(node, _)| node.id() != pair.here.id()));
            for (at, why) in eye.judge(&pairs, kinds[0].font_percent == kinds[1].font_percent) {
                let pair = &pairs[at];
                let gone =
                    vision::ink(&pair.test.image).is_none() && vision::ink(&pair.reference.image).is_some();
                let says = if gone { "cannot be seen" } else { "looks different" };
                let difference = self.difference(
                    pair.here,
                    "",
                    format!("{} {says}", called(pair.here)),
                    gone,
                    vec![why],
                    shows_after,
                );
                told.push((pair.here, difference));
            }
        }
        let volatile = |node: Node<'_>| how.volatile_here.has(node);
        told.into_iter().filter(|(node, _)| !volatile(*node)).map(|(_, difference)| difference).collect()
    }

    /// Whether both are light, or both dark; `None` where it cannot be said, or the phones are in one mode.
    pub(super) fn share_polarity(&self) -> Option<bool> {
        let [reference, test] = self.shown();
        let both = || Some(polarity(&reference)? == polarity(&test)?);
        (self.kinds[0].dark != self.kinds[1].dark).then(both).flatten()
    }

    pub(super) fn shown(&self) -> [Shown<'_>; 2] {
        [0, 1].map(|at| {
            let kind = &self.kinds[at];
            let pixels = self.pictures[at].as_deref().map(|picture| Pixels {
                width: picture.width_px,
                height: picture.height_px,
                rgba: &picture.rgba,
            });
            Shown {
                layout: self.layouts[at],
                pixels,
                density_dpi: kind.density_dpi,
                font_percent: kind.font_percent,
                dark: kind.dark,
                language: language(kind),
            }
        })
    }

    pub(super) fn difference(
        &self,
        node: Node<'_>,
        change: &str,
        told: String,
        hampers: bool,
        details: Vec<String>,
        shows_after: usize,
    ) -> Difference {
        let actionable = std::iter::once(node).chain(node.ancestors().take(1)).any(is_actionable);
        Difference {
            sort: Sort::Look,
            widget: name_of(node),
            change: change.to_owned(),
            page: activity_of(self.there).to_owned(),
            told,
            selector: Some(Selector::of(node)),
            actionable,
            hampers: hampers && actionable,
            shows_after,
            first: true,
            details,
            pictures: None,
        }
    }
}

/// By which rule a difference was told, where not by pictures: `cut-off`, `letters`.
pub fn rule_of(fingerprint: &Fingerprint) -> Option<&str> {
    let (_, change) = fingerprint.as_str().rsplit_once(':')?;
    let is_rule =
        Rule::ALL.iter().any(|rule| rule.name() == change) || [LETTERS, DARK, LANGUAGE].contains(&change);
    is_rule.then_some(change)
}

/// Whether it is told only where somebody asks for looks.
pub fn is_asked_for(fingerprint: &Fingerprint) -> bool {
    let kind = fingerprint.as_str().split(':').next().unwrap_or_default();
    let is_sure = |rule: &str| {
        [LETTERS, DARK, LANGUAGE].contains(&rule)
            || Rule::ALL.iter().any(|one| one.name() == rule && one.is_sure())
    };
    kind.ends_with("-look") && !rule_of(fingerprint).is_some_and(is_sure)
}

/// A screen that two phones of different modes have shown, and whether both were light or both dark.
#[derive(Debug, Clone)]
pub(super) struct Toned {
    pub(super) page: String,
    pub(super) shows_after: usize,
    pub(super) shared: bool,
}

/// The screens that follow the mode of the phone where those before and after do not, or the other way round: somebody forgot to ask
/// for the theme. A page on which it changes is where people choose it.
pub(super) fn odd_ones(screens: &[Toned]) -> Vec<&Toned> {
    let visits: Vec<&[Toned]> = screens.chunk_by(|one, other| one.page == other.page).collect();
    let steady = |visit: &[Toned]| visit.iter().all(|screen| screen.shared == visit[0].shared);
    visits
        .windows(3)
        .filter(|three| {
            let [before, odd, after] = three else { return false };
            let other = |visit: &[Toned]| visit[0].shared != odd[0].shared;
            steady(odd) && other(&before[before.len() - 1..]) && other(&after[..1])
        })
        .map(|three| &three[1][0])
        .collect()
}

/// The language of a phone, without its region.
pub(super) fn language(kind: &PhoneKind) -> &str {
    kind.locale.split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages with `=` where both phones look alike and `/` where they do not.
    fn check(screens: &[&str], odd: &[usize]) {
        let screens: Vec<Toned> = (1..)
            .zip(screens)
            .map(|(shows_after, page)| Toned {
                page: page[..page.len() - 1].to_owned(),
                shows_after,
                shared: page.ends_with('='),
            })
            .collect();
        assert_eq!(odd_ones(&screens).iter().map(|screen| screen.shows_after).collect::<Vec<_>>(), odd);
    }

    #[test]
    fn a_page_that_does_not_follow_its_neighbours_is_odd() {
        check(&["list/", "trash=", "list/"], &[2]);
        check(&["list=", "trash/", "trash/", "list="], &[2]);
        check(&["list/", "trash/", "list/"], &[]);
        // The theme is chosen here.
        check(&["list/", "settings/", "settings=", "list="], &[]);
        check(&["list/", "settings=", "list="], &[]);
        check(&["list/", "trash="], &[]);
    }
}
