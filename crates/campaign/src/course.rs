//! Carrying out one experiment on one phone.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use device::{Ability, Observation, Picture, SnapshotId};
use experiment::{
    Act, Brought, Companion, Context, Did, Driver, Ended, Gallery, Keep, Keepsake, Kept, Knowledge, Leg,
    Next, Now, OnPhone, Outcome, Pictures, Place, Plan, Site, Start, Tag, Walker, Wish, World,
};
use gui::Digest;
use model::{ScreenId, ScreenIds};
use trace::{Experiment, Header, Moment, Remarks, Trace};

use crate::phone::{Broken, NotDone, Phone};
use crate::reach::{Reached, reach};
use crate::settings::{CampaignSettings, Screenshots};
use crate::stop::Stop;

/// So many events in a row that cannot be done, and a walk has nothing left to do.
const MAX_REFUSALS: u32 = 50;

/// More kinds of screens than anybody looks at; a picture costs as much as a hundred events.
const MAX_PICTURES: usize = 150;

/// What all experiments of a round share.
pub(crate) struct Scene {
    pub(crate) settings: Arc<CampaignSettings>,
    pub(crate) world: World,
    /// Those who go along with the walks of each site.
    pub(crate) companions: HashMap<Site, Vec<Arc<dyn Companion>>>,
    /// The kinds of screens of which there is a picture.
    pub(crate) pictured: Arc<HashSet<(Site, ScreenId)>>,
    pub(crate) stop: Stop,
}

impl Scene {
    /// What is known where a phone is.
    pub(crate) fn known(&self, site: Site) -> &Knowledge {
        self.world.of(site)
    }
}

/// Where an experiment is written down while it goes on.
pub(crate) trait Sink {
    fn begin(&mut self, header: &Header, start: &Moment);
    fn step(&mut self, step: &trace::Step);
    fn picture(&mut self, png: &[u8]) -> Option<Digest>;
}

/// Carries out an experiment.
pub(crate) fn carry_out(
    phone: &mut Phone<'_>,
    id: u64,
    plan: &Plan,
    scene: &Scene,
    sink: &mut dyn Sink,
) -> Result<Outcome, Broken> {
    let reached = reach(phone, plan, scene.known(phone.site))?;
    if let Some(why) = &reached.missed {
        phone.note(&format!("{} did not reach its start: {why}", plan.cause.purpose));
    }
    let missed = reached.missed.clone();
    let mut course = Course::begin(phone, id, plan, scene, sink, reached)?;
    let ended = match (&plan.driver, missed) {
        (Driver::Walk(walk), _) => course.walk(&mut *walk.begin())?,
        (_, Some(why)) => Ended::DidNotArrive { why },
        (Driver::Script(acts), None) => course.play(acts)?,
        (Driver::Lenient(acts), None) => course.play_what_can_be_done(acts)?,
    };
    course.finish(ended)
}

/// An experiment under way.
struct Course<'c, 'd> {
    phone: &'c mut Phone<'d>,
    id: u64,
    plan: &'c Plan,
    scene: &'c Scene,
    sink: &'c mut dyn Sink,
    start: Reached,
    began: Duration,
    trace: Trace,
    screens: Vec<ScreenIds>,
    kept: Vec<Keepsake>,
    covered: HashSet<Arc<str>>,
    pictured: HashSet<ScreenId>,
    granted: HashSet<Tag>,
    /// What became of the acts of a script.
    acts: Vec<Did>,
    /// How many acts of a script were tried.
    tried: usize,
    /// The pictures for judges.
    gallery: Gallery,
}

impl<'c, 'd> Course<'c, 'd> {
    fn begin(
        phone: &'c mut Phone<'d>,
        id: u64,
        plan: &'c Plan,
        scene: &'c Scene,
        sink: &'c mut dyn Sink,
        start: Reached,
    ) -> Result<Course<'c, 'd>, Broken> {
        let seen = phone.seen()?;
        let header = header(phone, id, plan, &start.place, &scene.settings);
        let trace = Trace::new(header, Moment::default());
        let mut course = Course {
            phone,
            id,
            plan,
            scene,
            sink,
            start,
            began: seen.at,
            trace,
            screens: Vec::new(),
            kept: Vec::new(),
            covered: HashSet::new(),
            pictured: HashSet::new(),
            granted: HashSet::new(),
            acts: Vec::new(),
            tried: 0,
            gallery: Gallery::default(),
        };
        let first = course.moment(&seen)?;
        course.sink.begin(&course.trace.header, &first);
        course.trace = Trace::new(course.trace.header.clone(), first);
        Ok(course)
    }

    /// Does one act after the other. Ends where one cannot be done.
    fn play(&mut self, acts: &[Act]) -> Result<Ended, Broken> {
        let ended = self.perform(acts, |at, why| Some(Ended::NotPerformed { act: at, why }))?;
        self.acts.resize(acts.len(), Did::Never);
        Ok(ended)
    }

    /// Does one act after the other, without those that cannot be done.
    fn play_what_can_be_done(&mut self, acts: &[Act]) -> Result<Ended, Broken> {
        self.perform(acts, |_, _| None)
    }

    /// Does one act after the other, as long as what could not be done does not end it.
    fn perform(
        &mut self,
        acts: &[Act],
        end: impl Fn(usize, String) -> Option<Ended>,
    ) -> Result<Ended, Broken> {
        for (at, act) in acts.iter().enumerate() {
            self.keep_at(at)?;
            if self.scene.stop.is_over() {
                return Ok(Ended::Interrupted);
            }
            let step = self.trace.steps().len();
            self.tried = at + 1;
            match self.act(act)? {
                None => self.acts.push(Did::Step(step)),
                Some(why) => {
                    self.acts.push(Did::Not(why.clone()));
                    if let Some(ended) = end(at, why) {
                        return Ok(ended);
                    }
                }
            }
        }
        self.keep_at(acts.len())?;
        Ok(Ended::Done)
    }

    /// Keeps the condition after so many acts, where the plan says so.
    fn keep_at(&mut self, acts: usize) -> Result<(), Broken> {
        if !self.plan.keep.contains(&acts) {
            return Ok(());
        }
        let kept = self.save()?;
        self.remember(Tag::Act(acts), kept);
        Ok(())
    }

    /// Does what the walker decides, and on the way what companions wish for.
    fn walk(&mut self, walker: &mut dyn Walker) -> Result<Ended, Broken> {
        let mut refused: Option<String> = None;
        let mut refusals = 0;
        let mut is_new = true;
        loop {
            if self.scene.stop.is_over() {
                return Ok(Ended::Interrupted);
            }
            if !self.scene.stop.is_exploring() {
                return Ok(Ended::Done);
            }
            let seen = self.phone.seen()?;
            if is_new {
                let keep = walker.see(&self.now(&seen, None));
                self.keep_if(keep)?;
                if self.grant_wishes(&seen, walker.lets_others())? {
                    continue;
                }
            }
            match walker.next(&self.now(&seen, refused.as_deref())) {
                Next::Over(ended) => return Ok(ended),
                Next::Do(act) => refused = self.act(&act)?,
            }
            is_new = refused.is_none();
            refusals = if is_new { 0 } else { refusals + 1 };
            if refusals > MAX_REFUSALS {
                return Ok(Ended::Stuck { how: "nothing here can be done".to_owned() });
            }
        }
    }

    fn now<'n>(&'n self, seen: &'n Observation, refused: Option<&'n str>) -> Now<'n> {
        let steps = self.trace.steps();
        let screens = self.screens.last().copied().unwrap_or(ScreenIds::OUTSIDE);
        Now { step: steps.last(), steps: steps.len(), seen, screens, refused }
    }

    /// Says whether anything was done.
    fn grant_wishes(&mut self, seen: &Observation, lets_others: bool) -> Result<bool, Broken> {
        let scene = self.scene;
        let companions = scene.companions.get(&self.phone.site).into_iter().flatten();
        let wishes: Vec<Wish> =
            companions.filter_map(|companion| companion.see(&self.now(seen, None))).collect();
        for wish in wishes {
            match wish {
                Wish::Keep(keep) => self.keep_if(Some(keep))?,
                Wish::Insert { tag, acts } => {
                    if !lets_others || !self.granted.insert(tag.clone()) {
                        continue;
                    }
                    self.keep_before(tag, acts.len())?;
                    let before = self.trace.steps().len();
                    for act in &acts {
                        if self.act(act)?.is_some() {
                            break;
                        }
                    }
                    // The others saw a screen that is no longer there.
                    return Ok(self.trace.steps().len() > before);
                }
            }
        }
        Ok(false)
    }

    /// Does one act and writes it down; says why it was not done, where it was not.
    fn act(&mut self, act: &Act) -> Result<Option<String>, Broken> {
        let stepped = self.phone.in_time_for(act.purpose.as_deref(), |phone| phone.step(&act.event));
        let stepped = match stepped {
            Ok(stepped) => stepped,
            Err(NotDone::Refused(why)) => return Ok(Some(why)),
            Err(NotDone::Broken(broken)) => return Err(broken),
        };
        let seen = self.phone.seen()?;
        let after = self.moment(&seen)?;
        let remarks = Remarks {
            at_ms: Some(millis(stepped.at.saturating_sub(self.began))),
            settle_ms: (!stepped.settle.is_zero()).then(|| millis(stepped.settle)),
            covered: self.new_to_the_run(stepped.covered),
            crash: stepped.crash,
            purpose: act.purpose.clone(),
            ..Remarks::default()
        };
        self.trace.step(Some(act.event.clone()), after, remarks);
        if let Some(step) = self.trace.steps().last() {
            self.sink.step(step);
        }
        Ok(None)
    }

    fn new_to_the_run(&mut self, covered: Vec<Arc<str>>) -> Vec<Arc<str>> {
        let known = &self.scene.known(self.phone.site).covered;
        covered
            .into_iter()
            .filter(|part| !known.contains(part) && self.covered.insert(Arc::clone(part)))
            .collect()
    }

    /// What the phone shows, with a picture where one is wanted.
    fn moment(&mut self, seen: &Observation) -> Result<Moment, Broken> {
        let known = self.scene.known(self.phone.site);
        let screens = ScreenIds::of(&seen.layout, &known.app, &known.volatile);
        self.screens.push(screens);
        let for_judge = self.plan.pictures_for_judge.wants(self.tried);
        let wanted = for_judge || self.is_for_people(screens);
        let picture = if wanted { self.phone.picture(for_judge)? } else { None };
        Ok(Moment {
            layout: Some(Arc::clone(&seen.layout)),
            activity: seen.foreground.activity.as_ref().map(ToString::to_string),
            screenshot: picture.and_then(|picture| self.keep_picture(&picture)),
        })
    }

    fn is_for_people(&mut self, screens: ScreenIds) -> bool {
        match (self.scene.settings.screenshots, self.plan.pictures) {
            (Screenshots::None, _) => false,
            (Screenshots::All, _) | (_, Pictures::All) => true,
            (Screenshots::New, Pictures::New) => {
                let pictured = &self.scene.pictured;
                pictured.len() < MAX_PICTURES
                    && screens.travel != ScreenId::OUTSIDE
                    && !pictured.contains(&(self.phone.site, screens.widgets))
                    && self.pictured.insert(screens.widgets)
            }
            _ => false,
        }
    }

    /// Writes a picture down, and keeps it in mind where a judge wants it: what a judge has seen is part of the record.
    fn keep_picture(&mut self, picture: &Picture) -> Option<Digest> {
        let png = picture.to_png();
        let written = self.sink.picture(&png);
        if !self.plan.pictures_for_judge.wants(self.tried) {
            return written;
        }
        let digest = written.unwrap_or_else(|| trace::picture_digest(&png));
        self.gallery.add(digest, png);
        Some(digest)
    }

    fn keep_if(&mut self, keep: Option<Keep>) -> Result<(), Broken> {
        let Some(Keep { tag, dear }) = keep else { return Ok(()) };
        if !self.granted.insert(tag.clone()) && tag != Tag::Interesting {
            return Ok(());
        }
        let kept = if dear || self.returns_at_will() {
            match self.save()? {
                None => self.save_data()?,
                kept => kept,
            }
        } else {
            None
        };
        self.remember(tag, kept);
        Ok(())
    }

    fn returns_at_will(&self) -> bool {
        self.scene.known(self.phone.site).costs.returns_at_will()
    }

    /// Where snapshots are worth it, whoever doubts what comes of acts in between can begin before them again.
    fn keep_before(&mut self, tag: Tag, acts: usize) -> Result<(), Broken> {
        if !self.scene.known(self.phone.site).costs.may_save_before(acts) {
            return Ok(());
        }
        if let Some(kept) = self.save()? {
            self.remember(Tag::Before(Box::new(tag)), Some(kept));
        }
        Ok(())
    }

    fn remember(&mut self, tag: Tag, kept: Option<Kept>) {
        let place = self.place(kept);
        self.kept.push(Keepsake { moment: self.trace.steps().len(), tag, place });
    }

    fn save(&mut self) -> Result<Option<Kept>, Broken> {
        if let Some(snapshot) = self.phone.memory_snapshot() {
            return Ok(Some(Kept::InMemory(Arc::new(OnceLock::from(snapshot)))));
        }
        if self.phone.abilities().has(Ability::Snapshot) {
            let snapshot = self.phone.snapshot()?;
            return Ok(snapshot.map(|snapshot| Kept::Snapshot(self.on_phone(snapshot))));
        }
        Ok(None)
    }

    /// For walks, to which it is all the same that the app was ended meanwhile.
    fn save_data(&mut self) -> Result<Option<Kept>, Broken> {
        if !self.phone.abilities().has(Ability::StoredData) {
            return Ok(None);
        }
        let snapshot = self.phone.snapshot_data()?;
        Ok(snapshot.map(|snapshot| Kept::Data(self.on_phone(snapshot))))
    }

    fn on_phone(&self, snapshot: SnapshotId) -> Arc<OnPhone> {
        let to_forget = Arc::clone(&self.phone.to_forget);
        let forget = Box::new(move |snapshot| {
            to_forget.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(snapshot);
        });
        Arc::new(OnPhone { phone: self.phone.number, snapshot, bytes: OnceLock::new(), forget })
    }

    /// Asks how much room was taken. Not any sooner: a phone that still tidies up after a snapshot goes on meanwhile.
    fn weigh_snapshots(&mut self) {
        for keepsake in &self.kept {
            let Some(Kept::Snapshot(on) | Kept::Data(on)) = &keepsake.place.kept else { continue };
            if let Some(bytes) = self.phone.snapshot_bytes(on.snapshot) {
                let _ = on.bytes.set(bytes);
            }
        }
    }

    /// Where the phone is now.
    fn place(&self, kept: Option<Kept>) -> Arc<Place> {
        let legs = Leg::of(self.trace.steps(), &self.screens);
        Arc::new(Place {
            site: self.phone.site,
            reached_in: (self.id, self.trace.steps().len()),
            lineage: self.start.place.lineage.then(legs),
            screens: self.screens.last().copied().unwrap_or(ScreenIds::OUTSIDE),
            layout: self.trace.last().layout.clone(),
            kept,
        })
    }

    fn finish(mut self, ended: Ended) -> Result<Outcome, Broken> {
        self.weigh_snapshots();
        let last = self.last_place()?;
        self.trace.end = Some(told(&ended));
        let known = self.scene.known(self.phone.site);
        let context = Context { app: &known.app, volatile: &known.volatile, gallery: &self.gallery };
        let suspicions = self.scene.settings.techniques.judge(&self.trace, &context);
        let trace = Arc::new(self.trace);
        if let Some((trial, exhibit)) = &self.plan.exhibit {
            let judge = |trace: &Trace| self.scene.settings.techniques.judge(trace, &context);
            let (trace, suspicions) = self.plan.judged(&trace, &suspicions, judge);
            let brought = Brought {
                trace,
                suspicions,
                volatile: Arc::clone(&known.volatile),
                gallery: self.gallery.clone(),
            };
            trial.bring(*exhibit, brought, &known.app);
        }
        Ok(Outcome {
            id: self.id,
            cause: self.plan.cause.clone(),
            site: self.phone.site,
            start: self.start.place,
            returning: self.start.returning,
            missed: self.start.missed,
            trace,
            acts: self.acts,
            screens: self.screens,
            ended,
            kept: self.kept,
            last,
            suspicions,
        })
    }

    /// Where it ends. Phones for which going back is dear go on from where they stand.
    fn last_place(&mut self) -> Result<Arc<Place>, Broken> {
        if self.returns_at_will() {
            // Nobody goes on where a script ended.
            let is_walk = matches!(self.plan.driver, Driver::Walk(_));
            let kept = if is_walk { self.save()? } else { None };
            return Ok(self.place(kept));
        }
        let last = self.place(Some(Kept::Standing { phone: self.phone.number }));
        self.phone.standing = Some(Arc::clone(&last));
        Ok(last)
    }
}

fn header(phone: &Phone<'_>, id: u64, plan: &Plan, start: &Place, settings: &CampaignSettings) -> Header {
    Header {
        app: settings.app.to_string(),
        app_version: settings.app_version.clone().filter(|_| phone.site.build == Site::HOME.build),
        device: Some(phone.name()),
        source: format!("oddity {}", env!("CARGO_PKG_VERSION")),
        seed: Some(settings.seed),
        began_unix_ms: None,
        kind: Some(phone.site.kind.0).filter(|&kind| kind > 0),
        build: Some(phone.site.build.0).filter(|&build| build > 0),
        start: match plan.start {
            Start::Fresh => trace::Start::Fresh,
            Start::Here { .. } if start.lineage.is_empty() => trace::Start::Fresh,
            Start::At(_) | Start::Here { .. } => {
                let (experiment, moment) = start.reached_in;
                trace::Start::Snapshot { name: format!("experiment {experiment}, step {moment}") }
            }
        },
        experiment: Some(Experiment {
            id,
            purpose: plan.cause.purpose.to_string(),
            parent: plan.cause.parent,
            role: plan.cause.role,
        }),
    }
}

/// Why a trace ended, in a few words.
fn told(ended: &Ended) -> String {
    match ended {
        Ended::Done => "done".to_owned(),
        Ended::Stuck { how } => format!("stuck: {how}"),
        Ended::Crashed => "the app crashed".to_owned(),
        Ended::NotPerformed { act, why } => format!("act {} could not be done: {why}", act + 1),
        Ended::DidNotArrive { why } => format!("the start was not reached: {why}"),
        Ended::Interrupted => "interrupted".to_owned(),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
