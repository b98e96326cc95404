//! What planning depends on besides outcomes.

use std::collections::BTreeMap;

use device::{Abilities, Ability};
use experiment::{Costs, Site};
use serde::{Deserialize, Serialize};

/// Goes up whenever the same outcomes make other plans than before.
const PLANNING: u32 = 4;

/// What planning depends on besides outcomes. A run can only be resumed by the same rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub(crate) struct Rules {
    /// The version of oddity that planned.
    pub(crate) version: String,
    /// How it planned.
    planning: u32,
    /// What the phones were.
    pub(crate) sites: Vec<SiteRules>,
}

/// The phones of one kind with one build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SiteRules {
    #[serde(flatten)]
    pub(crate) site: Site,
    /// The kind in words: `api=34,size=411x731,density=420,locale=en-US`.
    pub(crate) phone: String,
    /// What all of them could do, by name.
    abilities: Vec<String>,
    /// What they took for it.
    pub(crate) costs: Costs,
}

/// Rules as journals have them. Older ones know one kind of phone.
#[derive(Deserialize)]
struct Written {
    version: String,
    #[serde(default)]
    planning: u32,
    #[serde(default)]
    sites: Vec<SiteRules>,
    #[serde(default)]
    abilities: Vec<String>,
}

impl From<Written> for Rules {
    fn from(written: Written) -> Rules {
        let Written { version, planning, mut sites, abilities } = written;
        if sites.is_empty() {
            let in_memory = abilities.iter().any(|name| name == Ability::ShareSnapshots.name());
            let costs = if in_memory { Costs::FREE } else { Costs::DEAR };
            sites.push(SiteRules { site: Site::HOME, phone: String::new(), abilities, costs });
        }
        Rules { version, planning, sites }
    }
}

impl Rules {
    /// The rules of this version for such phones.
    pub(crate) fn of(sites: Vec<SiteRules>) -> Rules {
        Rules { version: env!("CARGO_PKG_VERSION").to_owned(), planning: PLANNING, sites }
    }

    /// Whether this version makes the same plans of the same outcomes.
    pub(crate) fn plans_alike(&self) -> bool {
        self.version == env!("CARGO_PKG_VERSION") && self.planning == PLANNING
    }

    /// What is different about other phones, in words.
    pub(crate) fn check(&self, now: &BTreeMap<Site, Abilities>) -> Result<(), String> {
        let then: BTreeMap<Site, Abilities> =
            self.sites.iter().map(|rules| (rules.site, rules.abilities())).collect();
        if !then.keys().eq(now.keys()) {
            return Err(format!("{} kinds of phones and builds, not {}", then.len(), now.len()));
        }
        then.iter().zip(now.values()).try_for_each(|((_, &then), &now)| same(then, now))
    }
}

fn same(then: Abilities, now: Abilities) -> Result<(), String> {
    let only = |some: Abilities, others: Abilities| {
        let names = some.iter().filter(|&ability| !others.has(ability)).map(Ability::name);
        names.collect::<Vec<_>>().join(", ")
    };
    match (only(then, now), only(now, then)) {
        (lacking, more) if lacking.is_empty() && more.is_empty() => Ok(()),
        (lacking, more) if lacking.is_empty() => Err(format!("not {more}")),
        (lacking, _) => Err(lacking),
    }
}

impl SiteRules {
    pub(crate) fn new(site: Site, phone: String, abilities: Abilities, costs: Costs) -> SiteRules {
        let abilities = abilities.iter().map(|ability| ability.name().to_owned()).collect();
        SiteRules { site, phone, abilities, costs }
    }

    /// What the phones could do.
    pub(crate) fn abilities(&self) -> Abilities {
        let known =
            Ability::ALL.iter().filter(|ability| self.abilities.iter().any(|name| name == ability.name()));
        known.fold(Abilities::NONE, |abilities, &ability| abilities.with(ability))
    }
}

/// What is left out for want of an ability, in sentences.
pub(crate) fn without(abilities: Abilities) -> Vec<String> {
    let lacks = [
        (
            Ability::Coverage,
            "New coverage is judged by activities and kinds of widgets: the phone cannot tell what ran.",
        ),
        (Ability::Rotate, "The phone cannot be turned: what turning destroys was not looked for."),
        (Ability::KillProcess, "Processes cannot be ended: what that destroys was not looked for."),
        (
            Ability::ScreenOnOff,
            "The screen cannot be switched off and on: what that destroys was not looked for.",
        ),
        (Ability::TypeAnything, "Only ASCII was typed: the phone has no keyboard for more."),
        (Ability::Screenshot, "There are no pictures: the phone cannot take any."),
    ];
    let mut remarks: Vec<String> = lacks
        .iter()
        .filter(|(ability, _)| !abilities.has(*ability))
        .map(|(_, told)| (*told).to_owned())
        .collect();
    if !abilities.has(Ability::ShareSnapshots) && !abilities.has(Ability::Snapshot) {
        let told = if abilities.has(Ability::StoredData) {
            "The phone saves no processes: going back means opening the app with what it had stored, or doing everything again."
        } else {
            "The phone has no snapshots: going back means doing everything again."
        };
        remarks.push(told.to_owned());
    }
    remarks
}
