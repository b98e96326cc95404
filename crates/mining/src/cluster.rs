//! Behaviours that are alike under as few rules as it takes to see which are rare.

use std::collections::{BTreeMap, BTreeSet};

use crate::behaviour::Behaviour;
use crate::profile::Profile;
use crate::rarity::rare_among;
use crate::rules::{Rule, Rules};

/// Behaviours that are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Which, by their places.
    pub members: Vec<usize>,
    /// What is left of each of them under the rules.
    pub fingerprint: u64,
}

/// All behaviours of one event on alike screens, clustered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clustering {
    /// The clusters, the largest first.
    pub clusters: Vec<Cluster>,
    /// The rare ones among them, by their places.
    pub rare: Vec<usize>,
    /// The rules under which that is so.
    pub rules: Rules,
}

/// Clusters behaviours under growing abstraction until some are rare, all are one, or no rule is left.
///
/// Each round takes the rule that merges the fewest clusters, the first of several. Texts are told by their origin from the start, but
/// not by the paper's rules. Rules are applied to the script between two screens, computed once, rather than to the screens: a rule can only ever make
/// equal what was different, so clusters only ever grow.
pub fn cluster(behaviours: &[Behaviour], profile: Profile) -> Clustering {
    let rarity = profile.rarity();
    if profile == Profile::Simple {
        let cleared = Rule::ALL.iter().filter(|&&rule| rule != Rule::Classes && rule != Rule::Lists);
        let rules = Rules::of(&cleared.copied().collect::<Vec<_>>());
        return judged(behaviours, rules, &rarity);
    }
    let mut unused: BTreeSet<Rule> = Rule::ALL.into_iter().collect();
    unused.remove(&Rule::TextsByOrigin);
    let first = if profile == Profile::Odin { Rules::NONE } else { Rules::NONE.with(Rule::TextsByOrigin) };
    let mut here = judged(behaviours, first, &rarity);
    while here.rare.is_empty() && here.clusters.len() > 1 {
        // One of each cluster stands for all of them.
        let told: Vec<&Behaviour> =
            here.clusters.iter().map(|cluster| &behaviours[cluster.members[0]]).collect();
        let count = |rule: Rule| {
            let rules = here.rules.with(rule);
            let left: BTreeSet<u64> = told.iter().map(|one| one.fingerprint(rules)).collect();
            told.len() - left.len()
        };
        let Some(rule) = unused.iter().copied().min_by_key(|&rule| count(rule)) else { break };
        unused.remove(&rule);
        here = judged(behaviours, here.rules.with(rule), &rarity);
    }
    here
}

fn judged(behaviours: &[Behaviour], rules: Rules, rarity: &crate::rarity::Rarity) -> Clustering {
    let mut by_fingerprint: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, behaviour) in behaviours.iter().enumerate() {
        by_fingerprint.entry(behaviour.fingerprint(rules)).or_default().push(at);
    }
    let mut clusters: Vec<Cluster> =
        by_fingerprint.into_iter().map(|(fingerprint, members)| Cluster { members, fingerprint }).collect();
    clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.members.len()), cluster.members[0]));
    let sizes: Vec<usize> = clusters.iter().map(|cluster| cluster.members.len()).collect();
    Clustering { rare: rare_among(&sizes, rarity), clusters, rules }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gui::testing::screen;
    use model::Volatile;
    use proptest::prelude::*;
    use trace::Moment;

    use super::*;
    use crate::behaviour::{PageOf, Pair};
    use crate::origin::Sources;

    fn list(rows: &[&str]) -> Moment {
        let row =
            |text: &&str| format!("\n    LinearLayout #row (clickable)\n      TextView #title \"{text}\"");
        let text = format!(
            "FrameLayout\n  RecyclerView #list (scrollable){}",
            rows.iter().map(row).collect::<String>()
        );
        Moment { layout: Some(Arc::new(screen(&text))), activity: Some(".List".to_owned()), screenshot: None }
    }

    /// What a tap on the row that says `tapped` did.
    fn behaviour(before: &[&str], tapped: &str, after: &[&str]) -> Behaviour {
        let (before, after) = (list(before), list(after));
        let layout = before.layout.as_deref().unwrap();
        let receiver = layout.nodes().find(|node| node.text() == tapped).map(|node| node.id());
        let sources = Sources::of(layout, receiver, &[]);
        let pair = Pair {
            before: &before,
            after: &after,
            sources: &sources,
            app: "com.example",
            volatile: &Volatile::default(),
        };
        Behaviour::of(pair, PageOf::Frame)
    }

    fn named(at: usize) -> [String; 3] {
        ["apple", "bread", "cream"].map(|word| format!("{word} {at}"))
    }

    /// A tap removes its row, though no two rows say the same; the last one removes the row below.
    fn removals(deviant: bool) -> Vec<Behaviour> {
        (0..12)
            .map(|at| {
                let rows = named(at);
                let all: Vec<&str> = rows.iter().map(String::as_str).collect();
                let gone = if deviant && at == 11 { 1 } else { 0 };
                let left: Vec<&str> =
                    all.iter().enumerate().filter(|(row, _)| *row != gone).map(|(_, text)| *text).collect();
                behaviour(&all, all[0], &left)
            })
            .collect()
    }

    #[test]
    fn another_row_is_another_though_no_two_texts_are_equal() {
        let clustered = cluster(&removals(true), Profile::Default);
        assert_eq!(clustered.clusters.len(), 2);
        assert_eq!(clustered.rare, [1]);
        assert_eq!(clustered.clusters[1].members, [11]);
    }

    #[test]
    fn the_row_that_was_tapped_is_the_same_whatever_it_says() {
        let clustered = cluster(&removals(false), Profile::Default);
        assert_eq!((clustered.clusters.len(), clustered.rare.len()), (1, 0));
    }

    #[test]
    fn what_happens_to_another_row_is_told_from_the_rest() {
        let all = removals(true);
        let there = |_: &str| true;
        assert!(all[0].is_done_to_another(&all[11], there));
        assert!(!all[0].is_done_to_another(&all[1], there), "the row that was tapped goes");
        assert!(!all[0].is_done_to_another(&behaviour(&["tea"], "tea", &["tea"]), there), "nothing happens");
        assert!(
            !all[11].is_done_to_another(&all[0], there),
            "the other way round nobody knows what was meant"
        );
        assert!(!all[0].is_done_to_another(&all[11], |_| false), "what isn't in the list can't go");
        let filtered = behaviour(&["bread", "milk", "eggs"], "bread", &["eggs"]);
        assert!(
            !filtered.is_done_to_another(&all[11], there),
            "a list that shows other rows is not about one"
        );
    }

    #[test]
    fn without_origins_the_paper_does_not_see_it() {
        let clustered = cluster(&removals(true), Profile::Odin);
        assert_eq!(clustered.rare, [0; 0]);
    }

    #[test]
    fn what_does_nothing_once_is_rare() {
        let mut all = removals(false);
        all[3] = behaviour(&["tea"], "tea", &["tea"]);
        let clustered = cluster(&all, Profile::Default);
        assert!(all[3].is_nothing());
        assert_eq!(clustered.rare, [1]);
        assert_eq!(clustered.clusters[1].members, [3]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_further_rule_never_parts_what_was_one(gone in prop::collection::vec(0..4usize, 2..14)) {
            let behaviours: Vec<Behaviour> = gone.iter().enumerate().map(|(at, gone)| {
                let rows = named(at % 3);
                let all: Vec<&str> = rows.iter().map(String::as_str).collect();
                let left: Vec<&str> = all.iter().enumerate().filter(|(row, _)| row != gone).map(|(_, text)| *text).collect();
                behaviour(&all, all[at % 3], &left)
            }).collect();
            let mut rules = Rules::NONE;
            for rule in Rule::ALL {
                let more = rules.with(rule);
                for one in &behaviours {
                    for other in &behaviours {
                        let equal = |rules| one.fingerprint(rules) == other.fingerprint(rules);
                        prop_assert!(!equal(rules) || equal(more), "{:?}", rule);
                    }
                }
                rules = more;
            }
            // Every pair is in one cluster.
            let clustered = cluster(&behaviours, Profile::Default);
            let held: usize = clustered.clusters.iter().map(|cluster| cluster.members.len()).sum();
            prop_assert_eq!(held, behaviours.len());
        }
    }
}
