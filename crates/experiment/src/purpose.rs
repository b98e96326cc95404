//! Why an experiment is carried out.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use trace::Role;

use crate::names::current_name;

/// Why an experiment is carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What it is for.
    pub purpose: Purpose,
    /// The experiment that gave rise to it.
    pub parent: Option<u64>,
    /// Its part in a comparison.
    pub role: Option<Role>,
}

/// What an experiment is for. Its words are what traces, logs and people read; they are read back as they were written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A walk to see what there is: `start 1`, `walk 1`, `travel 1`.
    Walk {
        /// How it begins.
        begins: Begins,
        /// The walker's number, from 1 on.
        walker: usize,
    },
    /// A sequence that the user gave to begin with: `seed 2`.
    Seed {
        /// Its number, from 1 on.
        number: usize,
    },
    /// Part of a proof: `prove confirm crash`.
    Prove {
        /// Which part.
        proof: Proof,
        /// The name of the kind of fault.
        kind: Cow<'static, str>,
    },
    /// A technique's own: `state-loss rotation`.
    Technique {
        /// The technique's id.
        id: Cow<'static, str>,
        /// What for, in its own words; may be empty.
        what: Cow<'static, str>,
    },
}

/// How a walk begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Begins {
    /// With a fresh start, which is always worth keeping.
    Fresh,
    /// Where it travelled to.
    Travelled,
    /// Where an earlier one ended.
    GoesOn,
}

/// A part of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// Whether it shows once more where it was seen.
    Glance,
    /// Which way leads there from a clean start.
    Way,
    /// Whether it comes back.
    Confirm,
    /// With what fewer and simpler acts.
    Minimise,
    /// How it looks.
    Show,
}

impl Cause {
    /// For a purpose, and for no experiment's sake.
    pub fn of(purpose: Purpose) -> Cause {
        Cause { purpose, parent: None, role: None }
    }
}

impl Purpose {
    /// A technique's own.
    pub fn technique(id: &'static str, what: impl Into<Cow<'static, str>>) -> Purpose {
        Purpose::Technique { id: id.into(), what: what.into() }
    }

    /// Whether it teaches what the app is like. Scripts go where someone had been, again and again, and would only blur it.
    pub fn is_walk(&self) -> bool {
        matches!(self, Purpose::Walk { .. } | Purpose::Seed { .. })
    }

    /// Whether it began by travelling to a place reached before.
    pub fn is_travel(&self) -> bool {
        matches!(self, Purpose::Walk { begins: Begins::Travelled, .. })
    }

    /// Whether it is to prove something, and not to find something new.
    pub fn is_proof(&self) -> bool {
        matches!(self, Purpose::Prove { .. })
    }

    /// Whether it is a replay whose result is told: how often a finding came back.
    pub fn is_replay(&self) -> bool {
        matches!(self, Purpose::Prove { proof: Proof::Confirm | Proof::Show, .. })
    }

    /// Whether it is of this technique.
    pub fn is_of(&self, technique: &str) -> bool {
        matches!(self, Purpose::Technique { id, .. } if id == technique)
    }
}

impl Begins {
    const ALL: [Begins; 3] = [Begins::Fresh, Begins::Travelled, Begins::GoesOn];

    fn word(self) -> &'static str {
        match self {
            Begins::Fresh => "start",
            Begins::Travelled => "travel",
            Begins::GoesOn => "walk",
        }
    }
}

impl Proof {
    const ALL: [Proof; 5] = [Proof::Glance, Proof::Way, Proof::Confirm, Proof::Minimise, Proof::Show];

    fn word(self) -> &'static str {
        match self {
            Proof::Glance => "glance",
            Proof::Way => "way",
            Proof::Confirm => "confirm",
            Proof::Minimise => "minimise",
            Proof::Show => "show",
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::Walk { begins, walker } => write!(f, "{} {walker}", begins.word()),
            Purpose::Seed { number } => write!(f, "seed {number}"),
            Purpose::Prove { proof, kind } => write!(f, "prove {} {kind}", proof.word()),
            Purpose::Technique { id, what } if what.is_empty() => f.write_str(id),
            Purpose::Technique { id, what } => write!(f, "{id} {what}"),
        }
    }
}

impl FromStr for Purpose {
    type Err = std::convert::Infallible;

    /// Whatever is none of ours is some technique's.
    fn from_str(text: &str) -> Result<Purpose, Self::Err> {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = rest.parse().ok();
        let begins = Begins::ALL.into_iter().find(|begins| begins.word() == first);
        let proof = || {
            let (word, kind) = rest.split_once(' ').unwrap_or((rest, ""));
            let proof = Proof::ALL.into_iter().find(|proof| proof.word() == word)?;
            Some(Purpose::Prove { proof, kind: current_name(kind).to_owned().into() })
        };
        let known = match (first, begins, number) {
            (_, Some(begins), Some(walker)) => Some(Purpose::Walk { begins, walker }),
            ("seed", _, Some(number)) => Some(Purpose::Seed { number }),
            ("prove", ..) => proof(),
            _ => None,
        };
        let other =
            || Purpose::Technique { id: current_name(first).to_owned().into(), what: rest.to_owned().into() };
        Ok(known.unwrap_or_else(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_as_they_were_written() {
        for (words, is_walk) in [
            ("start 1", true),
            ("walk 12", true),
            ("travel 3", true),
            ("seed 2", true),
            ("prove confirm text-lost", false),
            ("prove glance", false),
            ("state-loss rotation", false),
            ("look-twice", false),
            ("walk on", false),
        ] {
            let purpose: Purpose = words.parse().unwrap();
            assert_eq!((purpose.to_string().trim_end(), purpose.is_walk()), (words, is_walk));
        }
        let former: Purpose = "neutral-detours rotate".parse().unwrap();
        assert!(former.is_of("state-loss"), "of an older run");
    }
}
