//! `dumpsys activity`: which activity is in front.

use std::io::Write;

use android::component::Component;
use gui::Node;

use super::super::{Call, Outcome};
use super::tag_of;

/// `dumpsys activity [activities | top | recents | processes]`.
pub(super) fn activity(call: &mut Call<'_>) -> Outcome {
    match call.arg(0) {
        "" | "a" | "activities" | "-a" => activities(call),
        "top" => top(call),
        "recents" | "r" => recents(call),
        "p" | "processes" => processes(call),
        other => {
            writeln!(call.out, "Bad activity command, or no activities match: {other}")?;
            Ok(0)
        }
    }
}

fn activities(call: &mut Call<'_>) -> Outcome {
    let front = front(call)?;
    let api = call.phone.build().api();
    writeln!(call.out, "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)")?;
    writeln!(call.out, "Display #0 (activities from top to bottom):")?;
    if let Some(front) = &front {
        let record = record(front);
        writeln!(call.out, "  Task id #1")?;
        writeln!(call.out, "    * Hist #0: {record}")?;
        writeln!(call.out, "        packageName={} processName={}", front.package, front.package)?;
        match api {
            ..=23 => writeln!(call.out, "  mFocusedActivity: {record}")?,
            24..=30 => writeln!(call.out, "    mResumedActivity: {record}")?,
            31.. => writeln!(call.out, "  topResumedActivity={record}")?,
        }
    }
    if api >= 29 {
        writeln!(call.out, "\n  ResumedActivity: {}", front.as_ref().map_or("null".to_owned(), record))?;
    }
    writeln!(call.out, "  isSleeping={}", !call.phone.memory(|memory| memory.screen_on))?;
    Ok(0)
}

/// The view tree without texts, as apps print it of themselves.
fn top(call: &mut Call<'_>) -> Outcome {
    let seen = call.phone.ask(|state| state.device.observe())?;
    let Some(front) = &seen.foreground.activity else { return Ok(0) };
    let pid = call.phone.apps()?.iter().find(|app| app.package == front.package).and_then(|app| app.pid);
    writeln!(call.out, "TASK {} id=1 userId=0", front.package)?;
    writeln!(call.out, "  ACTIVITY {front} {} pid={}", tag_of(&front.class), pid.unwrap_or(0))?;
    writeln!(
        call.out,
        "    Local Activity {} State:\n      mResumed=true mStopped=false mFinished=false",
        tag_of(&front.class)
    )?;
    writeln!(call.out, "    View Hierarchy:")?;
    for node in seen.layout.nodes() {
        let above = node.parent().map_or((0, 0), |parent| (parent.bounds().left, parent.bounds().top));
        let bounds = node.bounds();
        let id = if node.resource_id().is_empty() {
            String::new()
        } else {
            format!(" app:id/{}", node.short_id())
        };
        writeln!(
            call.out,
            "{:indent$}{}{{{} V.ED..... ........ {},{}-{},{}{id}}}",
            "",
            node.class(),
            tag_of(node.resource_id()),
            bounds.left - above.0,
            bounds.top - above.1,
            bounds.right - above.0,
            bounds.bottom - above.1,
            indent = 6 + 2 * Node::depth(node),
        )?;
    }
    Ok(0)
}

fn recents(call: &mut Call<'_>) -> Outcome {
    let front = front(call)?;
    writeln!(call.out, "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)")?;
    if let Some(front) = front {
        writeln!(
            call.out,
            "  * Recent #0: Task{{{} #1 type=standard A=10000:{} U=0 visible=true}}",
            tag_of("task"),
            front.package
        )?;
    }
    Ok(0)
}

fn processes(call: &mut Call<'_>) -> Outcome {
    writeln!(call.out, "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)")?;
    let apps = call.phone.apps()?;
    for app in &apps {
        if let Some(pid) = app.pid {
            let uid = super::super::pm::uid_of(&apps, &app.package);
            writeln!(
                call.out,
                "  *APP* UID {uid} ProcessRecord{{{} {pid}:{}/u0a{}}}",
                tag_of(&app.package),
                app.package,
                uid - 10_000
            )?;
        }
    }
    Ok(0)
}

fn front(call: &Call<'_>) -> Result<Option<Component>, device::DeviceError> {
    call.phone.ask(|state| state.device.observe()).map(|seen| seen.foreground.activity)
}

fn record(activity: &Component) -> String {
    format!("ActivityRecord{{{} u0 {activity} t1}}", tag_of(&activity.class))
}
