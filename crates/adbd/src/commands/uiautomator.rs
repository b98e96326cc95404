//! `uiautomator dump`: the screen as XML.

use std::io::Write;
use std::time::Duration;

use device::{DeviceError, Motion, Observation};
use gui::{Flag, Layout, LayoutBuilder, LimitReached, Node, Rect, WindowDetails};

use super::{Call, Outcome, hang};
use crate::shell::run::Stop;

/// How long the tool waits for a screen that moves.
const IDLE_DEADLINE: Duration = Duration::from_secs(10);

/// How long it waits before it looks again.
const PAUSE: Duration = Duration::from_millis(100);

/// The first release whose tool knows `--windows`.
const WINDOWS_SINCE: u32 = 34;

/// `uiautomator dump [--compressed] [--windows] [FILE]`. As Android's, it fails with status 0 and a word on stderr.
pub(super) fn uiautomator(call: &mut Call<'_>) -> Outcome {
    let (mut compressed, mut windows, mut file) = (false, false, "/sdcard/window_dump.xml");
    match call.arg(0) {
        "dump" => {}
        "" | "help" => {
            writeln!(
                call.out,
                "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\ndump: dump the current UI hierarchy"
            )?;
            return Ok(0);
        }
        other => {
            writeln!(call.err, "uiautomator: {other} is not a command of this phone; only dump is")?;
            return Ok(1);
        }
    }
    for arg in &call.args[1..] {
        match arg.as_str() {
            "--compressed" => compressed = true,
            "--windows" if call.phone.build().api() >= WINDOWS_SINCE => windows = true,
            "--verbose" => {}
            // Older tools take an option they do not know for the name of the file.
            path => file = path,
        }
    }
    let observation = match observe(call) {
        Ok(observation) => observation,
        Err(error) => return refuse(call, file, error),
    };
    let mut layout = Layout::clone(&observation.layout);
    if compressed {
        layout = important(&layout).map_err(too_large)?;
    }
    if windows {
        layout = with_details(&layout).map_err(too_large)?;
    }
    write_dump(call, file, layout.to_xml().as_bytes())
}

fn too_large(limit: LimitReached) -> Stop {
    Stop::Refused(format!("ERROR: {limit}"))
}

/// Looks at the screen once it rests. Phones that do not know are taken at their word.
fn observe(call: &Call<'_>) -> Result<Observation, DeviceError> {
    let mut waited = Duration::ZERO;
    loop {
        let observation = call.phone.ask(|state| state.device.observe())?;
        if observation.motion != Motion::Moving {
            return Ok(observation);
        }
        if waited >= IDLE_DEADLINE {
            let serial = call.phone.identity().serial;
            return Err(DeviceError::NotIdle { serial, why: "could not get idle state.".to_owned() });
        }
        call.phone.pass(PAUSE, call.wanted)?;
        waited += PAUSE;
    }
}

fn write_dump(call: &mut Call<'_>, file: &str, xml: &[u8]) -> Outcome {
    let path = call.path(file);
    match path.as_str() {
        "/dev/tty" | "/dev/stdout" | "/proc/self/fd/1" => call.out.write_all(xml)?,
        "/dev/null" => {}
        _ => {
            let now = call.phone.unix_ms()? / 1000;
            let written = call.phone.memory(|memory| memory.files.write(&path, xml.to_vec(), 0o660, now));
            if let Err(error) = written {
                writeln!(
                    call.err,
                    "ERROR: could not dump hierarchy\njava.io.FileNotFoundException: {file}: open failed: {}",
                    error.text()
                )?;
                return Ok(0);
            }
        }
    }
    writeln!(call.out, "UI hierchary dumped to: {file}")?;
    Ok(0)
}

/// What the tool prints when it cannot look.
fn refuse(call: &mut Call<'_>, file: &str, error: DeviceError) -> Outcome {
    match error {
        DeviceError::NotIdle { why, .. } if why.contains("null root") => {
            writeln!(call.err, "ERROR: null root node returned by UiTestAutomationBridge.")?;
            Ok(0)
        }
        DeviceError::NotIdle { .. } => {
            writeln!(call.err, "ERROR: could not get idle state.")?;
            Ok(0)
        }
        DeviceError::HeldByAnother { .. } => {
            writeln!(
                call.err,
                "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1 already registered!\n\
                 \tat android.os.Parcel.createException(Parcel.java:2079)\n\
                 \tat android.app.UiAutomation.connect(UiAutomation.java:210)\n\
                 \tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:86)\nKilled"
            )?;
            Ok(137)
        }
        // Cut off in the middle of a widget, as a window in transition leaves it.
        DeviceError::Garbled { .. } => write_dump(call, file,
            b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"",
        ),
        DeviceError::DiskFull { .. } => {
            writeln!(call.err, "java.io.IOException: write failed: ENOSPC (No space left on device)")?;
            Ok(0)
        }
        DeviceError::TimedOut { .. } => hang(call),
        error => Err(Stop::Device(error)),
    }
}

/// The layout without widgets that say nothing and take nothing; their children move up.
fn important(layout: &Layout) -> Result<Layout, LimitReached> {
    let mut builder = LayoutBuilder::new();
    for window in layout.windows() {
        builder.window(window.info.clone());
        let mut open: Vec<Node<'_>> = Vec::new();
        for node in window.nodes().map(|id| layout.node(id)) {
            while open.pop_if(|last| !node.ancestors().any(|above| above == *last)).is_some() {
                builder.close();
            }
            if is_important(node) {
                builder.open(&node.widget())?;
                open.push(node);
            }
        }
    }
    Ok(builder.finish())
}

fn is_important(node: Node<'_>) -> bool {
    let takes = [Flag::Clickable, Flag::LongClickable, Flag::Checkable, Flag::Focusable, Flag::Scrollable];
    node.parent().is_none()
        || !node.text().is_empty()
        || !node.content_desc().is_empty()
        || takes.iter().any(|&flag| node.is(flag))
}

/// The layout as `--windows` prints it. A device that gives no details of its windows has one: the one in front.
fn with_details(layout: &Layout) -> Result<Layout, LimitReached> {
    let mut builder = LayoutBuilder::new();
    for window in layout.windows() {
        let mut info = window.info.clone();
        let root = window.nodes().next().map(|id| layout.node(id));
        info.details.get_or_insert_with(|| WindowDetails {
            title: root.map_or("", Node::package).to_owned(),
            kind: "TYPE_APPLICATION".to_owned(),
            active: true,
            focused: true,
            bounds: root.map_or(Rect::default(), Node::bounds),
            ..WindowDetails::default()
        });
        builder.window(info);
        let mut open: Vec<Node<'_>> = Vec::new();
        for node in window.nodes().map(|id| layout.node(id)) {
            while open.pop_if(|last| node.parent() != Some(*last)).is_some() {
                builder.close();
            }
            builder.open(&node.widget())?;
            open.push(node);
        }
    }
    Ok(builder.finish())
}
