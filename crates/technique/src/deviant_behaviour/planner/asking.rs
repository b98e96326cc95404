//! What deserves to be looked into, and how far that has come.

use std::collections::{BTreeMap, BTreeSet};

use experiment::{Context, Gallery, Outcome, Round, Seen, Suspicion, World};
use mining::Profile;

use super::super::ABOUT;
use super::super::claim::{About, compared};
use super::super::inquiry::{Inquiry, Stage};
use super::super::pairs::Tried;
use super::super::suspects::{Suspect, otherwise_in, rare_in};
use super::{ASK, ASK_UNLIKE, AT_ONCE, ENOUGH, InquiryId, Miner, OF_EVENT, TOLD};

impl Miner {
    /// Looks through what has changed for something rare.
    pub(super) fn look_for_rare(&mut self) {
        let profile = self.settings.profile;
        let mut suspects = Vec::new();
        let mut reports = 0;
        for key in std::mem::take(&mut self.dirty) {
            let mut by_group: BTreeMap<u32, Vec<&Tried>> = BTreeMap::new();
            for tried in self.tried.get(&key).into_iter().flatten() {
                if let Some(group) = self.group_of(&self.inputs[tried.input]) {
                    by_group.entry(group).or_default().push(tried);
                }
            }
            let many = self.inputs_with(key);
            let length = |input: usize| self.inputs[input].place.lineage.len();
            for (group, tried) in &by_group {
                // With few pairs one of them is rare by chance alone: all there are, or as many as it takes.
                let wanted = ENOUGH.min(many.get(group).copied().unwrap_or(0)).max(profile.rarity().pairs);
                if tried.len() < wanted {
                    continue;
                }
                let rare = rare_in(key, tried, profile, length);
                reports += usize::from(!rare.is_empty());
                suspects.extend(rare);
                if matches!(profile, Profile::Default | Profile::NoCalibration) {
                    suspects.extend(otherwise_in(key, tried, length));
                }
            }
        }
        self.mined.rare += reports;
        for suspect in suspects {
            self.suspect(suspect);
        }
    }

    /// Has something rare looked into, unless the like of it was often enough.
    fn suspect(&mut self, suspect: Suspect) {
        let of_event = self.asked.entry(suspect.key).or_default();
        if of_event.len() >= OF_EVENT || !of_event.insert(suspect.deviant) {
            return;
        }
        self.mined.asked += 1;
        if self.mined.told.len() < TOLD {
            self.mined.told.push(suspect.told);
        }
        let place = &self.inputs[suspect.input].place;
        let inquiry = Inquiry {
            about: About {
                profile: self.settings.profile,
                rules: suspect.rules,
                usual: suspect.usual,
                deviant: suspect.deviant,
            },
            events: place.lineage.events(),
            event: suspect.event,
            stage: Stage::Again,
            unlike: suspect.unlike,
            parent: place.reached_in.0,
        };
        self.inquiries.insert((suspect.unlike, inquiry.events.len(), self.mined.asked), inquiry);
    }

    /// Has inquiries go on, as far as the round allows it.
    pub(super) fn ask(&mut self, round: &mut Round) {
        let busy: BTreeSet<InquiryId> = self.asking.values().map(|(inquiry, _)| *inquiry).collect();
        let mut over = Vec::new();
        for (&number, inquiry) in self.inquiries.iter_mut().take(AT_ONCE) {
            if busy.contains(&number) {
                continue;
            }
            let [generating, calibrating, trying, asking] = self.mined.events;
            let all = generating + calibrating + trying + asking;
            if asking * 100 > all * if number.0 { ASK_UNLIKE } else { ASK } {
                break;
            }
            if inquiry.conclude() == Some(false) {
                self.mined.folded += 1;
                over.push(number);
                continue;
            }
            let plan = match &inquiry.stage {
                Stage::Again => Some(inquiry.again()),
                Stage::Show { .. } => inquiry.show(),
                Stage::Parts(_) => None,
            };
            if let Some(plan) = plan {
                if round.take(ABOUT.id, plan.events()) {
                    self.mined.events[3] += plan.events();
                    self.asking.insert(round.add(plan), (number, None));
                }
                continue;
            }
            while round.is_granted(ABOUT.id) {
                let Some((part, plan)) = inquiry.next_part() else { break };
                round.spend(ABOUT.id, plan.events());
                self.mined.events[3] += plan.events();
                self.asking.insert(round.add(plan), (number, Some(part)));
            }
        }
        for number in over {
            self.inquiries.remove(&number);
        }
    }

    /// What came of an experiment for an inquiry.
    pub(super) fn answer(
        &mut self,
        (number, part): (InquiryId, Option<(usize, usize)>),
        outcome: &Outcome,
        world: &World,
    ) -> Option<Suspicion> {
        let volatile = &world.of(outcome.site).volatile;
        let inquiry = self.inquiries.get_mut(&number)?;
        if let Some(part) = part {
            inquiry.was_without(part, outcome, &world.app, volatile);
            return None;
        }
        if matches!(inquiry.stage, Stage::Again) {
            if !inquiry.was_again(outcome, &world.app, volatile) {
                self.mined.flaky += 1;
                self.inquiries.remove(&number);
            }
            return None;
        }
        let inquiry = self.inquiries.remove(&number)?;
        let Stage::Show { usual, .. } = &inquiry.stage else { return None };
        let gallery = Gallery::default();
        let context = Context { app: &world.app, volatile, gallery: &gallery };
        let seen = |trace| Seen { trace, suspicions: &[], context };
        let found = compared(&seen(&outcome.trace), &seen(usual), &inquiry.about);
        self.mined.folded += u64::from(found.is_none());
        found
    }

    /// How many inputs of each group an event can be tried on.
    fn inputs_with(&self, key: u64) -> BTreeMap<u32, usize> {
        let mut many = BTreeMap::new();
        for input in self.inputs.iter().filter(|input| input.offers.contains_key(&key)) {
            if let Some(group) = self.group_of(input) {
                *many.entry(group).or_default() += 1;
            }
        }
        many
    }
}
