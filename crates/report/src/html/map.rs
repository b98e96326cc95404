//! The screens of an app, laid out by how far they are from its start.

use std::collections::VecDeque;

use serde::Serialize;

use super::album::{Album, Thumb};
use crate::words::{clipped, count};
use crate::{Graph, Move};

/// The most screens that are drawn; those nearest to the start.
const MOST_SCREENS: usize = 150;
/// Besides the first way to each screen, so many of the most used ways from each.
const MORE_WAYS: usize = 2;
/// The most ways from a screen that the table names.
const TOLD_WAYS: usize = 6;

/// A screen's picture, at most.
const PICTURE: (u32, u32) = (84, 150);
/// A screen with its label.
const NODE: (f64, f64) = (100.0, 196.0);
/// Between screens; the room below is for the ways.
const GAP: (f64, f64) = (26.0, 54.0);
const MARGIN: f64 = 20.0;
/// The line that says how far a band is from the start.
const BAND_TITLE: f64 = 30.0;

/// The map, ready to be drawn.
#[derive(Debug, Default, Serialize)]
pub(super) struct Map {
    width: f64,
    height: f64,
    bands: Vec<Band>,
    nodes: Vec<Node>,
    ways: Vec<Line>,
    /// What is not drawn, in sentences.
    left_out: Vec<String>,
}

/// Screens equally far from the start.
#[derive(Debug, Serialize)]
struct Band {
    title: String,
    y: f64,
}

#[derive(Debug, Serialize)]
struct Node {
    number: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    activity: String,
    /// So much of the activity's name as fits below the picture.
    label: String,
    visits: String,
    picture: Option<Thumb>,
    leads_to: Vec<Lead>,
    /// How many ways are not named.
    more: usize,
}

/// A way, in words.
#[derive(Debug, Serialize)]
struct Lead {
    to: usize,
    words: String,
    times: String,
}

/// A way, as a line.
#[derive(Debug, Serialize)]
struct Line {
    from: usize,
    to: usize,
    path: String,
    words: String,
    /// Whether it is the shortest way to where it leads.
    first: bool,
}

impl Map {
    /// Ways from or to screens that are not there are of no account.
    pub(super) fn new(graph: &Graph, album: &mut Album<'_>) -> Map {
        let is_there = |way: &&Move| way.from.max(way.to) < graph.screens.len();
        let ways = graph.moves.iter().filter(is_there).cloned().collect();
        Map::of(&Graph { screens: graph.screens.clone(), moves: ways }, album)
    }

    fn of(graph: &Graph, album: &mut Album<'_>) -> Map {
        let plan = Plan::of(graph);
        let mut map = Map { bands: plan.bands(), ..Map::default() };
        for &screen in &plan.order {
            map.nodes.push(node(graph, screen, plan.places[screen], album));
        }
        let right = map.nodes.iter().map(|node| node.x + NODE.0).fold(360.0, f64::max);
        let bottom = map.nodes.iter().map(|node| node.y + NODE.1).fold(0.0, f64::max);
        (map.width, map.height) = (right + MARGIN, bottom + MARGIN);
        map.ways = plan.ways(graph);
        let hidden = graph.screens.len() - map.nodes.len();
        if hidden > 0 {
            let screens = count(hidden as u64, "screen");
            map.left_out.push(format!("{screens} farther from the start are not drawn."));
        }
        let between = graph.moves.iter().filter(|way| way.from != way.to).count();
        if between > map.ways.len() {
            let ways = count((between - map.ways.len()) as u64, "less used way");
            map.left_out.push(format!("{ways} between screens are not drawn."));
        }
        map
    }
}

/// Which screens are drawn, and where.
struct Plan {
    /// The screens that are drawn, nearest first.
    order: Vec<usize>,
    /// Per screen, how far from the start; `None` where no known way leads there.
    distance: Vec<Option<usize>>,
    /// Per screen, the way by which it was reached first.
    reached_by: Vec<Option<usize>>,
    /// Per screen, its upper left corner.
    places: Vec<(f64, f64)>,
    /// Where each band begins: its distance and height.
    bands: Vec<(Option<usize>, f64)>,
}

impl Plan {
    fn of(graph: &Graph) -> Plan {
        let (mut order, distance, reached_by) = nearest_first(graph);
        order.truncate(MOST_SCREENS);
        let mut plan = Plan {
            places: vec![(0.0, 0.0); graph.screens.len()],
            order,
            distance,
            reached_by,
            bands: Vec::new(),
        };
        plan.place();
        plan
    }

    /// Band by band from the top. Breadth-first order keeps the children of one screen together, so few ways cross; a band
    /// too long for a row goes on in the next.
    fn place(&mut self) {
        let per_row = ((self.order.len() as f64 * 2.0).sqrt().ceil() as usize).clamp(5, 14);
        let full_width = per_row as f64 * (NODE.0 + GAP.0) - GAP.0;
        let mut y = MARGIN;
        for band in self.order.chunk_by(|&one, &other| self.distance[one] == self.distance[other]) {
            self.bands.push((self.distance[band[0]], y));
            y += BAND_TITLE;
            for row in band.chunks(per_row) {
                let row_width = row.len() as f64 * (NODE.0 + GAP.0) - GAP.0;
                let left =
                    MARGIN + (full_width.min(self.order.len() as f64 * NODE.0) - row_width).max(0.0) / 2.0;
                for (at, &screen) in row.iter().enumerate() {
                    self.places[screen] = ((left + at as f64 * (NODE.0 + GAP.0)).round(), y);
                }
                y += NODE.1 + GAP.1;
            }
        }
    }

    fn bands(&self) -> Vec<Band> {
        let title = |distance| match distance {
            Some(0) => "The start".to_owned(),
            Some(steps) => format!("{} from the start", count(steps as u64, "event")),
            None => "Reached by another way than by an event".to_owned(),
        };
        self.bands.iter().map(|&(distance, y)| Band { title: title(distance), y: y + 14.0 }).collect()
    }

    /// The first way to each screen, and the most used others.
    fn ways(&self, graph: &Graph) -> Vec<Line> {
        let mut drawn = vec![false; graph.screens.len()];
        self.order.iter().for_each(|&screen| drawn[screen] = true);
        let mut more = vec![0; graph.screens.len()];
        let mut by_use: Vec<(usize, &Move)> = graph.moves.iter().enumerate().collect();
        by_use.sort_by_key(|(_, way)| std::cmp::Reverse(way.times));
        let mut ways = Vec::new();
        for (at, way) in by_use {
            let first = self.reached_by[way.to] == Some(at);
            if way.from == way.to
                || !drawn[way.from]
                || !drawn[way.to]
                || (!first && more[way.from] == MORE_WAYS)
            {
                continue;
            }
            more[way.from] += usize::from(!first);
            ways.push(Line {
                from: way.from + 1,
                to: way.to + 1,
                path: path(self.places[way.from], self.places[way.to]),
                words: format!("{}, {}", clipped(&way.words, 80), count(way.times, "time")),
                first,
            });
        }
        // Later lines are drawn over earlier ones.
        ways.sort_by_key(|way| way.first);
        ways
    }
}

/// All screens in the order of a breadth-first search, those that it does not reach last; with each the distance from the start
/// and the place of the way by which it was reached.
fn nearest_first(graph: &Graph) -> (Vec<usize>, Vec<Option<usize>>, Vec<Option<usize>>) {
    let screens = graph.screens.len();
    let mut leaving = vec![Vec::new(); screens];
    for (at, way) in graph.moves.iter().enumerate() {
        leaving[way.from].push(at);
    }
    let (mut distance, mut reached_by) = (vec![None; screens], vec![None; screens]);
    let mut order = Vec::with_capacity(screens);
    let mut queue: VecDeque<usize> = (0..screens).filter(|&screen| graph.screens[screen].start).collect();
    queue.iter().for_each(|&start| distance[start] = Some(0));
    while let Some(screen) = queue.pop_front() {
        order.push(screen);
        for &at in &leaving[screen] {
            let to = graph.moves[at].to;
            if distance[to].is_none() {
                distance[to] = distance[screen].map(|steps| steps + 1);
                reached_by[to] = Some(at);
                queue.push_back(to);
            }
        }
    }
    order.extend((0..screens).filter(|&screen| distance[screen].is_none()));
    (order, distance, reached_by)
}

/// From the bottom of one screen to the top of one below; sideways out and in where the other is not below.
fn path((from_x, from_y): (f64, f64), (to_x, to_y): (f64, f64)) -> String {
    let (width, height) = NODE;
    if to_y > from_y {
        let (x1, y1, x2, y2) = (from_x + width / 2.0, from_y + height, to_x + width / 2.0, to_y);
        let bend = ((y2 - y1) / 2.0).max(20.0);
        return format!("M{x1} {y1}C{x1} {} {x2} {} {x2} {y2}", y1 + bend, y2 - bend);
    }
    let to_the_right = to_x >= from_x;
    let (x1, x2) = if to_the_right { (from_x + width, to_x) } else { (from_x, to_x + width) };
    let (y1, y2) = (from_y + height * 0.4, to_y + height * 0.6);
    let bend = if to_the_right { GAP.0 } else { -GAP.0 };
    format!("M{x1} {y1}C{} {y1} {} {y2} {x2} {y2}", x1 + bend, x2 - bend)
}

fn node(graph: &Graph, screen: usize, (x, y): (f64, f64), album: &mut Album<'_>) -> Node {
    let reached = &graph.screens[screen];
    let activity = reached.activity.as_deref().unwrap_or("outside of the app");
    let short = activity.rsplit(['.', '/']).next().unwrap_or(activity);
    let mut leads: Vec<&Move> = graph.moves.iter().filter(|way| way.from == screen).collect();
    leads.sort_by_key(|way| std::cmp::Reverse(way.times));
    let told = leads.iter().take(TOLD_WAYS).map(|way| Lead {
        to: way.to + 1,
        words: clipped(&way.words, 120),
        times: count(way.times, "time"),
    });
    Node {
        number: screen + 1,
        x,
        y,
        width: NODE.0,
        height: NODE.1,
        activity: clipped(activity, 200),
        label: shortened(&clipped(short, 40), 15),
        visits: count(reached.visits, "visit"),
        picture: reached.screenshot.and_then(|screenshot| album.thumb(screenshot, PICTURE)),
        leads_to: told.collect(),
        more: leads.len().saturating_sub(TOLD_WAYS),
    }
}

/// So many characters at most, the last one a sign that there were more.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}
