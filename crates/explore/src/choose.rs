//! Where to go back to.

use std::collections::HashMap;

use experiment::Chance;
use model::{Model, Screen, ScreenId};

use crate::{By, ChoiceSettings};

/// Says which of the screens that can be returned to promises most.
pub trait Choose: Send {
    /// The places of the candidates in `among`, the most promising first. Chance decides between equals.
    fn rank(&self, model: &Model, among: &[ScreenId], chance: &mut Chance) -> Vec<usize>;
}

/// The paper's choice: the screen with the fittest surroundings.
///
/// A screen's fitness is f0 (1 + r)^w (1 - p)^(v - w), where it was visited v times and w interesting screens were first reached
/// from it.
#[derive(Debug, Clone)]
pub struct Fittest {
    settings: ChoiceSettings,
}

impl Fittest {
    /// By these numbers.
    pub fn new(settings: ChoiceSettings) -> Fittest {
        Fittest { settings }
    }

    /// The fitness of one screen, without its surroundings.
    pub fn of(&self, screen: &Screen) -> f64 {
        let first = if screen.interesting { self.settings.interesting } else { 1.0 };
        let rewarded = power(1.0 + self.settings.reward, screen.interesting_children);
        let fruitless = 1.0 - self.settings.penalty;
        let penalised = match screen.visits.checked_sub(screen.interesting_children) {
            Some(visits) => power(fruitless, visits),
            None => 1.0 / power(fruitless, screen.interesting_children - screen.visits),
        };
        first * rewarded * penalised
    }

    /// The fitness of each of these screens with its surroundings; of screens that are not known, 0.
    pub fn with_surroundings(&self, model: &Model, among: &[ScreenId]) -> Vec<f64> {
        let near = Surroundings::of(model, among, self.settings.steps, |screen| self.of(screen));
        let value = |at: usize| match self.settings.by {
            By::Paths => near.mean_of_paths(at, self.settings.steps),
            By::Mean => near.mean_in_reach(at, self.settings.steps),
        };
        near.roots.iter().map(|root| root.map_or(0.0, value)).collect()
    }
}

impl Choose for Fittest {
    fn rank(&self, model: &Model, among: &[ScreenId], chance: &mut Chance) -> Vec<usize> {
        let fitness = self.with_surroundings(model, among);
        let lots: Vec<u64> = among.iter().map(|_| chance.draw()).collect();
        let mut order: Vec<usize> = (0..among.len()).collect();
        order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]).then(lots[a].cmp(&lots[b])));
        order
    }
}

/// By multiplication alone, so that it is the same everywhere: the library's `powi` promises no such thing.
fn power(base: f64, mut exponent: u64) -> f64 {
    let (mut result, mut square) = (1.0, base);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result *= square;
        }
        square *= square;
        exponent /= 2;
    }
    result
}

/// The part of the model within some events of the candidates. An event that stays on its screen leads nowhere.
struct Surroundings {
    /// The candidates, where they are known.
    roots: Vec<Option<usize>>,
    fitness: Vec<f64>,
    /// Where events lead; empty for those at the rim, too.
    next: Vec<Vec<usize>>,
    /// For each length up to the longest, for each screen: how many paths of that length begin there, and the sum of the fitness
    /// of all screens on all of them.
    paths: Vec<Vec<(f64, f64)>>,
}

impl Surroundings {
    fn of(model: &Model, among: &[ScreenId], steps: usize, fitness: impl Fn(&Screen) -> f64) -> Surroundings {
        let mut near =
            Surroundings { roots: Vec::new(), fitness: Vec::new(), next: Vec::new(), paths: Vec::new() };
        let mut places: HashMap<ScreenId, usize> = HashMap::new();
        let mut found: Vec<ScreenId> = Vec::new();
        let mut place = |screen: &Screen, near: &mut Surroundings, found: &mut Vec<ScreenId>| {
            *places.entry(screen.ids.travel).or_insert_with(|| {
                near.fitness.push(fitness(screen));
                near.next.push(Vec::new());
                found.push(screen.ids.travel);
                found.len() - 1
            })
        };
        for &id in among {
            let root = model.screen(id).map(|screen| place(screen, &mut near, &mut found));
            near.roots.push(root);
        }
        let mut done = 0;
        for _ in 0..steps {
            for at in std::mem::replace(&mut done, found.len())..found.len() {
                let mut next: Vec<usize> = model
                    .transitions(found[at])
                    .map(|(_, to, _)| place(to, &mut near, &mut found))
                    .filter(|&to| to != at)
                    .collect();
                next.sort_unstable();
                next.dedup();
                near.next[at] = next;
            }
        }
        near.count_paths(steps);
        near
    }

    /// The paths of each length, from those that are one shorter.
    fn count_paths(&mut self, steps: usize) {
        self.paths.push(self.fitness.iter().map(|&fitness| (1.0, fitness)).collect());
        for length in 1..=steps {
            let shorter = &self.paths[length - 1];
            let longer = self.next.iter().zip(&self.fitness).map(|(next, fitness)| {
                next.iter().fold((0.0, 0.0), |(count, sum), &to| {
                    let (paths, total) = shorter[to];
                    (count + paths, sum + paths * fitness + total)
                })
            });
            let longer = longer.collect();
            self.paths.push(longer);
        }
    }

    /// The sum over the screens of a path, averaged over all paths of so many events; over the longest ones where none is as long.
    fn mean_of_paths(&self, at: usize, steps: usize) -> f64 {
        let longest = (0..=steps).rev().find(|&length| self.paths[length][at].0 > 0.0).unwrap_or(0);
        let (count, sum) = self.paths[longest][at];
        sum / count
    }

    fn mean_in_reach(&self, at: usize, steps: usize) -> f64 {
        let mut reached = vec![false; self.fitness.len()];
        reached[at] = true;
        let mut rim = vec![at];
        let (mut sum, mut count) = (self.fitness[at], 1.0);
        for _ in 0..steps {
            let mut beyond = Vec::new();
            for &to in rim.iter().flat_map(|&at| &self.next[at]) {
                if !std::mem::replace(&mut reached[to], true) {
                    (sum, count) = (sum + self.fitness[to], count + 1.0);
                    beyond.push(to);
                }
            }
            rim = beyond;
        }
        sum / count
    }
}
