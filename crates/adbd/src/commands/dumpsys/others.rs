//! Smaller services: battery, display, keyboard, memory, power.

use std::io::Write;

use device::Change;
use gui::SystemEvent;

use super::super::{Call, Outcome};

/// What the battery holds if nobody says.
const CHARGE: u8 = 100;

/// `dumpsys battery [set level N | reset | unplug]`.
pub(super) fn battery(call: &mut Call<'_>) -> Outcome {
    match (call.arg(0), call.arg(1), call.arg(2).parse::<u8>()) {
        ("set", "level", Ok(percent @ 0..=100)) => set_charge(call, Some(percent)),
        ("reset", ..) => set_charge(call, None),
        ("set" | "unplug", ..) => Ok(0),
        _ => {
            let level = call.phone.memory(|memory| memory.battery_percent).unwrap_or(CHARGE);
            writeln!(call.out, "Current Battery Service state:\n  AC powered: true\n  USB powered: false")?;
            writeln!(call.out, "  status: 2\n  health: 2\n  present: true\n  level: {level}\n  scale: 100")?;
            writeln!(call.out, "  voltage: 4000\n  temperature: 250\n  technology: Li-ion")?;
            Ok(0)
        }
    }
}

fn set_charge(call: &mut Call<'_>, percent: Option<u8>) -> Outcome {
    let event = SystemEvent::Battery { percent: percent.unwrap_or(CHARGE) };
    call.phone.ask(|state| {
        state.device.change(&Change::System { event })?;
        state.memory.battery_percent = percent;
        Ok(())
    })?;
    Ok(0)
}

pub(super) fn display(call: &mut Call<'_>) -> Outcome {
    let seen = call.phone.ask(|state| state.device.observe())?;
    let ((width, height), rotation) = call.phone.screen_in(&seen);
    let identity = call.phone.identity();
    let (across, down) = identity.screen_px;
    writeln!(call.out, "DISPLAY MANAGER (dumpsys display)")?;
    // Tools take the rotation from here.
    writeln!(
        call.out,
        "  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', \
         physicalPort=0, orientation={rotation}, logicalFrame=Rect(0, 0 - {width}, {height}), \
         physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={across}, deviceHeight={down}}}]\n"
    )?;
    writeln!(call.out, "Logical Displays: size=1\n  Display 0:")?;
    writeln!(
        call.out,
        "    mBaseDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, real {width} x {height}, largest app {width} x {height}, \
         rotation {rotation}, density {} ({1}.0 x {1}.0) dpi, state ON, type INTERNAL, uniqueId \"local:0\"}}",
        identity.density_dpi, identity.density_dpi
    )?;
    Ok(0)
}

pub(super) fn input_method(call: &mut Call<'_>) -> Outcome {
    let seen = call.phone.ask(|state| state.device.observe())?;
    let shown = seen.foreground.keyboard.unwrap_or(false);
    let package = seen.foreground.activity.as_ref().map_or("null", |activity| activity.package.as_str());
    let method = super::super::settings::value(call.phone, "secure", "default_input_method");
    writeln!(call.out, "Current Input Method Manager state:")?;
    writeln!(call.out, "  mCurMethodId={method}")?;
    writeln!(
        call.out,
        "  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}"
    )?;
    writeln!(call.out, "  inputType=0x{} imeOptions=0x0 packageName={package}", u8::from(shown))?;
    Ok(0)
}

pub(super) fn meminfo(call: &mut Call<'_>) -> Outcome {
    writeln!(
        call.out,
        "Applications Memory Usage (in Kilobytes):\nUptime: 1 Realtime: 1\n\nTotal RSS by process:"
    )?;
    for app in call.phone.apps()? {
        if let Some(pid) = app.pid {
            writeln!(call.out, "    65,536K: {} (pid {pid})", app.package)?;
        }
    }
    Ok(0)
}

pub(super) fn power(call: &mut Call<'_>) -> Outcome {
    let on = call.phone.memory(|memory| memory.screen_on);
    writeln!(call.out, "POWER MANAGER (dumpsys power)\n\nPower Manager State:")?;
    writeln!(
        call.out,
        "  mWakefulness={}\n  mHoldingDisplaySuspendBlocker={on}",
        if on { "Awake" } else { "Asleep" }
    )?;
    Ok(0)
}
