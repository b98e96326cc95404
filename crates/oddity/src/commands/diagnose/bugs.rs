//! The bugs that tools are held to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use automata::{Bug, BugFile, Configuration, Described, Nfa};

use super::sources::Source;
use crate::cli::DiagnoseArgs;
use crate::failure::Failure;
use crate::input;

/// The most bytes of an automaton or a configuration.
const MAX_BYTES: usize = 4 << 20;

/// All bugs that were asked for.
pub(super) struct Bugs {
    pub(super) all: Vec<Named>,
    /// Where each bug of a folder is, by app and number.
    by_name: BTreeMap<(String, String), usize>,
    /// Whether one automaton is for everything.
    is_one: bool,
}

/// A bug as a person names it.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) bug: Bug,
    /// How its events are recognised in recorded runs.
    pub(super) file: Option<BugFile>,
}

impl Bugs {
    /// The one automaton, or those of a folder that the sources need. A source whose automaton is not there has none.
    pub(super) fn load<'a>(
        args: &DiagnoseArgs,
        sources: impl Iterator<Item = &'a Source>,
    ) -> Result<Bugs, Failure> {
        if args.automaton.extension().is_some_and(|end| end == "toml") {
            if args.configuration.is_some() {
                return Err(Failure::bad_input("--config is for logs; a .oddity-bug.toml has its own words"));
            }
            let (bug, file) = load_bug_file(&args.automaton)?;
            let name = file.name.clone().unwrap_or_else(|| file_name(&args.automaton));
            let all = vec![Named { name, bug, file: Some(file) }];
            return Ok(Bugs { all, by_name: BTreeMap::new(), is_one: true });
        }
        if !args.automaton.is_dir() {
            let configuration = args.configuration.clone().or_else(|| configuration_beside(&args.automaton));
            let all = vec![load(&args.automaton, configuration.as_deref())?];
            return Ok(Bugs { all, by_name: BTreeMap::new(), is_one: true });
        }
        if args.configuration.is_some() {
            return Err(Failure::bad_input(
                "--config describes one automaton; a folder of automata has its own",
            ));
        }
        let mut bugs = Bugs { all: Vec::new(), by_name: BTreeMap::new(), is_one: false };
        for source in sources {
            let Some((app, bug)) = &source.bug else {
                let message = format!("cannot tell which bug {} is about", input::shown(&source.log));
                return Err(
                    Failure::bad_input(message).hint("name its automaton instead of a folder of automata")
                );
            };
            let file = args.automaton.join(app).join(format!("{bug}-NFA.jff"));
            if file.is_file() && !bugs.by_name.contains_key(&(app.clone(), bug.clone())) {
                bugs.by_name.insert((app.clone(), bug.clone()), bugs.all.len());
                bugs.all.push(load(&file, configuration_beside(&file).as_deref())?);
            }
        }
        if bugs.all.is_empty() {
            let message = format!(
                "{} has none of the automata: no APP/BUG-NFA.jff fits the results",
                input::shown(&args.automaton)
            );
            Err(Failure::bad_input(message))
        } else {
            Ok(bugs)
        }
    }

    /// The place of the bug that a source is about.
    pub(super) fn place_of(&self, source: &Source) -> Option<usize> {
        if self.is_one {
            return Some(0);
        }
        source.bug.as_ref().and_then(|name| self.by_name.get(name)).copied()
    }
}

/// `configuration-#480.json` beside `480-NFA.jff`.
fn configuration_beside(automaton: &Path) -> Option<PathBuf> {
    let number = automaton.file_name()?.to_str()?.strip_suffix("-NFA.jff")?;
    let file = automaton.with_file_name(format!("configuration-#{number}.json"));
    file.is_file().then_some(file)
}

fn load(automaton: &Path, configuration: Option<&Path>) -> Result<Named, Failure> {
    let mut bug = load_automaton(automaton)?;
    if let Some(path) = configuration {
        let read =
            Configuration::parse(&input::read(path, MAX_BYTES)?).map_err(|error| refused(path, &error))?;
        bug = bug.described(read).map_err(|error| {
            refused(path, &error)
                .hint("one of the two files is that of another bug; leave --config out to go without words")
        })?;
    }
    let words = [&bug.configuration.app, &bug.configuration.bug]
        .map(|word| word.as_deref().unwrap_or_default().trim().to_owned());
    let name = match words.join(" ").trim() {
        "" => file_name(automaton),
        name => name.to_owned(),
    };
    Ok(Named { name, bug, file: None })
}

/// A bug whose events are named by widget and screen. Every symbol must be.
pub(crate) fn load_bug_file(path: &Path) -> Result<(Bug, BugFile), Failure> {
    let file = BugFile::parse(&input::read(path, MAX_BYTES)?).map_err(|error| refused(path, &error))?;
    let bug = load_automaton(&path.with_file_name(&file.automaton))?;
    let described = |pivot: &automata::Pivot| Described {
        info: pivot.info.clone().or_else(|| Some(pivot.event.to_string())),
        ..Described::default()
    };
    let events = file.events.iter().map(|(symbol, pivot)| (symbol.clone(), described(pivot))).collect();
    let words = Configuration { events, ..Configuration::default() };
    let bug = Bug { configuration: words, ..bug };
    if let [first, ..] = &bug.undescribed()[..] {
        let why = format!("line 1: the automaton has the event {first:?}, but there is no [events.{first}]");
        return Err(refused(path, &why));
    }
    Ok((bug, file))
}

fn load_automaton(path: &Path) -> Result<Bug, Failure> {
    let nfa = Nfa::from_jff(&input::read(path, MAX_BYTES)?).map_err(|error| refused(path, &error))?;
    Bug::new(nfa).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::bad_input(format!("{}: {why}", input::shown(path)))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
