//! `oddity fuzz`, and how independent views are fuzzed wherever that is done.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use effect::Profile;
use gui::Selector;

use super::HuntArgs;

#[derive(Debug, Args)]
#[command(
    mut_arg("independent_views", |arg| arg.default_value("60")),
    mut_arg("state_loss", |arg| arg.default_value("0")),
    after_help = "\
As `oddity hunt`, with most events for detours: of a hundred, 60 for them and none for state-loss checks. `--seeds` are tests to \
insert detours into; without them what exploring does is taken. See docs/fuzzing.md.

Examples:
  oddity fuzz sim:tasks+first-undo --events 20000
  oddity fuzz app-debug.apk --on pocket --time 10m --seeds checkout.yaml
  oddity fuzz com.example.notes --profile paper
  oddity fuzz --judge-only seed-7.jsonl.gz mutant-659.jsonl.gz"
)]
pub(crate) struct FuzzArgs {
    /// Touch no phone: judge a recorded mutant beside its seed, and print as JSON what it lacks. Runs of oddity (`RUN`, or
    /// `RUN@3` for its third trace) or recordings of other tools.
    #[arg(long, num_args = 2, value_names = ["SEED", "MUTANT"])]
    pub(crate) judge_only: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) hunt: HuntArgs,
}

/// How independent views are fuzzed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fuzzing")]
pub(crate) struct Fuzz {
    /// By whose rules detours are sought and mutants judged.
    #[arg(long, default_value = "default", value_parser = profile(), hide_short_help = true)]
    pub(crate) profile: Profile,

    /// Widgets whose texts and marks say nothing, such as a tip or an advertisement.
    #[arg(long, value_name = "SELECTOR", hide_short_help = true)]
    pub(crate) ignore_view: Vec<Selector>,

    /// Widgets that are not independent of what tests do: no detour touches them.
    #[arg(long, value_name = "SELECTOR", hide_short_help = true)]
    pub(crate) dependent_view: Vec<Selector>,

    /// Widgets that make the screen they are on a page of its own, compared with no other.
    #[arg(long, value_name = "SELECTOR", hide_short_help = true)]
    pub(crate) page_type: Vec<Selector>,

    /// Tabs: what stands below them is another page for each.
    #[arg(long, value_name = "SELECTOR", hide_short_help = true)]
    pub(crate) tab: Vec<Selector>,
}

impl Fuzz {
    /// The technique set so.
    pub(crate) fn technique(&self) -> technique::IndependentViews {
        technique::IndependentViews {
            profile: self.profile,
            hints: technique::Hints {
                ignored: self.ignore_view.clone(),
                dependent: self.dependent_view.clone(),
                pages: self.page_type.clone(),
                tabs: self.tab.clone(),
            },
            ..technique::IndependentViews::default()
        }
    }
}

/// The profiles by their names.
pub(super) fn profile() -> impl TypedValueParser<Value = Profile> {
    let value = |profile: Profile, help: &'static str| PossibleValue::new(profile.name()).help(help);
    PossibleValuesParser::new([
        value(Profile::Default, "Ours, with the original's weaknesses mended"),
        value(Profile::Paper, "As the paper on Genie says"),
        value(Profile::Genie, "As the published program does"),
    ])
    .map(|name| match name.as_str() {
        "paper" => Profile::Paper,
        "genie" => Profile::Genie,
        _ => Profile::Default,
    })
}
