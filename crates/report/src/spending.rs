//! Where the time of the phones went, in words.

use finding::{Activity, Share, Spending, total_us};

use crate::health::Weight;
use crate::words::{number, percent, times};

/// Above this share of the time phones wait too long for each other.
const WAITING_PERCENT: u64 = 30;
/// Above this share of the time getting somewhere costs more than being there.
const ON_THE_WAY_PERCENT: u64 = 50;
/// Activities in the order in which they are told, and what one of them is called.
const TOLD: [(Activity, &str); 5] = [
    (Activity::Events, "an event"),
    (Activity::FreshStart, "a fresh start"),
    (Activity::GoingBack, "going back"),
    (Activity::Saving, "saving a snapshot"),
    (Activity::Pictures, "a picture"),
];

/// What there is to say: for what the phones were busy, and with what.
pub(crate) fn words(spending: &Spending) -> Vec<(Weight, String)> {
    let all = spending.total_us();
    if spending.is_empty() || all == 0 {
        return Vec::new();
    }
    let of_all = |us: u64| percent(us, all).unwrap_or(0);
    let mut purposes: Vec<(&str, u64)> =
        spending.by_purpose.iter().map(|(purpose, spent)| (purpose.as_str(), total_us(spent))).collect();
    purposes.push(("waiting", spending.waiting_us));
    purposes.sort_by_key(|&(_, us)| std::cmp::Reverse(us));
    let purposes = purposes.iter().filter(|&&(_, us)| of_all(us) > 0);
    let for_what: Vec<String> =
        purposes.map(|&(purpose, us)| format!("{purpose} {} %", of_all(us))).collect();
    let with_what: Vec<String> = TOLD
        .iter()
        .map(|&(activity, name)| (spending.on(activity), name))
        .filter(|(share, _)| share.times > 0)
        .map(|(share, name)| {
            format!("{name} {} ({}, {} %)", each(share), times(share.times), of_all(share.time_us))
        })
        .collect();
    let on_the_way = [Activity::FreshStart, Activity::GoingBack, Activity::Saving];
    let on_the_way: u64 = on_the_way.iter().map(|&activity| spending.on(activity).time_us).sum();
    let weigh = |share: u64, most: u64| if share > most { Weight::Note } else { Weight::Good };
    vec![
        (
            weigh(of_all(spending.waiting_us), WAITING_PERCENT),
            format!("the phones' time went into: {}", for_what.join(", ")),
        ),
        (
            weigh(of_all(on_the_way), ON_THE_WAY_PERCENT),
            format!("what took it, on average: {}", with_what.join(", ")),
        ),
    ]
}

/// `45 ms`, `1,234 ms`
fn each(share: Share) -> String {
    let us = share.time_us.checked_div(share.times).unwrap_or(0);
    format!("{} ms", number((us + 500) / 1000))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn spending(walking_ms: u64, starting_ms: u64, waiting_ms: u64) -> Spending {
        let mut spending = Spending::default();
        spending.add("walks", Activity::Events, 20, Duration::from_millis(walking_ms));
        spending.add("proofs", Activity::FreshStart, 2, Duration::from_millis(starting_ms));
        spending.waited(Duration::from_millis(waiting_ms));
        spending
    }

    #[test]
    fn what_was_done_most_comes_first() {
        let told = words(&spending(700, 200, 100));
        assert_eq!(
            told,
            [
                (
                    Weight::Good,
                    "the phones' time went into: walks 70 %, proofs 20 %, waiting 10 %".to_owned()
                ),
                (
                    Weight::Good,
                    "what took it, on average: an event 35 ms (20 times, 70 %), \
                     a fresh start 100 ms (2 times, 20 %)"
                        .to_owned()
                ),
            ]
        );
    }

    #[test]
    fn too_much_waiting_and_too_many_starts_stand_out() {
        let weights =
            |spending: &Spending| words(spending).into_iter().map(|told| told.0).collect::<Vec<_>>();
        assert_eq!(weights(&spending(500, 100, 400)), [Weight::Note, Weight::Good]);
        assert_eq!(weights(&spending(300, 600, 100)), [Weight::Good, Weight::Note]);
        assert!(words(&Spending::default()).is_empty());
    }
}
