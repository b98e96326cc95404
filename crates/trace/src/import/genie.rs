//! Runs that Genie recorded, in the neutral format of one JSON line per step.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use gui::{Event, Flag, Flags, Layout, NodeId, Rect, Selector, Widget};
use serde::Deserialize;

use super::views::{Built, View, layout_of};
use super::{ImportError, Imported, MAX_TEXT_BYTES};
use super::{app_most_seen, direction_named, event_of_intent, files_like, key_named, package_started};
use crate::step::{Moment, Remarks};
use crate::trace::{Header, Start, Trace};

/// The most that a packed file may unpack to.
const MAX_UNPACKED_BYTES: u64 = 1 << 30;

/// Reads a recording of Genie: a `.jsonl` file, packed with gzip or not, or a folder of them.
///
/// Each line has the screen before an event, the event, and the name of the screen after it, which is the next line's.
/// One file may hold several runs; each becomes a trace.
pub fn genie(path: &Path) -> Result<Imported, ImportError> {
    let mut imported = Imported::default();
    for file in files_of(path)? {
        read_file(&file, &mut imported)?;
    }
    if imported.traces.is_empty() {
        let expected = "recording of Genie: it has no line with a screen";
        return Err(ImportError::NotThat { path: path.to_owned(), expected });
    }
    Ok(imported)
}

#[derive(Deserialize)]
struct Line {
    run: String,
    step: u64,
    #[serde(default)]
    t: f64,
    seed: Option<u64>,
    mutant: Option<u64>,
    state: String,
    activity: Option<String>,
    #[serde(default)]
    package: String,
    event: Option<LineEvent>,
    #[serde(default)]
    inserted: bool,
    next: Option<String>,
    early: Option<Early>,
    views: Vec<LineView>,
}

/// The first look after the event, where it differed from the settled one. Only its name is kept.
#[derive(Deserialize)]
struct Early {
    state: String,
}

#[derive(Deserialize)]
struct LineEvent {
    r#type: String,
    view: Option<usize>,
    text: Option<String>,
    direction: Option<String>,
    key: Option<String>,
    intent: Option<String>,
}

#[derive(Deserialize)]
struct LineView {
    parent: i64,
    #[serde(default)]
    children: Vec<usize>,
    #[serde(default)]
    class: String,
    #[serde(default)]
    rid: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    desc: String,
    package: Option<String>,
    bounds: Rect,
    #[serde(default)]
    flags: String,
}

fn files_of(path: &Path) -> Result<Vec<PathBuf>, ImportError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let list = |end| files_like(path, "", &[end]).map_err(|e| io_error(path, e));
    let mut files = list(".jsonl.gz")?;
    files.extend(list(".jsonl")?);
    Ok(files)
}

fn read_file(path: &Path, imported: &mut Imported) -> Result<(), ImportError> {
    let mut lines = open(path)?;
    let mut recording = Recording { path, imported, seen: HashMap::new(), growing: None };
    let mut total_bytes = 0;
    for number in 1.. {
        let mut text = Vec::new();
        let read = lines.by_ref().take(MAX_TEXT_BYTES).read_until(b'\n', &mut text);
        total_bytes += read.map_err(|e| io_error(path, e))? as u64;
        if text.is_empty() {
            break;
        }
        let added = if text.len() as u64 == MAX_TEXT_BYTES || total_bytes > MAX_UNPACKED_BYTES {
            Err("the recording is larger than oddity reads".to_owned())
        } else {
            recording.add(number, &text)
        };
        added.map_err(|why| ImportError::Malformed {
            path: path.to_owned(),
            why: format!("line {number}: {why}"),
        })?;
    }
    recording.finish(None);
    Ok(())
}

/// One file as far as it is read.
struct Recording<'a> {
    path: &'a Path,
    imported: &'a mut Imported,
    /// Screens of the same name are equal, so each is kept once.
    seen: HashMap<String, Moment>,
    growing: Option<(Trace, Pending)>,
}

/// What a line leaves open: its event, waiting for the screen of the next line.
struct Pending {
    event: Option<Event>,
    remarks: Remarks,
    next: Option<String>,
}

impl Recording<'_> {
    fn add(&mut self, number: usize, text: &[u8]) -> Result<(), String> {
        let line: Line = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        let built = build(&line).map_err(|limit| limit.to_string())?;
        if built.lost() > 0 {
            self.warn(number, &format!("{} views hang on nothing", built.lost()));
        }
        let pending = pending(&line, &built);
        let moment = self.moment(&line, built.layout);
        if line.step == 0 {
            self.finish(None);
        }
        let trace = match self.growing.take() {
            None => Trace::new(header(&line), moment),
            Some((mut trace, before)) => {
                if before.next.is_some_and(|next| next != line.state) {
                    self.warn(number, "it is not the screen that the line before it announces");
                }
                trace.step(before.event, moment, before.remarks);
                trace
            }
        };
        self.growing = Some((trace, pending));
        if line.event.is_none() {
            self.finish(Some("the recording ends here"));
        }
        Ok(())
    }

    fn finish(&mut self, why: Option<&str>) {
        if let Some((mut trace, _)) = self.growing.take() {
            trace.header.app = app_most_seen(&trace);
            trace.end = why.map(str::to_owned);
            self.imported.traces.push(trace);
        }
    }

    fn moment(&mut self, line: &Line, layout: Layout) -> Moment {
        let activity = line.activity.clone();
        match self.seen.get(&line.state) {
            Some(moment) if moment.digest() == Some(layout.digest()) => Moment { activity, ..moment.clone() },
            _ => {
                let screenshot = self.screenshot(&line.state);
                let moment = Moment { activity, screenshot, ..Moment::of(layout) };
                self.seen.insert(line.state.clone(), moment.clone());
                moment
            }
        }
    }

    /// Pictures lie beside the file, named by the screen.
    fn screenshot(&mut self, state: &str) -> Option<gui::Digest> {
        let is_name = state.chars().all(|c| c.is_ascii_alphanumeric());
        let picture = self.path.parent()?.join("screenshots").join(format!("{state}.png"));
        if is_name { self.imported.picture(picture) } else { None }
    }

    fn warn(&mut self, number: usize, what: &str) {
        self.imported.warn(self.path, &format!(" line {number}: {what}"));
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, ImportError> {
    let mut file = BufReader::new(files::open_named(path).map_err(|e| io_error(path, e.into()))?);
    let is_gzip = file.fill_buf().map_err(|e| io_error(path, e))?.starts_with(&[0x1f, 0x8b]);
    Ok(if is_gzip { Box::new(BufReader::new(MultiGzDecoder::new(file))) } else { Box::new(file) })
}

fn io_error(path: &Path, source: std::io::Error) -> ImportError {
    ImportError::Io { path: path.to_owned(), source }
}

fn header(line: &Line) -> Header {
    let source = match (line.seed, line.mutant) {
        (Some(seed), Some(mutant)) => format!("Genie (mutant {mutant} of seed test {seed})"),
        (Some(seed), None) => format!("Genie (seed test {seed})"),
        _ => format!("Genie ({})", line.run),
    };
    // Every seed test and its mutants start from cleared app data; mining starts on the home screen.
    let start = if line.seed.is_some() { Start::Fresh } else { Start::Unknown };
    Header { source, start, ..Header::default() }
}

fn build(line: &Line) -> Result<Built, gui::LimitReached> {
    let views = line.views.iter().map(|view| View {
        widget: Widget {
            class: &view.class,
            resource_id: &view.rid,
            text: &view.text,
            content_desc: &view.desc,
            package: view.package.as_deref().unwrap_or(&line.package),
            bounds: view.bounds,
            flags: view.flags.chars().filter_map(flag).fold(Flags::NONE, |set, flag| set.with(flag, true)),
            ..Widget::default()
        },
        parent: usize::try_from(view.parent).ok(),
        children: view.children.clone(),
    });
    layout_of(views.collect())
}

fn flag(letter: char) -> Option<Flag> {
    Some(match letter {
        'E' => Flag::Enabled,
        'V' => Flag::Visible,
        'c' => Flag::Clickable,
        'l' => Flag::LongClickable,
        'e' => Flag::Editable,
        'k' => Flag::Checkable,
        's' => Flag::Scrollable,
        'f' => Flag::Focusable,
        'K' => Flag::Checked,
        'S' => Flag::Selected,
        'F' => Flag::Focused,
        'P' => Flag::Password,
        _ => return None,
    })
}

fn pending(line: &Line, built: &Built) -> Pending {
    let place = line.event.as_ref().and_then(|event| built.places.get(event.view?).copied().flatten());
    let event = line.event.as_ref().and_then(|event| event_of(event, place, &built.layout));
    let unknown =
        line.event.as_ref().filter(|_| event.is_none()).map(|event| format!("did a {}", event.r#type));
    let early = line.early.as_ref().map(|early| format!("the first look showed the screen {}", early.state));
    let remarks = Remarks {
        at_ms: Some((line.t.max(0.0) * 1000.0) as u64),
        purpose: line.inserted.then(|| "inserted".to_owned()),
        note: unknown.or(early),
        ..Remarks::default()
    };
    Pending { event, remarks, next: line.next.clone() }
}

fn event_of(event: &LineEvent, place: Option<NodeId>, layout: &Layout) -> Option<Event> {
    let target = || place.map(|place| Selector::of(layout.node(place)));
    Some(match event.r#type.as_str() {
        "touch" => Event::Tap { target: target()? },
        "long_touch" => Event::LongTap { target: target()? },
        "set_text" => Event::Edit { target: target()?, text: event.text.clone().unwrap_or_default() },
        "scroll" => {
            Event::Scroll { target: target()?, toward: direction_named(event.direction.as_deref()?)? }
        }
        "key" => Event::Key { key: key_named(event.key.as_deref()?)? },
        // Genie sends no other intents than the one that opens the app.
        "intent" => {
            let command = event.intent.as_deref()?;
            event_of_intent(command, package_started(command).unwrap_or_default())?
        }
        _ => return None,
    })
}
