//! What deserves to be looked into, and how far that has come.

use std::collections::BTreeMap;

use experiment::{Knowledge, Outcome, Round, Suspicion, World};
use mining::Profile;

use super::super::ABOUT;
use super::super::claim::is_about_item;
use super::super::inquiry::Inquiry;
use super::super::pairs::Tried;
use super::super::story::{Part, trace_of};
use super::super::suspects::{Suspect, otherwise_in, rare_in};
use super::{ASK, AT_ONCE, Asked, ENOUGH, GROWN, MORE, Miner, OF_EVENT, OF_OUTCOME, TOLD};

impl Miner {
    /// Looks through what has changed for something rare.
    pub(super) fn look_for_rare(&mut self, known: &Knowledge) {
        let profile = self.settings.profile;
        let mut suspects = Vec::new();
        for (&key, tried) in &self.tried {
            let known = self.looked.get(&key).copied().unwrap_or(0);
            if tried.len() < known + MORE.max(known * GROWN / 100) {
                continue;
            }
            self.looked.insert(key, tried.len());
            let mut by_group: BTreeMap<u32, Vec<(usize, &Tried)>> = BTreeMap::new();
            for (at, tried) in tried.iter().enumerate() {
                if let Some(group) = self.group_of(&self.inputs[tried.input]) {
                    by_group.entry(group).or_default().push((at, tried));
                }
            }
            let length = |input: usize| self.inputs[input].at.1;
            for (&group, tried) in &by_group {
                if matches!(profile, Profile::Default | Profile::NoCalibration) {
                    suspects.extend(otherwise_in(key, tried, length));
                }
                // With few pairs one of them is rare by chance alone: all there are, or as many as it takes.
                let many = self.inputs_with(group, key);
                if tried.len() < ENOUGH.min(many).max(profile.rarity().pairs) {
                    continue;
                }
                let rare = rare_in(key, tried, profile, length);
                if !rare.is_empty() {
                    self.mined.reports.insert((group, key));
                }
                suspects.extend(rare);
            }
        }
        suspects.sort_by_key(|suspect| suspect.rank);
        for suspect in suspects {
            self.suspect(suspect, known);
        }
    }

    /// Has something rare looked into, unless the like of it was often enough, or nothing of its history can be left out.
    fn suspect(&mut self, suspect: Suspect, known: &Knowledge) {
        let Suspect { key, deviant, at, rank, told } = suspect;
        let Some(tried) = self.tried.get(&key).and_then(|tried| tried.get(at)) else { return };
        let (path, moment) = self.inputs[tried.input].at;
        let of_event = self.asked.entry(key).or_default();
        let of_outcome = of_event.get(&deviant).map_or(0, Vec::len);
        let is_new = of_event.get(&deviant).is_none_or(|known| !known.contains(&tried.input));
        if !is_new || of_outcome >= OF_OUTCOME || of_event.values().map(Vec::len).sum::<usize>() >= OF_EVENT {
            return;
        }
        let story = &self.stories[path];
        let loud = is_about_item(&tried.event, &tried.step.before) || tried.behaviour.opens().is_some();
        let parts = story.parts(moment, loud, &known.app, &known.volatile);
        if parts.is_empty() {
            return;
        }
        of_event.entry(deviant).or_default().push(tried.input);
        self.mined.asked += 1;
        if self.mined.told.len() < TOLD {
            self.mined.told.push(told);
        }
        let steps = story.steps(moment).iter().chain([&tried.step]).map(|step| (step, None));
        let trace = trace_of(&story.trace, steps);
        let parent = self.inputs[tried.input].place.reached_in.0;
        let inquiry = Inquiry::new(trace, story.places.clone(), parts, parent);
        self.inquiries.insert((rank, moment, self.mined.asked), inquiry);
    }

    /// Has inquiries go on, as far as the round allows it.
    pub(super) fn ask(&mut self, round: &mut Round) {
        let mut over = Vec::new();
        for (&number, inquiry) in self.inquiries.iter_mut().take(AT_ONCE) {
            let [generating, calibrating, trying, asking] = self.mined.events;
            if asking * 100 > (generating + calibrating + trying + asking) * ASK {
                break;
            }
            while round.is_granted(ABOUT.id) {
                let Some((part, plan)) = inquiry.next_part() else { break };
                round.spend(ABOUT.id, plan.events());
                self.mined.events[3] += plan.events();
                self.asking.insert(round.add(plan), Asked::Part(number, part));
            }
            if !inquiry.is_over() {
                continue;
            }
            over.push(number);
        }
        for number in over {
            let Some(inquiry) = self.inquiries.remove(&number) else { continue };
            let Some(plan) = inquiry.show() else {
                self.mined.folded += 1;
                continue;
            };
            // What it takes to show it once is little beside what it took to find it.
            round.spend(ABOUT.id, plan.events());
            self.mined.events[3] += plan.events();
            self.asking.insert(round.add(plan), Asked::Show(Box::new(inquiry)));
        }
    }

    /// What came of an experiment for an inquiry.
    pub(super) fn answer(&mut self, asked: Asked, outcome: &Outcome, world: &World) -> Option<Suspicion> {
        let volatile = &world.of(outcome.site).volatile;
        match asked {
            Asked::Part(number, part) => {
                self.was_without(number, part, outcome, world);
                None
            }
            Asked::Show(inquiry) => {
                let shown = inquiry.shown(outcome, &world.app, volatile);
                self.mined.flaky += u64::from(shown.is_none());
                shown
            }
        }
    }

    fn was_without(&mut self, number: super::InquiryId, part: Part, outcome: &Outcome, world: &World) {
        let volatile = &world.of(outcome.site).volatile;
        if let Some(inquiry) = self.inquiries.get_mut(&number) {
            inquiry.was_without(part, outcome, &world.app, volatile);
        }
    }

    /// How many inputs of a group an event can be tried on.
    fn inputs_with(&self, group: u32, key: u64) -> usize {
        let offers = |&&input: &&usize| self.group_of(&self.inputs[input]) == Some(group);
        self.offering.get(&key).map_or(0, |inputs| inputs.iter().filter(offers).count())
    }
}
