//! What deserves to be looked into.

use std::collections::BTreeMap;

use gui::Event;
use mining::{Cluster, Profile, Rule, Rules};

use super::pairs::{Tried, clustered};
use super::verdict::{deviance_of, told};

/// Something rare that an event did on an input.
#[derive(Debug)]
pub(super) struct Suspect {
    pub(super) key: u64,
    pub(super) rules: Rules,
    /// What is left of the usual behaviour, and of this one.
    pub(super) usual: u64,
    pub(super) deviant: u64,
    pub(super) input: usize,
    pub(super) event: Event,
    /// Whether no screen with the usual behaviour shows the same.
    pub(super) unlike: bool,
    pub(super) told: String,
}

/// Of a hundred pairs at most so many may do what is called rare, where a screen that shows the same does something else.
const MINORITY: usize = 40;

/// What is rare among what an event did on alike screens: the paper's rule.
pub(super) fn rare_in(
    key: u64,
    tried: &[&Tried],
    profile: Profile,
    length: impl Fn(usize) -> usize,
) -> Vec<Suspect> {
    let found = clustered(tried, profile);
    let Some(usual) = found.clusters.first() else { return Vec::new() };
    let looks_usual = |one: &Tried| usual.members.iter().any(|&at| tried[at].sight == one.sight);
    let suspect = |cluster: &Cluster| {
        // One that looks as a usual one does, and of those the shortest way there.
        let members = cluster.members.iter().map(|&at| tried[at]);
        let deviant = members.min_by_key(|one| (!looks_usual(one), length(one.input)))?;
        // What may well be meant is not worth a look.
        deviance_of(&tried[usual.members[0]].behaviour, &deviant.behaviour, false)?;
        Some(Suspect {
            key,
            rules: found.rules,
            usual: usual.fingerprint,
            deviant: cluster.fingerprint,
            input: deviant.input,
            event: deviant.event.clone(),
            unlike: !looks_usual(deviant),
            told: in_words(deviant, tried[usual.members[0]], cluster.members.len(), tried.len()),
        })
    };
    found.rare.iter().filter_map(|&rare| suspect(&found.clusters[rare])).collect()
}

/// What an event does on screens that show the very same, and does otherwise: of two behaviours the one that is less common on alike
/// screens. Ours: where the data are equal, it need not be as rare.
pub(super) fn otherwise_in(key: u64, tried: &[&Tried], length: impl Fn(usize) -> usize) -> Vec<Suspect> {
    let rules = Rules::of(&[Rule::TextsByOrigin]);
    let left: Vec<u64> = tried.iter().map(|one| one.behaviour.fingerprint(rules)).collect();
    let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
    for &left in &left {
        *sizes.entry(left).or_default() += 1;
    }
    let mut same: BTreeMap<(u64, String), Vec<usize>> = BTreeMap::new();
    for (at, one) in tried.iter().enumerate() {
        same.entry((one.sight, one.event.wish())).or_default().push(at);
    }
    let mut suspects: BTreeMap<u64, (usize, Suspect)> = BTreeMap::new();
    for all in same.values() {
        let Some(&common) = all.iter().max_by_key(|&&at| (sizes[&left[at]], std::cmp::Reverse(at))) else {
            continue;
        };
        for &at in all.iter().filter(|&&at| left[at] != left[common]) {
            let (many, long) = (sizes[&left[at]], length(tried[at].input));
            let is_shorter = suspects.get(&left[at]).is_none_or(|(known, _)| long < *known);
            let deviates = deviance_of(&tried[common].behaviour, &tried[at].behaviour, false).is_some();
            if many * 100 > tried.len() * MINORITY || !is_shorter || !deviates {
                continue;
            }
            let suspect = Suspect {
                key,
                rules,
                usual: left[common],
                deviant: left[at],
                input: tried[at].input,
                event: tried[at].event.clone(),
                unlike: false,
                told: in_words(tried[at], tried[common], many, tried.len()),
            };
            suspects.insert(left[at], (long, suspect));
        }
    }
    suspects.into_values().map(|(_, suspect)| suspect).collect()
}

fn in_words(deviant: &Tried, usual: &Tried, many: usize, all: usize) -> String {
    format!(
        "{}: it {} ({many} of {all}); usually it {}",
        deviant.event.wish(),
        told(&deviant.behaviour),
        told(&usual.behaviour)
    )
}
