//! The screen of a missed event, as far as a run shows it.

use automata::Clues;
use gui::Digest;
use serde::Serialize;

use crate::html::album::{Album, Thumb};
use crate::words::{clipped, count, number};
use crate::{Mark, Sight};

const MOST_WIDGETS: usize = 100;
const PICTURE: (u32, u32) = (300, 600);
const MOST_PICTURE_BYTES: usize = 1 << 20;

#[derive(Serialize)]
pub(super) struct ClueSheet {
    sentence: String,
    picture: Option<Thumb>,
    properties: Vec<(&'static str, String)>,
    widgets: Vec<Widget>,
    more: usize,
}

#[derive(Serialize)]
struct Widget {
    selector: String,
    class: String,
    times: String,
    /// `missed`, `sibling` or nothing.
    kind: &'static str,
}

impl ClueSheet {
    pub(super) fn of(clues: &Clues<'_>, picture: Option<&[u8]>) -> ClueSheet {
        let widget = clues.widget();
        let source = |_: Digest| picture.map(<[u8]>::to_vec);
        let mark =
            widget.map(|node| Mark { widget: gui::Selector::of(node).to_string(), bounds: node.bounds() });
        let marks = mark.into_iter().collect();
        let sight = picture.map(|_| Sight { screenshot: clues.picture.unwrap_or_default(), marks });
        let touchables = clues.touchables();
        let layout = clues.screen.as_deref();
        let row = |touchable: &automata::Touchable| Widget {
            selector: clipped(&touchable.selector.to_string(), 100),
            class: layout
                .map(|layout| clipped(layout.node(touchable.node).short_class(), 60))
                .unwrap_or_default(),
            times: number(touchable.times),
            kind: match (touchable.is_missed, touchable.is_sibling) {
                (true, _) => "missed",
                (_, true) => "sibling",
                _ => "",
            },
        };
        ClueSheet {
            sentence: sentence(clues),
            picture: sight.and_then(|sight| Album::new(&source, MOST_PICTURE_BYTES).sight(&sight, PICTURE)),
            properties: widget.map(properties).unwrap_or_default(),
            more: touchables.len().saturating_sub(MOST_WIDGETS),
            widgets: touchables.iter().take(MOST_WIDGETS).map(row).collect(),
        }
    }
}

fn sentence(clues: &Clues<'_>) -> String {
    let there = |visits| format!("The screen of this event was there before {}", count(visits, "step"));
    match (clues.visits, clues.offered) {
        (0, _) => "The screen of this event was never reached.".to_owned(),
        (visits, 0) => format!("{}, but never with its widget.", there(visits)),
        (visits, offered) if offered < visits => {
            format!("{}, with its widget before {}.", there(visits), number(offered))
        }
        (visits, _) => format!("{}.", there(visits)),
    }
}

fn properties(node: gui::Node<'_>) -> Vec<(&'static str, String)> {
    let flags: Vec<String> = node.flags().iter().map(|flag| format!("{flag:?}").to_lowercase()).collect();
    let all = [
        ("class", node.class().to_owned()),
        ("id", node.resource_id().to_owned()),
        ("text", node.text().to_owned()),
        ("description", node.content_desc().to_owned()),
        ("flags", flags.join(", ")),
        ("size", format!("{} × {} px", node.bounds().width(), node.bounds().height())),
    ];
    all.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (name, clipped(&value, 200)))
        .collect()
}
