//! One technique per file or folder: a judge and, where it takes experiments of its own, a planner.
//!
//! [`all`] is the one list of them. Each tells the rest of oddity about itself by [`experiment::Technique`]. No technique knows any
//! app, nor another technique. CONTRIBUTING.md shows how to add one.

mod settings;
mod widget;
mod crash;
mod hang;
mod stuck_outside;
mod endless_wait;
mod look_twice;
mod neutral_detours;
mod place;
#[cfg(test)]
mod testing;

use std::sync::Arc;

use experiment::{Planner, Techniques};

pub use crash::{CRASH, NATIVE_CRASH};
pub use endless_wait::{ENDLESS_WAIT, EndlessWait};
pub use hang::HANG;
pub use look_twice::LookTwice;
pub use neutral_detours::{Detour, Lost, NeutralDetours};
pub use settings::Settings;
pub use stuck_outside::STUCK_OUTSIDE;

/// All techniques, in the order in which they are asked.
pub fn all(settings: &Settings) -> Techniques {
    let Settings { neutral_detours, endless_wait, places, .. } = settings;
    Techniques::new(vec![
        Arc::new(crash::Crashes),
        Arc::new(hang::Hangs),
        Arc::new(stuck_outside::StuckOutside),
        Arc::new(LookTwice { places: *places }),
        Arc::new(*endless_wait),
        Arc::new(NeutralDetours { places: *places, ..neutral_detours.clone() }),
    ])
}

/// The planners of those that are not switched off.
pub fn planners(settings: &Settings) -> Vec<Box<dyn Planner>> {
    let techniques = all(settings);
    let is_on = |id: &str| settings.shares.get(id).is_none_or(|&share| share > 0);
    techniques
        .iter()
        .filter(|technique| is_on(technique.about().id))
        .filter_map(|technique| technique.planner())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the table in `docs/hunting.md`.
    fn table() -> String {
        let row = |about: &experiment::About| {
            let share = about.share.map_or("all it sees".to_owned(), |share| format!("{share} %"));
            let kinds: Vec<String> = about
                .kinds
                .iter()
                .map(|kind| {
                    let severity = format!("{:?}", kind.severity).to_lowercase();
                    format!("`{}` ({severity}): {}", kind.name, kind.sentence)
                })
                .collect();
            format!("| `{}` | {} | {share} | {} |\n", about.id, about.sentence, kinds.join("<br>"))
        };
        all(&Settings::default()).iter().map(|technique| row(technique.about())).collect()
    }

    #[test]
    fn the_docs_have_the_table_of_the_code() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hunting.md");
        let text = std::fs::read_to_string(path).unwrap();
        let begin = "| --- | --- | --- | --- |\n";
        let (before, rest) = text.split_once(begin).unwrap();
        let (rows, after) = rest.split_once("<!-- end of the table -->").unwrap();
        if std::env::var_os("ODDITY_WRITE_DOCS").is_some() {
            let written = format!("{before}{begin}{}<!-- end of the table -->{after}", table());
            return std::fs::write(path, written).unwrap();
        }
        assert_eq!(rows, table(), "ODDITY_WRITE_DOCS=1 cargo test -p oddity-technique --lib writes it anew");
    }

    #[test]
    fn each_kind_belongs_to_one_technique() {
        let mut names: Vec<String> = all(&Settings::default())
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
