//! `am`: activities and broadcasts.

use std::io::Write;

use android::component::Component;
use device::{Change, DeviceError, Foreground, Input, InstalledApp, KeyCode};
use gui::SystemEvent;

use super::intent::{ACTION_MAIN, CATEGORY_HOME, CATEGORY_LAUNCHER, Intent};
use super::{Call, Outcome};
use crate::shell::run::Stop;

/// `am COMMAND …`, and `cmd activity COMMAND …`.
pub(super) fn am(call: &mut Call<'_>) -> Outcome {
    let Some((command, args)) = call.args.split_first() else {
        writeln!(
            call.out,
            "Activity manager (activity) commands:\n  start-activity, force-stop, kill, broadcast, get-current-user, stack list"
        )?;
        return Ok(255);
    };
    match command.as_str() {
        "start" | "start-activity" => start(&mut call.with(args)),
        "force-stop" | "stop-app" => with_package(call, args, |state, package| state.device.stop(package)),
        "kill" => with_package(call, args, |state, package| {
            state.device.change(&Change::KillProcess { package: package.to_owned() })
        }),
        "broadcast" => broadcast(&mut call.with(args)),
        "get-current-user" => {
            writeln!(call.out, "0")?;
            Ok(0)
        }
        "stack" | "task" => stack(call, args),
        "startservice" | "start-service" | "start-foreground-service" => {
            writeln!(call.out, "Starting service: {}", Intent::parse(args).map_err(Stop::Refused)?)?;
            writeln!(call.err, "Error: Not found; no service started.")?;
            Ok(255)
        }
        "instrument" => {
            let target = args.last().map_or("", String::as_str);
            writeln!(call.err, "android.util.AndroidException: INSTRUMENTATION_FAILED: {target}")?;
            Ok(1)
        }
        other => call.unknown(other),
    }
}

/// Does something to the package at the end of the arguments. As Android's, it says nothing of one that is not there.
fn with_package(
    call: &mut Call<'_>,
    args: &[String],
    act: impl FnOnce(&mut crate::phone::State, &str) -> Result<(), DeviceError>,
) -> Outcome {
    let Some(package) = args.last() else {
        writeln!(call.err, "Error: Argument expected")?;
        return Ok(255);
    };
    match call.phone.ask(|state| act(state, package)) {
        Ok(()) | Err(DeviceError::NoSuchApp { .. }) => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// What an intent would open.
enum Target {
    Home,
    /// The launcher activity of an app.
    App(Component),
    /// Something that the device itself must know.
    Action(String),
}

fn start(call: &mut Call<'_>) -> Outcome {
    let intent = match Intent::parse(call.args) {
        Ok(intent) => intent,
        Err(why) => {
            writeln!(call.err, "{why}")?;
            return Ok(255);
        }
    };
    let apps = call.phone.apps()?;
    if intent.has("-S")
        && let Some(package) =
            intent.component.as_ref().map(|component| &component.package).or(intent.package.as_ref())
    {
        writeln!(call.out, "Stopping: {package}")?;
        with_package(call, std::slice::from_ref(package), |state, package| state.device.stop(package))?;
    }
    writeln!(call.out, "Starting: {intent}")?;
    let target = match target_of(&intent, &apps) {
        Ok(target) => target,
        Err(why) => return fail(call, &why),
    };
    let before = foreground(call)?;
    let started_ms = call.phone.unix_ms()?;
    let opened = match &target {
        Target::Home => call.phone.ask(|state| state.device.act(&Input::key(KeyCode::HOME))),
        Target::App(component) => call.phone.ask(|state| state.device.launch(&component.package)),
        Target::Action(action) => {
            let event = SystemEvent::Intent { action: action.clone() };
            call.phone.ask(|state| state.device.change(&Change::System { event }))
        }
    };
    match opened {
        Ok(()) => {}
        Err(DeviceError::Lacks { .. } | DeviceError::Refused { .. } | DeviceError::NoSuchApp { .. }) => {
            return fail(call, &format!("Error: Activity not started, unable to resolve {intent}"));
        }
        Err(error) => return Err(error.into()),
    }
    let was_in_front = matches!((&target, &before.activity), (Target::App(app), Some(front)) if app.package == front.package);
    if was_in_front {
        writeln!(
            call.out,
            "Warning: Activity not started, intent has been delivered to currently running top-most instance."
        )?;
    }
    if intent.has("-W") {
        let was_alive = matches!(&target, Target::App(app) if apps.iter().any(|known| known.package == app.package && known.pid.is_some()));
        let state = if was_in_front || was_alive { "HOT" } else { "COLD" };
        report(call, state, started_ms)?;
    }
    Ok(0)
}

fn target_of(intent: &Intent, apps: &[InstalledApp]) -> Result<Target, String> {
    if let Some(component) = &intent.component {
        let app = apps.iter().find(|app| app.package == component.package);
        return match app {
            Some(app) if app.launcher.as_ref() == Some(component) => Ok(Target::App(component.clone())),
            Some(app) if app.activities.contains(component) => Err(format!(
                "java.lang.SecurityException: Permission Denial: starting {intent} from null (pid={}, uid=2000) not exported from uid {}",
                super::SHELL_PID,
                super::pm::uid_of(apps, &component.package)
            )),
            _ => Err(format!(
                "Error type 3\nError: Activity class {{{}/{}}} does not exist.",
                component.package, component.class
            )),
        };
    }
    let unresolved = || format!("Error: Activity not started, unable to resolve {intent}");
    if intent.categories.iter().any(|category| category == CATEGORY_HOME) {
        return Ok(Target::Home);
    }
    let launches = intent.action.as_deref().is_none_or(|action| action == ACTION_MAIN);
    if let (true, Some(package)) = (launches, &intent.package) {
        let app = apps.iter().find(|app| app.package == *package);
        return app.and_then(|app| app.launcher.clone()).map(Target::App).ok_or_else(unresolved);
    }
    let names_launcher = intent.categories.iter().any(|category| category == CATEGORY_LAUNCHER);
    match &intent.action {
        Some(action) if action != ACTION_MAIN && !names_launcher => Ok(Target::Action(action.clone())),
        _ => Err(unresolved()),
    }
}

/// Errors were printed with status 0 until Android 9.
fn fail(call: &mut Call<'_>, why: &str) -> Outcome {
    writeln!(call.err, "{why}")?;
    let old = call.phone.build().api() < 29;
    Ok(if old {
        0
    } else if why.contains("SecurityException") {
        255
    } else {
        1
    })
}

fn report(call: &mut Call<'_>, launch_state: &str, started_ms: u64) -> Result<(), Stop> {
    let front = foreground(call)?;
    let took = call.phone.unix_ms()?.saturating_sub(started_ms);
    writeln!(call.out, "Status: ok")?;
    if call.phone.build().api() >= 29 {
        writeln!(call.out, "LaunchState: {launch_state}")?;
    }
    if let Some(activity) = front.activity {
        writeln!(call.out, "Activity: {activity}")?;
    }
    if call.phone.build().api() < 29 {
        writeln!(call.out, "ThisTime: {took}")?;
    }
    writeln!(call.out, "TotalTime: {took}\nWaitTime: {took}\nComplete")?;
    Ok(())
}

fn broadcast(call: &mut Call<'_>) -> Outcome {
    let intent = match Intent::parse(call.args) {
        Ok(intent) => intent,
        Err(why) => {
            writeln!(call.err, "{why}")?;
            return Ok(255);
        }
    };
    writeln!(call.out, "Broadcasting: {intent}")?;
    if let Some(action) = intent.action.clone() {
        let event = SystemEvent::Broadcast { action };
        match call.phone.ask(|state| state.device.change(&Change::System { event })) {
            // A broadcast that nobody listens to is as well completed.
            Ok(()) | Err(DeviceError::Lacks { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    writeln!(call.out, "Broadcast completed: result=0")?;
    Ok(0)
}

/// `am stack list`: as far as we know, the task in front.
fn stack(call: &mut Call<'_>, args: &[String]) -> Outcome {
    if args.first().map(String::as_str) != Some("list") {
        return call.unknown(args.first().map_or("stack", String::as_str));
    }
    let (width, height) = call.phone.screen_as_held()?;
    if let Some(activity) = foreground(call)?.activity {
        writeln!(call.out, "RootTask id=1 bounds=[0,0][{width},{height}] displayId=0 userId=0")?;
        writeln!(
            call.out,
            "  taskId=1: {activity} bounds=[0,0][{width},{height}] userId=0 visible=true topActivity=ComponentInfo{{{}/{}}}",
            activity.package, activity.class
        )?;
    }
    Ok(0)
}

fn foreground(call: &Call<'_>) -> Result<Foreground, DeviceError> {
    call.phone.ask(|state| state.device.observe()).map(|observation| observation.foreground)
}
