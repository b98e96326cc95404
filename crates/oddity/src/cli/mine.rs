//! `oddity mine`, and how deviant behaviour is sought wherever that is done.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mining::Profile;

use super::{HuntArgs, TableFormat};

#[derive(Debug, Args)]
#[command(
    mut_arg("deviant_behaviour", |arg| arg.default_value("80")),
    mut_arg("state_loss", |arg| arg.default_value("0")),
    mut_arg("endless_loading", |arg| arg.default_value("0")),
    mut_arg("profile", |arg| arg.long("fuzz-profile").hide(true)),
    mut_arg("mining_profile", |arg| arg.visible_alias("profile").hide_short_help(false)),
    after_help = "\
As `oddity hunt`, with most events for trying the same on alike screens: of a hundred, 80 for that and none for other checks. See \
docs/mining.md.

Exit codes: 0 clean, 1 findings, 2 wrong usage or input, 3 too little to compare, 4 environment error, 130 stopped.

Examples:
  oddity mine sim:contacts+line-busy --events 100000
  oddity mine app-debug.apk --on pocket --time 10m
  oddity mine --judge-only my-run other-run droidbot-output/"
)]
pub(crate) struct MineArgs {
    /// Touch no phone: say what is rare in recorded runs of one app, of oddity or of other tools. Nothing is confirmed.
    #[arg(long, value_name = "RUN", num_args = 1.., conflicts_with = "name")]
    pub(crate) judge_only: Vec<PathBuf>,

    /// How to print what `--judge-only` finds.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,

    #[command(flatten)]
    pub(crate) hunt: HuntArgs,
}

/// How deviant behaviour is sought.
#[derive(Debug, Args)]
#[command(next_help_heading = "Mining")]
pub(crate) struct Mining {
    /// By whose rules the same action is compared on alike screens.
    #[arg(long, value_name = "PROFILE", default_value = "default", value_parser = profile(), hide_short_help = true)]
    pub(crate) mining_profile: Profile,
}

impl Mining {
    /// The technique set so.
    pub(crate) fn technique(&self) -> technique::DeviantBehaviour {
        technique::DeviantBehaviour { profile: self.mining_profile, ..technique::DeviantBehaviour::default() }
    }
}

/// The profiles by their names.
pub(super) fn profile() -> impl TypedValueParser<Value = Profile> {
    let value = |profile: Profile, help: &'static str| PossibleValue::new(profile.name()).help(help);
    PossibleValuesParser::new([
        value(Profile::Default, "Ours: texts by origin, a bound on what is rare"),
        value(Profile::Odin, "As the paper on Odin says"),
        value(Profile::NoCalibration, "Ours without calibration, to compare with"),
        value(Profile::Simple, "By types of widgets, plain mean and deviation, to compare with"),
    ])
    .map(|name| Profile::ALL.into_iter().find(|profile| profile.name() == name).unwrap_or_default())
}
