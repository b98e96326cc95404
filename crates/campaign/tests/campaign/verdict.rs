//! What a campaign says in the end, and when it must not say that all is well.

use std::sync::Arc;
use std::time::{Duration, Instant};

use campaign::{Budget, Campaign, CampaignError, CampaignSettings, Conclusion, Journal, Past, Update};
use device::Fleet;
use experiment::{
    About, Act, Context, Kind, Outcome, Plan, Planner, Purpose, Round, Severity, Start, Suspicion, Technique,
    Techniques, World,
};
use finding::{Prover, Verdict};
use gui::Event;
use trace::RunInfo;

use crate::plain::{Gate, Late, Plain};
use crate::stroll::{Strollers, fleet, phones};

/// Raises what the judge says, and takes its time about it.
struct Slow {
    planned: bool,
    until: Instant,
}

impl Planner for Slow {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        std::thread::sleep(self.until.saturating_duration_since(Instant::now()));
        outcome.suspicions.clone()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        if !std::mem::replace(&mut self.planned, true) {
            round.add(Plan::script(
                Purpose::technique("look", ""),
                Start::Fresh,
                vec![Act::plain(Event::Wait { ms: 10 })],
            ));
        }
    }
}

/// Whatever happens, something is wrong.
#[derive(Debug)]
struct Wrong;

impl Technique for Wrong {
    fn about(&self) -> &'static About {
        const KIND: Kind = Kind::new("wrong", "Wrong", Severity::Critical, "Something is wrong.");
        const ABOUT: About =
            About { id: "wrong", sentence: "Complains.", kinds: &[KIND], share: Some(10), acts: &[] };
        &ABOUT
    }

    fn judge(&self, _: &trace::Trace, _: &Context<'_>) -> Vec<Suspicion> {
        let known = Suspicion::new("wrong", &self.about().kinds[0], &[], "it is wrong", "it should not");
        vec![Suspicion { shows_after: 1, ..known }]
    }
}

fn techniques() -> Techniques {
    Techniques::new(vec![Arc::new(Wrong)])
}

fn slow_campaign(time: Duration, proving: finding::ProofSettings) -> Conclusion {
    let (fleet, settings) = phones(1, "notes");
    let budget = Budget { events: None, time: Some(time) };
    let settings = CampaignSettings { budget, techniques: techniques(), ..settings };
    let until = Instant::now() + time * 2;
    Campaign::new(settings, vec![Box::new(Slow { planned: false, until })])
        .proving(Prover::new(proving, techniques()))
        .run(&fleet, &mut |_: Update<'_>| {})
        .unwrap()
}

#[test]
fn a_suspicion_that_nobody_had_the_time_to_prove_is_not_clean() {
    let ended = slow_campaign(Duration::from_millis(50), finding::ProofSettings::default());
    assert_eq!(ended.findings.len(), 1);
    assert!(ended.tally.health.is_enough(), "{:?}", ended.tally.health);
    assert_eq!((ended.verdict, ended.enough), (Verdict::Inconclusive, false));
}

#[test]
fn a_suspicion_that_nobody_was_to_look_into_is_not_clean() {
    let none = finding::ProofSettings { cases: 0, ..finding::ProofSettings::default() };
    let ended = slow_campaign(Duration::from_millis(50), none);
    assert!(ended.findings.is_empty());
    assert_eq!(ended.verdict, Verdict::Inconclusive);
}

/// Strolls on phones of which each has so many looks.
fn stroll_on(looks: &[u32], events: u64, journal: Option<Journal>) -> Conclusion {
    let mut each = looks.iter();
    let (fleet, settings) = fleet(looks.len(), "notes", |phone| {
        Box::new(Plain { phone, looks: *each.next().unwrap(), snapshots: false, leaves: false })
    });
    stroll(&fleet, settings, events, journal)
}

fn stroll(fleet: &Fleet, settings: CampaignSettings, events: u64, journal: Option<Journal>) -> Conclusion {
    let settings = CampaignSettings { budget: Budget { events: Some(events), time: None }, ..settings };
    let campaign = Campaign::new(settings, vec![Box::new(Strollers::default())]);
    let campaign = match journal {
        Some(journal) => campaign.journal(journal),
        None => campaign,
    };
    campaign.run(fleet, &mut |_: Update<'_>| {}).unwrap()
}

#[test]
fn plain_phones_do_all_that_was_asked_for() {
    let ended = stroll_on(&[u32::MAX; 2], 300, None);
    assert_eq!((ended.tally.health.events, ended.tally.health.not_arrived), (300, 0));
    check_that_health_alone_decides(&ended);
}

/// Who strolls about may be outside of the app more often than not, which is for the phones' threads to decide; nothing else
/// counts.
fn check_that_health_alone_decides(ended: &Conclusion) {
    assert_eq!(ended.enough, ended.tally.health.is_enough());
    assert_eq!(ended.verdict == Verdict::Clean, ended.enough);
    assert!(ended.findings.is_empty() && ended.lost.is_none());
}

#[test]
fn one_phone_lost_of_two_is_told_and_the_other_does_the_work() {
    let lost = Arc::new(Gate::default());
    let mut looks = [5, u32::MAX].into_iter();
    let (fleet, settings) = fleet(2, "notes", |phone| {
        let looks = looks.next().unwrap();
        let plain = Plain { phone, looks, snapshots: false, leaves: false };
        // It is lost in its first walk, which the other one waits for.
        if looks == u32::MAX {
            Box::new(Late { phone: plain, after: Arc::clone(&lost) })
        } else {
            Box::new(plain)
        }
    });
    let settings = CampaignSettings { budget: Budget { events: Some(300), time: None }, ..settings };
    let ended = Campaign::new(settings, vec![Box::new(Strollers::default())])
        .run(&fleet, &mut |told: Update<'_>| {
            if matches!(told, Update::Lost { .. }) {
                lost.open();
            }
        })
        .unwrap();
    assert!(ended.tally.health.events >= 300);
    assert_eq!(ended.tally.health.phones_lost.len(), 1);
    check_that_health_alone_decides(&ended);
}

#[test]
fn the_last_phone_lost_ends_the_run_with_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &RunInfo::default()).unwrap();
    let ended = stroll_on(&[150, 100], 100_000, Some(journal));
    assert_eq!((ended.verdict, ended.enough), (Verdict::Inconclusive, false));
    assert!(ended.lost.is_some());
    assert!(ended.tally.health.events > 0);
    assert_eq!(Past::read(folder.path()).unwrap().len() as u64, ended.tally.health.experiments);
}

#[test]
fn a_phone_without_room_for_snapshots_is_not_lost() {
    let (fleet, settings) =
        fleet(1, "notes", |phone| Box::new(Plain { phone, looks: u32::MAX, snapshots: true, leaves: false }));
    let ended = stroll(&fleet, settings, 100, None);
    assert_eq!((ended.tally.health.events, ended.tally.health.phones_lost.len()), (100, 0));
}

#[test]
fn a_run_is_not_resumed_on_phones_that_can_do_other_things() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &RunInfo::default()).unwrap();
    stroll_on(&[u32::MAX], 100, Some(journal));
    let (fleet, settings) = phones(1, "notes");
    let past = Past::read(folder.path()).unwrap();
    let resumed = Campaign::new(settings, vec![Box::new(Strollers::default())])
        .resuming(past)
        .run(&fleet, &mut |_: Update<'_>| {});
    assert!(matches!(resumed, Err(CampaignError::OtherPhones(_))), "{resumed:?}");
}

#[test]
fn a_phone_that_is_gone_is_not_asked_for_ever() {
    let (fleet, settings) =
        fleet(1, "notes", |phone| Box::new(Plain { phone, looks: 20, snapshots: false, leaves: true }));
    let ended = stroll(&fleet, settings, 1000, None);
    assert_eq!(ended.tally.health.phones_lost.len(), 1);
    // Once for the call that failed; it was not begun again on a phone that is not there.
    assert_eq!((ended.tally.health.begun_again, ended.tally.health.reconnects), (0, 0));
}
