//! The command that looks for deviant behaviour.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use mining::Profile;

use super::{HuntArgs, TableFormat};

#[derive(Debug, Args)]
#[command(after_help = "\
Inputs are generated and calibrated from fresh starts; then every event is tried on alike screens, and what it does rarely is looked \
into: which part of the history makes the difference, with the same on screen? All settings of `oddity hunt` hold.

Exit codes: 0 clean, 1 findings, 2 wrong usage or input, 3 too little to compare, 4 environment error, 130 stopped.

Examples:
  oddity mine sim:contacts+line-busy --events 100000
  oddity mine app-debug.apk --on pocket --time 10m
  oddity mine --judge-only my-run other-run droidbot-output/")]
pub(crate) struct MineArgs {
    /// By whose rules: `default`, the paper's (`odin`), without calibration, or by types of widgets alone (`simple`).
    #[arg(long, default_value = "default", value_parser = profile())]
    pub(crate) profile: Profile,

    /// Only judge recorded runs of one app: of oddity, or what `oddity trace import` reads. No phone is used, nothing is confirmed.
    #[arg(long, value_name = "RUN", num_args = 1.., conflicts_with = "name")]
    pub(crate) judge_only: Vec<PathBuf>,

    /// How to print what `--judge-only` finds.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,

    #[command(flatten)]
    pub(crate) hunt: HuntArgs,
}

/// The name of a profile.
pub(super) fn profile() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.map(Profile::name))
        .map(|name| Profile::ALL.into_iter().find(|profile| profile.name() == name).unwrap_or_default())
}
