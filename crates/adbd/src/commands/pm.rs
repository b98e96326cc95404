//! `pm`: packages and permissions.

use std::io::{self, Read, Write};

use android::component::Component;
use device::{Change, DeviceError, InstalledApp};

use super::dumpsys::package;
use super::intent::Intent;
use super::{Call, Outcome};
use crate::shell::run::Stop;

/// What belongs to the system itself and cannot be opened.
const SYSTEM: [&str; 2] = ["android", "com.android.shell"];

/// `pm COMMAND …`, and `cmd package COMMAND …`.
pub(super) fn pm(call: &mut Call<'_>) -> Outcome {
    let Some((command, args)) = call.args.split_first() else {
        writeln!(
            call.out,
            "Package manager (package) commands:\n  list packages, path, clear, grant, revoke, resolve-activity, dump"
        )?;
        return Ok(255);
    };
    let mut call = call.with(args);
    match command.as_str() {
        "list" => list(&mut call),
        "path" => path(&mut call),
        "clear" => clear(&mut call),
        "grant" => permission(&mut call, true),
        "revoke" => permission(&mut call, false),
        "resolve-activity" | "query-activities" => resolve(&mut call),
        "dump" => package::dump(&mut call, args.last().map_or("", String::as_str)),
        "install" | "install-create" | "install-write" | "install-commit" | "install-streaming" => {
            install(&mut call)
        }
        "install-abandon" => say(&mut call, "Success", 0),
        "uninstall" => uninstall(&mut call),
        "get-install-location" => say(&mut call, "0[auto]", 0),
        other => call.unknown(other),
    }
}

fn say(call: &mut Call<'_>, what: &str, status: u8) -> Outcome {
    writeln!(call.out, "{what}")?;
    Ok(status)
}

fn list(call: &mut Call<'_>) -> Outcome {
    match call.arg(0) {
        "packages" | "package" => list_packages(call),
        "users" => say(call, "Users:\n\tUserInfo{0:Owner:c13} running", 0),
        "features" => say(
            call,
            "feature:android.hardware.touchscreen\nfeature:android.hardware.touchscreen.multitouch",
            0,
        ),
        "instrumentation" | "libraries" | "permission-groups" | "permissions" => Ok(0),
        other => {
            writeln!(call.err, "Error: unknown list type '{other}'")?;
            Ok(255)
        }
    }
}

fn list_packages(call: &mut Call<'_>) -> Outcome {
    let has = |flag: &str| call.args.iter().any(|arg| arg == flag);
    let user = call.args.iter().position(|arg| arg == "--user").map(|at| at + 1);
    let filter = call.args.iter().enumerate().skip(1);
    let filter = filter
        .filter(|(at, arg)| !arg.starts_with('-') && Some(*at) != user)
        .map(|(_, arg)| arg.as_str())
        .next();
    let apps = call.phone.apps()?;
    let mut lines = Vec::new();
    let opened = apps.iter().map(|app| (app.package.as_str(), app.version_code, is_system(&app.package)));
    let system = SYSTEM.iter().map(|name| (*name, u64::from(call.phone.build().api()), true));
    for (name, version, of_system) in opened.chain(system) {
        let shown = (!has("-3") || !of_system)
            && (!has("-s") || of_system)
            && !has("-d")
            && filter.is_none_or(|filter| name.contains(filter));
        if shown {
            let mut line = if has("-f") {
                format!("package:{}={name}", apk_of(name))
            } else {
                format!("package:{name}")
            };
            if has("--show-versioncode") {
                line.push_str(&format!(" versionCode:{version}"));
            }
            if has("-i") {
                line.push_str("  installer=null");
            }
            if has("-U") {
                line.push_str(&format!(" uid:{}", uid_of(&apps, name)));
            }
            lines.push(line);
        }
    }
    for line in lines {
        writeln!(call.out, "{line}")?;
    }
    Ok(0)
}

fn path(call: &mut Call<'_>) -> Outcome {
    let name = call.args.last().map_or("", String::as_str);
    if call.phone.apps()?.iter().any(|app| app.package == name) || SYSTEM.contains(&name) {
        say(call, &format!("package:{}", apk_of(name)), 0)
    } else {
        Ok(1)
    }
}

fn clear(call: &mut Call<'_>) -> Outcome {
    let name = call.args.last().map_or("", String::as_str);
    match call.phone.ask(|state| state.device.clear_data(name)) {
        Ok(()) => say(call, "Success", 0),
        Err(DeviceError::NoSuchApp { .. } | DeviceError::Refused { .. }) => {
            writeln!(call.err, "Failed")?;
            Ok(1)
        }
        Err(error) => Err(error.into()),
    }
}

fn permission(call: &mut Call<'_>, granted: bool) -> Outcome {
    let names: Vec<&String> =
        call.args.iter().filter(|arg| !arg.starts_with("--") && arg.parse::<u32>().is_err()).collect();
    let [package, name] = names[..] else {
        writeln!(call.err, "Error: no permission specified")?;
        return Ok(255);
    };
    let apps = call.phone.apps()?;
    let Some(app) = apps.iter().find(|app| app.package == *package) else {
        return refuse(call, "java.lang.IllegalArgumentException", &format!("Unknown package: {package}"));
    };
    if !app.permissions.iter().any(|permission| permission.name == *name) {
        let why = format!("Package {package} has not requested permission {name}");
        return refuse(call, "java.lang.SecurityException", &why);
    }
    let change = Change::Permission { package: package.clone(), name: name.clone(), granted };
    match call.phone.ask(|state| state.device.change(&change)) {
        Ok(()) => Ok(0),
        Err(DeviceError::Refused { why, .. }) => refuse(call, "java.lang.SecurityException", &why),
        Err(error) => Err(error.into()),
    }
}

fn refuse(call: &mut Call<'_>, class: &str, why: &str) -> Outcome {
    writeln!(call.err, "\nException occurred while executing 'grant':\n{class}: {why}")?;
    writeln!(
        call.err,
        "\tat com.android.server.pm.PackageManagerShellCommand.runGrantRevokePermission(PackageManagerShellCommand.java:2222)"
    )?;
    Ok(255)
}

/// `resolve-activity --brief PACKAGE`.
fn resolve(call: &mut Call<'_>) -> Outcome {
    let intent = Intent::parse(call.args).map_err(Stop::Refused)?;
    let asked = intent.package.as_ref().or(intent.component.as_ref().map(|component| &component.package));
    let apps = call.phone.apps()?;
    let found = apps.iter().find(|app| Some(&app.package) == asked).and_then(|app| app.launcher.as_ref());
    match found {
        Some(launcher) if intent.has("--brief") => {
            writeln!(call.out, "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true")?;
            writeln!(call.out, "{launcher}")?;
        }
        Some(Component { package, class }) => {
            writeln!(call.out, "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true")?;
            writeln!(call.out, "ActivityInfo:\n  name={class}\n  packageName={package}")?;
        }
        None => writeln!(call.out, "No activity found")?,
    }
    Ok(0)
}

/// No app that comes as bytes can run here. What is streamed is taken off the stream, so that adb hears the answer.
fn install(call: &mut Call<'_>) -> Outcome {
    let size = call
        .args
        .iter()
        .position(|arg| arg == "-S")
        .and_then(|at| call.args.get(at + 1)?.parse::<u64>().ok());
    if let Some(size) = size {
        io::copy(&mut (&mut *call.input).take(size), &mut io::sink())?;
    }
    say(
        call,
        "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: this simulated phone runs the apps it was made with, and no APK]",
        1,
    )
}

fn uninstall(call: &mut Call<'_>) -> Outcome {
    let name = call.args.iter().rfind(|arg| !arg.starts_with('-')).map_or("", String::as_str);
    let why = if call.phone.apps()?.iter().any(|app| app.package == name) {
        "Failure [DELETE_FAILED_INTERNAL_ERROR: the apps of this simulated phone are part of it]"
    } else {
        "Failure [DELETE_FAILED_INTERNAL_ERROR]"
    };
    say(call, why, 1)
}

/// Where its APK would lie.
pub(super) fn apk_of(package: &str) -> String {
    match package {
        "android" => "/system/framework/framework-res.apk".to_owned(),
        _ if is_system(package) => format!("/system/app/{package}/{package}.apk"),
        _ => format!("/data/app/{package}-1/base.apk"),
    }
}

/// The Linux user it runs as: the apps count from 10000 in order of their names.
pub(super) fn uid_of(apps: &[InstalledApp], package: &str) -> usize {
    let place = apps.iter().position(|app| app.package == package);
    match package {
        "android" => 1000,
        "com.android.shell" => 2000,
        _ => 10_000 + place.unwrap_or(apps.len()),
    }
}

pub(super) fn is_system(package: &str) -> bool {
    package == "android" || package.starts_with("com.android.")
}
