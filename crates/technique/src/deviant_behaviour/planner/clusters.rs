//! What each event did on alike screens, for the report.

use std::collections::BTreeMap;

use gui::Digest;

use super::super::pairs::{Tried, clustered};
use super::super::verdict::told;
use super::Miner;

/// What an event did on alike screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BehavioursTold {
    /// The event, in words.
    pub event: String,
    /// The page.
    pub page: String,
    /// What it did, the most common first.
    pub clusters: Vec<BehaviourTold>,
}

/// One thing that an event did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BehaviourTold {
    /// In words.
    pub does: String,
    /// How often.
    pub times: usize,
    /// Whether that is rare.
    pub is_rare: bool,
    /// A picture of what it led to.
    pub picture: Option<Digest>,
}

impl Miner {
    /// What each event that did something rarely did on alike screens, those with the most pairs first.
    pub fn behaviours(&self) -> Vec<BehavioursTold> {
        let mut all = Vec::new();
        let mut keys: Vec<u64> = self.mined.reports.iter().map(|report| report.1).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let mut by_group: BTreeMap<u32, Vec<&Tried>> = BTreeMap::new();
            for tried in self.tried.get(&key).into_iter().flatten() {
                if let Some(group) = self.group_of(&self.inputs[tried.input]) {
                    by_group.entry(group).or_default().push(tried);
                }
            }
            all.extend(by_group.values().filter_map(|tried| Some((tried.len(), self.told_of(tried)?))));
        }
        all.sort_by_key(|(pairs, _)| std::cmp::Reverse(*pairs));
        all.into_iter().map(|(_, told)| told).collect()
    }

    fn told_of(&self, tried: &[&Tried]) -> Option<BehavioursTold> {
        let found = clustered(tried, self.settings.profile);
        let first = tried.first().filter(|_| !found.rare.is_empty())?;
        let cluster = |(at, cluster): (usize, &mining::Cluster)| {
            let one = tried[cluster.members[0]];
            BehaviourTold {
                does: told(&one.behaviour),
                times: cluster.members.len(),
                is_rare: found.rare.contains(&at),
                picture: one.step.after.screenshot,
            }
        };
        let page = first.step.before.activity.as_deref().unwrap_or("-");
        Some(BehavioursTold {
            event: first.event.wish(),
            page: page.rsplit('/').next().unwrap_or(page).to_owned(),
            clusters: found.clusters.iter().enumerate().map(cluster).collect(),
        })
    }
}
