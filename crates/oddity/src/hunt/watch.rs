//! Telling a run while it goes on.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use campaign::{Tally, Update, Watcher};
use report::Shown;
use report::terminal::{self, LiveFinding, LivePhone, LiveState, Pace};

use super::{Folder, Target};
use crate::cli::MessageFormat;

/// Between two pictures of the live screen.
const FRAME: Duration = Duration::from_millis(250);

/// Tells a run while it goes on: a live screen on a terminal, lines elsewhere, JSON for programs.
pub(crate) struct Live<'h> {
    manner: Manner,
    /// The run's folder, where it has one.
    folder: Option<&'h Folder>,
    state: LiveState,
    grew: Option<Instant>,
    found: Option<Instant>,
    /// Steps at an earlier time, for the speed at present.
    earlier: (Instant, u64),
    drawn: Option<Instant>,
    /// How many lines the screen had that stands on the terminal.
    lines: usize,
}

enum Manner {
    Screen,
    Lines(Pace),
    Json(Pace),
    Silent,
}

impl<'h> Live<'h> {
    pub(crate) fn new(
        target: &Target,
        seed: u64,
        format: MessageFormat,
        quiet: bool,
        folder: Option<&'h Folder>,
    ) -> Live<'h> {
        let manner = match format {
            MessageFormat::Json => Manner::Json(Pace::default()),
            MessageFormat::Human if quiet => Manner::Silent,
            MessageFormat::Human if std::io::stderr().is_terminal() => Manner::Screen,
            MessageFormat::Human => Manner::Lines(Pace::default()),
        };
        let phones =
            target.phones.iter().map(|name| LivePhone { name: name.clone(), ..LivePhone::default() });
        let state =
            LiveState { app: target.name.clone(), seed, phones: phones.collect(), ..LiveState::default() };
        let now = Instant::now();
        Live { manner, folder, state, grew: None, found: None, earlier: (now, 0), drawn: None, lines: 0 }
    }

    /// The same for a run that is no hunt.
    pub(crate) fn doing(mut self, doing: &'static str) -> Live<'h> {
        self.state.doing = doing;
        self
    }

    /// Says what is about to happen.
    pub(crate) fn started(&mut self, budget: campaign::Budget) {
        self.state.health.events_asked = budget.events;
        self.state.health.time_asked_ms = budget.time.map(millis);
        match self.manner {
            Manner::Lines(_) => tell(&terminal::line_started(&self.state)),
            Manner::Json(_) => print_json(&terminal::message_started(&self.state)),
            Manner::Screen | Manner::Silent => {}
        }
    }

    /// Takes the screen away, so that the summary stands alone.
    pub(crate) fn ended(&mut self) {
        if matches!(self.manner, Manner::Screen) {
            let mut out = std::io::stderr().lock();
            let _ = write!(out, "{}", self.cursor_up()).and_then(|()| out.flush());
            self.lines = 0;
        }
    }

    fn take_in(&mut self, tally: &Tally) {
        let now = Instant::now();
        let covered = tally.parts.is_some().then_some(tally.covered as u64);
        if covered > self.state.covered || tally.screens as u64 > self.state.screens {
            self.grew = Some(now);
        }
        let (since, steps) = self.earlier;
        let passed = now.duration_since(since);
        if passed > Duration::from_secs(1) {
            self.state.events_per_second =
                tally.steps_now.saturating_sub(steps) as f64 / passed.as_secs_f64();
            self.earlier = (now, tally.steps_now);
        }
        let ago = |then: Option<Instant>| then.map(|then| millis(now.duration_since(then)));
        self.state.health = tally.health.clone();
        // On a slow phone a round takes minutes.
        self.state.health.events += tally.events_in_round;
        self.state.covered = covered;
        self.state.screens = tally.screens as u64;
        self.state.new_ms_ago = ago(self.grew);
        self.state.finding_ms_ago = ago(self.found);
        self.state.sightings = tally.suspicions;
        let proving = tally.proving;
        self.state.proving = (proving.waiting + proving.confirming + proving.minimising) as u64;
        self.state.stuck = tally.stuck.values().sum();
        self.state.travels = tally.travels;
        let phones = tally.phones.iter().map(|phone| LivePhone {
            name: phone.name.clone(),
            doing: phone.doing.clone(),
            lost: phone.lost.is_some(),
        });
        self.state.phones = phones.collect();
    }

    fn progress(&mut self) {
        match &mut self.manner {
            Manner::Silent => {}
            Manner::Lines(pace) => {
                if pace.is_due(&self.state) {
                    tell(&terminal::line_progress(&self.state));
                }
            }
            Manner::Json(pace) => {
                if pace.is_due(&self.state) {
                    print_json(&terminal::message_progress(&self.state));
                }
            }
            Manner::Screen => {
                if self.drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME) {
                    self.draw();
                }
            }
        }
    }

    fn draw(&mut self) {
        let (columns, rows) = crate::system::terminal_size();
        let lines = terminal::screen(&self.state, columns, rows);
        let mut frame = self.cursor_up();
        for line in &lines {
            frame.push_str(line);
            // Whatever stood there before was longer.
            frame.push_str("\x1b[K\n");
        }
        let mut out = std::io::stderr().lock();
        // A terminal that went away is no reason to stop testing.
        let _ = out.write_all(frame.as_bytes()).and_then(|()| out.flush());
        self.lines = lines.len();
        self.drawn = Some(Instant::now());
    }

    /// Back to where the screen began, with all below cleared.
    fn cursor_up(&self) -> String {
        match self.lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\x1b[J"),
        }
    }
}

impl Watcher for Live<'_> {
    fn told(&mut self, told: Update<'_>) {
        match told {
            Update::Progress(tally) => {
                self.take_in(tally);
                self.progress();
            }
            Update::Found(finding) => {
                self.found = Some(Instant::now());
                let told = LiveFinding::of(finding);
                match self.manner {
                    Manner::Lines(_) => tell(&terminal::line_finding(&told)),
                    Manner::Json(_) => {
                        let replay = self.folder.map(|folder| folder.replay_command(finding));
                        let shown = Shown::new(finding.clone(), &[], replay.unwrap_or_default());
                        print_json(&terminal::message_finding(&shown));
                    }
                    Manner::Screen | Manner::Silent => {}
                }
                self.state.findings.push(told);
            }
            Update::Lost { why } => {
                if let Manner::Lines(_) = self.manner {
                    tell(&format!("a phone is gone: {}", gui::escaped(why)));
                }
            }
        }
    }
}

/// Standard error carries the telling, so that standard output carries the result alone.
fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

fn print_json(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
