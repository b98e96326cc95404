//! The emulator's console: lines in, words and `OK` or `KO` out.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use device::{Change, DeviceError};
use gui::{Orientation, SystemEvent};

use super::{Token, announce};
use crate::guests::Guest;
use crate::phone::Phone;
use device::DateTime;

/// The longest line.
const MAX_LINE_BYTES: u64 = 4096;

/// How long someone may sit silently at the console.
const SILENCE: Duration = Duration::from_secs(600);

/// How often we look whether the phone is switched off meanwhile.
const GLANCE: Duration = Duration::from_millis(200);

const HELP: &str = "Android Console command help:\r\n\r\n    help|h|?         print a list of commands\r\n    \
ping             check if the emulator is alive\r\n    avd              control virtual device execution\r\n    \
gsm              GSM related commands\r\n    sms              SMS related commands\r\n    \
power            power related commands\r\n    network          manage network settings\r\n    \
rotate           rotate the screen clockwise by 90 degrees\r\n    auth             user authentication for the console\r\n    \
quit|exit        quit control session\r\n";

/// What a command says before its verdict, or why not.
type Verdict = Result<String, String>;

/// Serves one session.
pub(crate) fn serve(socket: &TcpStream, phone: &Arc<Phone>, guest: &Guest, token: &Token) -> io::Result<()> {
    socket.set_read_timeout(Some(GLANCE))?;
    socket.set_write_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(socket);
    let mut writer = socket;
    let mut known = token.text.is_empty();
    if known {
        writer.write_all(b"Android Console: type 'help' for a list of commands\r\nOK\r\n")?;
    } else {
        write!(
            writer,
            "Android Console: Authentication required\r\nAndroid Console: type 'auth <auth_token>' to authenticate\r\n\
             Android Console: you can find your <auth_token> in \r\n'{}'\r\nOK\r\n",
            token.file
        )?;
    }
    loop {
        guest.speaks(known, false);
        let Some(line) = next_line(&mut reader, phone)? else { return Ok(()) };
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        let words: Vec<&str> = line.split_whitespace().collect();
        let verdict = match &words[..] {
            [] => continue,
            ["quit" | "exit"] => return Ok(()),
            ["help" | "h" | "?", ..] => Ok(HELP.to_owned()),
            ["auth", given] if *given == token.text || token.text.is_empty() => {
                known = true;
                Ok("Android Console: type 'help' for a list of commands\r\n".to_owned())
            }
            ["auth", ..] => {
                Err("authentication token does not match ~/.emulator_console_auth_token".to_owned())
            }
            // Whoever is not known hears nothing of what there would be.
            _ if !known => Err("unknown command, try 'help'".to_owned()),
            words => perform(phone, words),
        };
        let loaded = line.starts_with("avd snapshot load") && verdict.is_ok();
        match verdict {
            Ok(said) => write!(writer, "{said}OK\r\n")?,
            Err(why) => write!(writer, "KO: {why}\r\n")?,
        }
        // As with the real one, whoever was connected finds the phone offline, and then back.
        if loaded {
            phone.hang_up();
            if let Some(server) = phone.settings().emulator.as_ref().and_then(|emulator| emulator.server) {
                announce(server, socket.local_addr()?.port() + 1);
            }
        }
    }
}

/// The next line, or the first part of one that is too long; `None` when they left, fell silent, or the phone is switched
/// off.
fn next_line(reader: &mut impl BufRead, phone: &Phone) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let until = Instant::now() + SILENCE;
    loop {
        let room = MAX_LINE_BYTES - line.len() as u64;
        match reader.take(room).read_until(b'\n', &mut line) {
            Ok(_) => return Ok((!line.is_empty()).then_some(line)),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                if phone.is_closing() || Instant::now() > until {
                    return Ok(None);
                }
            }
            Err(error) => return Err(error),
        }
    }
}

fn perform(phone: &Phone, words: &[&str]) -> Verdict {
    let happens = |event| change(phone, &Change::System { event });
    match words {
        ["ping"] => Ok("I am alive!\r\n".to_owned()),
        ["avd", "name"] => {
            let name = phone.settings().emulator.as_ref().map_or("", |emulator| emulator.name.as_str());
            Ok(format!("{name}\r\n"))
        }
        ["avd", "status"] => Ok("virtual device is running\r\n".to_owned()),
        ["avd", "snapshot", rest @ ..] => snapshot(phone, rest),
        ["gsm", "call", _number] => happens(SystemEvent::Call),
        ["gsm", "cancel" | "busy" | "hold" | "accept", ..] => {
            Err("calls of this phone are taken and declined on its screen".to_owned())
        }
        ["gsm", "data", state] => happens(SystemEvent::Network { on: !matches!(*state, "off" | "unregistered" | "denied") }),
        ["sms", "send", _number, _text, ..] => happens(SystemEvent::Sms),
        ["sms", "send", ..] => Err("missing argument, try 'sms send <phonenumber> <text message>'".to_owned()),
        ["power", "capacity", percent] => match percent.parse() {
            Ok(percent @ 0..=100) => {
                let said = happens(SystemEvent::Battery { percent })?;
                phone.memory(|memory| memory.battery_percent = Some(percent));
                Ok(said)
            }
            _ => Err("Usage: \"capacity <percentage>\"".to_owned()),
        },
        ["power", "display"] => Ok("AC: online\r\nstatus: Charging\r\nhealth: Good\r\npresent: true\r\n".to_owned()),
        ["rotate"] => rotate(phone),
        ["network", "status"] => Ok("Current network status:\r\n  download speed:   0 bits/s (0.0 KB/s)\r\n  upload speed:     0 bits/s (0.0 KB/s)\r\n  minimum latency:  0 ms\r\n  maximum latency:  0 ms\r\n".to_owned()),
        ["kill", ..] => Err("this phone is ended by whoever started it".to_owned()),
        ["avd" | "gsm" | "sms" | "power" | "network", ..] => Err("bad sub-command".to_owned()),
        _ => Err("unknown command, try 'help'".to_owned()),
    }
}

fn snapshot(phone: &Phone, words: &[&str]) -> Verdict {
    let failed = |error: DeviceError| match error {
        DeviceError::NoSuchSnapshot { name, .. } => {
            format!("Device 'cache' does not have the requested snapshot '{name}'")
        }
        error => error.to_string(),
    };
    let now = phone.unix_ms().map_err(failed)?;
    match words {
        ["list"] => Ok(listed(phone, now)),
        ["save", name] => phone.ask(|state| state.save(name, now)).map(|()| String::new()).map_err(failed),
        ["load", name] => phone.ask(|state| state.return_to(name)).map(|()| String::new()).map_err(failed),
        ["delete" | "del", name] => {
            phone.ask(|state| state.drop_saved(name)).map(|()| String::new()).map_err(failed)
        }
        _ => Err("bad sub-command".to_owned()),
    }
}

fn listed(phone: &Phone, now: u64) -> String {
    let saved: Vec<(String, u64)> = phone
        .ask(|state| Ok(state.snapshots.list().map(|(name, at)| (name.to_owned(), at)).collect()))
        .unwrap_or_default();
    if saved.is_empty() {
        return "There is no snapshot available.\r\n".to_owned();
    }
    let mut text = "List of snapshots present on all disks:\r\nID        TAG                 VM SIZE                DATE       VM CLOCK\r\n".to_owned();
    for (name, at) in saved {
        let (moment, up) = (DateTime::of(at), DateTime::of(now.saturating_sub(at)));
        text.push_str(&format!(
            "--        {name:<19} {:>7} {} {}   {}.{:03}\r\n",
            "0M",
            moment.date(),
            moment.time(),
            up.time(),
            up.milli
        ));
    }
    text
}

/// Turns the phone to the other side.
fn rotate(phone: &Phone) -> Verdict {
    let seen = phone.ask(|state| state.device.observe()).map_err(|error| error.to_string())?;
    let turned = seen.layout.windows().first().is_some_and(|window| window.info.rotation % 2 == 1);
    change(phone, &Change::Rotate { to: if turned { Orientation::Portrait } else { Orientation::Landscape } })
}

fn change(phone: &Phone, change: &Change) -> Verdict {
    phone.ask(|state| state.device.change(change)).map(|()| String::new()).map_err(|error| error.to_string())
}
