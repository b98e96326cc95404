//! A scripted adb server with one phone behind it, which fails on demand.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use device::adb::{Adb, AdbDevice, AdbOptions, AdbSettings};
use device::{Deadlines, DeviceError};

/// What becomes of one command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It runs and is answered.
    Answered,
    /// The phone is not there when it is chosen.
    NotFound,
    /// The phone refuses the service, without running it.
    Refused,
    /// The connection breaks before it runs.
    LostBefore,
    /// It runs, and the connection breaks before its status comes.
    LostAfter,
    /// It runs, and nothing comes any more.
    Hangs,
    /// It runs, and the answer makes no sense.
    Garbled,
}

/// What asks an old phone for a command's status.
const OLD_STATUS: &str = "; echo oddity-status:$?";

/// What a command prints on its two outputs, and its status.
pub(super) type Printed = (Vec<u8>, Vec<u8>, u8);

type Answers = dyn Fn(&str) -> Option<Printed> + Send + Sync;
type Fates = dyn FnMut(&str) -> Fate + Send;

/// The phone. It ends with the test's process.
pub(super) struct FakePhone {
    pub(super) port: u16,
    shared: Arc<Shared>,
}

struct Shared {
    serial: String,
    features: &'static str,
    answers: Box<Answers>,
    fates: Mutex<Box<Fates>>,
    /// The commands that ran, in order.
    ran: Mutex<Vec<String>>,
    log: Mutex<Vec<(u64, String)>>,
    logged: Condvar,
    /// Changes whenever the log's streams are to break.
    log_broken: Mutex<u64>,
    gone: AtomicBool,
    /// Whether the server no longer knows of it.
    forgotten: AtomicBool,
}

impl FakePhone {
    /// A phone on a cable.
    pub(super) fn start(
        features: &'static str,
        answers: impl Fn(&str) -> Option<Printed> + Send + Sync + 'static,
        fates: impl FnMut(&str) -> Fate + Send + 'static,
    ) -> FakePhone {
        FakePhone::start_as("fake-1", features, answers, fates)
    }

    /// A phone of this serial.
    pub(super) fn start_as(
        serial: &str,
        features: &'static str,
        answers: impl Fn(&str) -> Option<Printed> + Send + Sync + 'static,
        fates: impl FnMut(&str) -> Fate + Send + 'static,
    ) -> FakePhone {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            serial: serial.to_owned(),
            features,
            answers: Box::new(answers),
            fates: Mutex::new(Box::new(fates)),
            ran: Mutex::default(),
            log: Mutex::default(),
            logged: Condvar::new(),
            log_broken: Mutex::default(),
            gone: AtomicBool::new(false),
            forgotten: AtomicBool::new(false),
        });
        let for_thread = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let shared = Arc::clone(&for_thread);
                // A client that hangs up in the middle is part of the game.
                std::thread::spawn(move || shared.serve(stream.unwrap()));
            }
        });
        FakePhone { port, shared }
    }

    pub(super) fn adb(&self) -> Adb {
        Adb::new(AdbSettings { port: self.port, ..AdbSettings::default() })
    }

    pub(super) fn device(&self, deadlines: Deadlines) -> AdbDevice {
        let options = AdbOptions { deadlines, ..AdbOptions::default() };
        // A busy computer may take longer to let us in than the deadlines under test allow.
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            match AdbDevice::connect(&self.adb(), None, options.clone()) {
                Err(DeviceError::TimedOut { .. }) if Instant::now() < until => {}
                connected => return connected.unwrap(),
            }
        }
    }

    /// The commands that ran, in order.
    pub(super) fn ran(&self) -> Vec<String> {
        self.shared.ran.lock().unwrap().clone()
    }

    /// Whether the phone is plugged in.
    pub(super) fn plug(&self, plugged: bool) {
        self.shared.gone.store(!plugged, Ordering::SeqCst);
    }

    /// The server gives a phone on the network up: it must be asked to connect again.
    pub(super) fn give_up(&self) {
        self.shared.forgotten.store(true, Ordering::SeqCst);
    }

    pub(super) fn log(&self, unix_ms: u64, message: &str) {
        self.shared.log.lock().unwrap().push((unix_ms, message.to_owned()));
        self.shared.logged.notify_all();
    }

    /// Throws the log away.
    pub(super) fn forget_log(&self) {
        self.shared.log.lock().unwrap().clear();
    }

    pub(super) fn break_log_streams(&self) {
        *self.shared.log_broken.lock().unwrap() += 1;
        self.shared.logged.notify_all();
    }
}

impl Shared {
    fn serve(&self, mut stream: TcpStream) -> Option<()> {
        let request = read_request(&mut stream)?;
        let serial = &self.serial;
        let about_phone = request.strip_prefix(&format!("host-serial:{serial}:"));
        match about_phone.unwrap_or(&request) {
            "host:version" => answer(&mut stream, "0029"),
            "host:devices-l" if self.forgotten.load(Ordering::SeqCst) => answer(&mut stream, ""),
            asked if asked == format!("host:disconnect:{serial}") => {
                self.forgotten.store(true, Ordering::SeqCst);
                answer(&mut stream, &format!("disconnected {serial}"))
            }
            asked if asked == format!("host:connect:{serial}") => {
                let gone = self.gone.load(Ordering::SeqCst);
                self.forgotten.store(gone, Ordering::SeqCst);
                answer(
                    &mut stream,
                    &format!("{} to {serial}", if gone { "failed to connect" } else { "connected" }),
                )
            }
            _ if self.forgotten.load(Ordering::SeqCst) => {
                fail(&mut stream, &format!("device '{serial}' not found"))
            }
            "host:devices-l" => {
                let state = if self.gone.load(Ordering::SeqCst) { "offline" } else { "device" };
                answer(
                    &mut stream,
                    &format!("{serial}   {state} product:p model:Fake device:d transport_id:1\n"),
                )
            }
            _ if self.gone.load(Ordering::SeqCst) => {
                fail(&mut stream, &format!("device '{serial}' not found"))
            }
            "features" => answer(&mut stream, self.features),
            "get-state" => answer(&mut stream, "device"),
            chosen if chosen == format!("host:transport:{serial}") => self.transport(&mut stream),
            other => fail(&mut stream, &format!("unknown host service {other}")),
        }
    }

    fn transport(&self, stream: &mut TcpStream) -> Option<()> {
        // The fate is decided by the service, which the client sends only after it was told that the phone is there; so
        // a phone that is not there is decided first.
        let fate = self.fates.lock().unwrap()("");
        if fate == Fate::NotFound {
            return fail(stream, &format!("device '{}' not found", self.serial));
        }
        stream.write_all(b"OKAY").ok()?;
        let service = read_request(stream)?;
        let (kind, command) = service.split_once(':')?;
        if command.starts_with("logcat") && !command.contains(" -t ") {
            return self.stream_log(stream, kind, command);
        }
        if kind != "shell" && !kind.starts_with("shell,v2") {
            return self.exchange(stream, &service);
        }
        let fate = self.fates.lock().unwrap()(command);
        match fate {
            Fate::Refused => return fail(stream, "closed"),
            Fate::LostBefore => return None,
            _ => stream.write_all(b"OKAY").ok()?,
        }
        let command = command.strip_suffix(OLD_STATUS).unwrap_or(command);
        let (stdout, stderr, status) = self.run(command);
        match fate {
            Fate::LostAfter => return None,
            Fate::Hangs => {
                // Until the client has had enough.
                let _ = stream.read(&mut [0; 1]);
                return None;
            }
            Fate::Garbled => return stream.write_all(b"\x07\x03\0\0\0???").ok(),
            _ => {}
        }
        if kind.starts_with("shell,v2") {
            for (id, data) in [(1, stdout), (2, stderr), (3, vec![status])] {
                let length = u32::try_from(data.len()).unwrap().to_le_bytes();
                stream.write_all(&[&[id][..], &length, &data].concat()).ok()?;
            }
            return Some(());
        }
        // The old shell: both outputs in one, on a pty, and the status as text.
        let printed = [stdout, stderr, format!("oddity-status:{status}\n").into_bytes()].concat();
        let on_pty =
            printed.iter().flat_map(|byte| if *byte == b'\n' { vec![b'\r', b'\n'] } else { vec![*byte] });
        stream.write_all(&on_pty.collect::<Vec<u8>>()).ok()
    }

    /// A service that takes as many bytes as its `-S` says, and answers without a status.
    fn exchange(&self, stream: &mut TcpStream, service: &str) -> Option<()> {
        stream.write_all(b"OKAY").ok()?;
        let service = service.replace('\0', " ");
        let size =
            service.split_once("-S ").map_or(0, |(_, rest)| rest.split(' ').next().unwrap().parse().unwrap());
        stream.read_exact(&mut vec![0; size]).ok()?;
        stream.write_all(&self.run(&service).0).ok()
    }

    /// Runs a command as the phone's shell does: several with marks between them, or one.
    fn run(&self, command: &str) -> Printed {
        self.ran.lock().unwrap().push(command.to_owned());
        let mark = "; echo oddity-part:$?";
        if !command.contains(mark) {
            return self.run_one(command);
        }
        let (mut out, mut err) = (Vec::new(), Vec::new());
        for part in command.split_inclusive(mark) {
            let (stdout, stderr, status) = self.run_one(part.trim_start_matches("; ").trim_end_matches(mark));
            out.extend(stdout);
            out.extend(format!("oddity-part:{status}\n").into_bytes());
            err.extend(stderr);
        }
        (out, err, 0)
    }

    fn run_one(&self, command: &str) -> Printed {
        if let Some(printed) = (self.answers)(command) {
            return printed;
        }
        let printed = match command {
            "getprop" => {
                "[ro.build.version.sdk]: [34]\n[ro.build.version.release]: [14]\n[ro.product.model]: [Fake]\n"
            }
            "getprop sys.boot_completed" => "1\n",
            "wm size" => "Physical size: 1080x1920\n",
            "wm density" => "Physical density: 420\n",
            "cat /proc/uptime" => "100.50 7.0\n",
            "dumpsys input_method" => "  mInputShown=false\n",
            "dumpsys window displays" => "  mCurrentFocus=Window{1 u0 com.example/com.example.Main}\n",
            _ if command.starts_with("logcat") => {
                let last = self.log.lock().unwrap().last().map(line).unwrap_or_default();
                let last = if command.contains("year") { last } else { old(&last) };
                return (last.into_bytes(), Vec::new(), 0);
            }
            _ => "",
        };
        (printed.as_bytes().to_vec(), Vec::new(), 0)
    }

    /// Prints the log from a moment on, and goes on until the stream is to break.
    fn stream_log(&self, stream: &mut TcpStream, kind: &str, command: &str) -> Option<()> {
        stream.write_all(b"OKAY").ok()?;
        // A whole number is a count of lines, anything else a moment.
        let since = command.split_once(" -T ").map_or("0.0", |(_, time)| time);
        let begun = *self.log_broken.lock().unwrap();
        let count: Option<usize> = since.parse().ok();
        let mut next = count.map_or(0, |count| self.log.lock().unwrap().len().saturating_sub(count));
        // An old phone's moment has no year; all of its log is as good.
        let since: f64 = if count.is_some() || kind == "shell" { 0.0 } else { since.parse().unwrap() };
        loop {
            let log = self.log.lock().unwrap();
            let (log, _) = self.logged.wait_timeout(log, Duration::from_millis(20)).unwrap();
            if *self.log_broken.lock().unwrap() != begun {
                return None;
            }
            for entry in log.iter().skip(next).filter(|(ms, _)| *ms as f64 / 1000.0 >= since) {
                let text = line(entry);
                let sent = if kind == "shell" {
                    stream.write_all(old(&text).as_bytes())
                } else {
                    let length = u32::try_from(text.len()).unwrap().to_le_bytes();
                    stream.write_all(&[&[1][..], &length, text.as_bytes()].concat())
                };
                sent.ok()?;
            }
            next = log.len();
        }
    }
}

/// A line as `logcat -v threadtime -v year -v UTC` prints it; the moment is within one minute.
fn line((unix_ms, message): &(u64, String)) -> String {
    let within = unix_ms % 60_000;
    assert_eq!(unix_ms - within, MINUTE, "the test's moments are within one minute");
    format!(
        "2026-06-15 20:07:{:02}.{:03} +0000   517   530 I Tag     : {message}\n",
        within / 1000,
        within % 1000
    )
}

/// The same line as Android 6 prints it, on a pty.
fn old(line: &str) -> String {
    line.replace("2026-", "").replace(" +0000", "").replace('\n', "\r\n")
}

/// 2026-06-15 20:07:00 in milliseconds since 1970.
pub(super) const MINUTE: u64 = 1_781_554_020_000;

fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut digits = [0; 4];
    stream.read_exact(&mut digits).ok()?;
    let length = usize::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?;
    let mut request = vec![0; length];
    stream.read_exact(&mut request).ok()?;
    String::from_utf8(request).ok()
}

fn answer(stream: &mut TcpStream, payload: &str) -> Option<()> {
    stream.write_all(format!("OKAY{:04x}{payload}", payload.len()).as_bytes()).ok()
}

fn fail(stream: &mut TcpStream, why: &str) -> Option<()> {
    stream.write_all(format!("FAIL{:04x}{why}", why.len()).as_bytes()).ok()
}
