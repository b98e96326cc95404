//! `dumpsys window`: which window has the focus.

use std::io::Write;

use device::Observation;

use super::super::{Call, Outcome};
use super::tag_of;

/// `dumpsys window [windows | displays | policy]`.
pub(super) fn window(call: &mut Call<'_>) -> Outcome {
    let seen = call.phone.ask(|state| state.device.observe())?;
    let ((width, height), rotation) = call.phone.screen_in(&seen);
    let (api, screen) = (call.phone.build().api(), call.phone.identity().screen_px);
    let titles = titles(&seen);
    let part = call.arg(0);
    let all = part.is_empty() || part == "-a";
    if all || part == "policy" || part == "p" {
        writeln!(call.out, "WINDOW MANAGER POLICY STATE (dumpsys window policy)")?;
        let on = call.phone.memory(|memory| memory.screen_on);
        writeln!(call.out, "    mScreenOnEarly={on}\n    mScreenOnFully={on}")?;
    }
    if all || part == "windows" || part == "w" {
        writeln!(call.out, "WINDOW MANAGER WINDOWS (dumpsys window windows)")?;
        for (at, title) in titles.iter().enumerate() {
            writeln!(call.out, "  Window #{at} Window{{{} u0 {title}}}:", tag_of(title))?;
            writeln!(call.out, "    mDisplayId=0 mSession=Session{{{} 1000}}", tag_of("session"))?;
        }
    }
    // From Android 10 on the focus is told with the displays.
    let focus_with = if api < 29 { ["windows", "w"] } else { ["displays", "d"] };
    if all || focus_with.contains(&part) {
        if api >= 29 {
            writeln!(call.out, "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")?;
            writeln!(call.out, "  Display: mDisplayId=0")?;
            writeln!(call.out, "    init={}x{} cur={width}x{height}", screen.0, screen.1)?;
        }
        let focus = titles
            .first()
            .map_or("null".to_owned(), |title| format!("Window{{{} u0 {title}}}", tag_of(title)));
        writeln!(call.out, "  mCurrentFocus={focus}")?;
        let app = seen.foreground.activity.as_ref().map(|activity| {
            let record = format!("ActivityRecord{{{} u0 {activity} t1}}", tag_of(&activity.class));
            if api >= 30 {
                record
            } else {
                format!("AppWindowToken{{{} token=Token{{{} {record}}}}}", tag_of("app"), tag_of("token"))
            }
        });
        writeln!(call.out, "  mFocusedApp={}", app.as_deref().unwrap_or("null"))?;
    }
    if all || part == "displays" || part == "d" {
        writeln!(
            call.out,
            "    mRotation={}",
            if api >= 29 { format!("ROTATION_{}", u32::from(rotation) * 90) } else { rotation.to_string() }
        )?;
    }
    Ok(0)
}

/// The windows from the front to the back, as far as we can tell them.
fn titles(seen: &Observation) -> Vec<String> {
    let mut titles = Vec::new();
    let front = seen.foreground.activity.as_ref();
    let package = front.map_or("", |activity| activity.package.as_str());
    let has = |id: &str| seen.layout.nodes().any(|node| node.resource_id() == id);
    // The system's own words about an app that hangs or has crashed; only its buttons tell which.
    if has("android:id/aerr_wait") {
        titles.push(format!("Application Not Responding: {package}"));
    } else if has("android:id/aerr_close") || has("android:id/aerr_restart") {
        titles.push(format!("Application Error: {package}"));
    }
    titles.extend(front.map(|activity| format!("{}/{}", activity.package, activity.class)));
    if seen.foreground.keyboard == Some(true) {
        titles.push("InputMethod".to_owned());
    }
    titles.push("StatusBar".to_owned());
    if front.is_none() { Vec::new() } else { titles }
}
