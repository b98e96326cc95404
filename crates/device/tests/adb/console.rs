//! The emulator's console, scripted after what real ones print.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use device::adb::{AdbError, AdbSettings, Console, Deadline};

const GREETING: &str = "Android Console: Authentication required\r\nAndroid Console: type 'auth <auth_token>' to authenticate\r\nAndroid Console: you can find your <auth_token> in\r\n'/nowhere/.emulator_console_auth_token'\r\nOK\r\n";

/// A console that knows one token, and answers so; what it was told, and its port.
pub(super) fn start_console(answer: impl Fn(&str) -> &'static str + Send + Sync + 'static) -> (u16, Told) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let told = Told::default();
    let tell = Arc::clone(&told);
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (answer, tell) = (Arc::clone(&answer), Arc::clone(&tell));
            std::thread::spawn(move || serve(stream.unwrap(), &*answer, &tell));
        }
    });
    (port, told)
}

/// The commands it was given after it had trusted someone.
pub(super) type Told = Arc<Mutex<Vec<String>>>;

fn serve(mut stream: TcpStream, answer: &dyn Fn(&str) -> &'static str, told: &Told) {
    let lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let _ = stream.write_all(GREETING.as_bytes());
    let mut trusted = false;
    for line in lines.map_while(Result::ok) {
        let reply = match line.as_str() {
            "auth s3cret" => {
                trusted = true;
                "Android Console: type 'help' for a list of commands\r\nOK\r\n"
            }
            "quit" | "die" => return,
            _ if !trusted => "KO: unknown command\r\n",
            command => {
                told.lock().unwrap().push(command.to_owned());
                answer(command)
            }
        };
        let _ = stream.write_all(reply.as_bytes());
    }
}

fn console(token_file: Option<PathBuf>) -> Console {
    let (port, _) = start_console(|command| match command {
        "avd name" => "Pixel_3a\r\nOK\r\n",
        "avd snapshot load x" => "KO: Snapshot load failure: snapshot doesn't exist\r\n",
        _ => "OK\r\n",
    });
    let settings = AdbSettings { console_token: token_file, ..AdbSettings::default() };
    Console::of_serial(&settings, &format!("emulator-{port}")).unwrap()
}

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(10))
}

#[test]
fn shows_its_token_and_believes_only_ok() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "s3cret\n").unwrap();
    let console = console(Some(file));
    assert_eq!(console.run("avd name", soon()).unwrap().last().map(String::as_str), Some("Pixel_3a"));
    let refused = console.run("avd snapshot load x", soon()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the emulator's console says: Snapshot load failure: snapshot doesn't exist"
    );
    let gone = console.run("die", soon()).unwrap_err();
    assert!(matches!(gone, AdbError::Lost { sent: device::Sent::Maybe, .. }), "{gone:?}");
}

#[test]
fn says_when_the_token_is_missing_or_wrong() {
    let missing = console(None).run("avd name", soon()).unwrap_err();
    assert!(missing.to_string().starts_with("/nowhere/.emulator_console_auth_token: "), "{missing}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "wrong").unwrap();
    let wrong = console(Some(file)).run("avd name", soon()).unwrap_err();
    assert_eq!(wrong.to_string(), "the emulator's console says: unknown command");
}

#[test]
fn only_emulators_have_one() {
    for serial in ["0A121FDD4", "127.0.0.1:5555", "emulator-x"] {
        assert!(Console::of_serial(&AdbSettings::default(), serial).is_none(), "{serial}");
    }
}
