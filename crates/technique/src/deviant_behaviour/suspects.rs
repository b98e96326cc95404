//! What deserves to be looked into.

use std::collections::BTreeMap;

use mining::{Cluster, Profile, Rule, Rules};

use super::pairs::{Tried, clustered};
use super::verdict::told;

/// Something rare that an event did on an input.
#[derive(Debug)]
pub(super) struct Suspect {
    pub(super) key: u64,
    /// What is left of what it did: what is equal is one.
    pub(super) deviant: u64,
    /// Its place among what was tried with this event.
    pub(super) at: usize,
    /// The places of all that did so.
    pub(super) members: Vec<usize>,
    /// What is looked into first has the lowest.
    pub(super) rank: u8,
    pub(super) told: String,
}

/// Of a hundred pairs at most so many may do what is called rare, where a screen that shows the same does something else.
const MINORITY: usize = 40;
/// Of one outcome so many are proposed.
const EACH: usize = 8;

/// What is rare among what an event did on alike screens: the paper's rule. Of each rare cluster a few, those first that look as a
/// usual one does, and of those the ones with the shortest way there.
pub(super) fn rare_in(
    key: u64,
    tried: &[(usize, &Tried)],
    profile: Profile,
    length: impl Fn(usize) -> usize,
) -> Vec<Suspect> {
    let only: Vec<&Tried> = tried.iter().map(|(_, tried)| *tried).collect();
    let found = clustered(&only, profile);
    let Some(usual) = found.clusters.first() else { return Vec::new() };
    let looks_usual = |one: &Tried| usual.members.iter().any(|&at| only[at].sight == one.sight);
    let mut suspects = Vec::new();
    for cluster in found.rare.iter().map(|&rare| &found.clusters[rare]) {
        let Cluster { members, fingerprint } = cluster;
        let all: Vec<usize> = members.iter().map(|&at| tried[at].0).collect();
        let mut members: Vec<usize> = members.clone();
        members.sort_by_key(|&at| (!looks_usual(only[at]), length(only[at].input)));
        for at in members.into_iter().take(EACH) {
            suspects.push(Suspect {
                key,
                deviant: *fingerprint,
                at: tried[at].0,
                members: all.clone(),
                rank: if looks_usual(only[at]) { 0 } else { 2 },
                told: in_words(only[at], only[usual.members[0]], cluster.members.len(), tried.len()),
            });
        }
    }
    suspects
}

/// What happens to another item than the one that the event is about, where most often it happens to that one. It need not be rare: a list
/// may well be in another order half of the time.
pub(super) fn mistaken_in(
    key: u64,
    tried: &[(usize, &Tried)],
    length: impl Fn(usize) -> usize,
) -> Vec<Suspect> {
    let rules = Rules::of(&[Rule::TextsByOrigin]);
    let mut outcomes: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, (_, one)) in tried.iter().enumerate() {
        outcomes.entry(one.behaviour.fingerprint(rules)).or_default().push(at);
    }
    let about_item = outcomes.values().filter(|members| tried[members[0]].1.behaviour.is_about_item());
    let Some(usual) = about_item.max_by_key(|members| (members.len(), std::cmp::Reverse(members[0]))) else {
        return Vec::new();
    };
    let usual = tried[usual[0]].1;
    let is_mistaken = |&at: &usize| usual.behaviour.is_done_to_another(&tried[at].1.behaviour, |_| true);
    let mut mistaken: Vec<usize> = (0..tried.len()).filter(is_mistaken).collect();
    mistaken.sort_by_key(|&at| length(tried[at].1.input));
    let members: Vec<usize> = mistaken.iter().map(|&at| tried[at].0).collect();
    let suspect = |at: usize| Suspect {
        key,
        deviant: 0,
        at: tried[at].0,
        members: members.clone(),
        rank: 0,
        told: in_words(tried[at].1, usual, mistaken.len(), tried.len()),
    };
    mistaken.iter().take(EACH).map(|&at| suspect(at)).collect()
}

/// What an event does on screens that show the very same, and does otherwise: of two outcomes the one that is less common. Ours: where
/// the data are equal, it need not be as rare.
pub(super) fn otherwise_in(
    key: u64,
    tried: &[(usize, &Tried)],
    length: impl Fn(usize) -> usize,
) -> Vec<Suspect> {
    let mut same: BTreeMap<(u64, String), BTreeMap<u64, Vec<usize>>> = BTreeMap::new();
    for (at, (_, one)) in tried.iter().enumerate() {
        let outcomes = same.entry((one.sight, one.event.wish())).or_default();
        outcomes.entry(one.shows).or_default().push(at);
    }
    let mut suspects = Vec::new();
    for outcomes in same.values().filter(|outcomes| outcomes.len() > 1) {
        let all: usize = outcomes.values().map(Vec::len).sum();
        let common = outcomes.values().max_by_key(|members| (members.len(), std::cmp::Reverse(members[0])));
        let Some(&common) = common.and_then(|members| members.first()) else { continue };
        let usual = tried[common].1;
        for members in outcomes.values().filter(|members| members[0] != common) {
            if members.len() * 100 > all * MINORITY && all > 2 {
                continue;
            }
            let mut shortest = members.clone();
            shortest.sort_by_key(|&at| length(tried[at].1.input));
            for at in shortest.into_iter().take(EACH) {
                let deviant = tried[at].1;
                let rules = Rules::of(&[Rule::TextsByOrigin]);
                let (here, there) =
                    (deviant.behaviour.fingerprint(rules), usual.behaviour.fingerprint(rules));
                suspects.push(Suspect {
                    key,
                    deviant: here.rotate_left(1) ^ there,
                    at: tried[at].0,
                    members: members.iter().map(|&at| tried[at].0).collect(),
                    // What differs by more than what is stored is the more likely to be a fault.
                    rank: if here == there { 3 } else { 1 },
                    told: in_words(deviant, usual, members.len(), all),
                });
            }
        }
    }
    suspects
}

fn in_words(deviant: &Tried, usual: &Tried, many: usize, all: usize) -> String {
    format!(
        "{}: it {} ({many} of {all}); usually it {}",
        deviant.event.wish(),
        told(&deviant.behaviour),
        told(&usual.behaviour)
    )
}
