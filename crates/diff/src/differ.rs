//! Compares trees.

use crate::forest::Forest;
use crate::priced::PricedSolver;
use crate::trim::{Run, trim};
use crate::unit::UnitSolver;
use crate::{Costs, Limits, Mapping, TooLarge, Tree};

/// The distance of two trees under unit costs. In a loop, keep a [`Differ`]: it reuses its memory.
pub fn distance(before: &Tree, after: &Tree) -> Result<u32, TooLarge> {
    Differ::new().distance(before, after)
}

/// A cheapest mapping between two trees under unit costs.
pub fn mapping(before: &Tree, after: &Tree) -> Result<Mapping, TooLarge> {
    Differ::new().mapping(before, after)
}

/// The distance of two trees under costs of your own.
pub fn distance_with(costs: &impl Costs, before: &Tree, after: &Tree) -> Result<u64, TooLarge> {
    Differ::new().distance_with(costs, before, after)
}

/// A cheapest mapping between two trees under costs of your own.
pub fn mapping_with(costs: &impl Costs, before: &Tree, after: &Tree) -> Result<Mapping, TooLarge> {
    Differ::new().mapping_with(costs, before, after)
}

/// Compares trees and keeps the memory it needed for the next comparison.
///
/// Unit costs go the fast way: equal parts are taken off, bounds from above and below often meet, and tables are
/// filled only where they do not. Other costs go through Zhang and Shasha's tables at once.
#[derive(Default)]
pub struct Differ {
    limits: Limits,
    runs: Vec<Run>,
    unit: UnitSolver,
    priced: PricedSolver,
    /// For each node of `before` its partner while a mapping is made.
    partners: Vec<u32>,
}

const NO_PARTNER: u32 = u32::MAX;

impl Differ {
    /// With the default [`Limits`].
    pub fn new() -> Self {
        Self::default()
    }

    /// With limits of your own.
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// The distance of two trees under unit costs; of equal trees at the price of comparing them.
    pub fn distance(&mut self, before: &Tree, after: &Tree) -> Result<u32, TooLarge> {
        if before == after {
            return Ok(0);
        }
        self.runs.clear();
        let rest = trim(Forest::whole(before), Forest::whole(after), &mut self.runs);
        if rest.before.is_empty() {
            return Ok(rest.cost);
        }
        let solved = self.unit.solve(rest.before, rest.after, self.limits)?;
        Ok(rest.cost + solved.cost)
    }

    /// A cheapest mapping between two trees under unit costs.
    pub fn mapping(&mut self, before: &Tree, after: &Tree) -> Result<Mapping, TooLarge> {
        self.runs.clear();
        let rest = trim(Forest::whole(before), Forest::whole(after), &mut self.runs);
        let mut cost = rest.cost;
        if !rest.before.is_empty() {
            let solved = self.unit.solve(rest.before, rest.after, self.limits)?;
            cost += solved.cost;
            self.unit.trace(rest.before, rest.after, solved.by, &mut self.runs);
        }
        self.part_all(before);
        for run in &self.runs {
            let partners = &mut self.partners[run.before..run.before + run.length];
            for (partner, after) in partners.iter_mut().zip(run.after as u32..) {
                *partner = after;
            }
        }
        Ok(self.collect(cost.into()))
    }

    /// The distance of two trees under costs of your own.
    pub fn distance_with<C: Costs>(
        &mut self,
        costs: &C,
        before: &Tree,
        after: &Tree,
    ) -> Result<u64, TooLarge> {
        self.priced.solve(costs, before, after, self.limits)
    }

    /// A cheapest mapping between two trees under costs of your own.
    pub fn mapping_with<C>(&mut self, costs: &C, before: &Tree, after: &Tree) -> Result<Mapping, TooLarge>
    where
        C: Costs,
    {
        let cost = self.priced.solve(costs, before, after, self.limits)?;
        self.part_all(before);
        let partners = &mut self.partners;
        self.priced.trace(costs, |node, other| partners[node] = other as u32);
        Ok(self.collect(cost))
    }

    fn part_all(&mut self, before: &Tree) {
        self.partners.clear();
        self.partners.resize(before.len(), NO_PARTNER);
    }

    /// The mapping that `partners` tells.
    fn collect(&self, cost: u64) -> Mapping {
        let pairs = (0..).zip(&self.partners).filter(|&(_, &partner)| partner != NO_PARTNER);
        Mapping::new(pairs.map(|(node, &partner)| (node, partner)).collect(), cost)
    }
}
