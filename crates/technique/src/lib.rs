//! One technique per file or folder: a judge and, where it takes experiments of its own, a planner.
//!
//! [`all`] is the one list of them. Each tells the rest of oddity about itself by [`experiment::Technique`]. No technique knows any
//! app, nor another technique; only deviant behaviour asks lost effects whether pages were left as they were. CONTRIBUTING.md shows
//! how to add one.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// The techniques, those first that see it in one trace.
mod crash; // the app ends against its will
mod anr; // it does not respond
mod cannot_return; // it cannot be brought back to the front
mod look_twice; // learns what changes by itself
mod endless_loading; // something loads without end
mod state_loss; // state that does not survive rotation, background, screen off or process death
mod independent_views; // effects that are lost when something independent is done in between
mod differences; // what differs between two phones, or two versions
mod deviant_behaviour; // what the same action does rarely on alike screens

// What they share.
mod settings; // which ones are on, and their numbers
mod widget; // what widgets are, and what we call them
mod place; // places that nobody kept
#[cfg(test)]
mod testing;

use std::sync::Arc;

use experiment::{Planner, Techniques};

pub use anr::ANR;
pub use cannot_return::CANNOT_RETURN;
pub use crash::{CRASH, NATIVE_CRASH};
pub use deviant_behaviour::{
    BehaviourTold, BehavioursTold, COMPARED, DEVIANT_WAY, DeviantBehaviour, Examined, Fate, Mined, Miner,
    Rare, TriedOn, event_key, examine, last_at_home, shows_the_same,
};
pub use differences::{
    Between, Class, Comparer, Differences, Eye, Reader, Renames, Seen, Sort, characteristic, fewest,
    is_asked_for, label, rule_of, straight_walks,
};
pub use endless_loading::{ENDLESS_LOADING, EndlessLoading};
pub use independent_views::{FuzzTally, Fuzzer, Hints, IndependentViews};
pub use look_twice::LookTwice;
pub use settings::TechniqueSettings;
pub use state_loss::{Check, Lost, StateLoss};

/// All techniques, in the order in which they are asked.
pub fn all(settings: &TechniqueSettings) -> Techniques {
    let TechniqueSettings {
        state_loss,
        independent_views,
        deviant_behaviour,
        endless_loading,
        kinds,
        looks,
        places,
        ..
    } = settings;
    let eye = looks.map_or_else(Eye::rules, Eye::shipped);
    let between = |between| {
        Arc::new(Differences { eye: Some(eye.clone()), ..Differences::new(between, kinds.clone()) })
    };
    Techniques::new(vec![
        Arc::new(crash::Crashes),
        Arc::new(anr::Anrs),
        Arc::new(cannot_return::CannotReturn),
        Arc::new(LookTwice { places: *places }),
        Arc::new(*endless_loading),
        Arc::new(StateLoss { places: *places, ..state_loss.clone() }),
        Arc::new(IndependentViews { places: *places, ..independent_views.clone() }),
        between(Between::Devices),
        between(Between::Versions),
        Arc::new(deviant_behaviour.clone()),
    ])
}

/// The planners of those that are not switched off.
pub fn planners(settings: &TechniqueSettings) -> Vec<Box<dyn Planner>> {
    let techniques = all(settings);
    let share = |about: &experiment::About| settings.shares.get(about.id).copied().or(about.share);
    techniques
        .iter()
        .filter(|technique| share(technique.about()).is_none_or(|share| share > 0))
        .filter_map(|technique| technique.planner())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables in `docs/hunting.md`: techniques, and kinds of findings.
    fn tables() -> String {
        let techniques = all(&TechniqueSettings::default());
        let mut out = "\n| technique | what it does | share |\n| --- | --- | --- |\n".to_owned();
        for about in techniques.iter().map(|technique| technique.about()) {
            let share = about.share.map_or("all it sees".to_owned(), |share| format!("{share} %"));
            out.push_str(&format!("| `{}` | {} | {share} |\n", about.id, about.sentence));
        }
        out.push_str(
            "\n| kind of finding | technique | severity | what is wrong |\n| --- | --- | --- | --- |\n",
        );
        for about in techniques.iter().map(|technique| technique.about()) {
            for kind in about.kinds {
                let severity = format!("{:?}", kind.severity).to_lowercase();
                out.push_str(&format!(
                    "| `{}` | `{}` | {severity} | {} |\n",
                    kind.name, about.id, kind.sentence
                ));
            }
        }
        out
    }

    #[test]
    fn the_docs_have_the_tables_of_the_code() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hunting.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (begin, end) = ("writes them anew. -->\n", "<!-- end of the tables -->");
        let (before, rest) = text.split_once(begin).unwrap();
        let (there, after) = rest.split_once(end).unwrap();
        if std::env::var_os("ODDITY_WRITE_DOCS").is_some() {
            return std::fs::write(path, format!("{before}{begin}{}{end}{after}", tables())).unwrap();
        }
        assert_eq!(
            there,
            tables(),
            "ODDITY_WRITE_DOCS=1 cargo test -p oddity-technique --lib writes them anew"
        );
    }

    #[test]
    fn each_kind_belongs_to_one_technique() {
        let mut names: Vec<String> = all(&TechniqueSettings::default())
            .iter()
            .flat_map(|technique| technique.about().kinds)
            .map(|kind| kind.name.to_string())
            .collect();
        let many = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), many);
    }
}
