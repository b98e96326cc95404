//! What phones can do, and what depends on it.

use device::{Abilities, Ability};
use serde::{Deserialize, Serialize};

/// What planning depends on besides outcomes. A run can only be resumed by the same rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rules {
    /// The version of oddity that planned.
    pub(crate) version: String,
    /// What the phones could do, by name.
    pub(crate) abilities: Vec<String>,
}

impl Rules {
    /// The rules of this version for phones that can do so much.
    pub(crate) fn of(abilities: Abilities) -> Rules {
        Rules {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            abilities: abilities.iter().map(|ability| ability.name().to_owned()).collect(),
        }
    }

    /// What is different about phones that can do so much, in words.
    pub(crate) fn check(&self, now: Abilities) -> Result<(), String> {
        let then = self.abilities();
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
        let told = match abilities.has(Ability::StoredData) {
            true => {
                "The phone saves no processes: going back means opening the app with what it had stored, or doing everything again."
            }
            false => "The phone has no snapshots: going back means doing everything again.",
        };
        remarks.push(told.to_owned());
    }
    remarks
}
