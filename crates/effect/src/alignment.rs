//! Which steps of a mutant are its seed's.

use gui::Event;
use serde::Serialize;
use trace::{Step, Trace};

/// What the steps of a detour say they are for.
pub const INSERTED: &str = "inserted";

/// A mutant is its seed with a detour somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Alignment {
    /// After so many steps of the seed,
    #[serde(rename = "insert_position")]
    pub position: usize,
    /// so many others were done.
    #[serde(rename = "inserted_events")]
    pub inserted: usize,
}

/// Why two traces cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// Of different apps.
    #[error("the seed is a test of {seed} and the mutant one of {mutant}")]
    OtherApp {
        /// The seed's.
        seed: String,
        /// The mutant's.
        mutant: String,
    },
    /// Nothing to look at.
    #[error("the {which} has no layouts: only what was on screen can be compared")]
    NoLayouts {
        /// `seed` or `mutant`.
        which: &'static str,
    },
    /// The mutant does something else.
    #[error("the mutant is not the seed with other steps in between: {why}")]
    OtherSteps {
        /// Where they part.
        why: String,
    },
}

impl Alignment {
    /// Where the detour is. Steps say that they are inserted; where none does, it is what must be taken out of the mutant to get
    /// the seed. A mutant may end early.
    pub fn of(seed: &Trace, mutant: &Trace) -> Result<Alignment, Misfit> {
        let apps = [seed, mutant].map(|trace| trace.header.app.as_str());
        if apps[0] != apps[1] {
            return Err(Misfit::OtherApp { seed: apps[0].to_owned(), mutant: apps[1].to_owned() });
        }
        for (which, trace) in [("seed", seed), ("mutant", mutant)] {
            if trace.moments().all(|moment| moment.layout.is_none()) {
                return Err(Misfit::NoLayouts { which });
            }
        }
        let is_inserted = |step: &Step| step.remarks.purpose.as_deref() == Some(INSERTED);
        match mutant.steps().iter().position(is_inserted) {
            Some(position) => {
                let inserted = mutant.steps()[position..].iter().take_while(|step| is_inserted(step)).count();
                if position > seed.steps().len() {
                    let (long, short) = (position, seed.steps().len());
                    let why = format!("{long} steps stand before the insertion, and the seed has {short}");
                    return Err(Misfit::OtherSteps { why });
                }
                Ok(Alignment { position, inserted })
            }
            None => Alignment::by_events(seed, mutant),
        }
    }

    /// The moment of the mutant that stands for one of the seed. That at the insertion is the one before the detour.
    pub fn in_mutant(self, moment: usize) -> usize {
        if moment > self.position { moment + self.inserted } else { moment }
    }

    fn by_events(seed: &Trace, mutant: &Trace) -> Result<Alignment, Misfit> {
        let events = |trace: &Trace| -> Vec<Option<String>> {
            trace.steps().iter().map(|step| step.event.as_ref().map(what_is_done)).collect()
        };
        let (of_seed, of_mutant) = (events(seed), events(mutant));
        let position = of_seed.iter().zip(&of_mutant).take_while(|(seed, mutant)| seed == mutant).count();
        let Some(inserted) = of_mutant.len().checked_sub(of_seed.len()).filter(|&inserted| inserted > 0)
        else {
            let why = format!(
                "it has {} steps, the seed {}, and none says that it is inserted",
                of_mutant.len(),
                of_seed.len()
            );
            return Err(Misfit::OtherSteps { why });
        };
        if of_seed.get(position..) == of_mutant.get(position + inserted..) {
            return Ok(Alignment { position, inserted });
        }
        let why = format!("from step {} on they differ, and not by one detour alone", position + 1);
        Err(Misfit::OtherSteps { why })
    }
}

fn what_is_done(event: &Event) -> String {
    event.to_string()
}
