//! A line over the events of a run.

use serde::Serialize;

use crate::words::number;

/// The most points of a line: more than a screen has pixels shows nothing more.
const MOST_POINTS: usize = 400;
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 180.0;

/// A line chart, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Chart {
    title: &'static str,
    /// All that it shows, in a sentence.
    words: String,
    width: f64,
    height: f64,
    /// The line, as SVG wants it.
    line: String,
    across: Vec<Tick>,
    up: Vec<Tick>,
    flags: Vec<Flag>,
}

/// A number on an axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Tick {
    at: f64,
    label: String,
}

/// Something that happened on the way.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Flag {
    at: f64,
    label: String,
}

impl Chart {
    /// A line through (events, value), which only ever grows; `None` of fewer than two points. Flags stand at events.
    pub(super) fn new(title: &'static str, points: &[(u64, u64)], flags: &[(u64, String)]) -> Option<Chart> {
        let (&(last, most), [_, ..]) = points.split_last()? else { return None };
        let (x_end, y_end) = (last.max(1) as f64, most.max(1) as f64);
        let x = |events: u64| round(events as f64 / x_end * WIDTH);
        let y = |value: u64| round(HEIGHT - value as f64 / y_end * HEIGHT);
        let reached = points.iter().find(|point| point.1 == most).map_or(last, |point| point.0);
        let words = format!(
            "{} after {} events; the last of them at event {}.",
            number(most),
            number(last),
            number(reached)
        );
        let tick = |value: u64, at| Tick { at, label: number(value) };
        Some(Chart {
            title,
            words,
            width: WIDTH,
            height: HEIGHT,
            line: line(&thinned(points), x, y),
            across: steps_to(last).into_iter().map(|value| tick(value, x(value))).collect(),
            up: steps_to(most).into_iter().map(|value| tick(value, y(value))).collect(),
            flags: flags
                .iter()
                .map(|(events, label)| Flag { at: x((*events).min(last)), label: label.clone() })
                .collect(),
        })
    }
}

/// What was reached stays reached until the next point: a stair, not a slope.
fn line(points: &[(u64, u64)], x: impl Fn(u64) -> f64, y: impl Fn(u64) -> f64) -> String {
    let mut path = String::new();
    for &(events, value) in points {
        let (x, y) = (x(events), y(value));
        path += &if path.is_empty() { format!("M{x} {y}") } else { format!("H{x}V{y}") };
    }
    path
}

/// So few points that a page can hold them; the first and the last stay.
fn thinned(points: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    let mut kept: Vec<_> = points.iter().copied().step_by(every).collect();
    if kept.last() != points.last() {
        kept.extend(points.last());
    }
    kept
}

/// Four to ten round numbers from 0 to this; all there are of fewer.
fn steps_to(end: u64) -> Vec<u64> {
    let rough = (end / 4).max(1);
    let magnitude = 10_u64.pow(rough.ilog10());
    let factor = [5, 2].into_iter().find(|factor| magnitude.saturating_mul(*factor) <= rough).unwrap_or(1);
    let step = magnitude * factor;
    (0..=end / step).map(|at| at * step).collect()
}

/// A tenth of a pixel is fine enough, and short in a file.
fn round(px: f64) -> f64 {
    (px * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_a_few_round_numbers() {
        assert_eq!(steps_to(0), [0]);
        assert_eq!(steps_to(3), [0, 1, 2, 3]);
        assert_eq!(steps_to(20_000), [0, 5_000, 10_000, 15_000, 20_000]);
        assert_eq!(steps_to(970), [0, 200, 400, 600, 800]);
        assert!(steps_to(u64::MAX).len() < 11);
    }

    #[test]
    fn a_stair_from_the_first_point_to_the_last() {
        let chart =
            Chart::new("screens", &[(0, 1), (50, 2), (100, 4)], &[(50, "crash-1".to_owned())]).unwrap();
        assert_eq!(chart.line, "M0 135H260V90H520V0");
        assert_eq!(chart.words, "4 after 100 events; the last of them at event 100.");
        assert_eq!(chart.flags, [Flag { at: 260.0, label: "crash-1".to_owned() }]);
        assert_eq!(Chart::new("screens", &[(0, 1)], &[]), None);
    }

    #[test]
    fn a_long_line_is_thinned_and_ends_where_it_did() {
        let points: Vec<(u64, u64)> = (0..100_003).map(|at| (at, at)).collect();
        let kept = thinned(&points);
        assert!(kept.len() <= MOST_POINTS + 1);
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
        assert_eq!(thinned(&points[..2]), points[..2]);
    }
}
