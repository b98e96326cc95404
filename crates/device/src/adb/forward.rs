//! Ports of this computer that lead to a phone, and the other way round.

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::AdbError;
use super::parse::cli::{Forward, forwards};
use super::parse::text::text_of;
use super::transport::Transport;

impl Transport {
    /// Makes `local` (`tcp:0` for any free port) lead to `remote` on the phone. The port where it is one of ours.
    pub fn forward(&self, local: &str, remote: &str, deadline: Deadline) -> Result<Option<u16>, AdbError> {
        let mut connection = self.adb().open(deadline)?;
        connection.ask_server(&self.request(&format!("forward:{local};{remote}")))?;
        done(&mut connection)
    }

    /// Ends what [`forward`](Self::forward) made.
    pub fn remove_forward(&self, local: &str, deadline: Deadline) -> Result<(), AdbError> {
        let mut connection = self.adb().open(deadline)?;
        connection.ask_server(&self.request(&format!("killforward:{local}")))?;
        done(&mut connection).map(|_| ())
    }

    /// All forwarded ports of all phones.
    pub fn forwards(&self, deadline: Deadline) -> Result<Vec<Forward>, AdbError> {
        Ok(forwards(&text_of(&self.adb().query("host:list-forward", deadline)?).text))
    }

    /// Makes `remote` on the phone (`tcp:0` for any free port) lead to `local` here.
    pub fn reverse(&self, remote: &str, local: &str, deadline: Deadline) -> Result<Option<u16>, AdbError> {
        done(&mut self.service(&format!("reverse:forward:{remote};{local}"), deadline)?)
    }

    /// Ends what [`reverse`](Self::reverse) made.
    pub fn remove_reverse(&self, remote: &str, deadline: Deadline) -> Result<(), AdbError> {
        done(&mut self.service(&format!("reverse:killforward:{remote}"), deadline)?).map(|_| ())
    }

    /// The phone's ports that lead here. The phone gives this list without an `OKAY`.
    pub fn reverses(&self, deadline: Deadline) -> Result<Vec<Forward>, AdbError> {
        let mut connection = self.service("reverse:list-forward", deadline)?;
        connection.changes_nothing();
        Ok(forwards(&text_of(&connection.sized_text()?).text))
    }
}

/// The second `OKAY`, and the port behind it where one was asked for.
fn done(connection: &mut Connection) -> Result<Option<u16>, AdbError> {
    connection.status()?;
    let rest = connection.read_to_end(64)?;
    let port = rest.get(4..).and_then(|digits| std::str::from_utf8(digits).ok()?.trim().parse().ok());
    match (port, rest.is_empty()) {
        (None, false) => Err(connection.garbled("the port is not a number")),
        (port, _) => Ok(port),
    }
}
