//! What phones take for what a campaign asks of them.

use serde::{Deserialize, Serialize};

/// What a kind of phone takes for what a campaign asks of it, measured once when a run begins and written down: planning goes by
/// it, so a run that is resumed goes by the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs {
    /// An event, until the UI is idle and read, in milliseconds.
    pub event_ms: u64,
    /// Saving a snapshot; `None` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save_ms: Option<u64>,
    /// Going back to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_ms: Option<u64>,
    /// The app freshly installed, set up and open.
    pub fresh_ms: u64,
    /// Whether a minute passes without waiting for it.
    pub time_is_free: bool,
}

/// Going back costs nothing to speak of where it takes no longer than so many events.
const EVENTS_FOR_A_RETURN: u64 = 3;
/// A snapshot may cost so much of what it is taken before.
const SAVING_PERCENT: u64 = 30;
/// A replay of a finding has about so many events.
const EVENTS_IN_A_REPLAY: u64 = 10;

impl Costs {
    /// A phone in memory.
    pub const FREE: Costs =
        Costs { event_ms: 0, save_ms: Some(0), back_ms: Some(0), fresh_ms: 0, time_is_free: true };

    /// A phone on a cable of which nothing is known yet.
    pub const DEAR: Costs =
        Costs { event_ms: 1_000, save_ms: None, back_ms: None, fresh_ms: 5_000, time_is_free: false };

    /// Whether it is as good to save and to come back as to go on: then walks need not take turns, and whatever is to be tried on a
    /// screen is tried later, from there, as often as one likes.
    pub fn returns_at_will(&self) -> bool {
        match (self.save_ms, self.back_ms) {
            (Some(save), Some(back)) => save + back <= EVENTS_FOR_A_RETURN * self.event_ms,
            _ => false,
        }
    }

    /// Whether a snapshot is worth its time before so many acts, to which few ever return.
    pub fn may_save_before(&self, acts: usize) -> bool {
        let save = self.save_ms.unwrap_or(0);
        self.returns_at_will() || save * 100 <= acts as u64 * self.event_ms * SAVING_PERCENT
    }

    /// Whether scripts that begin with the same acts are done quicker from a snapshot after those than each from a fresh start.
    pub fn may_share(&self, acts: usize) -> bool {
        match (self.save_ms, self.back_ms) {
            (Some(save), Some(back)) if !self.returns_at_will() => {
                save + back < self.fresh_ms + acts as u64 * self.event_ms
            }
            _ => false,
        }
    }

    /// As many events as take as long as so many snapshots and so many returns to them.
    pub fn events_for(&self, saved: u64, returned: u64) -> u64 {
        let ms = saved * self.save_ms.unwrap_or(0) + returned * self.back_ms.unwrap_or(0);
        ms.checked_div(self.event_ms).unwrap_or(0)
    }

    /// How long it takes to see a finding again.
    pub fn replay_ms(&self) -> u64 {
        self.fresh_ms + EVENTS_IN_A_REPLAY * self.event_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_going_back_is_dear_walks_take_turns() {
        let pocket =
            Costs { event_ms: 16, save_ms: Some(120), back_ms: Some(300), fresh_ms: 300, time_is_free: true };
        for (costs, expected) in [
            (Costs::FREE, true),
            (pocket, false),
            (Costs::DEAR, false),
            (Costs { event_ms: 200, ..pocket }, true),
        ] {
            assert_eq!(costs.returns_at_will(), expected, "{costs:?}");
        }
    }

    #[test]
    fn what_a_snapshot_costs_decides_what_it_is_for() {
        let pocket =
            Costs { event_ms: 60, save_ms: Some(300), back_ms: Some(400), fresh_ms: 600, time_is_free: true };
        assert_eq!([9, 17].map(|acts| pocket.may_save_before(acts)), [false, true]);
        assert_eq!([1, 2, 20].map(|acts| pocket.may_share(acts)), [false, true, true]);
        assert_eq!(pocket.events_for(2, 3), 30);
        assert!(Costs::FREE.may_save_before(1) && !Costs::FREE.may_share(100), "nothing costs anything");
        assert!(!Costs::DEAR.may_share(100), "there are no snapshots");
    }
}
