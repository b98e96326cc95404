//! `wm`: the screen's size and density, and which way up it is.

use std::io::Write;

use device::{Change, DeviceError};

use super::settings::{self, orientation};
use super::{Call, Outcome};

/// `wm size | density …`.
pub(super) fn wm(call: &mut Call<'_>) -> Outcome {
    match call.arg(0) {
        "size" => size(call),
        "density" => density(call),
        other => call.unknown(other),
    }
}

/// `cmd window …`: all of `wm`, and how the phone is turned.
pub(super) fn window(call: &mut Call<'_>) -> Outcome {
    match (call.arg(0), call.arg(1), call.arg(2)) {
        ("user-rotation" | "set-user-rotation", "", _) => {
            let locked = settings::value(call.phone, "system", "accelerometer_rotation") == "0";
            let turns = settings::value(call.phone, "system", "user_rotation");
            if locked {
                writeln!(call.out, "lock {turns}")?;
            } else {
                writeln!(call.out, "free")?;
            }
            Ok(0)
        }
        ("user-rotation" | "set-user-rotation", "lock", turns) => {
            let turns = if turns.is_empty() { "0" } else { turns };
            if orientation(turns).is_none() {
                writeln!(call.err, "Error: bad rotation value '{turns}'")?;
                return Ok(255);
            }
            settings::put(call.phone, "system", "accelerometer_rotation", "0")?;
            settings::put(call.phone, "system", "user_rotation", turns)?;
            Ok(0)
        }
        ("user-rotation" | "set-user-rotation", "free", _) => {
            settings::put(call.phone, "system", "accelerometer_rotation", "1")?;
            Ok(0)
        }
        _ => wm(call),
    }
}

fn size(call: &mut Call<'_>) -> Outcome {
    let px = match call.arg(1) {
        "" => {
            let (width, height) = call.phone.identity().screen_px;
            writeln!(call.out, "Physical size: {width}x{height}")?;
            if let Some((width, height)) = call.phone.memory(|memory| memory.window_px) {
                writeln!(call.out, "Override size: {width}x{height}")?;
            }
            return Ok(0);
        }
        "reset" => None,
        size => {
            let sides = size
                .split_once('x')
                .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
            let Some(sides) = sides.filter(|&(width, height)| width > 0_u32 && height > 0_u32) else {
                writeln!(call.err, "Error: bad size {size}")?;
                return Ok(255);
            };
            Some(sides)
        }
    };
    call.phone.ask(|state| {
        state.device.change(&Change::WindowSize { px })?;
        state.memory.window_px = px;
        Ok(())
    })?;
    Ok(0)
}

/// The density can be asked for. Changing it is beyond every device we know, so it says so.
fn density(call: &mut Call<'_>) -> Outcome {
    if !matches!(call.arg(1), "" | "reset") {
        let serial = call.phone.identity().serial;
        let (doing, why) = ("change its density", "its density is fixed".to_owned());
        return Err(DeviceError::Refused { serial, doing, why, remedy: "" }.into());
    }
    if call.arg(1).is_empty() {
        writeln!(call.out, "Physical density: {}", call.phone.identity().density_dpi)?;
    }
    Ok(0)
}
