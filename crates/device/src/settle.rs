//! Waiting until the screen rests: the one policy for all phones.

use std::time::Duration;

use gui::{Layout, NodeId};

use crate::{Device, DeviceError, Motion, Observation};

/// How long to wait for a screen to settle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// After this long a moving screen is taken as it is.
    pub limit: Duration,
    /// How long to wait between two looks.
    pub pause: Duration,
}

impl Default for Patience {
    /// Ten seconds, as uiautomator waits itself; a quarter of a second between looks.
    fn default() -> Patience {
        Patience { limit: Duration::from_secs(10), pause: Duration::from_millis(250) }
    }
}

/// A screen that rests, or never will.
#[derive(Debug, Clone)]
pub struct Settled {
    /// The last look.
    pub observation: Observation,
    /// How many looks it took.
    pub looks: u32,
    /// How long it took by the phone's clock, from the first look on.
    pub took: Duration,
    /// What still moved when patience ended, as places in the last layout: came or changed since the look before. Empty for
    /// a screen that rests.
    pub moving: Vec<NodeId>,
}

/// Waits until the screen rests, and looks at it.
///
/// A phone that knows whether it rests is believed. Else the screen rests when two looks in a row agree in every attribute.
/// A screen that moves without end is taken as it is when patience ends, with its moving part marked. One look is made
/// even without any patience.
pub fn settle(device: &mut dyn Device, patience: Patience) -> Result<Settled, DeviceError> {
    let mut last = device.observe()?;
    let began = last.at;
    let mut before: Option<Observation> = None;
    let mut looks = 1;
    loop {
        let took = last.at.saturating_sub(began);
        // A phone that knows better says `Moving`: two equal looks at a spinner prove nothing.
        let unchanged = || before.as_ref().is_some_and(|before| before.layout == last.layout);
        if last.motion == Motion::Still || last.motion == Motion::Unknown && unchanged() {
            return Ok(Settled { observation: last, looks, took, moving: Vec::new() });
        }
        if took >= patience.limit {
            let moving = before.map_or(Vec::new(), |before| moving_between(&before.layout, &last.layout));
            return Ok(Settled { observation: last, looks, took, moving });
        }
        let pause = patience.pause.max(Duration::from_millis(1));
        // The last pause is left to us: what moves is told by a look before it and one after.
        let limit = patience.limit.saturating_sub(took + pause);
        device.wait_for_rest(Patience { limit, pause })?;
        before = Some(std::mem::replace(&mut last, device.observe()?));
        looks += 1;
    }
}

/// The widgets of `after` that were not so in `before`; all of them where the two are too large to compare.
fn moving_between(before: &Layout, after: &Layout) -> Vec<NodeId> {
    let Ok(changes) = diff::changes_between(before, after) else {
        return after.nodes().map(|node| node.id()).collect();
    };
    let mut moving: Vec<NodeId> = changes
        .edits
        .into_iter()
        .filter_map(|edit| match edit {
            diff::Edit::Delete { .. } => None,
            diff::Edit::Change { after, .. } => Some(after),
            diff::Edit::Insert { node, .. } => Some(node),
        })
        .collect();
    moving.sort_unstable();
    moving
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;

    fn check(looks: &[(&str, Motion)], expected: (u32, &str, &[u32])) {
        let mut phone = Scripted::showing(looks);
        let patience = Patience { limit: Duration::from_secs(1), pause: Duration::from_millis(250) };
        let settled = settle(&mut phone, patience).unwrap();
        let text = settled.observation.layout.nodes().next().unwrap().text().to_owned();
        let moving: Vec<u32> = settled.moving.iter().map(|node| node.0).collect();
        assert_eq!((settled.looks, text.as_str(), moving.as_slice()), expected);
    }

    #[test]
    fn a_phone_that_knows_is_believed_at_once() {
        check(&[("a", Motion::Still), ("b", Motion::Still)], (1, "a", &[]));
    }

    #[test]
    fn a_phone_that_says_it_moves_is_waited_for_though_nothing_changes() {
        check(&[("a", Motion::Moving), ("a", Motion::Moving), ("b", Motion::Still)], (3, "b", &[]));
    }

    #[test]
    fn where_nobody_knows_two_equal_looks_count() {
        check(&[("a", Motion::Unknown), ("b", Motion::Unknown), ("b", Motion::Unknown)], (3, "b", &[]));
    }

    #[test]
    fn an_endlessly_moving_screen_is_taken_with_its_moving_part_named() {
        let looks: Vec<(&str, Motion)> =
            ["a", "b", "c", "d", "e", "f"].iter().map(|&text| (text, Motion::Unknown)).collect();
        check(&looks, (5, "e", &[0]));
    }
}
