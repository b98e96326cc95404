//! `oddity doctor app.apk`: what of an app will not work on a pocket phone, told before anybody hunts in it.

use std::path::Path;

use pocket::{Api, Kit, Verified};
use serde::Serialize;

use super::{Check, Findings, State, print_checks};
use crate::apk::{Apk, compose, engine};
use crate::cli::{DoctorArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::{commands, phones};

/// What an app may lean on that pocket phones do not have: a name for it, the packages of classes that tell, what happens.
const LACKING: &[(&str, &[&str], &str)] = &[
    (
        "Play services",
        &["com/google/android/gms/", "com/google/firebase/", "com/android/billingclient/"],
        "there are none: sign-in, maps, messages and purchases do not work",
    ),
    ("WebView", &["android/webkit/WebView"], "its pages stay empty"),
    (
        "camera in the app",
        &["android/hardware/camera2/", "androidx/camera/"],
        "there is none, only the camera app",
    ),
    ("sensors", &["android/hardware/SensorManager"], "they never tell anything"),
    ("Bluetooth", &["android/bluetooth/"], "nothing is found"),
    (
        "sound and film",
        &["android/media/MediaPlayer", "androidx/media3/", "com/google/android/exoplayer2/"],
        "nothing plays",
    ),
];

/// Drawn and dumped in another way than views are.
const COMPOSE: &str = "androidx/compose/ui/";

pub(super) fn run(path: &Path, args: &DoctorArgs, output: &mut Output) -> Result<Exit, Failure> {
    let apk = Apk::read(path)?;
    let installed = Kit::installed(&Kit::cache_folder());
    let mut told = Diagnosis { package: apk.manifest.package.clone(), checks: checks(&apk, &installed) };
    if args.verify {
        told.checks.extend(verified(path)?);
    }
    match args.format {
        TableFormat::Json => output.json(&told)?,
        TableFormat::Text => print(&told, output)?,
    }
    Ok(if told.runs() { Exit::Clean } else { Exit::Environment })
}

/// Converts the code and has a JVM load all of it.
fn verified(path: &Path) -> Result<Vec<Check>, Failure> {
    let (kit, app) = phones::pocket_app(path, &pocket::Profile::default())?;
    let verified = pocket::verify(&kit, &app).map_err(|error| commands::pocket::failure(&error))?;
    Ok(told_of(app.refused(), &verified))
}

/// How many of each kind are named.
const NAMED: usize = 10;

fn told_of(refused: &[String], verified: &Verified) -> Vec<Check> {
    let mut findings = Findings::default();
    let first = |lines: &[String]| {
        lines.iter().take(NAMED).map(|line| format!("\n       {line}")).collect::<String>()
    };
    match refused.len() {
        0 => findings.fine("conversion", "all of its code could be converted"),
        count => findings.poor(
            "conversion",
            format_args!(
                "{count} of its methods could not be, and throw when they are called:{}",
                first(refused)
            ),
            REAL_PHONE,
        ),
    }
    let (classes, failed) = (verified.classes, verified.refused.len());
    match failed {
        0 => findings.fine("classes", format_args!("all {classes} load and verify")),
        _ => findings.poor(
            "classes",
            format_args!(
                "{failed} of {classes} do not load, and fail when they are used:{}",
                first(&verified.refused)
            ),
            "a class that builds on one which is not in the app is missing on real phones too",
        ),
    }
    findings.checks
}

#[derive(Serialize)]
struct Diagnosis {
    package: String,
    checks: Vec<Check>,
}

impl Diagnosis {
    fn runs(&self) -> bool {
        self.checks.iter().all(|check| check.state != State::Broken)
    }
}

fn checks(apk: &Apk, installed: &[Api]) -> Vec<Check> {
    let mut findings = Findings::default();
    level(apk, installed, &mut findings);
    parts(apk, &mut findings);
    native_code(apk, &mut findings);
    for (what, packages, happens) in LACKING {
        if packages.iter().any(|package| apk.names(package)) {
            findings.poor(*what, format_args!("its code refers to it; {happens}"), REAL_PHONE);
        }
    }
    if apk.names(COMPOSE) || apk.compose.is_some() {
        match compose::told(apk.compose.as_deref()) {
            (told, true) => findings.fine("Compose", told),
            (told, false) => findings.poor("Compose", told, REAL_PHONE),
        }
    }
    if apk.manifest.permissions.iter().any(|name| name == "android.permission.INTERNET") {
        findings.poor(
            "network",
            "it has the permission; nothing is reached unless you allow it",
            "expect its messages for being offline, or hunt with `--on pocket:network=allowed`",
        );
    }
    if apk.manifest.other_processes > 0 {
        let parts = apk.manifest.other_processes;
        findings.poor(
            "processes",
            format_args!("{parts} of its parts want one of their own; all run in one"),
            "",
        );
    }
    findings.checks
}

const REAL_PHONE: &str = "hunt on a real phone or an emulator for what depends on it";

/// Whether there is a framework that is new enough.
fn level(apk: &Apk, installed: &[Api], findings: &mut Findings) {
    let wanted = apk.manifest.min_sdk.unwrap_or(1);
    let levels = |apis: &[Api]| apis.iter().map(|api| api.level.to_string()).collect::<Vec<_>>().join(", ");
    let needs = format!("needs level {wanted}");
    if installed.iter().any(|api| api.level >= wanted) {
        findings.fine("API level", format_args!("{needs}; installed: {}", levels(installed)));
    } else if Api::ALL.iter().any(|api| api.level >= wanted) {
        // The usual level is the one that is tried most.
        let usual = pocket::Profile::default().kind.api;
        let fitting = || Api::ALL.iter().map(|api| api.level).filter(|level| *level >= wanted).min();
        let level = Some(usual).filter(|level| *level >= wanted).or_else(fitting).unwrap_or(usual);
        let found = format!("{needs}, and no framework of that level or above is installed");
        findings.broken("API level", found, install(level));
    } else {
        let found = format!("{needs}; pocket phones have {}", levels(Api::ALL));
        findings.broken("API level", found, "hunt on a real phone or an emulator");
    }
}

/// How a framework is had, and with which Java where not every one will do that pocket phones run on.
fn install(level: u32) -> String {
    let oldest = Api::ALL.iter().map(|api| api.java).min();
    match Api::of(level).map(|api| api.java).filter(|java| Some(*java) != oldest) {
        Some(java) => format!("`oddity pocket install --api {level}`, with Java {java} to 23"),
        None => format!("`oddity pocket install --api {level}`"),
    }
}

/// Whether the file is a whole app.
fn parts(apk: &Apk, findings: &mut Findings) {
    let remedy = "build one APK with everything in it (a universal or debug APK)";
    if let Some(split) = &apk.manifest.split {
        findings.broken(
            "parts",
            format_args!("this is only the part {} of an app", gui::escaped(split)),
            remedy,
        );
    } else if apk.manifest.needs_splits {
        findings.broken("parts", "it does not work without its other parts", remedy);
    }
    if !apk.files.iter().any(|name| name.ends_with(".dex")) {
        findings.broken("code", "there is none in it", remedy);
    }
}

/// Libraries of `androidx` in native code that pocket phones do in Java.
const HELPED: [&str; 2] = ["libandroidx.graphics.path.so", "libdatastore_shared_counter.so"];

fn native_code(apk: &Apk, findings: &mut Findings) {
    if let Some(engine) = engine::of(&apk.files) {
        let found = format!("it is made with {engine}, which draws all its screens by native code");
        findings.broken("native code", found, "hunt on a real phone or an emulator");
        return;
    }
    let libraries = apk.files.iter().filter(|name| name.starts_with("lib/") && name.ends_with(".so"));
    let names = libraries.filter_map(|name| name.rsplit('/').next());
    let mut names: Vec<&str> = names.filter(|name| !HELPED.contains(name)).collect();
    names.sort_unstable();
    names.dedup();
    if let [first, rest @ ..] = &names[..] {
        let others = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        let found = format!("{}{others}: not loaded, and what calls it ends the app", gui::escaped(first));
        findings.poor("native code", found, REAL_PHONE);
    }
}

fn print(told: &Diagnosis, output: &mut Output) -> Result<(), Failure> {
    print_checks(&told.checks, output)?;
    let lacks = told.checks.iter().filter(|check| check.state == State::Poor).count();
    let package = &told.package;
    let verdict = match (told.runs(), lacks) {
        (false, _) => format!("{package} does not run on a pocket phone here"),
        (true, 0) => format!("nothing keeps {package} from running on a pocket phone"),
        (true, _) => format!(
            "{package} can be tried on a pocket phone; what it lacks is told as such and is no finding"
        ),
    };
    output.print(format_args!("\n{verdict}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apk::Manifest;

    fn check(manifest: Manifest, files: &[&str], classes: &[&str], expected: &[&str]) {
        let apk = Apk {
            manifest,
            files: files.iter().map(|&name| name.to_owned()).collect(),
            classes: classes.iter().map(|&name| name.to_owned()).collect(),
            compose: None,
        };
        let told = checks(&apk, &Api::ALL[..1]);
        let not_fine = told.iter().filter(|check| check.state != State::Fine);
        let shown = not_fine.map(|check| format!("{}: {}", check.what, check.found));
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_app_of_plain_widgets_lacks_nothing() {
        let manifest = Manifest { min_sdk: Some(21), ..Manifest::default() };
        let helped = "lib/arm64-v8a/libandroidx.graphics.path.so";
        check(manifest, &["classes.dex", helped], &["android/app/Activity", "com/google/gson/Gson"], &[]);
    }

    #[test]
    fn what_a_pocket_phone_lacks_is_named() {
        let manifest = Manifest {
            permissions: vec!["android.permission.INTERNET".to_owned()],
            other_processes: 1,
            ..Manifest::default()
        };
        check(
            manifest,
            &["classes.dex", "lib/arm64-v8a/liba.so", "lib/x86/liba.so", "lib/x86/libb.so"],
            &["android/webkit/WebView", "androidx/compose/ui/Modifier", "com/google/firebase/FirebaseApp"],
            &[
                "native code: liba.so and 1 more: not loaded, and what calls it ends the app",
                "Play services: its code refers to it; there are none: sign-in, maps, messages and purchases do not work",
                "WebView: its code refers to it; its pages stay empty",
                "Compose: it draws with Compose, and does not say which; 1.2 to 1.9 were tried on pocket phones",
                "network: it has the permission; nothing is reached unless you allow it",
                "processes: 1 of its parts want one of their own; all run in one",
            ],
        );
    }

    #[test]
    fn classes_that_do_not_load_are_named() {
        let told = |refused: &[String], failed: &[String]| {
            let verified = Verified { classes: 3, refused: failed.to_vec() };
            told_of(refused, &verified).into_iter().map(|check| check.found).collect::<Vec<_>>()
        };
        assert_eq!(told(&[], &[]), ["all of its code could be converted", "all 3 load and verify"]);
        let odd = told(&["a.B.c()V: too large".to_owned()], &["a.D: no class x.Y".to_owned()]);
        assert!(odd[0].starts_with("1 of its methods") && odd[0].ends_with("a.B.c()V: too large"), "{odd:?}");
        assert!(odd[1].starts_with("1 of 3 do not load") && odd[1].ends_with("a.D: no class x.Y"), "{odd:?}");
    }

    #[test]
    fn a_framework_that_wants_a_newer_java_says_so() {
        assert_eq!(install(36), "`oddity pocket install --api 36`, with Java 21 to 23");
        assert_eq!(install(35), "`oddity pocket install --api 35`");
    }

    #[test]
    fn an_app_that_cannot_run_says_why() {
        let newer = Manifest { min_sdk: Some(37), ..Manifest::default() };
        check(
            newer,
            &["classes.dex"],
            &[],
            &["API level: needs level 37; pocket phones have 36, 35, 34, 30, 28"],
        );
        check(
            Manifest::default(),
            &["classes.dex", "lib/arm64-v8a/libflutter.so"],
            &[],
            &["native code: it is made with Flutter, which draws all its screens by native code"],
        );
        let part = Manifest { split: Some("config.de".to_owned()), ..Manifest::default() };
        check(
            part,
            &[],
            &[],
            &["parts: this is only the part config.de of an app", "code: there is none in it"],
        );
    }
}
