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

/// How state-loss checks were switched off when they had no share: read, but not told. Its id, and what it means today.
pub(crate) const NO_DETOURS: &str = "no_detours";
pub(crate) const NO_DETOURS_TODAY: (&str, &str) = ("state-loss", "0");

const HEADING: &str = "Techniques";

impl Techniques {
    fn args() -> Vec<Arg> {
        let techniques = technique::all(&technique::TechniqueSettings::default());
        let arg = |about: &'static experiment::About| {
            let help = format!("{} At most so many of a hundred events; 0 for none.", about.sentence);
            let percent = RangedU64ValueParser::<u64>::new().range(0..=100);
            // As of all flags, so that its variable has no hyphens.
            let arg = Arg::new(about.id.replace('-', "_"))
                .long(about.id)
                .aliases(former_names(about.id))
                .value_name("PERCENT")
                .value_parser(percent);
            Some(arg.default_value(about.share?.to_string()).help(help).help_heading(HEADING))
        };
        let mut args: Vec<Arg> = techniques.iter().filter_map(|technique| arg(technique.about())).collect();
        let none = Arg::new(NO_DETOURS).long("no-detours").action(ArgAction::SetTrue).hide(true);
        // Where it can also be said elsewhere it is no mere switch any more, and what it takes would be any text.
        args.push(none.value_parser(clap::value_parser!(bool)));
        args
    }
}

/// What a technique was called in older versions.
fn former_names(id: &str) -> impl Iterator<Item = &'static str> {
    experiment::renamed_names().filter(move |(_, today)| *today == id).map(|(former, _)| former)
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
            shares.insert(NO_DETOURS_TODAY.0.to_owned(), 0);
        }
        Ok(Techniques { shares })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Techniques::from_arg_matches(matches)?;
        Ok(())
    }
}
