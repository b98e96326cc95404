//! `monkey`: Android's random tester, with its events, its words and its numbers.
//!
//! The same seed gives the same events as on a phone with the same screen, keys and apps. What differs: a device here takes whole
//! gestures, so fingers act when they are lifted; and an app that leaves its package is brought back, where Android's own keeps
//! it from leaving.

mod options;
mod random;
mod source;
mod gesture;
mod watch;
mod run;

use std::io::Write;

use device::InstalledApp;

use super::intent::{ACTION_MAIN, CATEGORY_LAUNCHER};
use super::{Call, Outcome};
use options::Options;
use run::Run;

const CATEGORY_MONKEY: &str = "android.intent.category.MONKEY";

/// `monkey [-p PACKAGE …] [-c CATEGORY …] [-s SEED] [-v …] [--pct-… N] [--throttle MS] [--ignore-…] COUNT`.
pub(super) fn monkey(call: &mut Call<'_>) -> Outcome {
    let mut options = match Options::parse(call.args) {
        Ok(options) => options,
        Err(why) => {
            writeln!(call.err, "{why}")?;
            writeln!(
                call.err,
                "usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]\n              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]\n              [-s SEED] [-v [-v] ...]\n              [--throttle MILLISEC] [--randomize-throttle]\n              COUNT"
            )?;
            return Ok(255);
        }
    };
    if options.categories.is_empty() {
        options.categories = vec![CATEGORY_LAUNCHER.to_owned(), CATEGORY_MONKEY.to_owned()];
    }
    if options.seed == 0 {
        options.seed = i64::try_from(call.phone.unix_ms()?).unwrap_or(1);
    }
    if options.verbose > 0 {
        writeln!(call.out, ":Monkey: seed={} count={}", options.seed, options.count)?;
        for package in &options.packages {
            writeln!(call.out, ":AllowPackage: {package}")?;
        }
        for category in &options.categories {
            writeln!(call.out, ":IncludeCategory: {category}")?;
        }
    }
    let apps = main_apps(call, &options)?;
    if apps.is_empty() {
        writeln!(call.out, "** No activities found to run, monkey aborted.")?;
        return Ok(252);
    }
    if options.verbose > 1 {
        writeln!(call.out, "// Seeded: {}", options.seed)?;
    }
    let shares = match options.shares() {
        Ok(shares) => shares,
        Err(why) => {
            writeln!(call.err, "{why}")?;
            return Ok(251);
        }
    };
    if options.verbose > 0 {
        writeln!(call.out, "// Event percentages:")?;
        for (kind, share) in shares.iter().enumerate() {
            writeln!(call.out, "//   {kind}: {share:?}%")?;
        }
    }
    Run::new(call, &options, shares, apps)?.finish()
}

/// The apps that it may open.
fn main_apps(call: &mut Call<'_>, options: &Options) -> Result<Vec<InstalledApp>, super::Stop> {
    let mut found = Vec::new();
    for category in &options.categories {
        if category != CATEGORY_LAUNCHER {
            writeln!(call.err, "// Warning: no activities found for category {category}")?;
            continue;
        }
        if options.verbose > 1 {
            writeln!(call.out, "// Selecting main activities from category {category}")?;
        }
        for app in call.phone.apps()? {
            let Some(launcher) = &app.launcher else { continue };
            let allowed = options.packages.is_empty() || options.packages.contains(&app.package);
            if allowed && options.verbose > 1 {
                writeln!(
                    call.out,
                    "//   + Using main activity {} (from package {})",
                    launcher.class, app.package
                )?;
            } else if !allowed && options.verbose > 2 {
                writeln!(
                    call.out,
                    "//   - NOT USING main activity {} (from package {})",
                    launcher.class, app.package
                )?;
            }
            if allowed {
                found.push(app);
            }
        }
    }
    Ok(found)
}

/// The line that says which app is opened.
fn switch_line(app: &InstalledApp) -> String {
    let component = app.launcher.as_ref().map_or(String::new(), ToString::to_string);
    format!(
        ":Switch: #Intent;action={ACTION_MAIN};category={CATEGORY_LAUNCHER};launchFlags=0x10200000;component={component};end"
    )
}

/// The line that says that it may be.
fn allowing_line(app: &InstalledApp) -> String {
    let component = app.launcher.as_ref().map_or(String::new(), ToString::to_string);
    format!(
        "    // Allowing start of Intent {{ act={ACTION_MAIN} cat=[{CATEGORY_LAUNCHER}] cmp={component} }} in package {}",
        app.package
    )
}
