//! Processes, users, time.

use std::io::Write;
use std::time::Duration;

use super::{Call, Outcome, SHELL_PID, names};
use device::DateTime;

/// `pidof NAME…`.
pub(super) fn pidof(call: &mut Call<'_>) -> Outcome {
    let apps = call.phone.apps()?;
    let wanted = |package: &String| call.args.contains(package);
    let pids: Vec<String> = apps
        .iter()
        .filter(|app| wanted(&app.package))
        .filter_map(|app| app.pid)
        .map(|pid| pid.to_string())
        .collect();
    if pids.is_empty() {
        return Ok(1);
    }
    writeln!(call.out, "{}", pids.join(" "))?;
    Ok(0)
}

/// `ps [-A] [-e] [-p PID] [-o FIELDS]`: the shell's own processes, or all.
pub(super) fn ps(call: &mut Call<'_>) -> Outcome {
    let apps = call.phone.apps()?;
    let all = call.args.iter().any(|arg| matches!(arg.as_str(), "-A" | "-e" | "-ef"))
        || call.phone.build().api() < 26;
    let fields = call.args.iter().position(|arg| arg == "-o").and_then(|at| call.args.get(at + 1));
    let fields = fields.map_or("USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME", String::as_str).to_uppercase();
    let only = call
        .args
        .iter()
        .position(|arg| arg == "-p")
        .and_then(|at| call.args.get(at + 1)?.parse::<u32>().ok());
    let running = apps
        .iter()
        .enumerate()
        .filter_map(|(at, app)| Some((format!("u0_a{at}"), app.pid?, 300, app.package.as_str())));
    let system = [("root".to_owned(), 1, 0, "init"), ("system".to_owned(), 600, 300, "system_server")];
    let own = [("shell".to_owned(), SHELL_PID, 400, "sh")];
    let rows = system.into_iter().chain(running).filter(|_| all || only.is_some()).chain(own);
    let columns: Vec<&str> = fields.split(',').collect();
    let mut lines = vec![columns.iter().map(|name| cell(name, name)).collect::<String>()];
    for (user, pid, parent, name) in rows.filter(|row| only.is_none_or(|pid| row.1 == pid)) {
        let value = |column: &str| match column {
            "USER" | "UID" => user.clone(),
            "PID" => pid.to_string(),
            "PPID" => parent.to_string(),
            "VSZ" | "RSS" | "ADDR" | "WCHAN" => "0".to_owned(),
            "S" => "S".to_owned(),
            _ => name.to_owned(),
        };
        lines.push(columns.iter().map(|column| cell(column, &value(column))).collect());
    }
    for line in lines {
        writeln!(call.out, "{}", line.trim_end())?;
    }
    Ok(0)
}

/// A column as toybox spaces it.
fn cell(column: &str, value: &str) -> String {
    match column {
        "USER" | "UID" => format!("{value:<13} "),
        "NAME" | "ARGS" | "CMD" | "CMDLINE" => format!("{value} "),
        "S" => format!("{value} "),
        _ => format!("{value:>7} "),
    }
}

/// The shell's user may end nothing but its own.
pub(super) fn kill(call: &mut Call<'_>) -> Outcome {
    let pid = call.args.last().map_or("", String::as_str);
    let known = call.phone.apps()?.iter().any(|app| app.pid.is_some_and(|known| known.to_string() == pid));
    let why = if known || pid == "1" { "Operation not permitted" } else { "No such process" };
    writeln!(call.err, "/system/bin/sh: kill: {pid}: {why}")?;
    Ok(1)
}

/// `sleep NUMBER[m|h|d]`: on the phone's clock, so it costs nothing where that is ours.
pub(super) fn sleep(call: &mut Call<'_>) -> Outcome {
    let mut time = Duration::ZERO;
    for arg in call.args {
        let unit = match arg.bytes().last() {
            Some(b'm') => 60.0,
            Some(b'h') => 3600.0,
            Some(b'd') => 86_400.0,
            _ => 1.0,
        };
        let number = arg.trim_end_matches(['s', 'm', 'h', 'd']).parse::<f64>().unwrap_or(-1.0);
        match Duration::try_from_secs_f64(number * unit) {
            Ok(more) => time = time.saturating_add(more),
            Err(_) => {
                writeln!(call.err, "sleep: bad number '{arg}'")?;
                return Ok(1);
            }
        }
    }
    call.phone.pass(time, call.wanted)?;
    Ok(0)
}

/// `date [+FORMAT]`.
pub(super) fn date(call: &mut Call<'_>) -> Outcome {
    let unix_ms = call.phone.unix_ms()?;
    let format = call.args.iter().find_map(|arg| arg.strip_prefix('+')).unwrap_or("%a %b %e %H:%M:%S %Z %Y");
    writeln!(call.out, "{}", formatted(format, unix_ms))?;
    Ok(0)
}

fn formatted(format: &str, unix_ms: u64) -> String {
    const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let moment = DateTime::of(unix_ms);
    let mut text = String::new();
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('Y') => text.push_str(&moment.year.to_string()),
            Some('m') => text.push_str(&format!("{:02}", moment.month)),
            Some('d') => text.push_str(&format!("{:02}", moment.day)),
            Some('e') => text.push_str(&format!("{:2}", moment.day)),
            Some('H') => text.push_str(&format!("{:02}", moment.hour)),
            Some('M') => text.push_str(&format!("{:02}", moment.minute)),
            Some('S') => text.push_str(&format!("{:02}", moment.second)),
            Some('N') => text.push_str(&format!("{:09}", moment.milli * 1_000_000)),
            Some('F') => text.push_str(&moment.date()),
            Some('T') => text.push_str(&moment.time()),
            Some('s') => text.push_str(&(unix_ms / 1000).to_string()),
            Some('a') => text.push_str(DAYS[moment.weekday]),
            Some('b') => text.push_str(MONTHS.get(moment.month as usize - 1).unwrap_or(&"")),
            Some('Z') => text.push_str("UTC"),
            Some('z') => text.push_str("+0000"),
            Some('%') => text.push('%'),
            Some(other) => text.extend(['%', other]),
            None => text.push('%'),
        }
    }
    text
}

pub(super) fn uptime(call: &mut Call<'_>) -> Outcome {
    let up = call.phone.ask(|state| state.device.now())?.as_secs();
    let now = DateTime::of(call.phone.unix_ms()?).time();
    writeln!(
        call.out,
        " {now} up {:02}:{:02},  0 users,  load average: 0.00, 0.00, 0.00",
        up / 3600,
        up / 60 % 60
    )?;
    Ok(0)
}

pub(super) fn id(call: &mut Call<'_>) -> Outcome {
    let short = call.args.iter().any(|arg| arg == "-u");
    writeln!(
        call.out,
        "{}",
        if short {
            "2000"
        } else {
            "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),3003(inet) context=u:r:shell:s0"
        }
    )?;
    Ok(0)
}

pub(super) fn whoami(call: &mut Call<'_>) -> Outcome {
    writeln!(call.out, "shell")?;
    Ok(0)
}

pub(super) fn pwd(call: &mut Call<'_>) -> Outcome {
    writeln!(call.out, "{}", call.folder)?;
    Ok(0)
}

/// `uname [-a] [-m] [-r]`.
pub(super) fn uname(call: &mut Call<'_>) -> Outcome {
    let text = match call.arg(0) {
        "-m" => "x86_64",
        "-r" => "5.15.0-oddity",
        "-a" => "Linux localhost 5.15.0-oddity #1 SMP PREEMPT x86_64",
        _ => "Linux",
    };
    writeln!(call.out, "{text}")?;
    Ok(0)
}

/// `env`, `printenv [NAME]`.
pub(super) fn env(call: &mut Call<'_>) -> Outcome {
    if let Some(name) = call.args.first() {
        return match call.variables.get(name) {
            Some(value) => {
                writeln!(call.out, "{value}")?;
                Ok(0)
            }
            None => Ok(1),
        };
    }
    for (name, value) in call.variables {
        writeln!(call.out, "{name}={value}")?;
    }
    Ok(0)
}

pub(super) fn which(call: &mut Call<'_>) -> Outcome {
    let mut status = 0;
    for wanted in call.args {
        if wanted == "sh" || names(call.phone).any(|name| name == wanted) {
            writeln!(call.out, "/system/bin/{wanted}")?;
        } else {
            status = 1;
        }
    }
    Ok(status)
}

/// The apps' own files are theirs: there are none on this disk.
pub(super) fn run_as(call: &mut Call<'_>) -> Outcome {
    let package = call.arg(0);
    if call.phone.apps()?.iter().any(|app| app.package == package) {
        writeln!(call.err, "run-as: package not debuggable: {package}")?;
    } else {
        writeln!(call.err, "run-as: unknown package: {package}")?;
    }
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_formatted() {
        let unix_ms = 1_767_312_000_000 + 3_723_004;
        assert_eq!(formatted("%a %b %e %H:%M:%S %Z %Y", unix_ms), "Fri Jan  2 01:02:03 UTC 2026");
        assert_eq!(formatted("%s.%N %F %T %q%%", unix_ms), "1767315723.004000000 2026-01-02 01:02:03 %q%");
    }
}
