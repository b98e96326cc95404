//! `oddity phone`: a simulated phone that adb, and every tool built on it, can connect to.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use adbd::{Clock, Door, DoorError, DoorSettings, Emulator};
use device::Device;
use device::adb::AdbSettings;
use sim::{FaultPlan, FaultyPhone};
use trace::{Header, Recorder, Recording, RunInfo, RunWriter, Start};

use crate::cli::{ClockKind, PhoneArgs};
use crate::commands::trace::run_failure;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::phones::{self, Named};
use crate::{apk, input, kinds};

pub(crate) fn run(args: &PhoneArgs, output: &mut Output) -> Result<Exit, Failure> {
    let (device, package) = device(args)?;
    let model = device.identity().to_string();
    let (device, recording) = match &args.record {
        Some(folder) => {
            let (recorder, recording) = record(device, folder, args, &package, model)?;
            (Box::new(recorder) as Box<dyn Device>, Some(recording))
        }
        None => (device, None),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::SeqCst))
        .map_err(|error| Failure::environment(format_args!("cannot listen for Ctrl-C: {error}")))?;
    let door = Door::open(device, settings(args)?).map_err(|error| cannot_open(&error))?;
    announce(&door, args, output)?;
    door.serve_until(&stop);
    drop(door);
    if let (Some(recording), Some(folder)) = (recording, &args.record) {
        let steps = recording.end("the phone was switched off").map_err(|error| run_failure(&error))?;
        let shown = input::shown(folder);
        output.print(format_args!("recorded {steps} steps; see them with `oddity trace show {shown}`\n"))?;
    }
    Ok(Exit::Clean)
}

/// The phone with the app in front, and that app's package.
fn device(args: &PhoneArgs) -> Result<(Box<dyn Device>, String), Failure> {
    if let Named::Apk(file) = Named::of(&args.app)? {
        if args.faulty > 0 {
            return Err(Failure::bad_input("only simulated phones fail on demand"));
        }
        let profile = kinds::pocket(args.on.as_slice(), &args.simulated.phone)?.remove(0);
        let mut phone = phones::pocket_phone(file, None, &profile)?;
        let package = apk::package_of(file)?;
        phone.launch(&package).map_err(|error| phones::failure(&error))?;
        return Ok((Box::new(phone), package));
    }
    let profile = kinds::simulated(args.on.as_slice(), &args.simulated.phone)?.remove(0);
    let (mut phone, package) = phones::simulated_phone(&args.app, profile, args.simulated.seed)?;
    phone.launch(package).map_err(|error| phones::failure(&error))?;
    let device: Box<dyn Device> = match args.faulty {
        0 => Box::new(phone),
        per_mille => Box::new(FaultyPhone::new(phone, FaultPlan::all(args.simulated.seed, per_mille.into()))),
    };
    Ok((device, package.to_owned()))
}

fn record(
    device: Box<dyn Device>,
    folder: &Path,
    args: &PhoneArgs,
    package: &str,
    model: String,
) -> Result<(Recorder, Recording), Failure> {
    let made_by = format!("oddity {}", env!("CARGO_PKG_VERSION"));
    let began = SystemTime::now().duration_since(UNIX_EPOCH).ok();
    let began_unix_ms = began.and_then(|time| u64::try_from(time.as_millis()).ok());
    let info = RunInfo {
        app: package.to_owned(),
        made_by: made_by.clone(),
        seed: Some(args.simulated.seed),
        began_unix_ms,
        command: Some(format!("oddity phone {}", args.app)),
    };
    let run = RunWriter::create(folder, &info).map_err(|error| run_failure(&error))?;
    let header = Header {
        app: package.to_owned(),
        device: Some(model),
        source: made_by,
        seed: Some(args.simulated.seed),
        began_unix_ms,
        start: Start::Fresh,
        ..Header::default()
    };
    Recorder::new(device, run, &header).map_err(Failure::environment)
}

fn settings(args: &PhoneArgs) -> Result<DoorSettings, Failure> {
    let emulator = if args.as_emulator { Some(emulator(&args.app)?) } else { None };
    Ok(DoorSettings {
        listen: SocketAddr::new(args.listen, args.port),
        authorized_keys: args.authorized_keys.clone(),
        clock: match args.clock {
            ClockKind::Virtual => Clock::Virtual,
            ClockKind::Real => Clock::Real,
        },
        travel: args.travel,
        host_ports: args.allow_host_ports,
        emulator,
        ..DoorSettings::default()
    })
}

/// The console's password lies where `adb emu` looks for it.
fn emulator(app: &str) -> Result<Emulator, Failure> {
    let home = std::env::home_dir().filter(|home| home.is_dir()).ok_or_else(|| {
        Failure::environment("an emulator keeps its console's password in the home folder, and there is none")
    })?;
    let adb = AdbSettings::from_env();
    let server = format!("{}:{}", adb.host, adb.port);
    Ok(Emulator {
        name: app.replace(['+', ':'], "_"),
        token_file: home.join(".emulator_console_auth_token"),
        server: std::net::ToSocketAddrs::to_socket_addrs(&server).ok().and_then(|mut found| found.next()),
    })
}

fn announce(door: &Door, args: &PhoneArgs, output: &mut Output) -> Result<(), Failure> {
    let (address, serial, app) = (door.address(), door.serial(), gui::escaped(&args.app));
    if args.as_emulator {
        output.print(format_args!("{app} is ready. adb sees it by itself as {serial}, or after:\n"))?;
    } else {
        output.print(format_args!("{app} is ready. Connect to it with:\n"))?;
    }
    if address.ip().is_unspecified() {
        let port = address.port();
        output.print(format_args!("\n    adb connect NAME:{port}\n\n"))?;
        output.print("where NAME is this computer's name or address. Ctrl-C switches it off.\n")?;
    } else {
        output.print(format_args!("\n    adb connect {address}\n\n"))?;
        output.print(format_args!("and choose it with `adb -s {serial} ...`. Ctrl-C switches it off.\n"))?;
    }
    // Whoever waits for the line above reads a pipe.
    output.flush()
}

fn cannot_open(error: &DoorError) -> Failure {
    match error {
        DoorError::Unguarded(_) => {
            Failure::bad_input(error).hint("give `--authorized-keys ~/.android/adbkey.pub`")
        }
        DoorError::Keys { .. } => Failure::bad_input(error),
        DoorError::Listen { .. } => {
            Failure::environment(error).hint("choose another port with `--port`, or 0 for a free one")
        }
        DoorError::Token { .. } => Failure::environment(error),
    }
}
