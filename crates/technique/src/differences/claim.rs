//! Whether it differs again.

use std::sync::Arc;

use ::compare::By;
use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use serde::{Deserialize, Serialize};
use trace::Role;

use super::Differences;
use super::aligned::{Compared, Difference, Measure, Side, compare};

/// The same steps differ at a site from what they do at its reference.
#[derive(Debug, Clone)]
pub(super) struct DifferenceClaim {
    technique: Differences,
    fingerprint: Fingerprint,
    site: Site,
    told: Told,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    /// What the site is held to.
    pub(super) reference: Site,
    /// How.
    pub(super) measure: Written,
    /// What people call the site and its reference.
    pub(super) names: [String; 2],
}

/// A measure as files have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Written {
    /// Whether widgets are paired by what they say.
    content: bool,
    /// Whether texts are compared.
    texts: bool,
}

impl From<Measure> for Written {
    fn from(measure: Measure) -> Written {
        Written { content: measure.by == By::Content, texts: measure.texts }
    }
}

impl From<Written> for Measure {
    fn from(written: Written) -> Measure {
        let by = if written.content { By::Content } else { By::Place { text: written.texts } };
        Measure { by, texts: written.texts }
    }
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
}

impl Claim for DifferenceClaim {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let [here, there] = &self.told.names;
        vec![
            Exhibit::script(Role::Treatment, self.site, script).labelled(here),
            Exhibit::script(Role::Control, self.told.reference, script).labelled(there),
        ]
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [test, reference] = seen else { return None };
        let compared = compare(side(reference), side(test), self.told.measure.into(), &|_| false);
        let suspicions = compared
            .differences
            .iter()
            .map(|difference| self.technique.suspicion(difference, self.site, self.told.reference));
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
        let others = self.sites.iter().map(|&site| Exhibit::script(Role::Treatment, site, script));
        std::iter::once(reference).chain(others).collect()
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let (reference, others) = seen.split_first()?;
        let compared: Vec<Compared> = others
            .iter()
            .zip(&self.sites)
            .map(|(test, &site)| {
                let measure = self.technique.measure(site, self.reference);
                compare(side(reference), side(test), measure, &|difference| self.is_declared(difference))
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
