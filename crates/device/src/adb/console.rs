//! The emulator's own console: snapshots, calls, messages.

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::AdbError;
use super::settings::{AdbSettings, TOKEN_FILE};
use crate::Sent;
use android::console::{ConsoleReply, Verdict};
use android::text::text_of;

/// The console of an emulator on this computer.
#[derive(Debug, Clone)]
pub struct Console {
    port: u16,
    settings: AdbSettings,
}

/// Longer answers are not believed; a list of snapshots has a line for each.
const MAX_REPLY_BYTES: usize = 1 << 20;
/// More than any token has.
const MAX_TOKEN_BYTES: u64 = 4096;

impl Console {
    /// The console of `emulator-5554`; `None` for phones that are no emulators, or not on this computer.
    pub fn of_serial(settings: &AdbSettings, serial: &str) -> Option<Console> {
        let port = serial.strip_prefix("emulator-").filter(|_| settings.is_local())?.parse().ok()?;
        Some(Console { port, settings: settings.clone() })
    }

    /// Runs one command. Its answer before the `OK`; a `KO` is an error.
    pub fn run(&self, command: &str, deadline: Deadline) -> Result<Vec<String>, AdbError> {
        let mut connection =
            Connection::open("127.0.0.1", self.port, deadline).map_err(|error| AdbError::Lost {
                why: format!("the emulator's console at port {} does not answer: {error}", self.port),
                sent: Sent::Nothing,
            })?;
        let greeting = reply(&mut connection)?;
        accepted(&greeting, &connection)?;
        if greeting.wants_authentication() {
            let token = self.token(&greeting)?;
            connection.write(format!("auth {token}\n").as_bytes())?;
            accepted(&reply(&mut connection)?, &connection)?;
        }
        connection.acts_from_here();
        connection.write(format!("{command}\n").as_bytes())?;
        let answer = reply(&mut connection)?;
        accepted(&answer, &connection)?;
        // The answer is there; whether the goodbye arrives does not matter.
        let _ = connection.write(b"quit\n");
        Ok(answer.lines)
    }

    /// The token in its file. Where the settings name none, the greeting says where it is.
    fn token(&self, greeting: &ConsoleReply) -> Result<String, AdbError> {
        // Whoever listens there could name any file, and would be told what is in it.
        let said = greeting.token_file().map(std::path::PathBuf::from);
        let said = said.filter(|path| path.ends_with(TOKEN_FILE));
        let Some(path) = self.settings.console_token.clone().or(said) else {
            let why = "it wants a token, and nothing says where that is".to_owned();
            return Err(AdbError::Console { why });
        };
        let token = files::text_named(&path, MAX_TOKEN_BYTES)
            .map_err(|error| AdbError::File { path: path.display().to_string(), why: error.to_string() })?;
        Ok(token.trim().to_owned())
    }
}

/// Reads up to a line that is a verdict.
fn reply(connection: &mut Connection) -> Result<ConsoleReply, AdbError> {
    let mut said = Vec::new();
    let mut part = [0; 4096];
    loop {
        let read = connection.read_some(&mut part)?;
        said.extend_from_slice(&part[..read]);
        // A verdict counts once its line is whole: `KO: unkn` may go on.
        if said.ends_with(b"\n") {
            let reply = ConsoleReply::parse(&text_of(&said).text);
            if reply.verdict != Verdict::Missing {
                return Ok(reply);
            }
        }
        if read == 0 {
            return Err(connection.lost("the emulator's console closed without a verdict"));
        }
        if said.len() > MAX_REPLY_BYTES {
            return Err(connection.too_long(MAX_REPLY_BYTES));
        }
    }
}

fn accepted(reply: &ConsoleReply, connection: &Connection) -> Result<(), AdbError> {
    match &reply.verdict {
        Verdict::Ok => Ok(()),
        Verdict::Ko(why) => Err(AdbError::Console { why: why.clone() }),
        Verdict::Missing => Err(connection.garbled("neither OK nor KO")),
    }
}
