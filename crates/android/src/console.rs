//! The emulator console (`adb emu …`, or telnet to it).

use serde::Serialize;

use super::text::lines;

/// The console's verdict and what it said before it. `adb emu` ends with status 0 either way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConsoleReply {
    /// How it ended.
    pub verdict: Verdict,
    /// The lines before the verdict.
    pub lines: Vec<String>,
}

/// How a console command ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is done, or, for a snapshot to load, begun.
    Ok,
    /// It is not, and why.
    Ko(String),
    /// Neither word came: the emulator went away, or the reply was cut.
    Missing,
}

/// A snapshot the emulator has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListedSnapshot {
    /// The name to load it by.
    pub name: String,
    /// How much memory it holds, as printed: `75M`.
    pub size: String,
    /// When it was taken, as printed.
    pub taken: String,
}

impl ConsoleReply {
    /// Reads one reply. The last verdict counts: a greeting has one of its own.
    pub fn parse(text: &str) -> Self {
        let mut reply = Self { verdict: Verdict::Missing, lines: Vec::new() };
        for line in lines(text) {
            let line = line.trim_end();
            if line == "OK" || line.starts_with("OK:") {
                reply.verdict = Verdict::Ok;
                let said = line.strip_prefix("OK:").map(str::trim);
                reply.lines.extend(said.map(str::to_owned));
            } else if let Some(why) = line.strip_prefix("KO") {
                reply.verdict = Verdict::Ko(why.trim_start_matches(':').trim().to_owned());
            } else if !line.is_empty() {
                reply.lines.push(line.to_owned());
            }
        }
        reply
    }

    /// Whether the console wants its token first: it answers every privileged command as unknown until it has it.
    pub fn wants_authentication(&self) -> bool {
        self.lines.iter().any(|line| line.ends_with("Authentication required"))
    }

    /// The file that holds the token, from the greeting.
    pub fn token_file(&self) -> Option<&str> {
        self.lines.iter().find_map(|line| line.strip_prefix('\'')?.strip_suffix('\''))
    }

    /// The snapshots of `avd snapshot list`.
    pub fn snapshots(&self) -> Vec<ListedSnapshot> {
        ListedSnapshot::all(&self.lines)
    }
}

impl ListedSnapshot {
    /// Those of a table as `avd snapshot list` prints it.
    pub fn all(lines: &[String]) -> Vec<ListedSnapshot> {
        let table = lines.iter().skip_while(|line| !line.starts_with("ID ")).skip(1);
        table.filter_map(|line| listed_snapshot(line)).collect()
    }

    /// The size in bytes, of `75M`, `75 MiB`, `1.2G` and the like.
    pub fn bytes(&self) -> Option<u64> {
        let unit = self.size.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.size.len());
        let (number, unit) = self.size.split_at(unit);
        let shift = match unit.trim().chars().next() {
            None | Some('B') => 0,
            Some('K' | 'k') => 10,
            Some('M') => 20,
            Some('G') => 30,
            Some('T') => 40,
            Some(_) => return None,
        };
        let bytes = number.parse::<f64>().ok()? * (1_u64 << shift) as f64;
        Some(bytes as u64)
    }
}

/// `--   default_boot   75M 2026-09-09 11:41:45   00:10:07.753`; a name may hold spaces, so it is read from the end.
fn listed_snapshot(line: &str) -> Option<ListedSnapshot> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, name @ .., size, date, time, _clock] = &words[..] else { return None };
    let is_date = date.len() == 10 && date.contains('-') && time.contains(':');
    // QEMU 5 and later print the unit as a word of its own: `75 MiB`.
    let (name, size) = match name {
        [name @ .., number] if size.ends_with('B') && number.parse::<f64>().is_ok() => {
            (name, format!("{number} {size}"))
        }
        _ => (name, (*size).to_owned()),
    };
    (is_date && !name.is_empty()).then(|| ListedSnapshot {
        name: name.join(" "),
        size,
        taken: format!("{date} {time}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, verdict: &Verdict, said: &[&str]) {
        let reply = ConsoleReply::parse(text);
        assert_eq!(
            (&reply.verdict, reply.lines),
            (verdict, said.iter().map(|s| (*s).to_owned()).collect()),
            "{text}"
        );
    }

    #[test]
    fn reads_verdicts() {
        check("OK\r\n", &Verdict::Ok, &[]);
        check("Pixel_3a\r\nOK\r\n", &Verdict::Ok, &["Pixel_3a"]);
        check("OK: killing emulator, bye bye\nOK\n", &Verdict::Ok, &["killing emulator, bye bye"]);
        check(
            "KO: unknown command, try 'help'\r\n",
            &Verdict::Ko("unknown command, try 'help'".to_owned()),
            &[],
        );
        check("", &Verdict::Missing, &[]);
        check("half a rep", &Verdict::Missing, &["half a rep"]);
    }

    #[test]
    fn reads_the_greeting() {
        let reply =
            ConsoleReply::parse("Android Console: Authentication required\nx\n'/home/me/.token'\nOK\n");
        assert!(reply.wants_authentication());
        assert_eq!(reply.token_file(), Some("/home/me/.token"));
    }

    #[test]
    fn reads_snapshots() {
        let reply = ConsoleReply::parse(
            "List of snapshots present on all disks:\nID        TAG      VM SIZE       DATE       VM CLOCK\n\
             --        boot        75M 2026-09-09 11:41:45   00:10:07.753\n--        my snap  7.5 MiB 2026-09-09 11:41:46   00:10:07.753\nOK\n",
        );
        let seen: Vec<_> = reply.snapshots().into_iter().map(|s| (s.name, s.size)).collect();
        assert_eq!(
            seen,
            [("boot".to_owned(), "75M".to_owned()), ("my snap".to_owned(), "7.5 MiB".to_owned())]
        );
        let bytes =
            |size: &str| ListedSnapshot { size: size.to_owned(), ..ListedSnapshot::default() }.bytes();
        let known = ["75M", "75 MiB", "1.5G", "512", "3 B"].map(bytes);
        let mb = 1 << 20;
        assert_eq!(known, [Some(75 * mb), Some(75 * mb), Some(1536 * mb), Some(512), Some(3)]);
        assert_eq!((bytes("much"), bytes("")), (None, None));
        assert!(ConsoleReply::parse("There is no snapshot available.\nOK\n").snapshots().is_empty());
    }
}
