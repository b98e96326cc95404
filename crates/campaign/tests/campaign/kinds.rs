//! Several kinds of phones in one run.

use std::fs;
use std::sync::Arc;

use campaign::{Budget, Campaign, CampaignSettings, Conclusion, Journal, Update};
use device::Fleet;
use experiment::{
    Act, KindId, On, Outcome, Place, Plan, Planner, Purpose, Round, Site, Start, Suspicion, Tag, World,
};
use gui::Event;
use sim::{Profile, SimPhone};
use trace::RunInfo;

use crate::stroll::Strollers;

const SMALL: Site = Site { kind: KindId(1), build: Site::HOME.build };

/// So many phones of the usual kind, and as many small German ones.
fn two_kinds(phones: usize) -> (Fleet, CampaignSettings) {
    let (listed, faults) = apps::find("diary").unwrap();
    let usual = Profile::default();
    let small =
        Profile { screen_px: (720, 1280), density_dpi: 320, locale: "de-DE".to_owned(), ..usual.clone() };
    let fleet = Fleet::new();
    for profile in [usual, small].iter().flat_map(|profile| std::iter::repeat_n(profile, phones)) {
        fleet.add(Box::new(SimPhone::new(profile, vec![(listed.install)(faults)], 7)), None);
    }
    (fleet, CampaignSettings::new(listed.manifest.package, 7))
}

fn run(
    phones: usize,
    at_once: usize,
    planners: Vec<Box<dyn Planner>>,
    journal: Option<Journal>,
) -> Conclusion {
    let (fleet, settings) = two_kinds(phones);
    let budget = Budget { events: Some(600), time: None };
    let campaign = Campaign::new(CampaignSettings { budget, at_once: Some(at_once), ..settings }, planners);
    let campaign = match journal {
        Some(journal) => campaign.journal(journal),
        None => campaign,
    };
    campaign.run(&fleet, &mut |_: Update<'_>| {}).unwrap()
}

fn strollers() -> Vec<Box<dyn Planner>> {
    vec![Box::new(Strollers::on(Site::HOME)), Box::new(Strollers::on(SMALL))]
}

#[test]
fn neither_the_number_of_phones_nor_how_many_work_at_once_changes_anything() {
    let journals = [(1, 1), (1, 2), (2, 3)].map(|(phones, at_once)| {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), &RunInfo::default()).unwrap();
        let ended = run(phones, at_once, strollers(), Some(journal));
        assert!(ended.tally.health.events >= 600);
        fs::read_to_string(folder.path().join("trace.jsonl")).unwrap()
    });
    assert!(journals[0] == journals[1] && journals[0] == journals[2]);
}

#[test]
fn each_kind_is_known_by_itself_and_its_differences_are_no_changes() {
    let ended = run(1, 2, strollers(), None);
    let [usual, small] = [Site::HOME, SMALL].map(|site| ended.world.of(site).clone());
    assert!(usual.model.len() > 3 && small.model.len() > 3);
    let alone = crate::stroll::stroll(crate::stroll::phones(1, "diary"), 300, None, None);
    let names = |volatile: &model::Volatile| volatile.widgets().map(str::to_owned).collect::<Vec<_>>();
    let learnt = |known: &experiment::Knowledge| {
        let alone = names(alone.volatile());
        names(&known.volatile).into_iter().filter(|name| !alone.contains(name)).collect::<Vec<_>>()
    };
    assert_eq!((learnt(&usual), learnt(&small)), (Vec::<String>::new(), Vec::new()));
}

/// Keeps a condition of the usual phone, and wants to begin there on both.
#[derive(Default)]
struct Mover {
    kept: Option<Arc<Place>>,
    began: Vec<(Site, u32, u64)>,
    asked: bool,
}

impl Planner for Mover {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        if let Some(kept) = outcome.kept.iter().find(|kept| kept.tag == Tag::Act(1)) {
            self.kept = Some(Arc::clone(&kept.place));
        } else {
            let layout = outcome.trace.start().layout.as_ref().unwrap();
            let width = layout.roots().next().unwrap().bounds().width();
            self.began.push((outcome.site, width, outcome.returning));
        }
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        let wait = || vec![Act::plain(Event::Wait { ms: 1 })];
        let purpose = || Purpose::technique("move", "");
        if let Some(place) = self.kept.take() {
            for site in [Site::HOME, SMALL] {
                let plan = Plan::script(purpose(), Start::At(Arc::clone(&place)), wait());
                round.add(Plan { on: On::This(site), ..plan });
            }
        } else if !std::mem::replace(&mut self.asked, true) {
            round.add(Plan { keep: vec![1], ..Plan::script(purpose(), Start::Fresh, wait()) });
        }
    }
}

#[test]
fn a_memory_snapshot_never_moves_to_a_phone_of_another_kind() {
    let ended = run(1, 2, vec![Box::new(Mover::default())], None);
    let began = &ended.planner::<Mover>().unwrap().began;
    // The small one did again what led there, and is as small as before.
    assert_eq!(began, &[(Site::HOME, 1080, 0), (SMALL, 720, 1)]);
}

/// Looks once on each kind.
#[derive(Default)]
struct OnEach {
    planned: Option<Vec<(Site, u64)>>,
    seen: Vec<(Site, u64)>,
}

impl Planner for OnEach {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        self.seen.push((outcome.site, outcome.id));
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        if self.planned.is_none() {
            let look = |site| Plan {
                on: On::This(site),
                ..Plan::script(Purpose::technique("look", ""), Start::Fresh, Vec::new())
            };
            let planned = world.sites().map(|known| (known.site, round.add(look(known.site))));
            self.planned = Some(planned.collect());
        }
    }
}

#[test]
fn an_experiment_for_each_kind_runs_on_each_kind() {
    let ended = run(1, 1, vec![Box::new(OnEach::default())], None);
    let on_each = ended.planner::<OnEach>().unwrap();
    assert_eq!(on_each.seen, [(Site::HOME, 1), (SMALL, 2)]);
    assert_eq!(on_each.planned.as_ref(), Some(&on_each.seen));
}
