//! The automaton drawn: the start to the left, the bug to the right, what was reached in colour.

use std::collections::BTreeMap;

use automata::{Bug, Dfa, StateId, Symbol, UNREACHABLE, Walk};
use serde::Serialize;

use crate::words::{clipped, count, number};

/// An automaton with more states than this is a knot, not a drawing.
const MOST_STATES: usize = 60;
const COLUMN: f64 = 170.0;
const ROW: f64 = 130.0;
const RADIUS: f64 = 24.0;
/// How far an arrow bends aside that does not lead straight on.
const BEND: f64 = 0.28;

/// Ready to be drawn.
#[derive(Debug, Serialize)]
pub(super) struct Drawing {
    /// The corner and the size of all that is drawn.
    view: [f64; 4],
    words: String,
    nodes: Vec<Node>,
    arrows: Vec<Arrow>,
}

#[derive(Debug, Serialize)]
struct Node {
    x: f64,
    y: f64,
    class: &'static str,
    is_final: bool,
    is_initial: bool,
    visits: String,
    name: String,
    title: String,
}

#[derive(Debug, Serialize)]
struct Arrow {
    path: String,
    class: &'static str,
    label: String,
    title: String,
    x: f64,
    y: f64,
}

impl Drawing {
    /// `None` where there is too much to draw.
    pub(super) fn of(bug: &Bug, walk: &Walk<'_>) -> Option<Drawing> {
        let dfa = &bug.dfa;
        if dfa.states().len() > MOST_STATES {
            return None;
        }
        let places = places(dfa);
        let missed = walk.first_missed();
        let gap = missed.as_ref().map(|missed| way(dfa, missed.state, &missed.rest)).unwrap_or_default();
        let node = |state: StateId| {
            let (x, y) = places[&state];
            let (visits, _) = walk.visits(state);
            let is_nearest = missed.as_ref().is_some_and(|missed| missed.state == state);
            Node {
                x,
                y,
                class: match visits {
                    _ if is_nearest => "nearest",
                    0 => "never",
                    _ => "reached",
                },
                is_final: dfa.is_final(state),
                is_initial: state == Dfa::INITIAL,
                visits: short(visits),
                name: clipped(dfa.name(state), 12),
                title: title_of(dfa, state, visits),
            }
        };
        let nodes = dfa.states().map(node).collect();
        let arrows: Vec<Arrow> = joined(dfa)
            .into_iter()
            .map(|(ends, by)| Arrow::of(bug, walk, &places, ends, &by, &gap))
            .collect();
        let reached = walk.reached().count();
        let words = format!(
            "{} of {} were reached; the distance left is {}.",
            reached,
            count(dfa.states().len() as u64, "state"),
            walk.minimal_distance()
        );
        Some(Drawing { view: view(&places, &arrows), words, nodes, arrows })
    }
}

impl Arrow {
    fn of(
        bug: &Bug,
        walk: &Walk<'_>,
        places: &BTreeMap<StateId, (f64, f64)>,
        (from, to): (StateId, StateId),
        by: &[Symbol],
        gap: &[(StateId, Symbol)],
    ) -> Arrow {
        let times: u64 = by.iter().map(|&symbol| walk.moves(from, symbol)).sum();
        let is_gap = by.iter().any(|&symbol| gap.contains(&(from, symbol)));
        let names: Vec<&str> = by.iter().map(|&symbol| bug.dfa.symbol_name(symbol)).collect();
        let told: Vec<String> = by
            .iter()
            .map(|&symbol| {
                format!(
                    "{} ({})",
                    bug.configuration.words_for(bug.dfa.symbol_name(symbol)),
                    number(walk.moves(from, symbol))
                )
            })
            .collect();
        let (path, (x, y)) = line(places[&from], places[&to]);
        let shown = clipped(&names.join(", "), 14);
        Arrow {
            path,
            class: match times {
                _ if is_gap => "gap",
                0 => "never",
                _ => "done",
            },
            label: if times > 0 { format!("{shown} ×{}", short(times)) } else { shown },
            title: clipped(&told.join("; "), 300),
            x,
            y,
        }
    }
}

/// Moves between the same two states are one arrow.
fn joined(dfa: &Dfa) -> BTreeMap<(StateId, StateId), Vec<Symbol>> {
    let mut joined: BTreeMap<(StateId, StateId), Vec<Symbol>> = BTreeMap::new();
    for (from, by, to) in dfa.moves() {
        joined.entry((from, to)).or_default().push(by);
    }
    joined
}

/// The moves of a way.
fn way(dfa: &Dfa, from: StateId, word: &[Symbol]) -> Vec<(StateId, Symbol)> {
    let mut at = Some(from);
    let step = |&symbol: &Symbol| {
        let here = at?;
        at = dfa.next(here, symbol);
        Some((here, symbol))
    };
    word.iter().map_while(step).collect()
}

/// Columns by distance, the bug last; what leads nowhere stands below the start.
fn places(dfa: &Dfa) -> BTreeMap<StateId, (f64, f64)> {
    let farthest = dfa
        .states()
        .map(|state| dfa.distance(state))
        .filter(|&distance| distance < UNREACHABLE)
        .max()
        .unwrap_or(0);
    let mut columns: BTreeMap<u32, Vec<StateId>> = BTreeMap::new();
    for state in dfa.states() {
        columns.entry(dfa.distance(state).min(farthest)).or_default().push(state);
    }
    let mut places = BTreeMap::new();
    for (distance, states) in columns {
        let x = f64::from(farthest - distance) * COLUMN;
        // Every other column stands a little lower, so that long arrows pass between states.
        let shift = if (farthest - distance) % 2 == 1 { ROW * 0.2 } else { 0.0 };
        let top = -(states.len() as f64 - 1.0) / 2.0 * ROW + shift;
        for (row, state) in states.into_iter().enumerate() {
            places.insert(state, (x, top + row as f64 * ROW));
        }
    }
    places
}

/// An arrow as SVG wants it, and the place of its label.
fn line(from: (f64, f64), to: (f64, f64)) -> (String, (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    if from == to {
        let (left, right, top) = (x1 - 9.0, x1 + 9.0, y1 - RADIUS);
        return (
            format!(
                "M{left:.0} {top:.0}C{:.0} {:.0} {:.0} {:.0} {right:.0} {:.0}",
                x1 - 34.0,
                y1 - 72.0,
                x1 + 34.0,
                y1 - 72.0,
                top - 3.0
            ),
            (x1, y1 - 62.0),
        );
    }
    let (dx, dy) = (x2 - x1, y2 - y1);
    let is_next = (dx - COLUMN).abs() < 1.0;
    let bend = if is_next { 0.0 } else { BEND };
    let control = ((x1 + x2) / 2.0 + dy * bend, (y1 + y2) / 2.0 - dx * bend);
    let edge = |(x, y): (f64, f64), away: f64| {
        let (dx, dy) = (control.0 - x, control.1 - y);
        let length = dx.hypot(dy).max(1.0);
        (x + dx / length * away, y + dy / length * away)
    };
    let ((sx, sy), (ex, ey)) = (edge(from, RADIUS), edge(to, RADIUS + 4.0));
    let middle = ((x1 + x2) / 4.0 + control.0 / 2.0, (y1 + y2) / 4.0 + control.1 / 2.0);
    (format!("M{sx:.1} {sy:.1}Q{:.1} {:.1} {ex:.1} {ey:.1}", control.0, control.1), middle)
}

/// Around all states and labels.
fn view(places: &BTreeMap<StateId, (f64, f64)>, arrows: &[Arrow]) -> [f64; 4] {
    let points = places.values().copied().chain(arrows.iter().map(|arrow| (arrow.x, arrow.y)));
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in points {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    let (left, top) = (low.0 - 70.0, low.1 - 60.0);
    [left, top, high.0 - left + 70.0, high.1 - top + 65.0].map(f64::round)
}

fn title_of(dfa: &Dfa, state: StateId, visits: u64) -> String {
    let distance = match dfa.distance(state) {
        UNREACHABLE => "nothing leads to the bug from here".to_owned(),
        distance => format!("{} from the bug", count(u64::from(distance), "event")),
    };
    format!("{}: reached {} times, {distance}", clipped(dfa.name(state), 100), number(visits))
}

/// `12`, `3.4k`, `12M`: what fits into a circle.
fn short(value: u64) -> String {
    match value {
        0..1_000 => value.to_string(),
        1_000..10_000 => format!("{:.1}k", value as f64 / 1e3),
        10_000..1_000_000 => format!("{}k", value / 1_000),
        _ => format!("{}M", value / 1_000_000),
    }
}
