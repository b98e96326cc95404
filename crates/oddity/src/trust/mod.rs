//! What somebody else's finding or run may do here.
//!
//! A saved finding names an app, the phone it was seen on, a script that sets the app up; a run's settings name files. Whoever sent
//! you one chose them. So what reaches beyond a phone made for it is told, and done only if you asked for the very same on this
//! computer before, say `--trust`, or say yes on a terminal.

mod asked;

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use finding::SavedFinding;
use serde::{Deserialize, Serialize};

use crate::cli::{App, Control, HuntArgs, On};
use crate::failure::Failure;
use crate::phones::Named;

/// Something that a file may not decide alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ask {
    /// Run the app of this file.
    App(String),
    /// Press what it likes in an app that is installed on a connected phone.
    Phone {
        /// Which app.
        package: String,
    },
    /// Let an app use this computer's network.
    Network {
        /// The app, as it is named.
        app: String,
    },
    /// Read this file.
    File(String),
    /// Write this file.
    Write(String),
    /// Type a variable of the environment into an app.
    Variable {
        /// Its name.
        name: String,
        /// Into which app.
        package: String,
        /// By which script.
        script: String,
    },
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ask::App(path) => write!(f, "run the app of {}", gui::escaped(path)),
            Ask::Phone { package } => write!(f, "use {} on a connected phone", gui::escaped(package)),
            Ask::Network { app } => {
                write!(f, "let {} use this computer's network (network=allowed)", gui::escaped(app))
            }
            Ask::File(path) => write!(f, "read {}", gui::escaped(path)),
            Ask::Write(path) => write!(f, "write {}", gui::escaped(path)),
            Ask::Variable { name, package, .. } => {
                write!(f, "type ${} of your environment into {}", gui::escaped(name), gui::escaped(package))
            }
        }
    }
}

/// Which of a finding's settings the user says anew.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SaidAnew {
    pub(crate) app: bool,
    pub(crate) phone: bool,
}

/// All that a file asks for, each once.
#[derive(Debug, Default)]
pub(crate) struct Asks(Vec<Ask>);

impl Asks {
    /// What a finding asks for, with its flags read.
    pub(crate) fn of_finding(saved: &SavedFinding, args: &HuntArgs, said: SaidAnew) -> Asks {
        let mut asks = Asks::default();
        asks.add_app(&args.app, said);
        asks.add_variables(&saved.package, saved.setup.as_deref().unwrap_or_default());
        asks
    }

    /// What the settings of a run ask for when it goes on.
    pub(crate) fn of_run(app: &App, control: &Control, baseline: Option<&Path>) -> Asks {
        let mut asks = Asks::of_report(control, baseline);
        asks.add_app(app, SaidAnew::default());
        let files = control.seeds.iter().chain(&control.dictionary);
        files.for_each(|path| asks.add(Ask::File(whole(path))));
        asks
    }

    /// What they ask for when it is only told again.
    pub(crate) fn of_report(control: &Control, baseline: Option<&Path>) -> Asks {
        let mut asks = Asks::default();
        let files = control.setup.iter().chain(&control.login).map(|path| path.as_path()).chain(baseline);
        files.for_each(|path| asks.add(Ask::File(whole(path))));
        asks
    }

    /// The same with a file that is written when the run has ended.
    pub(crate) fn with_written(mut self, path: Option<&Path>) -> Asks {
        path.iter().for_each(|path| self.add(Ask::Write(whole(path))));
        self
    }

    /// The same with what the findings of the run will ask for.
    pub(crate) fn with_setup(mut self, package: &str, setup: &campaign::Setup) -> Asks {
        let script: String = setup.scripts.iter().map(ToString::to_string).collect();
        self.add_variables(package, &script);
        self
    }

    /// Refuses unless all of it was asked for here before, or is trusted now. `whose` is the file.
    pub(crate) fn permit(&self, whose: &str, trust: bool) -> Result<(), Failure> {
        let known = if trust || self.0.is_empty() { Vec::new() } else { asked::read() };
        let new: Vec<&Ask> = self.0.iter().filter(|ask| !known.contains(ask)).collect();
        if trust || new.is_empty() || says_yes(whose, &new) {
            return Ok(());
        }
        let told: Vec<String> = new.iter().map(ToString::to_string).collect();
        Err(Failure::bad_input(format_args!(
            "{whose} asks for what nobody asked for on this computer: to {}",
            told.join("; to ")
        ))
        .hint("if you know where it comes from, say `--trust`"))
    }

    /// Notes that the user asked for all of it. Where that cannot be written down, `--trust` has to be said the next time.
    pub(crate) fn remember(&self) {
        let known = if self.0.is_empty() { Vec::new() } else { asked::read() };
        let new: Vec<&Ask> = self.0.iter().filter(|ask| !known.contains(ask)).collect();
        asked::add(&new);
    }

    fn add(&mut self, ask: Ask) {
        if !self.0.contains(&ask) {
            self.0.push(ask);
        }
    }

    fn add_app(&mut self, app: &App, said: SaidAnew) {
        let name = app.name.clone().unwrap_or_default();
        let file = |name: &str| match Named::of(name) {
            Ok(Named::Apk(path)) => Some(whole(path)),
            _ => None,
        };
        if let Ok(Named::Package(package)) = Named::of(&name)
            && !said.app
            && !(said.phone || package.is_empty())
        {
            self.add(Ask::Phone { package: package.to_owned() });
        }
        let own = file(&name).filter(|_| !said.app);
        own.into_iter().chain(app.with.as_deref().and_then(file)).for_each(|path| self.add(Ask::App(path)));
        app.mapping.iter().for_each(|path| self.add(Ask::File(whole(path))));
        let is_open = |on: &On| matches!(on, On::Pocket(words) if words.parse().is_ok_and(|profile: pocket::Profile| profile.network));
        if !said.phone && app.on.iter().any(is_open) {
            self.add(Ask::Network { app: file(&name).unwrap_or(name) });
        }
    }

    fn add_variables(&mut self, package: &str, script: &str) {
        let named = std::cell::RefCell::new(Vec::new());
        let environment = |name: &str| {
            named.borrow_mut().push(name.to_owned());
            Some(String::new())
        };
        // What is wrong with it is said when it is to be carried out.
        let _ = script::Script::parse("", script.as_bytes(), &environment);
        for name in named.into_inner() {
            self.add(Ask::Variable { name, package: package.to_owned(), script: script.to_owned() });
        }
    }
}

/// A path that means the same from everywhere.
fn whole(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

/// Asks whoever sits at the terminal.
fn says_yes(whose: &str, asks: &[&Ask]) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    let mut question = format!("{whose} asks for what nobody asked for on this computer:\n");
    asks.iter().for_each(|ask| question.push_str(&format!("  to {ask}\n")));
    let mut answer = String::new();
    let asked = write!(anstream::stderr(), "{question}Do it? [y/N] ");
    asked.is_ok()
        && io::stdin().lock().read_line(&mut answer).is_ok()
        && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}
