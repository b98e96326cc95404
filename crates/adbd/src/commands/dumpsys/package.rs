//! `dumpsys package`: what is installed, and what it may do.

use std::io::Write;

use device::InstalledApp;

use super::super::pm::{apk_of, is_system, uid_of};
use super::super::{Call, Outcome};
use super::tag_of;
use crate::build::BUILT_UNIX_MS;
use device::DateTime;

/// `dumpsys package [PACKAGE]`.
pub(super) fn package(call: &mut Call<'_>) -> Outcome {
    dump(call, call.arg(0))
}

/// One package, or all where `name` is empty.
pub(in crate::commands) fn dump(call: &mut Call<'_>, name: &str) -> Outcome {
    let apps = call.phone.apps()?;
    let shown: Vec<&InstalledApp> =
        apps.iter().filter(|app| name.is_empty() || app.package == name).collect();
    if shown.is_empty() {
        writeln!(call.out, "Unable to find package: {name}")?;
        return Ok(0);
    }
    resolver(call, &shown)?;
    writeln!(call.out, "Packages:")?;
    for app in shown {
        one(call, app, uid_of(&apps, &app.package))?;
    }
    Ok(0)
}

fn resolver(call: &mut Call<'_>, apps: &[&InstalledApp]) -> std::io::Result<()> {
    writeln!(call.out, "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:")?;
    for launcher in apps.iter().filter_map(|app| app.launcher.as_ref()) {
        let tag = tag_of(&launcher.class);
        writeln!(call.out, "        {tag} {launcher} filter {tag}")?;
        writeln!(call.out, "          Action: \"android.intent.action.MAIN\"")?;
        writeln!(call.out, "          Category: \"android.intent.category.LAUNCHER\"")?;
    }
    writeln!(call.out)
}

fn one(call: &mut Call<'_>, app: &InstalledApp, uid: usize) -> std::io::Result<()> {
    let installed = DateTime::of(BUILT_UNIX_MS);
    let api = call.phone.build().api();
    let folder = apk_of(&app.package);
    let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
    let flags = if is_system(&app.package) { "SYSTEM HAS_CODE" } else { "HAS_CODE ALLOW_CLEAR_USER_DATA" };
    let out = &mut call.out;
    writeln!(out, "  Package [{}] ({}):", app.package, tag_of(&app.package))?;
    writeln!(out, "    {}={uid}", if api >= 34 { "appId" } else { "userId" })?;
    writeln!(out, "    codePath={folder}")?;
    writeln!(out, "    versionCode={} minSdk=21 targetSdk={api}", app.version_code)?;
    writeln!(out, "    versionName={}", if app.version.is_empty() { "null" } else { &app.version })?;
    writeln!(out, "    flags=[ {flags} ]")?;
    writeln!(out, "    firstInstallTime={} {}", installed.date(), installed.time())?;
    writeln!(out, "    lastUpdateTime={} {}", installed.date(), installed.time())?;
    if !app.permissions.is_empty() {
        writeln!(out, "    requested permissions:")?;
        for permission in &app.permissions {
            writeln!(out, "      {}", permission.name)?;
        }
    }
    writeln!(
        out,
        "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped={} notLaunched=false enabled=0",
        app.pid.is_none()
    )?;
    if !app.permissions.is_empty() {
        writeln!(out, "      runtime permissions:")?;
        for permission in &app.permissions {
            writeln!(
                out,
                "        {}: granted={}, flags=[ USER_SENSITIVE_WHEN_GRANTED]",
                permission.name, permission.granted
            )?;
        }
    }
    writeln!(out)
}
