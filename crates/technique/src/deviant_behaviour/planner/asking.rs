//! What deserves to be looked into, and how far that has come.

use std::collections::{BTreeMap, BTreeSet};

use experiment::{Knowledge, Outcome, Round, Suspicion, World};
use mining::Profile;

use super::super::ABOUT;
use super::super::inquiry::Inquiry;
use super::super::pairs::Tried;
use super::super::story::{Part, trace_of};
use super::super::suspects::{Suspect, mistaken_in, otherwise_in, rare_in};
use super::super::verdict::is_about_item;
use super::twins::cost_of;
use super::{
    ASK, AT_ONCE, Asked, ENOUGH, Fate, GROWN, InquiryId, MORE, Miner, OF_EVENT, OF_MISTAKEN, OF_OUTCOME, TOLD,
};

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
                    suspects.extend(mistaken_in(key, tried, length));
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
        let Suspect { key, deviant, at, members, rank, told } = suspect;
        let Some(tried) = self.tried.get(&key).and_then(|tried| tried.get(at)) else { return };
        let (path, moment) = self.inputs[tried.input].at;
        let of_event = self.asked.entry(key).or_default();
        let of_outcome = of_event.get(&deviant).map_or(0, Vec::len);
        let most = if rank == 0 { OF_MISTAKEN } else { OF_OUTCOME };
        let is_new = of_event.get(&deviant).is_none_or(|known| !known.contains(&tried.input));
        if !is_new || of_outcome >= most || of_event.values().map(Vec::len).sum::<usize>() >= OF_EVENT {
            self.fates.entry((key, at)).or_insert(Fate::NotAsked);
            return;
        }
        let story = &self.stories[path];
        let loud = is_about_item(&tried.event, &tried.step.before) || tried.behaviour.opens().is_some();
        let mut parts = story.telling_parts(moment, &self.telling(key, &members));
        let others = story.parts(moment, loud, &known.app, &known.volatile);
        parts.extend(others.into_iter().filter(|part| !parts.contains(part)).collect::<Vec<_>>());
        if parts.is_empty() {
            self.fates.entry((key, at)).or_insert(Fate::NoPart);
            return;
        }
        let input = tried.input;
        self.asked.entry(key).or_default().entry(deviant).or_default().push(input);
        if self.mined.told.len() < TOLD {
            self.mined.told.push(told);
        }
        self.inquire((key, at), parts, rank);
    }

    /// Begins to look into what was tried, by leaving out these parts of its history, and says the inquiry's number.
    pub(super) fn inquire(&mut self, about: (u64, usize), parts: Vec<Part>, rank: u8) -> Option<InquiryId> {
        let tried = self.tried.get(&about.0)?.get(about.1)?;
        let (path, moment) = self.inputs[tried.input].at;
        let story = &self.stories[path];
        let steps = story.steps(moment).iter().chain([&tried.step]).map(|step| (step, None));
        let trace = trace_of(&story.trace, steps);
        let parent = self.inputs[tried.input].place.reached_in.0;
        let homes = (0..=moment).map(|at| story.last_at_home(at)).collect();
        self.fates.insert(about, Fate::Asked);
        let inquiry =
            Inquiry::new(about, trace, homes, story.places.clone(), parts, self.wavering.names(), parent);
        self.mined.asked += 1;
        let id = (rank, moment, self.mined.asked);
        self.inquiries.insert(id, inquiry);
        Some(id)
    }

    /// Has inquiries go on, as far as the round allows it.
    pub(super) fn ask(&mut self, round: &mut Round, returns_at_will: bool) {
        let mut over = Vec::new();
        for (&number, inquiry) in self.inquiries.iter_mut().take(AT_ONCE) {
            let [generating, calibrating, trying, asking] = self.mined.events;
            if asking * 100 > (generating + calibrating + trying + asking) * ASK {
                break;
            }
            while round.is_granted(ABOUT.id) {
                let Some((part, plan)) = inquiry.next_part() else { break };
                let events = cost_of(&plan, returns_at_will);
                round.spend(ABOUT.id, events);
                self.mined.events[3] += events;
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
                self.came_to(inquiry.about, Fate::Folded);
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
            Asked::Twin(twin) => {
                self.was_twin(&twin, outcome, world);
                None
            }
            Asked::Show(inquiry) => {
                let shown = inquiry.shown(outcome, &world.app, volatile);
                self.mined.flaky += u64::from(shown.is_none());
                self.came_to(inquiry.about, if shown.is_none() { Fate::Flaky } else { Fate::Suspected });
                shown
            }
        }
    }

    fn was_without(&mut self, number: InquiryId, part: Part, outcome: &Outcome, world: &World) {
        let volatile = &world.of(outcome.site).volatile;
        if let Some(inquiry) = self.inquiries.get_mut(&number) {
            inquiry.was_without(part, outcome, &world.app, volatile);
        }
    }

    /// What was done before some of what was tried with an event more often than before the others: how much more often, of a thousand.
    fn telling(&self, key: u64, members: &[usize]) -> BTreeMap<u64, i64> {
        let mut counts: BTreeMap<u64, [i64; 2]> = BTreeMap::new();
        let mut all = [0_i64; 2];
        for (at, tried) in self.tried.get(&key).into_iter().flatten().enumerate() {
            let side = usize::from(members.contains(&at));
            let (path, moment) = self.inputs[tried.input].at;
            all[side] += 1;
            let done: BTreeSet<u64> = self.stories[path].done_until(moment).iter().copied().collect();
            for did in done {
                counts.entry(did).or_default()[side] += 1;
            }
        }
        let [others, ours] = all.map(|many| many.max(1));
        counts
            .into_iter()
            .map(|(did, [then, here])| (did, here * 1000 / ours - then * 1000 / others))
            .collect()
    }

    /// How many inputs of a group an event can be tried on.
    fn inputs_with(&self, group: u32, key: u64) -> usize {
        let offers = |&&input: &&usize| self.group_of(&self.inputs[input]) == Some(group);
        self.offering.get(&key).map_or(0, |inputs| inputs.iter().filter(offers).count())
    }
}
