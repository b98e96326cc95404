//! Variables of the environment that look like a setting's, and are none's: nobody would notice otherwise.

use std::collections::BTreeSet;
use std::fmt;

use clap::Arg;

use super::{former, variable_of};
use crate::cli::{NO_DETOURS, sections};
use crate::likeness;

/// What all variables of settings begin with.
const OURS: &str = "ODDITY_";

/// A variable, and the one that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misspelt {
    said: String,
    meant: String,
}

impl fmt::Display for Misspelt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no setting, did you mean `{}`?", self.said, self.meant)
    }
}

/// Those of these variables that are a setting's but for a slip. Others may be anybody's, a script's secret for instance.
pub(super) fn of(variables: impl Iterator<Item = String>) -> Vec<Misspelt> {
    let known = known();
    let endings = || known.iter().filter_map(|name| name.strip_prefix(OURS));
    let unknown = variables.filter(|name| !known.contains(name));
    let misspelt = unknown.filter_map(|said| {
        let meant = likeness::misspelt(said.strip_prefix(OURS)?, endings())?;
        Some(Misspelt { meant: format!("{OURS}{meant}"), said })
    });
    misspelt.collect()
}

/// The variables of all settings, by their names of today and before.
fn known() -> BTreeSet<String> {
    let names = |arg: &Arg| {
        let today = arg.get_id().to_string();
        former::keys(arg).into_iter().map(str::to_owned).chain([today]).collect::<Vec<_>>()
    };
    let sections = sections::all();
    let settings = sections.iter().flat_map(|(_, section)| section.get_arguments().flat_map(names));
    let others = ["config", "app", NO_DETOURS].map(str::to_owned);
    settings.chain(others).map(|name| variable_of(&name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(variables: &[&str]) -> Vec<String> {
        of(variables.iter().map(|&name| name.to_owned())).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_slip_in_a_variable_is_told() {
        assert_eq!(told(&["ODDITY_EVNTS"]), ["`ODDITY_EVNTS` is no setting, did you mean `ODDITY_EVENTS`?"]);
        assert_eq!(told(&["ODDITY_MAXDEPTH", "ODDITY_SCREENSHOT"]).len(), 2);
    }

    #[test]
    fn settings_and_what_is_somebody_elses_are_none() {
        let settings =
            ["ODDITY_EVENTS", "ODDITY_APP", "ODDITY_CONFIG", "ODDITY_NEUTRAL_DETOURS", "ODDITY_NO_DETOURS"];
        assert!(told(&settings).is_empty(), "{:?}", told(&settings));
        let others = [
            "ODDITY_CRIU",
            "ODDITY_CACHE",
            "ODDITY_PASSWORD",
            "ODDITY_SKIPPED",
            "ODDITY_NO_SKIP",
            "ODDITY_PEERS",
            "ODDITY_SOAK",
            "ODDITY_SOAK_SEED",
            "ODDITY_WRITE_DOCS",
            "ODDITY_TOKEN",
            "ODDITY_",
            "EVNTS",
            "HOME",
        ];
        assert!(told(&others).is_empty(), "{:?}", told(&others));
    }
}
