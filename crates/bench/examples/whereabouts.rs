//! Where planted faults that are in reach get lost: never shown by a mutant, not suspected, explained otherwise, or not confirmed.
//!
//! `cargo run --release -p oddity-bench --example whereabouts -- EVENTS SEED APP[+FAULT]...`
//!
//! Each mutant of a run is played again from a clean start, with the fault and without it. One that differs only from its detour on
//! shows the fault; then seed and mutant are judged, and the claim's other exhibits are.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what it is for")]

use std::sync::Arc;

use bench::{Rig, TECHNIQUE, fuzzing, is_silent, reach_of};
use effect::Profile;
use experiment::{Act, Context, Gallery, Outcome, Planner, Round, Seen, Site, Suspicion, World};
use sim::Faults;
use technique::Fuzzer;

/// Hears of every mutant.
#[derive(Default)]
struct Listener {
    mutants: Vec<Arc<Outcome>>,
}

impl Planner for Listener {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        if outcome.cause.purpose.to_string() == format!("{TECHNIQUE} mutant") {
            self.mutants.push(Arc::new(outcome.clone()));
        }
        Vec::new()
    }

    fn plan(&mut self, _: &World, _: &mut Round) {}
}

fn main() {
    let mut args = std::env::args().skip(1);
    let events = args.next().and_then(|text| text.parse().ok()).unwrap_or(8_000);
    let seed = args.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut apps: Vec<String> = args.collect();
    if apps.is_empty() {
        apps = apps::all().iter().map(|listed| listed.manifest.name.to_owned()).collect();
    }
    for app in &apps {
        match apps::find(app) {
            Ok((listed, chosen)) => {
                for &fault in listed.manifest.faults.iter().filter(|fault| is_silent(fault)) {
                    let named = *app == listed.manifest.name || chosen.has(fault);
                    if named && reach_of(listed.manifest.name, fault).is_in_reach() {
                        look(&Rig::new(listed, Faults::NONE.with(fault), seed), fault.name, events);
                    }
                }
            }
            Err(error) => eprintln!("{error}"),
        }
    }
}

fn look(rig: &Rig, fault: &str, events: u64) {
    let settings = fuzzing(Profile::Default);
    let techniques = technique::all(&settings);
    let ended = rig.hunt_listened(&settings, events, Box::<Listener>::default());
    let ours = |suspicion: &Suspicion| suspicion.technique == TECHNIQUE;
    let findings: Vec<&str> = ended
        .findings
        .iter()
        .filter(|found| ours(&found.suspicion) && found.is_confirmed())
        .map(|found| found.suspicion.sentence.as_str())
        .collect();
    let tally = ended.planner::<Fuzzer>().map(Fuzzer::tally).unwrap_or_default();
    let mutants = ended.planner::<Listener>().map(|heard| heard.mutants.clone()).unwrap_or_default();
    let mended = rig.with(Faults::NONE);
    let (mut shown, mut suspected, mut held) = (Vec::new(), 0, 0);
    for mutant in &mutants {
        let acts = acts_of(mutant);
        let before = mutant.start.lineage.len();
        let differs = |acts: &[Act]| {
            let (with, without) = (digests(rig, acts), digests(&mended, acts));
            with.iter().zip(&without).position(|(with, without)| with != without)
        };
        let at = differs(&acts);
        if at.is_none_or(|at| at <= before) || differs(&seed_of(&acts)).is_some() {
            continue;
        }
        let told = judged(rig, &acts, &settings, &techniques, ended.world.of(Site::HOME));
        suspected += usize::from(told.0.is_some());
        held += usize::from(told.1);
        let way: Vec<String> = acts[before..]
            .iter()
            .map(|act| format!("{}{}", if act.purpose.is_some() { "+" } else { "" }, act.event))
            .collect();
        let at = at.unwrap_or_default() - before;
        shown.push((way.join("; "), at, told));
    }
    println!(
        "{}+{fault}: {} mutants of {} seeds, {} returned; {} show it, {suspected} suspected, {held} held; {} findings {findings:?}",
        rig.name(),
        tally.executed,
        tally.seeds,
        tally.returned,
        shown.len(),
        findings.len(),
    );
    for (way, at, (told, held)) in shown.iter().take(12) {
        println!("    at {at}: {way}\n        {held} {}", told.as_deref().unwrap_or("-"));
    }
    let artefacts = ended.artefacts.iter().filter(|(artefact, _)| ours(artefact));
    for (artefact, _) in artefacts.take(12) {
        println!("    artefact: {}", artefact.sentence);
    }
}

/// All that was done from a clean start.
fn acts_of(mutant: &Outcome) -> Vec<Act> {
    let steps = mutant.trace.steps().iter();
    let done = steps
        .filter_map(|step| Some(Act { event: step.event.clone()?, purpose: step.remarks.purpose.clone() }));
    mutant.start.lineage.events().into_iter().map(Act::plain).chain(done).collect()
}

fn seed_of(acts: &[Act]) -> Vec<Act> {
    acts.iter().filter(|act| act.purpose.as_deref() != Some(effect::INSERTED)).cloned().collect()
}

/// What each moment shows.
fn digests(rig: &Rig, acts: &[Act]) -> Vec<Option<gui::Digest>> {
    let played = rig.play(vec![acts.to_vec()]);
    let moments = played.iter().flat_map(|played| played.trace.moments());
    moments.map(|moment| moment.layout.as_ref().map(|layout| layout.digest())).collect()
}

/// What is suspected of it, and whether its claim holds.
fn judged(
    rig: &Rig,
    acts: &[Act],
    settings: &technique::TechniqueSettings,
    techniques: &experiment::Techniques,
    known: &experiment::Knowledge,
) -> (Option<String>, bool) {
    let played = rig.play(vec![acts.to_vec(), seed_of(acts)]);
    let gallery = Gallery::default();
    let context = Context { app: rig.package(), volatile: &known.volatile, gallery: &gallery };
    let seen = Seen { trace: &played[0].trace, suspicions: &[], context };
    let suspicions = settings.independent_views.suspect(&played[1].trace, &seen);
    let Some(suspicion) = suspicions.into_iter().next() else { return (None, false) };
    let claim = techniques.claim(&suspicion, Site::HOME);
    let scripts = claim.exhibits(acts).iter().map(|exhibit| exhibit.acts.to_vec()).collect();
    let played = rig.play(scripts);
    let seen: Vec<Seen<'_>> = played
        .iter()
        .map(|played| Seen { trace: &played.trace, suspicions: &played.suspicions, context })
        .collect();
    let held = claim.judge(&seen).is_some();
    (Some(suspicion.sentence), held)
}
