//! Where to go back to.

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
/// A screen's fitness is f0 (1 + r)^w (1 - p)^(v - w), where v events were done on it and w of them led to an interesting screen
/// for the first time. Counting events where they are done, and not where they lead, makes a screen that walks travel to and leave
/// at once less fit each time; else one that is never come upon by itself would be travelled to for ever.
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
        let fruitless = power(1.0 - self.settings.penalty, screen.events - screen.interesting_children);
        first * rewarded * fruitless
    }

    /// The fitness of each of these screens with its surroundings. One that the model does not know under its present name counts
    /// as a new interesting one.
    pub fn with_surroundings(&self, model: &Model, among: &[ScreenId]) -> Vec<f64> {
        let near = Surroundings::of(model, among, self.settings.steps, |screen| self.of(screen));
        let value = |at: usize| match self.settings.by {
            By::Paths => near.mean_of_paths(at, self.settings.steps),
            By::Mean => near.mean_in_reach(at, self.settings.steps),
        };
        near.roots.iter().map(|root| root.map_or(self.settings.interesting, value)).collect()
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
    /// Where events lead, screen by screen.
    ways: Vec<usize>,
    /// Where the ways of each screen begin among all, and where the last one's end. Screens at the rim have none.
    bounds: Vec<usize>,
    /// How many screens, the first ones of all, are within 0, 1, 2 and so on events of the candidates.
    within: Vec<usize>,
    /// For each length up to the longest, for each screen that is so far from the rim: how many paths of that length begin there,
    /// and the sum of the fitness of all screens on all of them.
    paths: Vec<Vec<(f64, f64)>>,
}

impl Surroundings {
    fn of(model: &Model, among: &[ScreenId], steps: usize, fitness: impl Fn(&Screen) -> f64) -> Surroundings {
        let mut numbers: Vec<Option<usize>> = vec![None; model.len()];
        let mut found: Vec<usize> = Vec::new();
        let mut number = |place: usize, found: &mut Vec<usize>| {
            *numbers[place].get_or_insert_with(|| {
                found.push(place);
                found.len() - 1
            })
        };
        let roots = among.iter().map(|&id| model.place(id).map(|place| number(place, &mut found))).collect();
        let (mut ways, mut bounds, mut within) = (Vec::new(), vec![0], vec![found.len()]);
        for _ in 0..steps {
            for at in bounds.len() - 1..found.len() {
                let here = found[at];
                let after = model.places_after(here).filter(|&to| to != here);
                ways.extend(after.map(|to| number(to, &mut found)));
                bounds.push(ways.len());
            }
            within.push(found.len());
        }
        let fitness = found.iter().map(|&place| fitness(model.at(place))).collect();
        let mut near = Surroundings { roots, fitness, ways, bounds, within, paths: Vec::new() };
        near.count_paths(steps);
        near
    }

    fn next(&self, at: usize) -> &[usize] {
        self.bounds.get(at..at + 2).map_or(&[], |bounds| &self.ways[bounds[0]..bounds[1]])
    }

    /// The paths of each length, from those that are one shorter.
    fn count_paths(&mut self, steps: usize) {
        self.paths.push(self.fitness.iter().map(|&fitness| (1.0, fitness)).collect());
        for length in 1..=steps {
            let shorter = &self.paths[length - 1];
            let longer = (0..self.within[steps - length]).map(|at| {
                let fitness = self.fitness[at];
                self.next(at).iter().fold((0.0, 0.0), |(count, sum), &to| {
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
            for &to in rim.iter().flat_map(|&at| self.next(at)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{id, model};

    fn fittest(by: By, steps: usize) -> Fittest {
        Fittest::new(ChoiceSettings { by, steps, ..ChoiceSettings::default() })
    }

    #[track_caller]
    fn check(found: &[f64], expected: &[f64]) {
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(close && found.len() == expected.len(), "{found:?} instead of {expected:?}");
    }

    #[test]
    fn fitness_grows_with_finds_and_shrinks_with_fruitless_events() {
        let model = model(&[(1, 2, true), (2, 3, false), (3, 2, false), (2, 2, false), (2, 4, true)]);
        let of = |number| fittest(By::Paths, 0).of(model.screen(id(number)).unwrap());
        // One event was done on the start, and it found something.
        check(&[of(1)], &[6.0 * 1.1]);
        // Three on screen 2, its own loop included, with one find.
        check(&[of(2)], &[6.0 * 1.1 * 0.9 * 0.9]);
        // Screen 3 was new, but nothing ran there that had not run before.
        check(&[of(3)], &[0.9]);
        check(&[of(4)], &[6.0]);
    }

    #[test]
    fn a_path_counts_all_its_screens_and_paths_are_averaged() {
        // 1 leads to 2 and 3, both to 4, and 4 to 5.
        let steps = [(1, 2, false), (2, 4, false), (4, 5, false), (1, 3, false), (3, 4, false)];
        let model = model(&steps);
        let [f1, f2, f3, f4, f5] = [6.0 * 0.9 * 0.9, 0.9, 0.9, 0.9, 1.0];
        let found = fittest(By::Paths, 3).with_surroundings(&model, &[id(1), id(2), id(5), id(99)]);
        // Two paths of length 3 from 1; from 2 the longest is of length 2; from 5 none leads on; 99 is not known.
        let from_1 = f64::midpoint(f1 + f2 + f4 + f5, f1 + f3 + f4 + f5);
        check(&found, &[from_1, f2 + f4 + f5, f5, 6.0]);
    }

    #[test]
    fn a_way_in_circles_is_a_path_but_staying_is_not() {
        let model = model(&[(1, 1, false), (1, 2, false), (2, 1, false)]);
        let [f1, f2] = [6.0 * 0.9 * 0.9, 0.9];
        check(&fittest(By::Paths, 3).with_surroundings(&model, &[id(1)]), &[f1 + f2 + f1 + f2]);
    }

    #[test]
    fn the_mean_counts_each_screen_in_reach_once() {
        let steps = [(1, 2, false), (2, 3, false), (3, 1, false), (3, 4, false), (4, 5, false)];
        let model = model(&steps);
        let [f1, f2, f3, f4] = [6.0 * 0.9, 0.9, 0.9 * 0.9, 0.9];
        // Screen 5 is four events away.
        check(&fittest(By::Mean, 3).with_surroundings(&model, &[id(1)]), &[(f1 + f2 + f3 + f4) / 4.0]);
    }

    #[test]
    fn the_fittest_comes_first_and_chance_decides_between_equals() {
        let model = model(&[(1, 2, true), (2, 1, false), (1, 3, false), (1, 4, false)]);
        let first = |seed| {
            let mut chance = Chance::keyed(seed, "choice", 0);
            fittest(By::Paths, 0).rank(&model, &[id(3), id(2), id(4)], &mut chance)
        };
        assert!((0..20).all(|seed| first(seed)[0] == 1), "screen 2 is interesting");
        let second: Vec<usize> = (0..20).map(|seed| first(seed)[1]).collect();
        assert!(second.contains(&0) && second.contains(&2), "{second:?}");
    }

    #[test]
    fn powers_are_products() {
        check(&[power(0.9, 0), power(0.9, 1), power(0.9, 5), power(1.1, 3)], &[1.0, 0.9, 0.59049, 1.331]);
    }
}
