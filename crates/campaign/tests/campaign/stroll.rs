//! A planner that strolls about, and phones to stroll on.

use std::sync::Arc;

use campaign::{Budget, Campaign, CampaignSettings, Conclusion, Journal, Past};
use device::{Device, Fleet};
use experiment::{
    Act, Begins, Chance, Driver, Ended, Keep, Next, Now, On, Outcome, Place, Plan, Planner, Purpose, Round,
    Site, Start, Suspicion, Tag, Walk, Walker, World,
};
use gui::Event;
use sim::{FaultPlan, FaultyPhone, PhoneFault, Profile, SimPhone};

/// Two walkers that do anything, each going on where it was.
#[derive(Default)]
pub(crate) struct Strollers {
    pub(crate) site: Site,
    places: [Option<Arc<Place>>; 2],
}

impl Strollers {
    /// On this kind of phone.
    pub(crate) fn on(site: Site) -> Strollers {
        Strollers { site, places: [None, None] }
    }
}

impl Planner for Strollers {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        if let (Purpose::Walk { walker, .. }, true) = (&outcome.cause.purpose, outcome.site == self.site) {
            let walker = *walker;
            self.places[walker] = Some(Arc::clone(&outcome.last));
        }
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        let known = world.of(self.site);
        if !round.exploring {
            return;
        }
        let each = (round.events_left / 2).clamp(1, 20) as usize;
        for (number, place) in self.places.iter().enumerate() {
            let start = place.as_ref().map_or(Start::Fresh, |place| Start::At(Arc::clone(place)));
            let key = round.len() as u64 + known.model.len() as u64 * 2;
            let stroll = Stroll { key, seed: known.seed, events: each, app: Arc::clone(&known.app) };
            let purpose = Purpose::Walk { begins: Begins::GoesOn, walker: number };
            let plan = Plan::new(purpose, start, Driver::Walk(Arc::new(stroll)));
            round.add(Plan { on: On::This(self.site), ..plan });
        }
    }
}

#[derive(Debug, Clone)]
struct Stroll {
    seed: u64,
    key: u64,
    events: usize,
    app: Arc<str>,
}

struct Strolling {
    chance: Chance,
    stroll: Stroll,
}

impl Walk for Stroll {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Strolling { chance: Chance::keyed(self.seed, "stroll", self.key), stroll: self.clone() })
    }
}

impl Walker for Strolling {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        (now.steps % 7 == 3).then(|| Keep { tag: Tag::of("step", now.steps), dear: true })
    }

    fn next(&mut self, now: &Now<'_>) -> Next {
        if now.steps >= self.stroll.events {
            return Next::Over(Ended::Done);
        }
        let layout = &now.seen.layout;
        if layout.package() != &*self.stroll.app {
            return Next::Do(Act::plain(Event::Launch));
        }
        let events = layout.events();
        Next::Do(Act::plain(self.chance.pick(&events).unwrap().clone()))
    }
}

/// So many phones with an app, each the same.
pub(crate) fn phones(number: usize, app: &str) -> (Fleet, CampaignSettings) {
    fleet(number, app, |phone| Box::new(phone))
}

/// Phones that fail in so many of a thousand calls, and say so.
pub(crate) fn faulty_phones(number: usize, app: &str, per_thousand: u16) -> (Fleet, CampaignSettings) {
    let mut seed = 0;
    fleet(number, app, |phone| {
        seed += 1;
        let kinds = PhoneFault::ALL.iter().copied().filter(|fault| !fault.lets_pass()).collect();
        Box::new(FaultyPhone::new(phone, FaultPlan { seed, per_thousand: per_thousand.into(), kinds }))
    })
}

/// So many phones with an app, as `wrap` makes them.
pub(crate) fn fleet(
    number: usize,
    app: &str,
    mut wrap: impl FnMut(SimPhone) -> Box<dyn Device>,
) -> (Fleet, CampaignSettings) {
    let (listed, faults) = apps::find(app).unwrap();
    let fleet = Fleet::new();
    for _ in 0..number {
        let phone = SimPhone::new(&Profile::default(), vec![(listed.install)(faults)], 7);
        fleet.add(wrap(phone), None);
    }
    (fleet, CampaignSettings::new(listed.manifest.package, 7))
}

/// Presses back once when the time to stroll is over.
#[derive(Default)]
pub(crate) struct Epilogue {
    is_told: bool,
}

impl Planner for Epilogue {
    fn learn(&mut self, _: &Outcome, _: &World) -> Vec<Suspicion> {
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        if !round.exploring && !std::mem::replace(&mut self.is_told, true) {
            let back = Act::plain(Event::Key { key: gui::Key::Back });
            round.add(Plan::script(Purpose::technique("epilogue", ""), Start::Fresh, vec![back]));
        }
    }
}

/// Strolls for so many events.
pub(crate) fn stroll(
    (fleet, settings): (Fleet, CampaignSettings),
    events: u64,
    journal: Option<Journal>,
    past: Option<Past>,
) -> Conclusion {
    let settings = CampaignSettings { budget: Budget { events: Some(events), time: None }, ..settings };
    let mut campaign = Campaign::new(settings, vec![Box::new(Strollers::default())]);
    if let Some(journal) = journal {
        campaign = campaign.journal(journal);
    }
    if let Some(past) = past {
        campaign = campaign.resuming(past);
    }
    campaign.run(&fleet, &mut |_: campaign::Update<'_>| {}).unwrap()
}
