//! The recorded run of the original on a real app: its states, groups, model, independent views and verdicts.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use effect::{
    Alignment, Group, Oracle, Pair, Pivot, Profile, Size, Transitions, ViewEdit, abstract_state,
    active_along, concrete_state, detours, groups_of,
};
use flate2::read::GzDecoder;
use gui::NodeId;
use model::Volatile;
use serde_json::Value;
use trace::Trace;
use trace::import::genie;

fn folder() -> Option<PathBuf> {
    testkit::shared_data("genie-activitydiary")
}

fn lines(path: &Path) -> Vec<Value> {
    let lines = BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

fn json(path: &Path) -> Value {
    serde_json::from_reader(File::open(path).unwrap()).unwrap()
}

fn traces(folder: &Path, name: &str) -> Vec<Trace> {
    genie(&folder.join(format!("{name}.jsonl.gz"))).unwrap().traces
}

fn ids(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u32).collect()
}

#[test]
fn states_are_those_that_the_original_told_apart() {
    let Some(folder) = folder() else { return };
    let (mut concrete, mut abstracted) = (BTreeSet::new(), BTreeSet::new());
    for name in ["mining", "seeds", "mutant-659"] {
        let moments: Vec<_> =
            traces(&folder, name).iter().flat_map(|t| t.moments().cloned().collect::<Vec<_>>()).collect();
        let lines = lines(&folder.join(format!("{name}.jsonl.gz")));
        assert_eq!(moments.len(), lines.len());
        for (moment, line) in moments.iter().zip(lines) {
            let (layout, activity) = (moment.layout.as_ref().unwrap(), moment.activity.as_deref().unwrap());
            let text = |key: &str| line[key].as_str().unwrap().to_owned();
            concrete.insert((text("genie_state"), concrete_state(layout, activity)));
            abstracted.insert((text("genie_abs"), abstract_state(layout, activity)));
        }
    }
    for both in [&concrete, &abstracted] {
        let theirs: BTreeSet<_> = both.iter().map(|(theirs, _)| theirs).collect();
        let ours: BTreeSet<_> = both.iter().map(|(_, ours)| ours).collect();
        assert_eq!((theirs.len(), ours.len()), (both.len(), both.len()));
    }
    assert!(concrete.len() > 70 && abstracted.len() > 30, "{} {}", concrete.len(), abstracted.len());
}

#[test]
fn the_model_has_the_recorded_size() {
    let Some(folder) = folder() else { return };
    let mut model = Transitions::default();
    for trace in traces(&folder, "mining") {
        // The first two are the home key and the launch.
        trace.steps()[2..].iter().for_each(|step| model.learn_step(step, false));
    }
    traces(&folder, "seeds").iter().for_each(|trace| model.learn(trace, true));
    let mut expected = json(&folder.join("model-expected.json"));
    expected.as_object_mut().unwrap().remove("what");
    assert_eq!(model.size(), serde_json::from_value::<Size>(expected).unwrap());
    let size = model.size();
    assert_eq!((size.concrete_states, size.abstract_events), (79, 134), "the file is the one we know");
}

#[test]
fn groups_are_those_of_the_original() {
    let Some(folder) = folder() else { return };
    let moments = traces(&folder, "seeds").into_iter().flat_map(|t| t.moments().cloned().collect::<Vec<_>>());
    let mut compared = 0;
    for (moment, line) in moments.zip(lines(&folder.join("seeds.jsonl.gz"))) {
        let expected: Vec<Group> = line["groups"]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| Group {
                view: NodeId(group[0].as_u64().unwrap() as u32),
                members: ids(&group[1]).into_iter().map(NodeId).collect(),
            })
            .collect();
        assert_eq!(groups_of(moment.layout.as_ref().unwrap()), expected, "{} {}", line["seed"], line["step"]);
        compared += 1;
    }
    assert_eq!(compared, 240);
}

#[test]
fn active_and_independent_views_of_seed_7() {
    let Some(folder) = folder() else { return };
    let along = active_along(&traces(&folder, "seed-7")[0]);
    let expected = json(&folder.join("seed-7-independence-expected.json"));
    let steps = expected["steps"].as_array().unwrap();
    assert_eq!((along.len(), steps.len()), (15, 15));
    let sorted = |active: &effect::Active| -> Vec<u32> {
        let mut views: Vec<u32> = active.values().map(|view| view.0).collect();
        views.sort_unstable();
        views
    };
    for (step, (ours, theirs)) in along.iter().zip(steps).enumerate() {
        let from = theirs["active_info_taken_from_step"].as_u64().map(|from| from as usize);
        assert_eq!(ours.taken_from, from, "step {step}");
        assert_eq!(sorted(&ours.before), ids(&theirs["active_before_event"]), "step {step}");
        assert_eq!(sorted(&ours.after), ids(&theirs["active_after_event"]), "step {step}");
        let independent: Vec<u32> = ours.independent.iter().map(|view| view.0).collect();
        assert_eq!(independent, ids(&theirs["independent_views"]), "step {step}");
    }
}

#[test]
fn mutant_659_misses_what_the_original_said() {
    let Some(folder) = folder() else { return };
    let (seed, mutant) = (&traces(&folder, "seed-7")[0], &traces(&folder, "mutant-659")[0]);
    let alignment = Alignment::of(seed, mutant).unwrap();
    assert_eq!((alignment.position, alignment.inserted), (3, 2));
    let nothing = Volatile::default();
    let ruling = Oracle::new(seed, &nothing).judge(mutant, alignment);
    let expected = json(&folder.join("oracle-expected.json"));

    assert_eq!(ruling.aligned_pairs, 114);
    let pairs = |key: &str| -> Vec<(usize, usize)> { serde_json::from_value(expected[key].clone()).unwrap() };
    assert_eq!(ruling.comparable_seed, pairs("comparable_seed"));
    assert_eq!(ruling.comparable_mutant, pairs("comparable_mutant"));
    let rows = expected["pairs"].as_array().unwrap();
    assert_eq!((ruling.pairs.len(), rows.len()), (22, 22));
    for (ours, theirs) in ruling.pairs.iter().zip(rows) {
        compare(ours, theirs);
    }
    assert_eq!(ruling.violations().count(), 16);
    let missing: usize = ruling.pairs.iter().map(|pair| pair.unmatched_seed.len()).sum();
    let left: usize = ruling.pairs.iter().map(|pair| pair.unmatched_mutant.len()).sum();
    assert_eq!((missing, left), (83, 25));
    assert_eq!(ruling.witnesses().len(), 12, "distinct error strings");
}

fn compare(ours: &Pair, theirs: &Value) {
    let two = |value: &Value| (value[0].as_u64().unwrap() as usize, value[1].as_u64().unwrap() as usize);
    assert_eq!((ours.seed, ours.mutant), (two(&theirs["seed"]), two(&theirs["mutant"])));
    let count = |key: &str| theirs[key].as_u64().unwrap() as usize;
    assert_eq!(
        (ours.seed_delta, ours.mutant_delta),
        (count("seed_delta"), count("mutant_delta")),
        "{:?}",
        ours.seed
    );
    assert_eq!(ours.unmatched_seed.is_empty(), theirs["contained"].as_bool().unwrap(), "{:?}", ours.seed);
    for (edits, key) in
        [(&ours.unmatched_seed, "unmatched_seed"), (&ours.unmatched_mutant, "unmatched_mutant")]
    {
        let row = |edit: &ViewEdit| (format!("{:?}", edit.op).to_uppercase(), edit.from, edit.to);
        let found: BTreeSet<_> = edits.iter().map(row).collect();
        let wanted: BTreeSet<_> = theirs[key]
            .as_array()
            .into_iter()
            .flatten()
            .map(|edit| {
                let view = |key: &str| edit[key].as_u64().map(|id| id as u32);
                (edit["op"].as_str().unwrap().to_owned(), view("from"), view("to"))
            })
            .collect();
        assert_eq!(found, wanted, "{:?} {key}", ours.seed);
    }
}

/// The model of all that is recorded.
fn model(folder: &Path) -> Transitions {
    let mut model = Transitions::default();
    for trace in traces(folder, "mining") {
        trace.steps()[2..].iter().for_each(|step| model.learn_step(step, false));
    }
    traces(folder, "seeds").iter().for_each(|trace| model.learn(trace, true));
    model
}

#[test]
fn the_detour_of_mutant_659_is_among_those_of_every_profile() {
    let Some(folder) = folder() else { return };
    let model = model(&folder);
    let seed = &traces(&folder, "seed-7")[0];
    let mutant = &traces(&folder, "mutant-659")[0];
    let (step, along) = (&seed.steps()[3], &active_along(seed)[3]);
    let keys: Vec<u64> = mutant.steps()[3..5]
        .iter()
        .map(|step| effect::event_key(step.event.as_ref().unwrap(), step.before.layout.as_ref().unwrap()))
        .collect();
    for profile in [Profile::Default, Profile::Paper, Profile::Genie] {
        let search = profile.search();
        let pivot = Pivot {
            layout: step.before.layout.as_ref().unwrap(),
            activity: step.before.activity.as_deref().unwrap(),
            independent: &along.independent,
            next: step.event.as_ref(),
        };
        // The last of a level first: any order will do.
        let found = detours(&model, pivot, &search, &mut |ways| ways - 1);
        let is_recorded = found.iter().any(|detour| detour.keys == keys);
        assert!(is_recorded, "{profile:?}: {} detours", found.len());
        assert!(found.len() <= search.most, "{profile:?}: {}", found.len());
        assert!(found.iter().all(|detour| detour.events.len() <= search.length));
        if profile == Profile::Genie {
            let repeats = |keys: &[u64]| keys.windows(2).any(|two| two[0] == two[1]);
            assert!(!found.iter().any(|detour| repeats(&detour.keys)), "the same event twice in a row");
        }
    }
}

#[test]
fn of_parallel_events_the_paper_takes_one() {
    let Some(folder) = folder() else { return };
    let model = model(&folder);
    let seed = &traces(&folder, "seed-7")[0];
    let (step, along) = (&seed.steps()[3], &active_along(seed)[3]);
    let pivot = Pivot {
        layout: step.before.layout.as_ref().unwrap(),
        activity: step.before.activity.as_deref().unwrap(),
        independent: &along.independent,
        next: step.event.as_ref(),
    };
    let two = |one_of_parallel| {
        let search = effect::Search { one_of_parallel, length: 2, ..Profile::Paper.search() };
        detours(&model, pivot, &search, &mut |_| 0).len()
    };
    assert!(two(true) < two(false), "{} and {}", two(true), two(false));
}
