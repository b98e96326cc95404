//! How good trees are on examples they have not seen.

use serde::{Deserialize, Serialize};

use crate::{Example, Growing, Tree};

/// An example, and the app it was taken from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Labelled {
    /// The app.
    pub app: String,
    /// What is known of the pair.
    #[serde(flatten)]
    pub example: Example,
}

/// How often trees were right and wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Differences that were told.
    pub found: usize,
    /// Differences that were not told.
    pub missed: usize,
    /// What was told and is no difference.
    pub wrong: usize,
    /// What was rightly not told.
    pub silent: usize,
}

impl Score {
    /// The share of what was told that is true; 1 where nothing was told.
    pub fn precision(&self) -> f64 {
        share(self.found, self.wrong)
    }

    /// The share of differences that were told; 1 where there are none.
    pub fn recall(&self) -> f64 {
        share(self.found, self.missed)
    }

    fn add(&mut self, tree: &Tree, example: &Example) {
        match (example.differs, tree.differs(&example.features)) {
            (true, true) => self.found += 1,
            (true, false) => self.missed += 1,
            (false, true) => self.wrong += 1,
            (false, false) => self.silent += 1,
        }
    }
}

fn share(some: usize, others: usize) -> f64 {
    if some + others == 0 { 1.0 } else { some as f64 / (some + others) as f64 }
}

/// Each tenth judged by a tree of the other nine; what differs and what does not are dealt out evenly.
pub fn by_folds(examples: &[Labelled], growing: &Growing, folds: usize) -> Score {
    let mut dealt = [0, 0];
    let fold_of: Vec<usize> = examples
        .iter()
        .map(|labelled| {
            let next = &mut dealt[usize::from(labelled.example.differs)];
            *next += 1;
            *next % folds.max(1)
        })
        .collect();
    let of: Vec<(usize, &Example)> =
        fold_of.into_iter().zip(examples.iter().map(|one| &one.example)).collect();
    score(&of, growing)
}

/// Each app judged by a tree of the other apps.
pub fn leaving_one_out(examples: &[Labelled], growing: &Growing) -> Score {
    let mut apps: Vec<&str> = examples.iter().map(|one| one.app.as_str()).collect();
    apps.sort_unstable();
    apps.dedup();
    let place = |app: &str| apps.binary_search(&app).unwrap_or_default();
    let of: Vec<(usize, &Example)> = examples.iter().map(|one| (place(&one.app), &one.example)).collect();
    score(&of, growing)
}

fn score(examples: &[(usize, &Example)], growing: &Growing) -> Score {
    let groups = examples.iter().map(|(group, _)| group + 1).max().unwrap_or(0);
    let mut score = Score::default();
    for group in 0..groups {
        let others: Vec<Example> =
            examples.iter().filter(|(of, _)| *of != group).map(|(_, example)| (*example).clone()).collect();
        let tree = growing.tree(&others);
        for (_, example) in examples.iter().filter(|(of, _)| *of == group) {
            score.add(&tree, example);
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 40 examples of two apps: the first feature tells, in the second app the other way round where `turned`.
    fn examples(turned: bool) -> Vec<Labelled> {
        let one = |at: usize| {
            let (app, value) = (["a", "b"][at % 2], (at / 2) as f64);
            let differs = (value >= 10.0) != (turned && app == "b");
            Labelled { app: app.to_owned(), example: Example { features: vec![value], differs } }
        };
        (0..40).map(one).collect()
    }

    #[test]
    fn what_holds_everywhere_is_found_and_what_an_app_has_alone_is_not() {
        let everywhere = Score { found: 20, missed: 0, wrong: 0, silent: 20 };
        assert_eq!(by_folds(&examples(false), &Growing::default(), 10), everywhere);
        assert_eq!(leaving_one_out(&examples(false), &Growing::default()), everywhere);
        let turned = leaving_one_out(&examples(true), &Growing::default());
        assert_eq!((turned.found, turned.silent), (0, 0));
        assert_eq!((turned.precision(), turned.recall()), (0.0, 0.0));
        assert_eq!(leaving_one_out(&[], &Growing::default()).precision(), 1.0);
    }
}
