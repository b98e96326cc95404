//! Which phones are alike.

use std::collections::BTreeMap;

use device::{Abilities, Lease, PhoneKind};
use experiment::{BuildId, Costs, KindId, Site};

use crate::rules::SiteRules;

/// The phones of a run by what they are: kinds in the order in which they were named, each with the builds on it.
pub(crate) struct Sites {
    /// The site of each phone.
    pub(crate) of_phones: Vec<Site>,
    /// What all phones of a site can do.
    pub(crate) abilities: BTreeMap<Site, Abilities>,
    kinds: Vec<PhoneKind>,
}

impl Sites {
    pub(crate) fn of(leases: &[Lease<'_>]) -> Sites {
        let mut sites = Sites { of_phones: Vec::new(), abilities: BTreeMap::new(), kinds: Vec::new() };
        for lease in leases {
            let kind = sites.kind_of(lease.kind());
            let site = Site { kind, build: BuildId(lease.build()) };
            sites.of_phones.push(site);
            let common = sites.abilities.entry(site).or_insert_with(Abilities::all);
            *common = common.common(lease.abilities());
        }
        sites
    }

    fn kind_of(&mut self, kind: PhoneKind) -> KindId {
        let known = self.kinds.iter().position(|known| *known == kind);
        let number = known.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        KindId(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// What planning depends on, site by site.
    pub(crate) fn rules(&self, costs: &BTreeMap<Site, Costs>) -> Vec<SiteRules> {
        let rules = self.abilities.iter().map(|(&site, &abilities)| {
            let phone = self.kinds.get(usize::from(site.kind.0)).map(ToString::to_string).unwrap_or_default();
            SiteRules::new(site, phone, abilities, costs.get(&site).copied().unwrap_or(Costs::DEAR))
        });
        rules.collect()
    }
}
