//! The apps of a phone: which there are, opening, ending and clearing them.

use std::collections::BTreeMap;

use super::commands;
use super::link::{Budget, Link};
use crate::{DeviceError, InstalledApp, Permission, Sent};
use android::am::{StartError, StartReply};
use android::component::Component;
use android::dumpsys::package::Packages;
use android::pm::{PackageReply, package_paths};
use android::text::text_of;

/// The release whose `ps` has options.
const API_8: u32 = 26;
/// The release whose package manager tells what an icon opens.
const API_7: u32 = 24;

/// The apps that a person could open, sorted by package. Phones do not print the names below the icons.
pub(super) fn apps(link: &mut Link, api: u32) -> Result<Vec<InstalledApp>, DeviceError> {
    const DOING: &str = "list its apps";
    let command = if api >= API_8 { commands::packages() } else { commands::packages_before_8() };
    let output = link.ask(DOING, &command, &mut link.budget(link.deadlines.launch))?;
    let parts = commands::parts(&output.stdout);
    let [(packages, _), (processes, _)] = parts[..] else {
        return Err(link.garbled(DOING, format!("{} of 2 answers came", parts.len()), Sent::Nothing));
    };
    Ok(installed(&Packages::parse(&text_of(packages).text), &pids(&text_of(processes).text)))
}

fn installed(found: &Packages, pids: &BTreeMap<String, u32>) -> Vec<InstalledApp> {
    let mut apps = BTreeMap::new();
    for package in &found.packages {
        let of_package = |component: &&Component| component.package == package.name;
        let Some(launcher) = found.launchers.iter().find(of_package) else { continue };
        let permissions = package.permissions.iter().filter(|permission| permission.runtime);
        let app = InstalledApp {
            package: package.name.clone(),
            label: String::new(),
            version: package.version_name.clone().unwrap_or_default(),
            version_code: package.version_code.unwrap_or_default(),
            launcher: Some(launcher.clone()),
            activities: found.activities.iter().filter(of_package).cloned().collect(),
            permissions: permissions
                .map(|permission| Permission { name: permission.name.clone(), granted: permission.granted })
                .collect(),
            pid: pids.get(&package.name).copied(),
        };
        apps.insert(package.name.clone(), app);
    }
    apps.into_values().collect()
}

/// The processes of `ps`, by name. The columns differ; the heading says which is the PID, and the name is last.
fn pids(text: &str) -> BTreeMap<String, u32> {
    let mut lines = text.lines();
    let heading: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    let Some(column) = heading.iter().position(|word| *word == "PID") else { return BTreeMap::new() };
    let process = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(((*words.last()?).to_owned(), words.get(column)?.parse().ok()?))
    };
    lines.filter_map(process).collect()
}

/// Opens an app as its icon does.
pub(super) fn launch(link: &mut Link, api: u32, package: &str) -> Result<(), DeviceError> {
    const DOING: &str = "open the app";
    let mut budget = link.budget(link.deadlines.launch);
    let Some(launcher) = launcher_of(link, api, package, &mut budget)? else {
        return Err(missing_or(link, package, &mut budget, |link| {
            link.refused(DOING, format!("{package} has no icon that could be tapped"), "")
        }));
    };
    let output = link.tell(DOING, &commands::start(&launcher), &mut budget)?;
    let said = output.text();
    let reply = StartReply::parse(&said);
    match reply.error {
        // `timeout` says that it is slow to draw, which is the app's affair.
        None if reply.complete || reply.status.is_some() || said.contains("Starting: ") => Ok(()),
        None => Err(link.garbled(DOING, output.first_line(), Sent::Maybe)),
        Some(StartError::NoSuchActivity(_)) => Err(no_such_app(link, package)),
        Some(StartError::NothingMatches(why) | StartError::NotAllowed(why) | StartError::Other(why)) => {
            Err(link.refused(DOING, why, ""))
        }
    }
}

fn launcher_of(
    link: &mut Link,
    api: u32,
    package: &str,
    budget: &mut Budget,
) -> Result<Option<Component>, DeviceError> {
    const DOING: &str = "say what the app's icon opens";
    if api >= API_7 {
        let output = link.ask(DOING, &commands::resolve_launcher(package), budget)?;
        let text = text_of(&output.stdout).text;
        let mut components = text.lines().filter_map(Component::parse);
        // Where several apps could be meant the phone names its chooser.
        return Ok(components.rfind(|component| component.package == package));
    }
    let output = link.ask(DOING, &commands::package(package), budget)?;
    let packages = Packages::parse(&text_of(&output.stdout).text);
    Ok(packages.launchers.into_iter().find(|component| component.package == package))
}

/// Ends an app for good.
pub(super) fn stop(link: &mut Link, package: &str) -> Result<(), DeviceError> {
    const DOING: &str = "end the app";
    let mut budget = link.budget(link.deadlines.launch);
    let output = link.tell(DOING, &commands::force_stop(package), &mut budget)?;
    if !package_paths(&text_of(&output.stdout).text).is_empty() {
        return Ok(());
    }
    if output.stderr.is_empty() {
        Err(no_such_app(link, package))
    } else {
        Err(link.garbled(DOING, output.first_line(), Sent::Maybe))
    }
}

/// Ends an app and throws away its data.
pub(super) fn clear_data(link: &mut Link, package: &str) -> Result<(), DeviceError> {
    const DOING: &str = "throw the app's data away";
    let mut budget = link.budget(link.deadlines.launch);
    let output = link.tell(DOING, &commands::clear(package), &mut budget)?;
    match PackageReply::parse(&output.text()) {
        PackageReply::Success => Ok(()),
        PackageReply::Failure { detail, .. } => {
            Err(missing_or(link, package, &mut budget, |link| link.refused(DOING, detail, "")))
        }
        PackageReply::Silent => Err(link.garbled(DOING, output.first_line(), Sent::Maybe)),
    }
}

fn no_such_app(link: &Link, package: &str) -> DeviceError {
    DeviceError::NoSuchApp { serial: link.serial.clone(), package: package.to_owned() }
}

/// That the app is not there, if it is not; else the other reason.
fn missing_or(
    link: &mut Link,
    package: &str,
    budget: &mut Budget,
    other: impl FnOnce(&Link) -> DeviceError,
) -> DeviceError {
    match link.ask("say whether the app is there", &commands::package_path(package), budget) {
        Ok(output) if package_paths(&text_of(&output.stdout).text).is_empty() => no_such_app(link, package),
        _ => other(link),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_processes_in_old_and_new_lists() {
        let new = "  PID NAME\n    1 init\n 4711 com.example.notes\n";
        let old = "USER     PID   PPID  VSIZE  RSS     WCHAN    PC         NAME\nu0_a59    4711  178   8  2 ffffffff 00 S com.example.notes\n";
        for text in [new, old] {
            assert_eq!(pids(text).get("com.example.notes"), Some(&4711), "{text}");
        }
        assert!(pids("ps: nonsense\n").is_empty());
    }
}
