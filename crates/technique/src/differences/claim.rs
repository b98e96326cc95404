//! Whether it differs again.

use std::collections::BTreeSet;
use std::sync::Arc;

use experiment::{Act, Claim, Exhibit, Fingerprint, ForJudge, Seen, Site, Suspicion};
use serde::{Deserialize, Serialize};
use trace::Role;

use super::aligned::{Compared, Difference, Measure, Side, compare};
use super::looks::Album;
use super::{Differences, Renames};

/// The same steps differ at a site from what they do at its reference.
#[derive(Debug, Clone)]
pub(super) struct DifferenceClaim {
    technique: Differences,
    fingerprint: Fingerprint,
    site: Site,
    told: SavedClaim,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedClaim {
    /// What the site is held to.
    pub(super) reference: Site,
    /// How.
    pub(super) measure: Measure,
    /// What people call the site and its reference.
    pub(super) names: [String; 2],
}

impl DifferenceClaim {
    /// What a suspicion says of itself; `None` where it says nothing that makes sense.
    pub(super) fn of(
        technique: &Differences,
        suspicion: &Suspicion,
        site: Site,
    ) -> Option<Arc<DifferenceClaim>> {
        let told = serde_json::from_value(suspicion.claim.clone()).ok()?;
        let fingerprint = suspicion.fingerprint.clone();
        Some(Arc::new(DifferenceClaim { technique: technique.clone(), fingerprint, site, told }))
    }

    /// What looks different is seen where the script ends; a mode that is not followed, by the screens before it, too.
    fn with_pictures(&self, exhibit: Exhibit) -> Exhibit {
        let fingerprint = self.fingerprint.as_str();
        let wanted = match fingerprint.split_once('-').map(|(_, rest)| rest.starts_with("look:")) {
            Some(true) if fingerprint.ends_with(":dark") => ForJudge::All,
            Some(true) => ForJudge::After(Arc::new(BTreeSet::from([exhibit.acts.len()]))),
            _ => ForJudge::Nothing,
        };
        exhibit.with_pictures(wanted)
    }

    /// The script at the reference, where widgets have their old names.
    fn control(&self, script: &[Act]) -> Exhibit {
        let control = Exhibit::script(Role::Control, self.told.reference, script);
        let old = self.told.measure.renames.inverse();
        control.replacing(|_, act| vec![Act { event: old.event(&act.event), ..act.clone() }])
    }
}

impl Claim for DifferenceClaim {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let [here, there] = &self.told.names;
        let exhibits = [
            Exhibit::script(Role::Treatment, self.site, script).labelled(here),
            self.control(script).labelled(there),
        ];
        exhibits.into_iter().map(|exhibit| self.with_pictures(exhibit)).collect()
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [test, reference] = seen else { return None };
        let albums = [reference, test].map(|seen| Album::of(seen.context.gallery));
        let (there, here) = (side(reference, &albums[0]), side(test, &albums[1]));
        let compared = compare(there, here, &self.told.measure, self.technique.eye.as_ref(), &|_| false);
        let suspicions = compared.differences.iter().map(|difference| {
            self.technique.suspicion(difference, self.site, self.told.reference, &self.told.measure.renames)
        });
        let found = suspicions.into_iter().find(|suspicion| suspicion.fingerprint == self.fingerprint)?;
        // It is told as it was first, whoever replays it.
        let claim = serde_json::to_value(&self.told).unwrap_or_default();
        Some(Suspicion { claim, ..found })
    }
}

/// All sites of a walk at once: the reference, then the others. Its ruling says what differs where.
#[derive(Debug)]
pub(super) struct AllSites {
    pub(super) technique: Differences,
    pub(super) reference: Site,
    pub(super) sites: Vec<Site>,
    pub(super) renames: Renames,
    /// Whether a picture is taken at the start and after each act.
    pub(super) pictured: Arc<[bool]>,
}

impl AllSites {
    /// What its ruling says of the sites, in their order.
    pub(super) fn read(ruling: &Suspicion) -> Vec<Compared> {
        serde_json::from_value(ruling.claim.clone()).unwrap_or_default()
    }

    fn is_declared(&self, difference: &Difference) -> bool {
        let kind = self.technique.kind_of(difference.sort);
        let fingerprint = Fingerprint::new(kind, &[&difference.identity()]);
        self.technique.expected.contains(fingerprint.as_str())
    }
}

impl Claim for AllSites {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let reference = Exhibit::script(Role::Control, self.reference, script);
        let renamed =
            |_: usize, act: &Act| vec![Act { event: self.renames.event(&act.event), ..act.clone() }];
        let others =
            self.sites.iter().map(|&site| Exhibit::script(Role::Treatment, site, script).replacing(renamed));
        let wanted: BTreeSet<usize> =
            self.pictured.iter().enumerate().filter(|(_, pictured)| **pictured).map(|(at, _)| at).collect();
        let wanted = match (wanted.is_empty(), &self.technique.eye) {
            (false, Some(_)) => ForJudge::After(Arc::new(wanted)),
            _ => ForJudge::Nothing,
        };
        let all = std::iter::once(reference).chain(others);
        all.map(|exhibit| exhibit.with_pictures(wanted.clone())).collect()
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let (reference, others) = seen.split_first()?;
        let (eye, album) = (self.technique.eye.as_ref(), Album::of(reference.context.gallery));
        let compared: Vec<Compared> = others
            .iter()
            .zip(&self.sites)
            .map(|(test, &site)| {
                let measure = self.technique.measure(site, self.reference, &self.renames);
                let own = Album::of(test.context.gallery);
                let declared = |difference: &Difference| self.is_declared(difference);
                compare(side(reference, &album), side(test, &own), &measure, eye, &declared)
            })
            .collect();
        let kind = self.technique.kind_of(super::Sort::Look);
        let ruling = Suspicion::new("", kind, &[], "", "");
        Some(Suspicion { claim: serde_json::to_value(compared).unwrap_or_default(), ..ruling })
    }
}

fn side<'a>(seen: &Seen<'a>, album: &'a Album<'a>) -> Side<'a> {
    Side { trace: seen.trace, context: seen.context, album }
}
