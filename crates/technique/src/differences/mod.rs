//! What differs between two phones, or between two versions of the app: the same steps on both, compared screen by screen.

mod kinds;
mod renames;
mod eye;
mod looks;
mod wording;
mod aligned;
mod claim;
mod cover;
mod planner;
mod explain;
mod labels;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use device::PhoneKind;
use experiment::{About, Alone, BuildId, Claim, Kind, KindId, Planner, Site, Suspicion, Technique, World};

use ::compare::By;
use aligned::{Difference, Measure};
use claim::DifferenceClaim;
pub use explain::{Class, characteristic, fewest};
pub use eye::{Eye, Reader};
pub use kinds::Sort;
pub use labels::label;
use looks::language;
pub use looks::{is_asked_for, rule_of};
pub use planner::{Comparer, Seen, straight_walks};
pub use renames::Renames;

const VERSIONS: About = About {
    id: "version-difference",
    sentence: "Repeats walks on the other build (`--with`) and looks what differs.",
    kinds: &kinds::OF_VERSIONS,
    share: Some(0),
    acts: &[],
};

const DEVICES: About = About {
    id: "device-difference",
    sentence: "Repeats walks on the other kinds of phones (`--on` again) and looks what differs.",
    kinds: &kinds::OF_DEVICES,
    share: Some(0),
    acts: &[],
};

/// What is compared with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Between {
    /// The second build with the first one, on each kind of phone.
    Versions,
    /// Each kind of phone with the first one, under the first build.
    Devices,
}

/// Differences between phones or versions.
///
/// **Notices**, after the same steps on both sides: a crash, another screen, a widget that is missing or new, and one that says or
/// is something else. **A fault because** an app should do the same for everybody, and a new version what the old one did, unless
/// somebody says otherwise. **Example**: "Import" is in the menu, but not below Android 10. **Mistaken** where a difference is
/// meant, which `--expect` says; and where something changes by itself that nobody has seen changing.
#[derive(Debug, Clone)]
pub struct Differences {
    /// What is compared with what.
    pub between: Between,
    /// The kinds of phones, the reference first, as far as they are known.
    pub kinds: Vec<PhoneKind>,
    /// The fingerprints of differences that somebody wants: they are passed over.
    pub expected: Arc<BTreeSet<String>>,
    /// Whether walks come first, and all comparisons after them, outside of the budget of events.
    pub after_walks: bool,
    /// Who looks at pictures; without anybody they are not taken.
    pub eye: Option<Eye>,
}

impl Differences {
    /// With nothing declared, within the budget of a hunt, and with the shipped tree.
    pub fn new(between: Between, kinds: Vec<PhoneKind>) -> Differences {
        let eye = Some(Eye::shipped(vision::Profile::default()));
        Differences { between, kinds, expected: Arc::default(), after_walks: false, eye }
    }

    /// Each site that is held to another one, with that one.
    fn pairs(&self, world: &World) -> Vec<(Site, Site)> {
        let sites: Vec<Site> = world.sites().map(|known| known.site).collect();
        let reference = |site: Site| match self.between {
            Between::Versions => (site.build != BuildId(0)).then_some(site.with(BuildId(0))),
            Between::Devices => (site.build == BuildId(0) && site.kind != KindId(0)).then_some(Site::HOME),
        };
        let of_home = sites.iter().filter_map(|&site| Some((site, reference(site)?)));
        // Phones of another language or mode have a reference of their own, for pictures.
        let of_group = sites.iter().filter_map(|&site| Some((site, self.first_alike(site, &sites)?)));
        of_home.chain(of_group).filter(|(_, reference)| sites.contains(reference)).collect()
    }

    /// The first phone of the same language and mode, where that is another one and not the reference of all.
    fn first_alike(&self, site: Site, sites: &[Site]) -> Option<Site> {
        let has_tree = self.eye.as_ref().is_some_and(Eye::has_tree);
        if self.between == Between::Versions || !has_tree || site.build != BuildId(0) {
            return None;
        }
        let group =
            |site: &Site| self.kinds.get(usize::from(site.kind.0)).map(|kind| (language(kind), kind.dark));
        let of = group(&site)?;
        let first = sites.iter().find(|other| other.build == BuildId(0) && group(other) == Some(of))?;
        (*first != site && *first != Site::HOME).then_some(*first)
    }

    /// How a site is compared with its reference.
    fn measure(&self, site: Site, reference: Site, renames: &Renames) -> Measure {
        let renames = renames.clone();
        let kind = |site: Site| self.kinds.get(usize::from(site.kind.0));
        let texts = match (kind(site), kind(reference)) {
            (Some(here), Some(there)) => language(here) == language(there),
            _ => true,
        };
        let kinds = kind(reference).zip(kind(site)).map(|(there, here)| [there.clone(), here.clone()]);
        match self.between {
            Between::Versions => Measure { by: By::Content, texts: true, renames, kinds },
            Between::Devices => Measure { by: By::Place { text: texts }, texts, renames, kinds },
        }
    }

    /// What a person calls a site.
    fn name(&self, site: Site) -> String {
        match self.between {
            Between::Versions if site.build == BuildId(0) => "the old version".to_owned(),
            Between::Versions => "the new version".to_owned(),
            Between::Devices if site == Site::HOME => "the reference".to_owned(),
            Between::Devices => match (self.kinds.get(usize::from(site.kind.0)), self.kinds.first()) {
                (Some(kind), Some(reference)) => format!("a phone with {}", unlike(kind, reference)),
                _ => format!("kind {}", site.kind.0 + 1),
            },
        }
    }

    fn kind_of(&self, sort: Sort) -> &'static Kind {
        &self.about().kinds[sort.place()]
    }

    /// A difference as a suspicion about the test's trace.
    fn suspicion(
        &self,
        difference: &Difference,
        site: Site,
        reference: Site,
        renames: &Renames,
    ) -> Suspicion {
        let (here, there) = (self.name(site), self.name(reference));
        let sentence = match self.between {
            Between::Versions => format!("in the new version {}", difference.told),
            Between::Devices => format!("on {here} {}", difference.told),
        };
        let expectation = match self.between {
            Between::Versions => {
                "A new version should do what the old one did, unless the change is meant.".to_owned()
            }
            Between::Devices => {
                format!("The app should be the same there as on {there}, unless the difference is meant.")
            }
        };
        let identity = difference.identity();
        let known = Suspicion::new(
            self.about().id,
            self.kind_of(difference.sort),
            &[&identity],
            sentence,
            expectation,
        );
        let told = claim::SavedClaim {
            reference,
            measure: self.measure(site, reference, renames),
            names: [here, there],
        };
        Suspicion {
            shows_after: difference.shows_after,
            well_after: difference.shows_after.saturating_sub(1),
            widget: difference.selector.clone(),
            details: difference.details.clone(),
            claim: serde_json::to_value(told).unwrap_or_default(),
            ..known
        }
    }
}

/// The settings of a phone that its reference has not; all of them where it lacks one of those.
fn unlike(kind: &PhoneKind, reference: &PhoneKind) -> String {
    let (kind, reference) = (kind.to_string(), reference.to_string());
    let has = |words: &str, setting: &str| {
        words.split(',').any(|other| other.split('=').next() == setting.split('=').next())
    };
    if reference.split(',').any(|setting| !has(&kind, setting)) {
        return kind;
    }
    let own = kind.split(',').filter(|setting| reference.split(',').all(|other| other != *setting));
    own.collect::<Vec<_>>().join(",")
}

impl Technique for Differences {
    fn about(&self) -> &'static About {
        match self.between {
            Between::Versions => &VERSIONS,
            Between::Devices => &DEVICES,
        }
    }

    fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        match DifferenceClaim::of(self, suspicion, site) {
            Some(claim) => claim,
            None => Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() }),
        }
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        Some(Box::new(Comparer::new(self.clone())))
    }
}
