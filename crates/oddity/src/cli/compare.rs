//! The command that compares phones and versions.

use std::path::PathBuf;

use clap::Args;

use super::hunt::ConfigFile;
use super::{App, Budget, Control, Explore, Findings, Report, Simulated};

#[derive(Debug, Args)]
#[command(
    mut_arg("looks_profile", |arg| arg.visible_alias("profile")),
    after_help = "\
Walks over the app on the reference (the first kind of phone, the first build), does the same steps on the other kinds or on the \
other build, and tells what differs: each difference reproduced, in the fewest steps, grouped by cause.

Exit codes: 0 only declared differences, 1 others, 2 wrong usage or input, 3 inconclusive, 4 environment error, 130 stopped.

Examples:
  oddity compare old.apk --with new.apk --expect expected.toml
  oddity compare sim:notes --with sim:notes+stale-count
  oddity compare app.apk --matrix quick --phones 2
  oddity compare sim:contacts --on sim --on sim:api=28
  oddity compare --train pairs.jsonl"
)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) comparing: Comparing,
    #[command(flatten)]
    pub(crate) looks: Looks,
    #[command(flatten)]
    pub(crate) meant: Meant,
    #[command(flatten)]
    pub(crate) file: ConfigFile,
    #[command(flatten)]
    pub(crate) budget: Budget,
    #[command(flatten)]
    pub(crate) control: Control,
    #[command(flatten)]
    pub(crate) explore: Explore,
    #[command(flatten)]
    pub(crate) findings: Findings,
    #[command(flatten)]
    pub(crate) report: Report,
    #[command(flatten)]
    pub(crate) simulated: Simulated,
}

/// What is compared.
#[derive(Debug, Args)]
#[command(next_help_heading = "Comparing")]
pub(crate) struct Comparing {
    /// The kinds of phones: `quick` (6), `full` (27), or a file with one kind a line, written as `--on` writes it
    /// behind the colon; the first is the reference.
    #[arg(long, value_name = "quick|full|FILE")]
    pub(crate) matrix: Option<String>,

    /// Train a decision tree from labelled pairs of pictures, as `oddity bench looks` writes them, print how good it is, and write
    /// it beside them. Nothing is compared.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matrix", "expect", "tree"])]
    pub(crate) train: Option<PathBuf>,
}

/// Which differences count.
#[derive(Debug, Args)]
#[command(next_help_heading = "Comparing")]
pub(crate) struct Meant {
    /// With `--looks`, the decision tree that says which pictures differ, as `--train` writes it. Left out: the one that comes with oddity.
    #[arg(long, value_name = "FILE")]
    pub(crate) tree: Option<PathBuf>,

    /// Differences that are meant, as `--accept` writes them: they are passed over, and do not fail.
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,

    /// Write the differences of this run into the file of `--expect`, beside those that are there. Crashes and widgets that
    /// people could use and that are gone are never accepted so: write those by hand.
    #[arg(long)]
    pub(crate) accept: bool,
}

/// Whether a decision tree compares pictures.
#[derive(Debug, Args)]
#[command(next_help_heading = "Comparing")]
pub(crate) struct Looks {
    /// Also tell what looks different as a decision tree compares pictures, and what is cut off or too small. Look at each
    /// yourself: most of it is wrong or small.
    #[arg(long)]
    pub(crate) looks: bool,

    /// With `--looks`, by whose measure pictures are compared: `oddity`, or `diffdroid` for the paper's.
    #[arg(long, value_name = "PROFILE", value_parser = profile(), default_value = "oddity")]
    pub(crate) looks_profile: vision::Profile,
}

/// By name.
pub(super) fn profile() -> impl clap::builder::TypedValueParser<Value = vision::Profile> {
    use clap::builder::TypedValueParser as _;
    let names = vision::Profile::ALL.map(vision::Profile::name);
    clap::builder::PossibleValuesParser::new(names).map(|name| {
        let named = vision::Profile::ALL.into_iter().find(|profile| profile.name() == name);
        named.unwrap_or_default()
    })
}
