//! `oddity`: saves the phone's condition and returns to it. Our own, and only there where it was asked for.

use std::io::Write;

use device::DeviceError;

use super::{Call, Outcome};
use device::DateTime;

/// `oddity save NAME | return NAME | list | drop NAME`.
pub(super) fn oddity(call: &mut Call<'_>) -> Outcome {
    let name = call.arg(1);
    let now = call.phone.unix_ms()?;
    let done = match (call.arg(0), name.is_empty()) {
        ("save", false) => call.phone.ask(|state| state.save(name, now)),
        ("return", false) => call.phone.ask(|state| state.return_to(name)),
        ("drop", false) => call.phone.ask(|state| state.drop_saved(name)),
        ("list", true) => {
            let saved: Vec<(String, u64)> = call.phone.ask(|state| {
                Ok(state.snapshots.list().map(|(name, unix_ms)| (name.to_owned(), unix_ms)).collect())
            })?;
            for (name, unix_ms) in saved {
                let at = DateTime::of(unix_ms);
                writeln!(call.out, "{} {} {name}", at.date(), at.time())?;
            }
            return Ok(0);
        }
        _ => {
            writeln!(call.err, "Usage: oddity save NAME | return NAME | drop NAME | list")?;
            return Ok(2);
        }
    };
    match done {
        Ok(()) => Ok(0),
        Err(error @ DeviceError::NoSuchSnapshot { .. }) => {
            writeln!(call.err, "oddity: {error}")?;
            Ok(1)
        }
        Err(error) => Err(error.into()),
    }
}
