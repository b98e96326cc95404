//! `logcat`: the log, once or as it grows.

mod options;
mod print;

use std::collections::VecDeque;
use std::io::Write;
use std::thread;
use std::time::Duration;

use device::{LogLine, LogPosition};

use super::{Call, Outcome};
use options::{Options, Since};
use print::Printer;

/// How often a client that follows the log is served, and how quickly we notice that it has gone.
const FOLLOW: Duration = Duration::from_millis(30);

/// `logcat [-d] [-c] [-t N | TIME] [-T N | TIME] [-b BUFFERS] [-v FORMAT] [-s] [TAG:PRIORITY …]`.
pub(super) fn logcat(call: &mut Call<'_>) -> Outcome {
    let options = match Options::parse(call.args, call.phone.unix_ms()?) {
        Ok(options) => options,
        Err(why) => {
            writeln!(call.err, "{why}")?;
            return Ok(1);
        }
    };
    if options.clear {
        call.phone.ask(|state| {
            state.memory.log_from = state.device.read_log(state.memory.log_from)?.next;
            Ok(())
        })?;
        return Ok(0);
    }
    if options.sizes {
        for buffer in &options.buffers {
            writeln!(
                call.out,
                "{buffer}: ring buffer is 256 KiB (0 B consumed), max entry is 5120 B, max payload is 4068 B"
            )?;
        }
        return Ok(0);
    }
    let mut printer = Printer::new(&options);
    let mut position = call.phone.memory(|memory| memory.log_from);
    let lines = first_page(call, &options, &mut position)?;
    for line in &lines {
        printer.print(line, &mut call.out)?;
    }
    call.out.flush()?;
    while !options.once && (call.wanted)() && !call.phone.is_closing() {
        thread::sleep(FOLLOW);
        for line in page(call, &options, &mut position)? {
            printer.print(&line, &mut call.out)?;
        }
        call.out.flush()?;
    }
    Ok(0)
}

/// What is there already, as far as it is asked for.
fn first_page(
    call: &Call<'_>,
    options: &Options,
    position: &mut LogPosition,
) -> Result<Vec<LogLine>, device::DeviceError> {
    let lines = page(call, options, position)?;
    Ok(match options.since {
        Since::Start => lines,
        Since::Time(unix_ms) => lines.into_iter().filter(|line| line.unix_ms >= unix_ms).collect(),
        Since::Last(count) => {
            let mut last: VecDeque<LogLine> = lines.into();
            last.drain(..last.len().saturating_sub(count));
            last.into()
        }
    })
}

/// What was logged since `position`, which moves on.
fn page(
    call: &Call<'_>,
    options: &Options,
    position: &mut LogPosition,
) -> Result<Vec<LogLine>, device::DeviceError> {
    let page = call.phone.ask(|state| state.device.read_log(*position))?;
    *position = page.next;
    Ok(page.lines.into_iter().filter(|line| options.wants(line)).collect())
}
