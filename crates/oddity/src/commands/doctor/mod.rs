//! `oddity doctor`: what is there, what is missing, and how to mend it.

mod app;
mod connected;
mod pocket_phones;

use std::fmt;
use std::path::Path;

use anstyle::Style;
use serde::Serialize;

use crate::cli::{DoctorArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::{GREEN, Output, RED, YELLOW};
use crate::{phones, system};

/// Below this a run soon ends with a full disk.
const LITTLE_ROOM: u64 = 200 << 20;

/// With less than this a long hunt may not end.
const ENOUGH_ROOM: u64 = 2 << 30;

pub(crate) fn run(args: &DoctorArgs, output: &mut Output) -> Result<Exit, Failure> {
    if let Some(apk) = &args.app {
        return app::run(apk, args, output);
    }
    let mut findings = Findings::default();
    disk(&mut findings);
    simulated_phone(&mut findings);
    pocket_phones::check(&mut findings);
    connected::check(args.device.as_deref(), &mut findings);
    findings.hunting_possible =
        findings.disk_usable && (findings.pocket_usable || !findings.usable_phones.is_empty());
    match args.format {
        TableFormat::Json => output.json(&findings)?,
        TableFormat::Text => print(&findings, output)?,
    }
    Ok(if findings.hunting_possible { Exit::Clean } else { Exit::Environment })
}

/// All that was found, as the JSON has it.
#[derive(Default, Serialize)]
struct Findings {
    /// Whether an app of the user's can be hunted: a phone that works, connected or pocket, and room to write.
    hunting_possible: bool,
    usable_phones: Vec<String>,
    checks: Vec<Check>,
    #[serde(skip)]
    disk_usable: bool,
    #[serde(skip)]
    pocket_usable: bool,
    /// Whether nothing here keeps the app of a pocket phone in.
    #[serde(skip)]
    has_no_cell: bool,
}

#[derive(Serialize)]
struct Check {
    what: String,
    state: State,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Fine,
    /// Works, but not all of it.
    Poor,
    /// Does not work.
    Broken,
}

impl Findings {
    fn fine(&mut self, what: impl Into<String>, found: impl fmt::Display) {
        self.add(what, State::Fine, found, None);
    }

    fn poor(&mut self, what: impl Into<String>, found: impl fmt::Display, remedy: impl Into<String>) {
        self.add(what, State::Poor, found, Some(remedy.into()));
    }

    fn broken(&mut self, what: impl Into<String>, found: impl fmt::Display, remedy: impl Into<String>) {
        self.add(what, State::Broken, found, Some(remedy.into()));
    }

    fn add(
        &mut self,
        what: impl Into<String>,
        state: State,
        found: impl fmt::Display,
        remedy: Option<String>,
    ) {
        let remedy = remedy.filter(|remedy| !remedy.is_empty());
        self.checks.push(Check { what: what.into(), state, found: found.to_string(), remedy });
    }
}

/// Whether this folder, where runs go by default, can be written to and has room.
fn disk(findings: &mut Findings) {
    let here = Path::new(".");
    if let Err(error) = tempfile::tempfile_in(here) {
        findings.broken(
            "disk",
            format_args!("this folder cannot be written to: {error}"),
            "start oddity in a folder of yours",
        );
        return;
    }
    findings.disk_usable = true;
    match system::free_bytes(here) {
        Some(free) if free < LITTLE_ROOM => {
            findings.disk_usable = false;
            findings.broken(
                "disk",
                format_args!("{} free", in_words(free)),
                "make room: a hunt needs at least 200 MB",
            );
        }
        Some(free) if free < ENOUGH_ROOM => {
            findings.poor("disk", format_args!("{} free", in_words(free)), "a long hunt may need 2 GB");
        }
        Some(free) => findings.fine("disk", format_args!("{} free", in_words(free))),
        None => findings.fine("disk", "can be written to"),
    }
}

/// Whether the simulated phone works on this computer, by using it.
fn simulated_phone(findings: &mut Findings) {
    match phones::try_simulated() {
        Ok(found) => findings.fine("simulated phone", found),
        Err(why) => {
            findings.broken("simulated phone", why, "please report this: it needs nothing but oddity");
        }
    }
}

fn print(findings: &Findings, output: &mut Output) -> Result<(), Failure> {
    print_checks(&findings.checks, output)?;
    output.print(format_args!("\n{}\n", findings.verdict()))
}

impl Findings {
    /// What can be tested here, and with which command; else what to do first.
    fn verdict(&self) -> String {
        let phones = self.usable_phones.join(", ");
        let on_pocket = if self.has_no_cell { "--on pocket --unconfined" } else { "--on pocket" };
        match (self.disk_usable, phones.is_empty(), self.pocket_usable) {
            (false, ..) => "nothing can be tested here: see `disk` above".to_owned(),
            (_, false, true) => {
                format!("ready to test on {phones}, and an .apk on pocket phones (`{on_pocket}`)")
            }
            (_, false, false) => format!("ready to test on {phones}"),
            (_, true, true) => {
                format!("ready to test an .apk on pocket phones: `oddity hunt app-debug.apk {on_pocket}`")
            }
            (_, true, false) => "not ready to test your app: connect a phone, start an emulator, or install \
                                 pocket phones (`oddity pocket install`); `oddity hunt` alone tries the demo \
                                 on a simulated phone"
                .to_owned(),
        }
    }

    /// Something for connected phones alone: bad where there are no others to test on.
    fn wants_phone(&mut self, what: &str, found: impl fmt::Display, remedy: impl Into<String>) {
        if self.pocket_usable {
            self.poor(what, found, format!("only needed for connected phones: {}", remedy.into()));
        } else {
            self.broken(what, found, remedy);
        }
    }
}

fn print_checks(checks: &[Check], output: &mut Output) -> Result<(), Failure> {
    let width = checks.iter().map(|check| check.what.chars().count()).max().unwrap_or(0);
    for Check { what, state, found, remedy } in checks {
        let (mark, style) = state.shown();
        output.print(format_args!("{style}{mark}{style:#} {what:width$}  {found}\n"))?;
        if let Some(remedy) = remedy {
            output.print(format_args!("     {:width$}  → {remedy}\n", ""))?;
        }
    }
    Ok(())
}

impl State {
    /// A word that also reads without colour.
    fn shown(self) -> (&'static str, Style) {
        match self {
            State::Fine => ("ok  ", GREEN),
            State::Poor => ("note", YELLOW),
            State::Broken => ("bad ", RED),
        }
    }
}

fn in_words(bytes: u64) -> String {
    if bytes >= 10 << 30 { format!("{} GB", bytes >> 30) } else { format!("{} MB", bytes >> 20) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(disk: bool, phones: &[&str], pocket: bool) -> String {
        let usable_phones = phones.iter().map(|&serial| serial.to_owned()).collect();
        Findings { disk_usable: disk, pocket_usable: pocket, usable_phones, ..Findings::default() }.verdict()
    }

    #[test]
    fn the_last_line_names_every_phone_that_can_be_used() {
        assert!(verdict(true, &[], true).contains("`oddity hunt app-debug.apk --on pocket`"));
        assert!(verdict(true, &["emulator-5554"], true).contains("emulator-5554, and an .apk on pocket"));
        assert_eq!(verdict(true, &["a", "b"], false), "ready to test on a, b");
        assert!(verdict(true, &[], false).starts_with("not ready to test your app"));
        assert!(verdict(false, &["a"], true).contains("see `disk`"));
        let open =
            Findings { disk_usable: true, pocket_usable: true, has_no_cell: true, ..Findings::default() };
        assert!(open.verdict().ends_with("--on pocket --unconfined`"), "{}", open.verdict());
    }

    #[test]
    fn no_adb_is_bad_only_where_nothing_else_can_test() {
        for (pocket_usable, state) in [(false, State::Broken), (true, State::Poor)] {
            let mut findings = Findings { pocket_usable, ..Findings::default() };
            findings.wants_phone("adb", "not found", "install it");
            assert!(findings.checks[0].state == state, "pocket phones: {pocket_usable}");
        }
    }
}
