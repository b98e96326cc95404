//! Whether it differs again.

use std::sync::Arc;

use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use serde::{Deserialize, Serialize};
use trace::Role;

use super::aligned::{Compared, Difference, Measure, Side, compare};
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
        vec![
            Exhibit::script(Role::Treatment, self.site, script).labelled(here),
            self.control(script).labelled(there),
        ]
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [test, reference] = seen else { return None };
        let compared = compare(side(reference), side(test), &self.told.measure, &|_| false);
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
        std::iter::once(reference).chain(others).collect()
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let (reference, others) = seen.split_first()?;
        let compared: Vec<Compared> = others
            .iter()
            .zip(&self.sites)
            .map(|(test, &site)| {
                let measure = self.technique.measure(site, self.reference, &self.renames);
                compare(side(reference), side(test), &measure, &|difference| self.is_declared(difference))
            })
            .collect();
        let kind = self.technique.kind_of(super::Sort::Look);
        let ruling = Suspicion::new("", kind, &[], "", "");
        Some(Suspicion { claim: serde_json::to_value(compared).unwrap_or_default(), ..ruling })
    }
}

fn side<'a>(seen: &Seen<'a>) -> Side<'a> {
    Side { trace: seen.trace, context: seen.context }
}
