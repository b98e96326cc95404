//! A trace as a person would tell it.

use std::collections::HashSet;
use std::io::{self, Write};

use gui::{Event, Layout, escaped as clean};

use crate::step::{Crash, CrashKind, Moment, Step};
use crate::trace::{Header, Start, Trace};

/// The most characters of a text that are told.
const TOLD_CHARS: usize = 60;

/// Tells a trace while it is read, step by step.
///
/// What comes from phones and files is escaped, so that it cannot steer the terminal it is printed on.
#[derive(Debug)]
pub struct Teller<W> {
    out: W,
    number: u64,
    with_changes: bool,
}

impl Trace {
    /// The whole trace: a headline, then one numbered line per step.
    pub fn tell(&self) -> String {
        let mut out = Vec::new();
        let mut teller = Teller::new(&mut out);
        let told = teller
            .begin(&self.header, self.steps.len(), &self.start)
            .and_then(|()| self.steps.iter().try_for_each(|step| teller.step(step)))
            .and_then(|()| teller.end(self.end.as_deref()));
        debug_assert!(told.is_ok(), "memory takes everything");
        String::from_utf8_lossy(&out).into_owned()
    }
}

impl<W: Write> Teller<W> {
    /// Tells it to `out`.
    pub fn new(out: W) -> Teller<W> {
        Teller { out, number: 0, with_changes: false }
    }

    /// Tells also, below each step, all that it changed on the screen.
    #[must_use]
    pub fn with_changes(self) -> Teller<W> {
        Teller { with_changes: true, ..self }
    }

    /// The headline, and where the trace starts.
    pub fn begin(&mut self, header: &Header, steps: usize, start: &Moment) -> io::Result<()> {
        let app = if header.app.is_empty() { "an unnamed app" } else { &header.app };
        write!(self.out, "{}", clean(app))?;
        if let Some(version) = &header.app_version {
            write!(self.out, " {}", clean(version))?;
        }
        if let Some(device) = &header.device {
            write!(self.out, " on {}", clean(device))?;
        }
        write!(self.out, ", {steps} {}", if steps == 1 { "step" } else { "steps" })?;
        if !header.source.is_empty() {
            write!(self.out, ", recorded by {}", clean(&header.source))?;
        }
        if let Some(seed) = header.seed {
            write!(self.out, ", seed {seed}")?;
        }
        writeln!(self.out)?;
        if let Some(experiment) = &header.experiment {
            writeln!(self.out, "experiment {}: {}", experiment.id, clean(&experiment.purpose))?;
        }
        let condition = match &header.start {
            Start::Unknown => String::new(),
            Start::Fresh => " with the app's data cleared".to_owned(),
            Start::AsItWas => " as the app was".to_owned(),
            Start::Snapshot { name } => format!(" from the snapshot {}", clean(name)),
        };
        let place =
            start.activity.as_ref().map_or_else(String::new, |name| format!(" in {}", short_activity(name)));
        writeln!(self.out, "starts{place}{condition}: {}", told_screen(start))
    }

    /// One step, with what is known of it indented below.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        self.number += 1;
        let remarks = &step.remarks;
        let event = match (&step.event, &remarks.note) {
            (Some(event), _) => clean(&event.to_string()),
            (None, Some(note)) => clean(note),
            (None, None) => "something happened that was not recorded".to_owned(),
        };
        write!(self.out, "{}. {event}{}", self.number, told_change(step))?;
        if let Some(at_ms) = remarks.at_ms {
            write!(self.out, " ({}.{} s)", at_ms / 1000, at_ms % 1000 / 100)?;
        }
        writeln!(self.out)?;
        if let (true, Some(before), Some(after)) =
            (self.with_changes, &step.before.layout, &step.after.layout)
            && let Ok(changes) = diff::changes_between(before, after)
        {
            changes.tell(before, after).lines().try_for_each(|line| writeln!(self.out, "   {line}"))?;
        }
        if let Some(crash) = &remarks.crash {
            writeln!(self.out, "   {}", told_crash(crash))?;
        }
        if let (Some(_), Some(note)) = (&step.event, &remarks.note) {
            writeln!(self.out, "   note: {}", clean(note))?;
        }
        if let Some(purpose) = &remarks.purpose {
            writeln!(self.out, "   purpose: {}", clean(purpose))?;
        }
        remarks.log.iter().try_for_each(|line| writeln!(self.out, "   log: {}", clean(line)))
    }

    /// The last line: why it ended there.
    pub fn end(&mut self, why: Option<&str>) -> io::Result<()> {
        match why {
            Some(why) => writeln!(self.out, "ended: {}", clean(why)),
            None => writeln!(self.out, "cut short: nobody recorded how it ended"),
        }
    }
}

/// What changed on screen, in a few words or none.
fn told_change(step: &Step) -> String {
    let (before, after) = (&step.before, &step.after);
    if let Some(activity) = after.activity.as_ref().filter(|_| before.activity != after.activity) {
        return format!(" → {}", short_activity(activity));
    }
    match (&before.layout, &after.layout) {
        (_, None) => " → a screen that was not recorded".to_owned(),
        (None, Some(_)) => String::new(),
        (Some(before), Some(after)) if before.digest() == after.digest() => ": nothing changed".to_owned(),
        (Some(before), Some(after)) => told_label(before, after, step.event.as_ref()),
    }
}

/// The first text that came, or else the first that went, or else what else is different.
fn told_label(before: &Layout, after: &Layout, event: Option<&Event>) -> String {
    let typed = match event {
        Some(Event::Edit { text, .. }) if !text.is_empty() => Some(text.as_str()),
        _ => None,
    };
    if let Some(label) = only_in(after, before).find(|&label| Some(label) != typed) {
        return format!(": “{}” appeared", clean_short(label));
    }
    if let Some(typed) = typed {
        // A password shows as dots, so its text is nowhere to be seen.
        let arrived = after.nodes().any(|node| node.text().contains(typed) || node.is(gui::Flag::Password));
        return if arrived { String::new() } else { ": the text did not arrive".to_owned() };
    }
    match only_in(before, after).next() {
        Some(label) => format!(": “{}” went away", clean_short(label)),
        None => told_difference(before, after),
    }
}

/// The one difference, or how many there are.
fn told_difference(before: &Layout, after: &Layout) -> String {
    // Screens too large to compare are not worth more words either.
    let Ok(changes) = diff::changes_between(before, after) else { return String::new() };
    let told = changes.tell(before, after);
    let lines: Vec<&str> = told.lines().filter(|line| !line.starts_with(' ')).collect();
    match lines[..] {
        [] => ": widgets moved".to_owned(),
        [line] => match line.split_at(2) {
            ("- ", widget) => format!(": {} went away", clean_short(widget)),
            ("+ ", widget) => format!(": {} appeared", clean_short(widget)),
            (_, change) => format!(": {}", clean_short(&change.replacen(": ", " ", 1))),
        },
        _ => format!(": {} things changed", lines.len()),
    }
}

fn only_in<'a>(here: &'a Layout, there: &'a Layout) -> impl Iterator<Item = &'a str> {
    let there: HashSet<&str> = labels(there).collect();
    labels(here).filter(move |label| !there.contains(label))
}

fn labels<'a>(layout: &'a Layout) -> impl Iterator<Item = &'a str> {
    let label_of =
        |node: gui::Node<'a>| if node.text().is_empty() { node.content_desc() } else { node.text() };
    layout.nodes().map(label_of).filter(|label| !label.is_empty())
}

fn told_screen(moment: &Moment) -> String {
    match moment.layout.as_ref().map(|layout| layout.len()) {
        None => "an unrecorded screen".to_owned(),
        Some(1) => "a screen of 1 widget".to_owned(),
        Some(widgets) => format!("a screen of {widgets} widgets"),
    }
}

fn told_crash(crash: &Crash) -> String {
    let what = match crash.kind {
        CrashKind::Exception => "the app crashed",
        CrashKind::Native => "the app crashed in native code",
        CrashKind::Anr => "the app did not respond (ANR)",
    };
    format!("{what}: {}", clean(&crash.summary))
}

/// `EditActivity` of `com.example/.ui.EditActivity`.
fn short_activity(activity: &str) -> String {
    clean(activity.rsplit(['.', '/']).next().filter(|name| !name.is_empty()).unwrap_or(activity))
}

fn clean_short(text: &str) -> String {
    match text.char_indices().nth(TOLD_CHARS) {
        Some((end, _)) => format!("{}…", clean(&text[..end])),
        None => clean(text),
    }
}
