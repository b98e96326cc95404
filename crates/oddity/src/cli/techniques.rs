//! The shares of techniques, as each technique tells of itself.

use std::collections::BTreeMap;

use clap::builder::RangedU64ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// What to look for, and how many of a hundred events for it. A flag, a key and a variable for each technique that plans something of
/// its own; what they are called and what they do is told where the technique is.
#[derive(Debug, Clone)]
pub(crate) struct Techniques {
    pub(crate) shares: BTreeMap<String, u64>,
}

/// What the share of neutral detours was called when it could only be none.
const NO_DETOURS: &str = "no_detours";
const DETOURS: &str = "neutral-detours";

const HEADING: &str = "Techniques";

impl Techniques {
    fn args() -> Vec<Arg> {
        let techniques = technique::all(&technique::Settings::default());
        let arg = |about: &'static experiment::About| {
            let help = format!("{} At most so many of a hundred events; 0 for none.", about.sentence);
            let percent = RangedU64ValueParser::<u64>::new().range(0..=100);
            // As of all flags, so that its variable has no hyphens.
            let arg = Arg::new(about.id.replace('-', "_"))
                .long(about.id)
                .value_name("PERCENT")
                .value_parser(percent);
            Some(arg.default_value(about.share?.to_string()).help(help).help_heading(HEADING))
        };
        let mut args: Vec<Arg> = techniques.iter().filter_map(|technique| arg(technique.about())).collect();
        let none = Arg::new(NO_DETOURS).long("no-detours").action(ArgAction::SetTrue);
        args.push(none.help("The same as `--neutral-detours 0`").help_heading(HEADING));
        args
    }
}

impl Args for Techniques {
    fn augment_args(command: Command) -> Command {
        command.args(Techniques::args())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Techniques::augment_args(command)
    }
}

impl FromArgMatches for Techniques {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Techniques, clap::Error> {
        let ids = Techniques::args().into_iter().map(|arg| arg.get_id().to_string());
        let share = |id: String| Some((id.replace('_', "-"), *matches.try_get_one::<u64>(&id).ok()??));
        let mut shares: BTreeMap<String, u64> = ids.filter_map(share).collect();
        if matches.try_get_one::<bool>(NO_DETOURS).ok().flatten() == Some(&true) {
            shares.insert(DETOURS.to_owned(), 0);
        }
        Ok(Techniques { shares })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Techniques::from_arg_matches(matches)?;
        Ok(())
    }
}
