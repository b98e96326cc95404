//! Commands that read screens.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  adb exec-out uiautomator dump /dev/tty | oddity layout -
  oddity layout screen.xml --find 'row with \"milk\" of #list'
  oddity layout screen.xml --format json | jq '.nodes[] | select(.clickable)'")]
pub(crate) struct LayoutArgs {
    /// A uiautomator dump as the phone printed it; `-` for standard input.
    pub(crate) file: PathBuf,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = LayoutFormat::Tree)]
    pub(crate) format: LayoutFormat,

    /// Show only the widget that this selector means, and how sure that is; see docs/selectors.md.
    #[arg(long, value_name = "SELECTOR", conflicts_with = "format")]
    pub(crate) find: Option<gui::Selector>,

    /// Take what stands before the cut of a dump that is cut off.
    #[arg(long)]
    pub(crate) partial: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LayoutFormat {
    /// One line per widget, indented.
    Tree,
    /// All attributes of all widgets in pre-order.
    Json,
    /// What a person could do on this screen, one line each.
    Events,
    /// As uiautomator prints it, cleaned up.
    Xml,
}

#[derive(Debug, Args)]
#[command(
    override_usage = "oddity diff [OPTIONS] <BEFORE> <AFTER>\n       oddity diff --pairs <FILE>",
    after_help = "\
The distance counts widgets that came, went, or have another class, resource id, text or content description. \
Other differences are told and cost nothing. The exit code is 0 also when the screens differ.

Examples:
  oddity diff before.xml after.xml
  oddity diff --pairs pairs.json.gz"
)]
pub(crate) struct DiffArgs {
    /// The screen before.
    #[arg(required_unless_present = "pairs", requires = "after")]
    pub(crate) before: Option<PathBuf>,

    /// The screen after.
    pub(crate) after: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = DiffFormat::Text, conflicts_with = "pairs")]
    pub(crate) format: DiffFormat,

    /// Print the distance of each pair of trees in this JSON file (it may be gzipped), one a line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["before", "after"])]
    pub(crate) pairs: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum DiffFormat {
    /// What changed, for people.
    Text,
    /// Distance, mapping and script.
    Json,
}
