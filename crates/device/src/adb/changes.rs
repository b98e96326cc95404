//! What happens to a phone other than fingers.

use std::time::Duration;

use gui::{Orientation, SystemEvent};

use super::commands;
use super::link::{Budget, after_a_beginning};
use super::phone::AdbDevice;
use super::shell::ShellOutput;
use crate::{Change, Device, DeviceError, Input, KeyCode, Sent};
use android::am::{StartReply, broadcast_result};
use android::pm::permission_refusal;
use android::text::text_of;

/// The release from which flight mode is a command.
const API_11: u32 = 30;
/// How often we look whether a process is gone.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Makes a change whose ability the phone has.
pub(super) fn change(phone: &mut AdbDevice, change: &Change) -> Result<(), DeviceError> {
    match change {
        Change::Rotate { to } => {
            let (width, height) = phone.identity().screen_px;
            // Tablets lie on their side by nature.
            let by_nature = if width <= height { Orientation::Portrait } else { Orientation::Landscape };
            for name in ["accelerometer_rotation", "user_rotation"] {
                put_back_at_end(phone, name)?;
            }
            phone.order("turn", &commands::rotate(u8::from(*to != by_nature)))
        }
        Change::KillProcess { package } => kill_process(phone, package),
        Change::Locale { tag } => set_locale(phone, tag),
        Change::DarkMode { on } => set_dark_mode(phone, *on),
        Change::FontScale { percent } => {
            put_back_at_end(phone, "font_scale")?;
            phone.order("change the size of letters", &commands::font_scale(*percent))
        }
        Change::WindowSize { px } => {
            phone.undo_at_end("window size", &commands::window_size(None));
            phone.order("change the size of the window", &commands::window_size(*px))
        }
        // No phone over adb has that ability.
        Change::AdvanceClock { .. } => Err(phone.lacks(change.needs())),
        Change::Permission { package, name, granted } => set_permission(phone, package, name, *granted),
        Change::System { event } => system_event(phone, event),
    }
}

fn system_event(phone: &mut AdbDevice, event: &SystemEvent) -> Result<(), DeviceError> {
    match event {
        SystemEvent::Network { on } => {
            let switch = |on: bool| {
                if phone.identity().api >= API_11 {
                    commands::airplane_mode(!on)
                } else {
                    commands::wifi_and_data(on)
                }
            };
            let (wanted, back) = (switch(*on), switch(true));
            // A phone that is left without a network is worse than one that is given one.
            phone.undo_at_end("network", &back);
            phone.order("switch its network", &wanted)
        }
        SystemEvent::Screen { on } => {
            phone.act(&Input::key(if *on { KeyCode::WAKEUP } else { KeyCode::SLEEP }))
        }
        SystemEvent::Call => phone.console("ring", "gsm call 5550100"),
        SystemEvent::Sms => phone.console("receive a message", "sms send 5550100 Are you there?"),
        SystemEvent::Battery { percent } => {
            phone.undo_at_end("battery", &commands::reset_battery());
            phone.order("change its battery's charge", &commands::battery(*percent))
        }
        SystemEvent::Time => change_time_zone(phone),
        SystemEvent::Broadcast { action } => {
            const DOING: &str = "send a broadcast";
            let output = phone.link.tell(DOING, &commands::broadcast(action), &mut phone.act_budget())?;
            match broadcast_result(&output.text()) {
                Some(_) => Ok(()),
                None => Err(phone.link.refused(DOING, reason(&output), "")),
            }
        }
        SystemEvent::Intent { action } => {
            const DOING: &str = "send an intent";
            let output = phone.link.tell(DOING, &commands::intent(action), &mut phone.act_budget())?;
            match StartReply::parse(&output.text()).error {
                None => Ok(()),
                Some(_) => Err(phone.link.refused(DOING, reason(&output), "")),
            }
        }
    }
}

fn set_dark_mode(phone: &mut AdbDevice, on: bool) -> Result<(), DeviceError> {
    const DOING: &str = "change between light and dark";
    if !phone.undoes("night mode") {
        let before = phone.link.ask(DOING, &commands::night_mode(), &mut phone.act_budget())?;
        let said = text_of(&before.stdout).text;
        // A phone that does not say keeps what it gets.
        if let Some((_, word)) = said.split_once("Night mode: ") {
            phone.undo_at_end("night mode", &commands::night(word.trim()));
        }
    }
    phone.order(DOING, &commands::night(if on { "yes" } else { "no" }))
}

/// Makes sure that a setting is put back when we are done with the phone.
fn put_back_at_end(phone: &mut AdbDevice, name: &'static str) -> Result<(), DeviceError> {
    if phone.undoes(name) {
        return Ok(());
    }
    let before = phone.link.ask("tell a setting", &commands::setting(name), &mut phone.act_budget())?;
    let undo = match text_of(&before.stdout).text.trim() {
        "" | "null" => commands::delete_setting(name),
        value => commands::put_setting(name, value),
    };
    phone.undo_at_end(name, &undo);
    Ok(())
}

/// Leaves the app and ends its process as the system does when memory runs out, until it is gone.
fn kill_process(phone: &mut AdbDevice, package: &str) -> Result<(), DeviceError> {
    const DOING: &str = "end the app's process";
    let mut budget = phone.act_budget();
    phone.input(DOING, &commands::keys(KeyCode::HOME, 1), &mut budget)?;
    loop {
        let killed = phone.link.tell(DOING, &commands::kill(package), &mut budget);
        let output = killed.map_err(|error| after_a_beginning(error, true))?;
        match commands::parts(&output.stdout)[..] {
            [(_, status), _] if status != 0 => return Err(phone.link.refused(DOING, reason(&output), "")),
            [_, (pids, _)] if pids.trim_ascii().is_empty() => return Ok(()),
            [_, _] => {}
            _ => return Err(phone.link.garbled(DOING, output.first_line(), Sent::Maybe)),
        }
        // The system only kills what has been in the background for a moment.
        if !budget.pause(BETWEEN_LOOKS) {
            let why = format!("{package} is still running: the system thinks it is needed");
            return Err(phone.link.refused(DOING, why, ""));
        }
    }
}

/// The language of the app that was opened last: that of the whole phone needs root.
fn set_locale(phone: &mut AdbDevice, tag: &str) -> Result<(), DeviceError> {
    const DOING: &str = "change the language";
    match phone.opened.clone() {
        Some(package) => {
            phone.undo_at_end(format!("language of {package}"), &commands::app_locale(&package, ""));
            phone.order(DOING, &commands::app_locale(&package, tag))
        }
        None => Err(phone.link.refused(DOING, "no app was opened whose language it could be".to_owned(), "")),
    }
}

fn set_permission(
    phone: &mut AdbDevice,
    package: &str,
    name: &str,
    granted: bool,
) -> Result<(), DeviceError> {
    const DOING: &str = "change a permission";
    let command = if granted { commands::grant(package, name) } else { commands::revoke(package, name) };
    let output = phone.link.tell(DOING, &command, &mut phone.act_budget())?;
    match permission_refusal(&output.text()) {
        Some(why) => Err(phone.link.refused(DOING, why, "")),
        None => phone.succeeded(DOING, &output),
    }
}

/// Goes to a time zone that is not the one in use, and looks whether it came to that.
fn change_time_zone(phone: &mut AdbDevice) -> Result<(), DeviceError> {
    const DOING: &str = "change the time zone";
    let mut budget = phone.act_budget();
    let before = time_zone(phone, DOING, &mut budget)?;
    let zones = ["Asia/Tokyo", "America/New_York"];
    let Some(zone) = zones.into_iter().find(|zone| *zone != before) else { return Ok(()) };
    if !before.is_empty() {
        phone.undo_at_end("time zone", &commands::set_time_zone(&before));
    }
    let output = phone.link.tell(DOING, &commands::set_time_zone(zone), &mut budget)?;
    let after = time_zone(phone, DOING, &mut budget).map_err(|error| after_a_beginning(error, true))?;
    if after == zone {
        return Ok(());
    }
    Err(phone.link.refused(DOING, reason(&output), ""))
}

fn time_zone(phone: &mut AdbDevice, doing: &'static str, budget: &mut Budget) -> Result<String, DeviceError> {
    let output = phone.link.ask(doing, &commands::time_zone(), budget)?;
    Ok(text_of(&output.stdout).text.trim().to_owned())
}

impl AdbDevice {
    /// Runs a command that has an effect and says nothing when it works.
    pub(super) fn order(&mut self, doing: &'static str, command: &str) -> Result<(), DeviceError> {
        let output = self.link.tell(doing, command, &mut self.act_budget())?;
        self.succeeded(doing, &output)
    }

    /// Commands of Android end with status 0 whatever happens before Android 10, so their words count too.
    fn succeeded(&self, doing: &'static str, output: &ShellOutput) -> Result<(), DeviceError> {
        let said = output.text();
        let signs =
            ["Exception", "Error:", "error:", "Failure", "not found", "Unknown command", "No shell command"];
        if output.status == 0 && !signs.iter().any(|sign| said.contains(sign)) {
            return Ok(());
        }
        Err(self.link.refused(doing, reason(output), ""))
    }
}

/// The line that says why: that of an exception rather than the one that says there was one.
fn reason(output: &ShellOutput) -> String {
    let text = output.text();
    let exception = text.lines().map(str::trim).find(|line| line.contains("Exception: "));
    exception.map_or_else(|| output.first_line(), str::to_owned)
}
