//! Growing a decision tree.

use crate::{Example, Tree};

/// How a tree is grown, as C4.5 does with Weka's defaults; but pruning replaces subtrees and never raises them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growing {
    /// How sure pruning has to be that a subtree pays: the less the smaller the tree. 0 to 0.5.
    pub confidence: f64,
    /// The fewest examples on either side of a question.
    pub at_least: usize,
}

impl Default for Growing {
    fn default() -> Growing {
        Growing { confidence: 0.25, at_least: 2 }
    }
}

/// No deeper than this, whatever the examples say.
const DEEPEST: usize = 40;

impl Growing {
    /// The tree of these examples; one that sees no difference anywhere where there are none.
    pub fn tree(&self, examples: &[Example]) -> Tree {
        let all: Vec<&Example> = examples.iter().collect();
        let grown = self.grow(&all, 0);
        self.prune(grown)
    }

    fn grow(&self, examples: &[&Example], depth: usize) -> Tree {
        let leaf = leaf(examples);
        let pure = matches!(leaf, Tree::Leaf { wrong: 0, .. });
        if pure || depth >= DEEPEST || examples.len() < 2 * self.at_least {
            return leaf;
        }
        let Some((feature, at_most)) = self.best(examples) else { return leaf };
        let (yes, no): (Vec<&Example>, Vec<&Example>) =
            examples.iter().partition(|example| example.features[feature] <= at_most);
        Tree::Question {
            feature,
            at_most,
            yes: Box::new(self.grow(&yes, depth + 1)),
            no: Box::new(self.grow(&no, depth + 1)),
        }
    }

    /// The question with the best gain ratio among those that gain at least as much as the mean.
    fn best(&self, examples: &[&Example]) -> Option<(usize, f64)> {
        let many = examples.iter().map(|example| example.features.len()).min()?;
        let splits: Vec<(usize, Split)> =
            (0..many).filter_map(|feature| Some((feature, self.split(examples, feature)?))).collect();
        let mean = splits.iter().map(|(_, split)| split.gain).sum::<f64>() / splits.len().max(1) as f64;
        let good = splits.into_iter().filter(|(_, split)| split.gain >= mean - 1e-3);
        // The first of equals, so that the order of features decides.
        let best = good.fold(None::<(usize, Split)>, |best, (feature, split)| match best {
            Some((_, other)) if other.ratio >= split.ratio => best,
            _ => Some((feature, split)),
        });
        best.map(|(feature, split)| (feature, split.at_most))
    }

    /// The bound of one feature that gains the most, less what it takes to say which of all bounds it is.
    fn split(&self, examples: &[&Example], feature: usize) -> Option<Split> {
        let mut sorted: Vec<(f64, bool)> =
            examples.iter().map(|example| (example.features[feature], example.differs)).collect();
        sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
        let total = sorted.len();
        let differing = sorted.iter().filter(|(_, differs)| *differs).count();
        let before = entropy(differing, total);
        // A tenth of an even share, within bounds, as Quinlan's program asks of numbers.
        let least = ((total as f64 / 20.0) as usize).clamp(self.at_least, 25.max(self.at_least));
        let (mut below, mut bounds) = (0, 0_u32);
        let mut best: Option<(f64, usize, f64)> = None;
        for at in 1..total {
            below += usize::from(sorted[at - 1].1);
            if sorted[at].0 <= sorted[at - 1].0 {
                continue;
            }
            bounds += 1;
            if at < least || total - at < least {
                continue;
            }
            let after = (at as f64 * entropy(below, at)
                + (total - at) as f64 * entropy(differing - below, total - at))
                / total as f64;
            let gain = before - after;
            if best.is_none_or(|(most, ..)| gain > most + 1e-12) {
                best = Some((gain, at, f64::midpoint(sorted[at - 1].0, sorted[at].0)));
            }
        }
        let (gain, at, at_most) = best?;
        let gain = gain - f64::from(bounds.max(1)).log2() / total as f64;
        let ratio = gain / entropy(at, total).max(1e-9);
        (gain > 1e-9).then_some(Split { gain, ratio, at_most })
    }

    /// Replaces a question by a leaf where the leaf is not expected to be wrong more often.
    fn prune(&self, tree: Tree) -> Tree {
        let Tree::Question { feature, at_most, yes, no } = tree else { return tree };
        let (yes, no) = (self.prune(*yes), self.prune(*no));
        let whole = merged(&yes, &no);
        if self.expected_wrong(&whole) <= self.expected_wrong(&yes) + self.expected_wrong(&no) + 0.1 {
            return whole;
        }
        Tree::Question { feature, at_most, yes: Box::new(yes), no: Box::new(no) }
    }

    fn expected_wrong(&self, tree: &Tree) -> f64 {
        match tree {
            Tree::Question { yes, no, .. } => self.expected_wrong(yes) + self.expected_wrong(no),
            Tree::Leaf { examples, wrong, .. } => {
                f64::from(*wrong) + added(f64::from(*examples), f64::from(*wrong), self.confidence)
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Split {
    gain: f64,
    ratio: f64,
    at_most: f64,
}

fn leaf(examples: &[&Example]) -> Tree {
    let differing = examples.iter().filter(|example| example.differs).count();
    counted(differing, examples.len())
}

fn counted(differing: usize, total: usize) -> Tree {
    let differs = 2 * differing > total;
    let wrong = if differs { total - differing } else { differing };
    let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
    Tree::Leaf { differs, examples: count(total), wrong: count(wrong) }
}

/// The leaf that two trees would be together.
fn merged(one: &Tree, other: &Tree) -> Tree {
    fn count(tree: &Tree) -> (usize, usize) {
        match tree {
            Tree::Leaf { differs, examples, wrong } => {
                let (examples, wrong) = (*examples as usize, *wrong as usize);
                (if *differs { examples - wrong } else { wrong }, examples)
            }
            Tree::Question { yes, no, .. } => {
                let (yes, no) = (count(yes), count(no));
                (yes.0 + no.0, yes.1 + no.1)
            }
        }
    }
    let (one, other) = (count(one), count(other));
    counted(one.0 + other.0, one.1 + other.1)
}

fn entropy(some: usize, total: usize) -> f64 {
    let part = |share: f64| if share <= 0.0 { 0.0 } else { -share * share.log2() };
    let share = some as f64 / total.max(1) as f64;
    part(share) + part(1.0 - share)
}

/// How many more errors than were seen have to be expected of a leaf: the upper bound of a binomial share (Quinlan 1993).
fn added(total: f64, wrong: f64, confidence: f64) -> f64 {
    if total <= 0.0 || confidence > 0.5 {
        return 0.0;
    }
    if wrong < 1.0 {
        let none = total * (1.0 - confidence.powf(1.0 / total));
        return if wrong == 0.0 { none } else { none + wrong * (added(total, 1.0, confidence) - none) };
    }
    if wrong + 0.5 >= total {
        return (total - wrong).max(0.0);
    }
    let z = normal_inverse(1.0 - confidence);
    let share = (wrong + 0.5) / total;
    let bound = (share
        + z * z / (2.0 * total)
        + z * (share / total - share * share / total + z * z / (4.0 * total * total)).sqrt())
        / (1.0 + z * z / total);
    bound * total - wrong
}

/// Where the normal distribution reaches a share (Acklam; relative error below 1.2e-9), for shares of at least a half.
fn normal_inverse(share: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 5] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
    ];
    let middle = share.clamp(0.5, 0.975) - 0.5;
    let square = middle * middle;
    let above = A.iter().fold(0.0, |sum, a| sum * square + a) * middle;
    above / (B.iter().fold(0.0, |sum, b| sum * square + b) * square + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples(many: usize, differs: impl Fn(f64, f64) -> bool) -> Vec<Example> {
        let point = |at: usize| {
            let (one, other) = ((at * 37 % 101) as f64 / 100.0, (at * 53 % 97) as f64 / 96.0);
            Example { features: vec![one, other], differs: differs(one, other) }
        };
        (0..many).map(point).collect()
    }

    #[test]
    fn a_tree_finds_the_bound_and_says_so() {
        let tree = Growing::default().tree(&examples(200, |one, _| one <= 0.6));
        assert!(tree.differs(&[0.3, 0.9]) && !tree.differs(&[0.8, 0.1]));
        assert_eq!((tree.size(), tree.leaves()), (3, 2));
        let why = tree.why(&[0.3, 0.9], &["cw-ssim", "colours"]);
        assert!(why.starts_with("cw-ssim 0.3 is at most 0.6"), "{why}");
        assert!(tree.tell(&["cw-ssim", "colours"]).starts_with("cw-ssim is at most 0.6"));
    }

    #[test]
    fn two_bounds_take_two_questions() {
        let tree = Growing::default().tree(&examples(400, |one, other| one <= 0.5 && other > 0.3));
        assert!(tree.differs(&[0.2, 0.9]) && !tree.differs(&[0.2, 0.1]) && !tree.differs(&[0.9, 0.9]));
        assert_eq!(tree.leaves(), 3);
    }

    #[test]
    fn what_is_chance_is_pruned() {
        // One in ten differs, whatever the features are.
        let mut noise = examples(300, |_, _| false);
        for (at, example) in noise.iter_mut().enumerate() {
            example.differs = at % 10 == 3;
        }
        let tree = Growing::default().tree(&noise);
        assert!(tree.leaves() <= 3, "{}", tree.tell(&["a", "b"]));
        assert!(!Growing::default().tree(&[]).differs(&[]));
    }

    #[test]
    fn errors_are_expected_as_quinlan_expects_them() {
        // Of his book: 6 examples without an error, 25 %: 6 * 0.206; 9: 9 * 0.143; 1: 0.75.
        for (total, wrong, expected) in
            [(6.0, 0.0, 1.236), (9.0, 0.0, 1.285), (1.0, 0.0, 0.75), (16.0, 1.0, 1.512)]
        {
            let found: f64 = added(total, wrong, 0.25);
            assert!((found - expected).abs() < 0.05, "{total} {wrong}: {found}");
        }
        assert!((normal_inverse(0.75) - 0.674_489_75).abs() < 1e-7);
    }
}
