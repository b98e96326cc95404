//! `oddity layout`: a screen as a person, or a program, wants to see it.

use std::collections::BTreeMap;
use std::path::Path;

use gui::{
    Confidence, DumpError, Flag, Layout, Node, Parsed, Rect, Refusal, Selector, Warning, WarningKind,
    WindowInfo,
};
use serde::Serialize;

use crate::cli::{LayoutArgs, LayoutFormat};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;

pub(crate) fn run(args: &LayoutArgs, output: &mut Output) -> Result<Exit, Failure> {
    let parsed = read_layout(&args.file, args.partial)?;
    warn_of(&parsed.warnings, &args.file, output);
    if let Some(selector) = &args.find {
        return find(selector, &parsed.layout, output);
    }
    print(&parsed.layout, &parsed.warnings, args.format, output)?;
    Ok(Exit::Clean)
}

/// Prints a screen as the user wants it.
pub(crate) fn print(
    layout: &Layout,
    warnings: &[Warning],
    format: LayoutFormat,
    output: &mut Output,
) -> Result<(), Failure> {
    match format {
        LayoutFormat::Tree => output.print(layout.tell()),
        LayoutFormat::Json => output.json(&LayoutJson::of(layout, warnings)),
        LayoutFormat::Xml => output.print(format_args!("{}\n", layout.to_xml())),
        LayoutFormat::Events => {
            layout.events().iter().try_for_each(|event| output.print(format_args!("{}\n", event.wish())))
        }
    }
}

fn find(selector: &Selector, layout: &Layout, output: &mut Output) -> Result<Exit, Failure> {
    let found = selector.resolve(layout).map_err(Failure::bad_input)?;
    let sure = match found.confidence {
        Confidence::Exact => "exactly",
        Confidence::Likely => "but for spelling",
        Confidence::ByPlace => "by its place",
        Confidence::Weak => "in part",
    };
    output.print(format_args!("{}\nfits {sure} (node {})\n", found.node.tell(), found.node.id().0))?;
    Ok(Exit::Clean)
}

/// Says what was let pass; what every dump through a pipe has only to those who want to know all.
pub(crate) fn warn_of(warnings: &[Warning], path: &Path, output: &mut Output) {
    for warning in warnings {
        if warning.kind != WarningKind::StatusLine || output.is_verbose() {
            output.warn(format_args!("{}: {warning}", input::shown(path)));
        }
    }
}

/// Reads a dump; a broken one becomes an error that says what to try.
pub(crate) fn read_layout(path: &Path, partial: bool) -> Result<Parsed, Failure> {
    let bytes = input::read(path, gui::MAX_DUMP_BYTES)?;
    let parsed = if partial { Layout::parse_partial(&bytes) } else { Layout::parse(&bytes) };
    parsed.map_err(|error| {
        let failure = Failure::bad_input(format!("cannot read {}: {error}", input::shown(path)));
        match hint_for(&error) {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })
}

fn hint_for(error: &DumpError) -> Option<&'static str> {
    Some(match error {
        DumpError::Truncated { .. } => {
            "dump the screen again, or see what was read with `oddity layout --partial`"
        }
        DumpError::Empty => "dump the screen again: `adb exec-out uiautomator dump /dev/tty`",
        DumpError::SeveralDumps { .. } => "put each dump into a file of its own",
        DumpError::NotADump { .. } => "make a dump with `adb exec-out uiautomator dump /dev/tty`",
        DumpError::Refused(Refusal::IdleState) => {
            "wait until nothing moves on screen, or switch animations off"
        }
        DumpError::Refused(Refusal::NullRoot | Refusal::Killed) => "dump the screen again",
        DumpError::Refused(Refusal::AlreadyRegistered) => "stop the other tool, then dump the screen again",
        DumpError::Refused(Refusal::NoSuchFile) => "check the path; Git Bash on Windows rewrites /sdcard",
        DumpError::Refused(Refusal::OnlyStatusLine) => "read the file it names: `adb exec-out cat FILE`",
        DumpError::Malformed { .. }
        | DumpError::TooLarge
        | DumpError::TooManyAttributes { .. }
        | DumpError::Limit(_) => return None,
    })
}

#[derive(Serialize)]
struct LayoutJson<'a> {
    format: &'static str,
    version: u32,
    digest: gui::Digest,
    warnings: Vec<WarningJson<'a>>,
    windows: Vec<&'a WindowInfo>,
    nodes: Vec<NodeJson<'a>>,
}

#[derive(Serialize)]
struct WarningJson<'a> {
    #[serde(flatten)]
    warning: &'a Warning,
    message: String,
}

/// One widget; flags stand beside the other attributes, named as in a dump with underscores.
#[derive(Serialize)]
struct NodeJson<'a> {
    id: u32,
    parent: Option<u32>,
    depth: usize,
    window: usize,
    selector: String,
    class: &'a str,
    resource_id: &'a str,
    text: &'a str,
    content_desc: &'a str,
    package: &'a str,
    hint: &'a str,
    bounds: Rect,
    index: u32,
    drawing_order: u32,
    #[serde(flatten)]
    flags: BTreeMap<String, bool>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    extras: BTreeMap<&'a str, &'a str>,
}

impl<'a> LayoutJson<'a> {
    fn of(layout: &'a Layout, warnings: &'a [Warning]) -> LayoutJson<'a> {
        let selectors = layout.selectors();
        LayoutJson {
            format: "oddity-layout",
            version: 1,
            digest: layout.digest(),
            warnings: warnings.iter().map(|w| WarningJson { warning: w, message: w.to_string() }).collect(),
            windows: layout.windows().iter().map(|window| &window.info).collect(),
            nodes: layout.nodes().map(|node| NodeJson::of(node, &selectors.of(node.id()))).collect(),
        }
    }
}

impl<'a> NodeJson<'a> {
    fn of(node: Node<'a>, selector: &Selector) -> NodeJson<'a> {
        NodeJson {
            id: node.id().0,
            parent: node.parent().map(|parent| parent.id().0),
            depth: node.depth(),
            window: node.window(),
            selector: selector.to_string(),
            class: node.class(),
            resource_id: node.resource_id(),
            text: node.text(),
            content_desc: node.content_desc(),
            package: node.package(),
            hint: node.hint(),
            bounds: node.bounds(),
            index: node.index(),
            drawing_order: node.drawing_order(),
            flags: Flag::ALL.iter().map(|&flag| (json_name(flag), node.is(flag))).collect(),
            extras: node.extras().collect(),
        }
    }
}

fn json_name(flag: Flag) -> String {
    flag.name().replace('-', "_").to_lowercase()
}
