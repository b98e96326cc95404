//! What the original's oracle says: by `--profile paper` and `--profile genie`.

use effect::{Alignment, Op, Oracle, Profile, ViewEdit};
use model::Volatile;
use trace::{Step, Trace};

use super::kinds::Broken;
use super::verdict::{Rule, Verdict, detour_in};
use crate::widget::activity_of;

/// The paper drops mutants whose detour leads to a screen of which so much of a hundred texts is another.
const OTHER_TEXTS: u32 = 50;

/// Each different thing that the mutant lacks, by its first pair of layouts.
///
/// The paper leaves out what changes by itself, and detours that end on quite another screen; the published program does neither.
pub(super) fn violations(
    seed: &Trace,
    mutant: &Trace,
    profile: Profile,
    volatile: &Volatile,
) -> Vec<Verdict> {
    let nothing = Volatile::default();
    let filters = profile == Profile::Paper;
    let Some((position, end)) = detour_in(mutant.steps()) else { return Vec::new() };
    let alignment = Alignment { position, inserted: end - position };
    let mut oracle = Oracle::new(seed, if filters { volatile } else { &nothing });
    let ruling = oracle.judge(mutant, alignment);
    if filters && ruling.pivot_text_difference > OTHER_TEXTS {
        return Vec::new();
    }
    let mut verdicts: Vec<Verdict> = Vec::new();
    for pair in ruling.violations() {
        let witness = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(pair.witness.as_bytes()));
        if verdicts.iter().any(|known| known.widget == witness) {
            continue;
        }
        verdicts.push(Verdict {
            rule: Rule::Contained,
            broken: Broken::Effect,
            page: mutant.moments().nth(pair.mutant.1).map_or("-", activity_of).to_owned(),
            widget: witness,
            selector: None,
            told: pair.unmatched_seed.first().map(told).unwrap_or_default(),
            steps: pair.seed.1 - position,
        });
    }
    verdicts
}

/// A trace of these steps.
pub(super) fn trace_of<'s>(like: &Trace, steps: impl Iterator<Item = &'s Step>) -> Trace {
    let mut steps = steps.peekable();
    let start = steps.peek().map_or(like.start(), |step| &step.before);
    let mut trace = Trace::new(like.header.clone(), start.clone());
    for step in steps {
        trace.step(step.event.clone(), step.after.clone(), step.remarks.clone());
    }
    trace
}

fn told(edit: &ViewEdit) -> String {
    let name =
        if edit.resource_id.is_empty() { edit.class.clone() } else { format!("#{}", edit.resource_id) };
    let text = |text: &Option<String>| text.as_deref().map_or_else(|| "nothing".to_owned(), gui::quoted);
    match edit.op {
        Op::Change => {
            format!("{name} does not go from {} to {}", text(&edit.from_text), text(&edit.to_text))
        }
        Op::Insert => format!("{name} {} does not come", edit.to_text.as_deref().unwrap_or_default()),
        Op::Delete => format!("{name} {} does not go", edit.from_text.as_deref().unwrap_or_default()),
    }
}
