//! `oddity compare --train`: a decision tree from labelled pairs of pictures.

use std::path::Path;

use vision::{Example, Growing, Labelled, Score, by_folds, leaving_one_out};

use super::pairs::{Pairs, read_pairs};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::table::Table;

/// Into how many parts the pairs are dealt out.
const FOLDS: usize = 10;

/// Grows a tree, says how good such trees are on what they have not seen, and writes it beside the pairs.
pub(crate) fn train(path: &Path, output: &mut Output) -> Result<(), Failure> {
    let Pairs { profile, pairs } = read_pairs(path)?;
    let growing = Growing::default();
    let examples: Vec<Example> = pairs.iter().map(|pair| pair.example.clone()).collect();
    let tree = growing.tree(&examples);
    let differ = examples.iter().filter(|example| example.differs).count();
    let names = profile.features();
    output.print(format_args!(
        "{} pairs of pictures, of which {differ} differ; {} leaves\n\n{}\n",
        examples.len(),
        tree.leaves(),
        tree.tell(names)
    ))?;
    let mut table = Table::new(["judged by", "found", "missed", "wrong", "precision %", "recall %"]);
    table.row(row("ten folds", by_folds(&pairs, &growing, FOLDS)));
    table.row(row("the other apps", leaving_one_out(&pairs, &growing)));
    for (feature, name) in names.iter().enumerate().filter(|(feature, _)| tree.asks(*feature)) {
        let score = leaving_one_out(&without(&pairs, feature), &growing);
        table.row(row(&format!("the other apps, without {name}"), score));
    }
    output.print(table)?;
    let written = path.with_extension("tree.json");
    let text = serde_json::to_string_pretty(&tree).unwrap_or_default() + "\n";
    input::write(&written, text.as_bytes())?;
    output.print(format_args!("\ntree: {}\n", input::shown(&written)))
}

/// The same pairs where one feature says nothing.
fn without(pairs: &[Labelled], feature: usize) -> Vec<Labelled> {
    let mut pairs = pairs.to_vec();
    for pair in &mut pairs {
        pair.example.features[feature] = 0.0;
    }
    pairs
}

fn row(name: &str, score: Score) -> [String; 6] {
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    [
        name.to_owned(),
        score.found.to_string(),
        score.missed.to_string(),
        score.wrong.to_string(),
        percent(score.precision()),
        percent(score.recall()),
    ]
}
