//! A run on simulated phones, made small: a walk through an app, and two findings with their pictures, in a run folder.

use device::{Device, Patience, perform, settle};
use experiment::{Act, Exhibit, Kind, Severity, Site, Suspicion};
use finding::{Confirmation, Exhibited, Finding, Health, Minimised, ReplayedFrom, Verdict};
use gui::{Event, Orientation, Selector};
use model::{Model, ScreenIds, Volatile, Walked};
use report::{Curve, Graph, Run, Setting, Shown, Unproven};
use sim::{Profile, SimPhone};
use tempfile::TempDir;
use testkit::Dice;
use trace::{Header, Moment, Remarks, Role, RunInfo, RunReader, RunWriter, Trace};

pub(crate) const CRASH: Kind = Kind::new("crash", "Crash", Severity::Critical, "");
pub(crate) const TEXT_LOST: Kind = Kind::new("text-lost", "Text lost", Severity::Major, "");
pub(crate) const DIALOG_LOST: Kind = Kind::new("dialog-lost", "Dialog lost", Severity::Moderate, "");

/// A run, and the folder where its pictures lie.
pub(crate) struct Sample {
    pub(crate) run: Run,
    /// Those of the exhibits of the first finding.
    pub(crate) traces: Vec<Option<Trace>>,
    folder: TempDir,
}

impl Sample {
    /// So many events on the demo app, and what may be found there.
    pub(crate) fn new(events: u64) -> Sample {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = RunWriter::create(&folder.path().join("run"), &RunInfo::default()).unwrap();
        let mut walk = Walk::on("notes+lost-draft", &mut writer);
        let mut dice = Dice(5);
        for _ in 0..events {
            let choices = walk.phone.observe().unwrap().layout.events();
            walk.go(&choices[dice.below(choices.len())]);
        }
        let graph = Graph::new(&model::Overview::of(&walk.model, "org.example.notes"));
        let (app, curve) = (walk.package.to_owned(), walk.curve);
        let (lost_text, traces) = lost_text(&mut writer);
        let findings = vec![lost_text, crash(&mut writer)];
        let run = Run {
            app,
            app_version: Some("3.1".to_owned()),
            phones: vec!["simulated phone, Android 14".to_owned()],
            kinds: Vec::new(),
            builds: Vec::new(),
            made_by: "oddity 0.1.0".to_owned(),
            command: format!("oddity hunt sim:notes+all --events {events} --seed 5"),
            seed: 5,
            began_unix_ms: Some(1_795_000_000_000),
            cut_short: None,
            verdict: Verdict::Findings,
            enough: true,
            health: health(events),
            findings,
            unproven: vec![Unproven {
                suspicion: suspicion(
                    &DIALOG_LOST,
                    "the dialog “Sort by” is gone after leaving and coming back",
                ),
                why: "it was reproduced 0 of 3 times".to_owned(),
            }],
            graph,
            curve,
            volatile: vec!["com.example:id/clock".to_owned()],
            settings: vec![setting("events", &events.to_string(), "flag"), setting("phones", "1", "default")],
            remarks: vec!["No dictionary of texts was given.".to_owned()],
            matrix: None,
            behaviours: Vec::new(),
        };
        Sample { run, traces, folder }
    }

    /// The page, with pictures from the folder.
    pub(crate) fn html(&self) -> String {
        let reader = RunReader::open(&self.folder.path().join("run")).unwrap();
        report::html(&self.run, &|hash| reader.screenshot(hash).ok())
    }
}

fn crash(writer: &mut RunWriter) -> Shown {
    let acts = [
        tap(r#"description "More options""#),
        tap(r#"text "Settings""#),
        Event::Rotate { to: Orientation::Landscape },
    ];
    let mut suspicion = suspicion(&CRASH, "the app ends with IllegalStateException when the phone is turned");
    suspicion.expectation = "turning the phone should not end the app".to_owned();
    suspicion.details = vec![
        "java.lang.IllegalStateException: Fragment not attached\n\tat com.example.Settings.onSave(Settings.kt:41)\n\tat android.app.Activity.performSave(Activity.java:1711)".to_owned(),
    ];
    suspicion.well_after = 2;
    let exhibits = [Exhibit::script(Role::Confirmation, Site::HOME, &plain(&acts))];
    shown("crash-1", suspicion, &exhibits, 2, writer).0
}

/// Turned in the treatment; in the control a wait stands in the place of turning, and nothing in that of
/// turning back.
fn lost_text(writer: &mut RunWriter) -> (Shown, Vec<Option<Trace>>) {
    let body: Selector = "#body".parse().unwrap();
    let acts = plain(&[
        tap("#add"),
        Event::Edit { target: body.clone(), text: "milk".to_owned() },
        Event::Rotate { to: Orientation::Landscape },
        Event::Rotate { to: Orientation::Portrait },
    ]);
    let mut suspicion = suspicion(&TEXT_LOST, "the text typed into #body is gone after turning the phone");
    suspicion.expectation = "turning a phone should not erase what a person typed".to_owned();
    suspicion.widget = Some(body);
    suspicion.well_after = 2;
    let treatment = Exhibit::script(Role::Treatment, Site::HOME, &acts).labelled("turning the phone");
    let control = Exhibit::script(Role::Control, Site::HOME, &acts).labelled("waiting as long instead");
    let control = control.replacing(|at, act| match at {
        2 => vec![Act::plain(Event::Wait { ms: 2_000 })],
        3 => Vec::new(),
        _ => vec![act.clone()],
    });
    shown("text-lost-1", suspicion, &[treatment, control], 3, writer)
}

fn plain(events: &[Event]) -> Vec<Act> {
    events.iter().cloned().map(Act::plain).collect()
}

/// A finding whose exhibits were carried out; the first is what it is about.
fn shown(
    name: &str,
    mut suspicion: Suspicion,
    exhibits: &[Exhibit],
    times: u32,
    writer: &mut RunWriter,
) -> (Shown, Vec<Option<Trace>>) {
    let traces: Vec<Option<Trace>> =
        exhibits.iter().map(|exhibit| Some(carried_out(&exhibit.acts, writer))).collect();
    let acts = exhibits[0].acts.to_vec();
    suspicion.shows_after = acts.len();
    let finding = Finding {
        name: name.to_owned(),
        suspicion,
        site: Site::HOME,
        confirmed: Confirmation { from: ReplayedFrom::CleanStart, times, of: 3 },
        minimised: Some(Minimised { from: 17, to: acts.len(), replays: 23, one_minimal: true }),
        acts,
        first_seen_in: 12,
        first_seen_after: 90,
        times_seen: 4,
        exhibits: (40..).zip(exhibits).map(|(number, exhibit)| Exhibited::new(exhibit, number)).collect(),
    };
    (Shown::new(finding, &traces, format!("oddity replay notes-5/{name}")), traces)
}

fn carried_out(acts: &[Act], writer: &mut RunWriter) -> Trace {
    let mut walk = Walk::on("notes+lost-draft", writer);
    walk.pictures_of_all = true;
    for act in acts {
        walk.go(&act.event);
    }
    assert_eq!(walk.trace.steps().len(), acts.len(), "every step can be done");
    walk.trace
}

pub(crate) fn suspicion(kind: &Kind, sentence: &str) -> Suspicion {
    let expectation = "what a person left should still be there";
    Suspicion { shows_after: 1, ..Suspicion::new("state-loss", kind, &["1f3a"], sentence, expectation) }
}

fn health(events: u64) -> Health {
    Health {
        events_asked: Some(events),
        events,
        events_proving: 84,
        time_ms: 4_200,
        steps: events,
        steps_inside: events * 96 / 100,
        experiments: 40,
        replays: 12,
        replays_astray: 1,
        ..Health::default()
    }
}

fn setting(name: &str, value: &str, from: &str) -> Setting {
    Setting { name: name.to_owned(), value: value.to_owned(), from: from.to_owned() }
}

fn tap(target: &str) -> Event {
    Event::Tap { target: target.parse().unwrap() }
}

/// A person walking through an app, who takes pictures and remembers the way.
struct Walk<'a> {
    phone: SimPhone,
    package: &'static str,
    writer: &'a mut RunWriter,
    model: Model,
    trace: Trace,
    at: ScreenIds,
    pictures_of_all: bool,
    curve: Vec<Curve>,
}

impl<'a> Walk<'a> {
    fn on(spec: &str, writer: &'a mut RunWriter) -> Walk<'a> {
        let (app, faults) = apps::find(spec).unwrap();
        let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], 1);
        phone.launch(app.manifest.package).unwrap();
        let mut walk = Walk {
            phone,
            package: app.manifest.package,
            writer,
            model: Model::new(),
            trace: Trace::new(Header::default(), Moment::default()),
            at: ScreenIds::OUTSIDE,
            pictures_of_all: false,
            curve: Vec::new(),
        };
        let start = walk.look();
        walk.model.begin(walk.at, start.activity.as_deref(), false);
        walk.trace = Trace::new(Header::default(), start);
        walk
    }

    /// Does it where it can be done.
    fn go(&mut self, event: &Event) {
        let layout = self.phone.observe().unwrap().layout;
        if perform(&mut self.phone, self.package, event, &layout).is_err() {
            return;
        }
        let from = self.at.travel;
        let after = self.look();
        let activity = after.activity.as_deref();
        let walked = Walked { event: Some(event), to: self.at, activity, coverage_grew: true };
        self.model.step(from, walked);
        self.trace.step(Some(event.clone()), after, Remarks::default());
        let screens = self.model.len() as u64;
        self.curve.push(Curve {
            events: self.trace.steps().len() as u64,
            covered: 40 + screens * 7,
            screens,
        });
    }

    fn look(&mut self) -> Moment {
        let seen = settle(&mut self.phone, Patience::default()).unwrap().observation;
        self.at = ScreenIds::of(&seen.layout, self.package, &Volatile::default());
        let is_new = self.model.picture(self.at.widgets).is_none();
        let screenshot = (is_new || self.pictures_of_all).then(|| {
            let picture = self.phone.screenshot().unwrap().to_png();
            self.writer.screenshot(&picture).unwrap()
        });
        if let Some(hash) = screenshot {
            self.model.set_picture(self.at.widgets, hash);
        }
        let activity = seen.foreground.activity.map(|activity| activity.to_string());
        Moment { layout: Some(seen.layout), activity, screenshot }
    }
}
