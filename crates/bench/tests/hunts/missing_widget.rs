//! A technique of its own, as somebody would add one: what a new build lacks on an older phone. Not one of oddity's; it shows that
//! what stands around techniques serves one that compares two kinds of phones and two builds.

use std::sync::Arc;

use campaign::{Budget, Campaign, CampaignSettings, Conclusion, Journal, Past, Screenshots, Update};
use device::{Fleet, PhoneKind};
use experiment::{
    About, Act, BuildId, Claim, Did, Exhibit, ForJudge, Kind, KindId, On, Outcome, Plan, Planner, Purpose,
    Round, Seen, Severity, Site, Start, Suspicion, Technique, Techniques, World,
};
use explore::Explorer;
use finding::{Finding, Prover, ReplayedFrom};
use gui::Layout;
use serde::{Deserialize, Serialize};
use sim::{Profile, SimPhone};
use trace::{Role, RunInfo, Trace};

const MISSING: Kind = Kind::new("missing-widget", "Missing widget", Severity::Major, "A widget is missing.");

const ABOUT: About = About {
    id: "missing-widget",
    sentence: "Does on an older phone what was done on another one, and looks what is missing.",
    kinds: &[MISSING],
    share: Some(30),
    acts: &[],
};

/// The new build on the older phone: where something may be missing.
const OLDER: Site = Site { kind: KindId(1), build: BuildId(1) };
/// The same build on the phone that everybody has, and the old build on the older phone.
const CONTROLS: [(Site, &str); 2] = [
    (Site { kind: KindId(0), build: BuildId(1) }, "the same build on a newer phone"),
    (Site { kind: KindId(1), build: BuildId(0) }, "the build before on the same phone"),
];

#[derive(Debug)]
struct MissingWidget;

impl Technique for MissingWidget {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn claim(&self, suspicion: &Suspicion, _: Site) -> Arc<dyn Claim> {
        let Ok(missing) = serde_json::from_value::<Missing>(suspicion.claim.clone()) else {
            panic!("{suspicion:?}")
        };
        Arc::new(missing)
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        Some(Box::<Repeater>::default())
    }
}

/// A label that is missing on the older phone alone.
#[derive(Debug, Serialize, Deserialize)]
struct Missing {
    label: String,
}

impl Missing {
    fn suspicion(&self, shows_after: usize) -> Suspicion {
        let sentence = format!("{} is missing on the older phone", gui::quoted(&self.label));
        let known = Suspicion::new(ABOUT.id, &MISSING, &[&self.label], sentence, "It was there before.");
        let claim = serde_json::to_value(self).unwrap();
        Suspicion { shows_after, well_after: shows_after.saturating_sub(1), claim, ..known }
    }

    fn is_in(&self, trace: &Trace) -> bool {
        trace.last().layout.as_deref().is_some_and(|layout| labels(layout).any(|label| label == self.label))
    }
}

impl Claim for Missing {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let treatment =
            Exhibit::script(Role::Treatment, OLDER, script).labelled("the new build on the older phone");
        let [first, second] =
            CONTROLS.map(|(site, label)| Exhibit::script(Role::Control, site, script).labelled(label));
        vec![treatment, first.with_pictures(ForJudge::All), second]
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let (treatment, controls) = seen.split_first()?;
        // What a judge asked for is there, though nobody wants pictures in the report.
        let picture = controls.first()?.trace.last().screenshot?;
        assert!(controls[0].context.gallery.picture(picture).is_some());
        let only_there =
            !self.is_in(treatment.trace) && controls.iter().all(|control| self.is_in(control.trace));
        only_there.then(|| self.suspicion(treatment.trace.steps().len()))
    }
}

/// Does the walks of the first phone again on the older one.
#[derive(Default)]
struct Repeater {
    /// The walks that were done again.
    repeated: Vec<u64>,
}

impl Planner for Repeater {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        let walk = outcome.cause.parent.and_then(|walk| world.corpus.trace(walk));
        let Some(walk) = walk.filter(|_| outcome.cause.purpose.is_of(ABOUT.id)) else { return Vec::new() };
        let mut raised: Vec<Suspicion> = Vec::new();
        for (then, did) in walk.trace.steps().iter().zip(&outcome.acts) {
            // What could not be done there led elsewhere here.
            let Did::Step(step) = *did else { break };
            let now = &outcome.trace.steps()[step];
            let (Some(then), Some(layout)) = (&then.after.layout, &now.after.layout) else { break };
            let there: Vec<&str> = labels(layout).collect();
            for label in labels(then).filter(|label| !there.contains(label)) {
                let missing = Missing { label: label.to_owned() }.suspicion(step + 1);
                if raised.iter().all(|raised| raised.fingerprint != missing.fingerprint) {
                    raised.push(missing);
                }
            }
        }
        raised
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        for walk in world.corpus.traces().filter(|walk| walk.site.is_home() && walk.lineage.is_empty()) {
            if !walk.cause.purpose.is_walk() || self.repeated.contains(&walk.id) {
                continue;
            }
            let events = walk.trace.steps().iter().map_while(|step| step.event.clone());
            let acts: Vec<Act> = events.map(Act::plain).collect();
            if !round.take(ABOUT.id, acts.len() as u64) {
                return;
            }
            self.repeated.push(walk.id);
            let plan = Plan::script(Purpose::technique(ABOUT.id, ""), Start::Fresh, acts);
            round.add(Plan { on: On::This(OLDER), ..plan }.because_of(walk.id));
        }
    }

    fn reads_corpus(&self) -> bool {
        true
    }
}

fn labels(layout: &Layout) -> impl Iterator<Item = &str> {
    layout.nodes().map(|node| node.text()).filter(|text| !text.is_empty())
}

/// Two kinds of phones, each with the build before and the new one, which has no import on phones before Android 10.
fn fleet() -> (Fleet, &'static str) {
    let fleet = Fleet::new();
    let mut package = "";
    for (build, app) in (0..).zip(["contacts", "contacts+hidden-import"]) {
        let (listed, faults) = apps::find(app).unwrap();
        package = listed.manifest.package;
        for api in [34, 28] {
            // Pictures of a small screen take little time.
            let profile = Profile { screen_px: (360, 640), density_dpi: 160, ..Profile::android(api) };
            let phone = SimPhone::new(&profile, vec![(listed.install)(faults)], 1);
            fleet.add_build(Box::new(phone), None, build);
        }
    }
    (fleet, package)
}

fn settings(package: &str, events: u64) -> CampaignSettings {
    CampaignSettings {
        budget: Budget { events: Some(events), time: None },
        screenshots: Screenshots::None,
        techniques: Techniques::new(vec![Arc::new(MissingWidget)]),
        at_once: Some(2),
        ..CampaignSettings::new(package, 1)
    }
}

fn hunt(journal: Option<Journal>) -> Conclusion {
    let (fleet, package) = fleet();
    let settings = settings(package, 1_500);
    let walkers = explore::ExploreSettings {
        strategy: explore::Strategy::Systematic,
        walkers: 1,
        ..explore::ExploreSettings::default()
    };
    let mut planners: Vec<Box<dyn Planner>> = vec![Box::new(Explorer::new(explore::ExploreSettings {
        max_depth: 30,
        round_events: 30,
        ..walkers
    }))];
    planners.extend(settings.techniques.planners());
    let prover = Prover::new(finding::ProofSettings::default(), settings.techniques.clone());
    let campaign = Campaign::new(settings, planners).proving(prover);
    let campaign = match journal {
        Some(journal) => campaign.journal(journal),
        None => campaign,
    };
    campaign.run(&fleet, &mut |_: Update<'_>| {}).unwrap()
}

fn of_import(ended: &Conclusion) -> &Finding {
    let import = |finding: &&Finding| finding.suspicion.sentence.to_lowercase().contains("import");
    ended.findings.iter().find(import).unwrap_or_else(|| panic!("{:?}", ended.findings))
}

#[test]
fn what_a_build_lacks_on_an_older_phone_is_confirmed_minimised_and_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &RunInfo::default()).unwrap();
    let ended = hunt(Some(journal));
    let finding = of_import(&ended);
    assert_eq!(
        (finding.confirmed.from, finding.confirmed.times, finding.confirmed.of),
        (ReplayedFrom::CleanStart, 3, 3)
    );
    assert!(finding.minimised.unwrap().one_minimal);
    assert_eq!(finding.acts.len(), 1, "the menu opened: {:?}", finding.acts);
    let sites: Vec<Site> = finding.exhibits.iter().map(|exhibit| exhibit.site).collect();
    assert_eq!(sites, [OLDER, CONTROLS[0].0, CONTROLS[1].0]);
    assert!(
        finding.exhibits.iter().all(|exhibit| exhibit.acts == finding.acts),
        "what is left out is left out of all"
    );

    // Differences between kinds and builds are no changes by themselves.
    for known in ended.world.sites() {
        let names: Vec<&str> = known.volatile.widgets().collect();
        assert!(names.is_empty(), "{}: {names:?}", known.site);
    }

    // The record says the same without anybody planning again.
    let past = Past::read(folder.path()).unwrap();
    let exhibit = &finding.exhibits[0];
    let trace = past.trace(exhibit.experiment).unwrap().unwrap();
    assert_eq!((trace.header.kind, trace.header.build), (Some(1), Some(1)));
    let (_, package) = fleet();
    let recalled = campaign::recall(&settings(package, 1_500), past, Vec::new()).unwrap();
    assert_eq!(recalled.findings, ended.findings);
    assert_eq!(recalled.tally.health.events, ended.tally.health.events);
}

#[test]
fn it_is_seen_again_by_its_claim() {
    let finding = of_import(&hunt(None)).clone();
    let (fleet, package) = fleet();
    let settings = settings(package, 1);
    let proving = finding::ProofSettings { replays: 2, minimise: false, ..finding::ProofSettings::default() };
    let prover = Prover::again(&finding, proving, settings.techniques.clone());
    let ended =
        Campaign::new(settings, Vec::new()).proving(prover).run(&fleet, &mut |_: Update<'_>| {}).unwrap();
    let again = &ended.findings[0];
    assert_eq!((again.confirmed.times, again.confirmed.of, again.exhibits.len()), (2, 2, 3));
}

#[test]
fn kinds_are_told_apart_by_what_phones_are() {
    let kinds: Vec<PhoneKind> = [34, 28].map(|api| Profile::android(api).kind()).to_vec();
    assert_ne!(kinds[0], kinds[1]);
}
