//! The apps by name, with faults to switch on: `notes+lost-draft`.

use sim::{App, Fault, Faults, Installed, Manifest};

use crate::{budget, contacts, diary, feeds, notes, tasks};

/// An app that can be put on a simulated phone.
#[derive(Debug, Clone, Copy)]
pub struct Listed {
    /// What it says of itself: its name, its faults.
    pub manifest: Manifest,
    /// Makes it ready, with these faults switched on.
    pub install: fn(Faults) -> Installed,
}

/// What a build with other resource ids is asked for by.
const RENAMED: &str = "renamed";

/// All apps; the first is the demo.
pub fn all() -> Vec<Listed> {
    vec![
        listed::<notes::Notes>(),
        listed::<tasks::Tasks>(),
        listed::<diary::Diary>(),
        listed::<contacts::Contacts>(),
        listed::<budget::Budget>(),
        listed::<feeds::Feeds>(),
    ]
}

/// An app with its faults: `notes` is the mended app, `notes+lost-draft+wrong-row` has two faults, `notes+all` every one.
///
/// `notes+renamed` is another build of it: it looks and does the same, with other resource ids and another order of
/// siblings. That is no fault, and not part of `all`.
pub fn find(spec: &str) -> Result<(Listed, Faults), UnknownApp> {
    let (name, switches) = spec.split_once('+').map_or((spec, None), |(name, rest)| (name, Some(rest)));
    let apps = all();
    let app = apps.iter().find(|app| app.manifest.name == name).ok_or_else(|| {
        let known: Vec<&str> = apps.iter().map(|app| app.manifest.name).collect();
        UnknownApp::App { name: name.to_owned(), closest: closest(name, &known), known: known.join(", ") }
    })?;
    let mut faults = Faults::NONE;
    for switch in switches.into_iter().flat_map(|switches| switches.split('+')) {
        faults = match switch {
            "all" => app.manifest.faults.iter().fold(faults, |faults, &fault| faults.with(fault)),
            RENAMED => faults.renamed(),
            _ => faults.with(fault(&app.manifest, switch)?),
        };
    }
    Ok((*app, faults))
}

/// No app or fault of that name. The text says which there are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownApp {
    /// There is no such app.
    #[error("there is no app {name:?}{}\n  apps: {known}", hint(.closest))]
    App {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        closest: Option<String>,
        /// The names that there are.
        known: String,
    },
    /// The app has no such fault.
    #[error("the app {app} has no fault {name:?}{}\n  faults: all, {known}\n  another build: renamed", hint(.closest))]
    Fault {
        /// The app.
        app: &'static str,
        /// What was asked for.
        name: String,
        /// What may have been meant.
        closest: Option<String>,
        /// The names that there are.
        known: String,
    },
}

fn listed<A: App>() -> Listed {
    Listed { manifest: A::manifest(), install: sim::install::<A> }
}

fn fault(manifest: &Manifest, name: &str) -> Result<Fault, UnknownApp> {
    manifest.faults.iter().find(|fault| fault.name == name).copied().ok_or_else(|| {
        let known: Vec<&str> = manifest.faults.iter().map(|fault| fault.name).collect();
        let closest = closest(name, &known.iter().copied().chain(["all", RENAMED]).collect::<Vec<_>>());
        let (app, known) = (manifest.name, known.join(", "));
        UnknownApp::Fault { app, name: name.to_owned(), closest, known }
    })
}

fn hint(closest: &Option<String>) -> String {
    closest.as_ref().map(|closest| format!(", did you mean {closest}?")).unwrap_or_default()
}

/// The name that is typed with the fewest strokes more or less, if at most a third of it is wrong.
fn closest(typed: &str, known: &[&str]) -> Option<String> {
    let distance = |name: &&&str| strokes_between(typed, name);
    let nearest = known.iter().min_by_key(distance)?;
    (strokes_between(typed, nearest) * 3 <= nearest.len()).then(|| (*nearest).to_owned())
}

/// How many characters have to be added, left out or replaced.
fn strokes_between(typed: &str, name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (line, typed) in typed.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (at, &letter) in name.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != typed);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_switched_on_by_name() {
        let faults = |spec| find(spec).unwrap().1;
        assert_eq!(faults("notes"), Faults::NONE);
        assert_eq!(faults("notes+lost-draft"), Faults::NONE.with(notes::LOST_DRAFT));
        let two = Faults::NONE.with(notes::LOST_DRAFT).with(notes::WRONG_ROW);
        assert_eq!(faults("notes+wrong-row+lost-draft"), two);
        assert_eq!(faults("tasks+all"), Faults::all(tasks::FAULTS));
        assert_eq!(faults("tasks+renamed"), Faults::NONE.renamed());
        assert_eq!(faults("tasks+renamed+all"), Faults::all(tasks::FAULTS).renamed());
        assert!(!faults("tasks+all").are_renamed());
    }

    fn check(spec: &str, expected: &str) {
        let error = find(spec).err().unwrap().to_string();
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn unknown_names_are_told_with_those_that_exist() {
        check("note", "there is no app \"note\", did you mean notes?\n  apps: notes, tasks, diary");
        check("", "there is no app \"\"\n  apps: notes");
        check(
            "notes+lost-daft",
            "the app notes has no fault \"lost-daft\", did you mean lost-draft?\n  faults: all, undo-after-emptying,",
        );
        check("notes+renamd", "the app notes has no fault \"renamd\", did you mean renamed?");
        check("notes+", "the app notes has no fault \"\"\n  faults: all, ");
    }

    #[test]
    fn manifests_are_whole() {
        for app in all() {
            let Manifest { name, package, faults, activities, .. } = app.manifest;
            assert!(faults.len() >= 5 && activities.len() >= 5, "{name}");
            assert!(app.manifest.points() >= 40, "{name}");
            assert_eq!(package, format!("org.oddity.{name}"));
            let mut kinds: Vec<_> = faults.iter().map(|fault| fault.kind).collect();
            kinds.sort();
            kinds.dedup();
            assert!(kinds.len() >= 5, "{name}: too few kinds of faults");
            for (at, fault) in faults.iter().enumerate() {
                assert_eq!(usize::from(fault.number), at);
                assert!(faults.iter().filter(|other| other.name == fault.name).count() == 1, "{fault}");
            }
        }
    }
}
