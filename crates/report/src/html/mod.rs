//! `report.html`: one file that needs no server, no network and nothing beside it.

pub(crate) mod album;
mod comparison;
mod behaviours;
mod matrix;
mod chart;
mod map;

use experiment::Severity;
use finding::Verdict;
use gui::Digest;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use crate::health::{Check, Weight};
use crate::words::{self, capitalised, clipped, count};
use crate::{Curve, Run, Shown, Sight, Unproven};
use album::{Album, Thumb};
use chart::Chart;
use comparison::{Cell, Column};
use map::Map;

/// The most bytes that pictures take. The first findings come first, then the map, then the pictures of every step.
const MOST_PICTURE_BYTES: usize = 8 << 20;
/// The most findings that are told, and of each the most steps and lines of details.
const MOST_FINDINGS: usize = 100;
const MOST_STEPS: usize = 100;
const MOST_LINES: usize = 100;
/// The most entries of every other list.
const MOST_ENTRIES: usize = 200;
/// The most characters of a text, and of a command: that is of no use in part.
const MOST_CHARS: usize = 400;
const MOST_COMMAND_CHARS: usize = 4_000;
/// The screens before and after, at most.
const SIGHT: (u32, u32) = (300, 600);
/// The screens of every step, at most.
const STEP: (u32, u32) = (120, 220);

/// What the browser may do: show this page. The script is named by its SHA-256, so none but ours runs, whatever the page says.
/// Chromium tells the right one when it refuses ours, and the tests fail then.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
     script-src 'sha256-RUpHhnqxHgyVcUFYfM+LkgzRkG2H+MFjr4l0UgZ9MhA='";

/// The whole page. `picture` gives the file of a screenshot by its hash, where there is one.
pub fn html(run: &Run, picture: &dyn Fn(Digest) -> Option<Vec<u8>>) -> String {
    let page = Page::of(run, picture);
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.add_global("policy", POLICY);
    templates.add_global("style", include_str!("style.css"));
    templates.add_global("script", include_str!("script.js"));
    templates
        .render_str(include_str!("report.html.j2"), Serde(&page))
        .expect("the template fits the page: every test renders it")
}

/// All that the template needs. Texts of strangers are clipped and without anything that steers.
#[derive(Serialize)]
struct Page {
    app: String,
    facts: Vec<(&'static str, String)>,
    verdict: &'static str,
    headline: String,
    meaning: String,
    cut_short: Option<String>,
    checks: Vec<Check>,
    problems: usize,
    findings: Vec<Article>,
    matrix: Option<matrix::Table>,
    behaviours: Vec<behaviours::Action>,
    unproven: Vec<Doubt>,
    charts: Vec<Chart>,
    map: Map,
    command: String,
    settings: Vec<[String; 3]>,
    volatile: Vec<String>,
    remarks: Vec<String>,
    made_by: String,
}

/// A finding.
#[derive(Serialize)]
struct Article {
    name: String,
    kind: String,
    severity: Severity,
    /// The phones that show it, where several were compared.
    shown_on: Option<matrix::Where>,
    sentence: String,
    expectation: String,
    confirmed: String,
    weak: Option<&'static str>,
    flaky: bool,
    steps_title: &'static str,
    steps: Vec<String>,
    more_steps: usize,
    film: Vec<Option<Thumb>>,
    /// What was compared, in place of the screens before and after.
    exhibits: Vec<Column>,
    /// The film of all exhibits, step by step.
    aligned: Vec<Vec<Option<Cell>>>,
    before: Option<Thumb>,
    after: Option<Thumb>,
    replay: String,
    details: Vec<String>,
    more_details: usize,
    history: Vec<String>,
}

/// What looked wrong and is no finding.
#[derive(Serialize)]
struct Doubt {
    kind: String,
    severity: Severity,
    sentence: String,
    why: String,
}

impl Page {
    fn of(run: &Run, picture: &dyn Fn(Digest) -> Option<Vec<u8>>) -> Page {
        let mut album = Album::new(picture, MOST_PICTURE_BYTES);
        let told = &run.findings[..run.findings.len().min(MOST_FINDINGS)];
        let mut findings: Vec<Article> =
            told.iter().map(|shown| Article::of(shown, run, &mut album)).collect();
        let matrix = matrix::table(run, &mut album);
        let behaviours = behaviours::actions(run, &mut album);
        let map = Map::new(&run.graph, &mut album);
        for (article, shown) in findings.iter_mut().zip(told) {
            if shown.exhibits.is_empty() {
                article.film = film(shown, &mut album);
            } else {
                article.aligned = comparison::rows(shown, &mut album);
            }
        }
        let checks: Vec<Check> = Check::all(&run.health)
            .into_iter()
            .take(MOST_ENTRIES)
            .map(|check| Check { words: capitalised(&clip(&check.words)), ..check })
            .collect();
        Page {
            app: clip(&run.app),
            facts: facts(run),
            verdict: verdict(run),
            headline: run.headline(),
            meaning: run.meaning(),
            cut_short: run.cut_short.as_deref().map(sentence),
            problems: checks.iter().filter(|check| check.weight == Weight::Problem).count(),
            checks,
            findings,
            matrix,
            behaviours,
            unproven: run.unproven.iter().take(MOST_ENTRIES).map(Doubt::of).collect(),
            charts: charts(run),
            map,
            command: clipped(&run.command, MOST_COMMAND_CHARS),
            settings: run
                .settings
                .iter()
                .take(MOST_ENTRIES)
                .map(|setting| [&setting.name, &setting.value, &setting.from].map(|text| clip(text)))
                .collect(),
            volatile: run.volatile.iter().take(MOST_ENTRIES).map(|widget| clip(widget)).collect(),
            remarks: run
                .remarks
                .iter()
                .take(MOST_ENTRIES)
                .map(|text| clip(text))
                .chain(left_out(run, &album))
                .collect(),
            made_by: clip(&run.made_by),
        }
    }
}

impl Article {
    fn of(shown: &Shown, run: &Run, album: &mut Album<'_>) -> Article {
        let finding = &shown.finding;
        let suspicion = &finding.suspicion;
        let lines: Vec<&str> = suspicion.details.iter().flat_map(|detail| detail.lines()).collect();
        let exhibits = comparison::columns(shown, run, album);
        let alone = |sight: &Option<Sight>, album: &mut Album<'_>| {
            album.sight(sight.as_ref().filter(|_| shown.exhibits.is_empty())?, SIGHT)
        };
        Article {
            name: clip(&finding.name),
            kind: clip(&suspicion.kind.title),
            severity: suspicion.kind.severity,
            shown_on: matrix::of(&finding.name, run),
            sentence: capitalised(&clip(&suspicion.sentence)),
            expectation: sentence(&suspicion.expectation),
            confirmed: capitalised(&words::confirmation(finding.confirmed)),
            weak: words::weakness(finding),
            flaky: finding.is_flaky(),
            steps_title: words::title_of_steps(finding.confirmed.from),
            steps: shown.steps.iter().take(MOST_STEPS).map(|step| capitalised(&clip(&step.words))).collect(),
            more_steps: shown.steps.len().saturating_sub(MOST_STEPS),
            film: Vec::new(),
            exhibits,
            aligned: Vec::new(),
            before: alone(&shown.before, album),
            after: alone(&shown.after, album),
            replay: clipped(&shown.replay, MOST_COMMAND_CHARS),
            more_details: lines.len().saturating_sub(MOST_LINES),
            details: lines.into_iter().take(MOST_LINES).map(clip).collect(),
            history: words::history(finding, run.place(finding.site)).iter().map(|text| clip(text)).collect(),
        }
    }
}

impl Doubt {
    fn of(unproven: &Unproven) -> Doubt {
        Doubt {
            kind: clip(&unproven.suspicion.kind.title),
            severity: unproven.suspicion.kind.severity,
            sentence: sentence(&unproven.suspicion.sentence),
            why: sentence(&unproven.why),
        }
    }
}

/// A picture of every step, where there is one of any.
fn film(shown: &Shown, album: &mut Album<'_>) -> Vec<Option<Thumb>> {
    let steps = &shown.steps[..shown.steps.len().min(MOST_STEPS)];
    if steps.iter().all(|step| step.screenshot.is_none()) {
        return Vec::new();
    }
    steps.iter().map(|step| album.thumb(step.screenshot?, STEP)).collect()
}

fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(version) = &run.app_version {
        facts.push(("Version", clip(version)));
    }
    if run.builds.len() > 1 {
        let builds: Vec<String> = run.builds.iter().take(MOST_ENTRIES).map(|build| clip(build)).collect();
        facts.push(("Compared", builds.join(" and ")));
    }
    facts.push((if run.phones.len() == 1 { "Phone" } else { "Phones" }, phones(run)));
    if let Some(began) = run.began_unix_ms {
        facts.push(("Began", words::date(began)));
    }
    facts.push(("Tested", words::duration(run.health.time_ms)));
    facts.push(("Events", words::number(run.health.events)));
    facts.push(("Seed", run.seed.to_string()));
    facts
}

/// The phones, each name once with how many have it.
fn phones(run: &Run) -> String {
    let mut named: Vec<(&str, usize)> = Vec::new();
    for phone in &run.phones {
        match named.iter_mut().find(|(name, _)| name == phone) {
            Some((_, many)) => *many += 1,
            None => named.push((phone, 1)),
        }
    }
    let told = named.into_iter().take(MOST_ENTRIES).map(|(name, many)| match many {
        1 => clip(name),
        many => format!("{many} × {}", clip(name)),
    });
    told.collect::<Vec<_>>().join("; ")
}

fn verdict(run: &Run) -> &'static str {
    match run.verdict {
        Verdict::Clean => "clean",
        Verdict::Findings => "findings",
        Verdict::Inconclusive => "inconclusive",
    }
}

fn charts(run: &Run) -> Vec<Chart> {
    let flags: Vec<(u64, String)> = run
        .findings
        .iter()
        .take(MOST_FINDINGS)
        .map(|shown| (shown.finding.first_seen_after, clip(&shown.finding.name)))
        .collect();
    let line = |value: fn(&Curve) -> u64| -> Vec<(u64, u64)> {
        run.curve.iter().map(|point| (point.events, value(point))).collect()
    };
    // A phone that cannot tell what ran would draw a line along the bottom.
    let tells_coverage = run.curve.last().is_some_and(|last| last.covered > 0);
    let covered = tells_coverage.then(|| line(|point| point.covered));
    let covered = covered.and_then(|line| Chart::new("Code coverage, in probes", &line, &flags));
    let screens = Chart::new("Screens reached", &line(|point| point.screens), &flags);
    covered.into_iter().chain(screens).collect()
}

/// What this page does not show, in sentences.
fn left_out(run: &Run, album: &Album<'_>) -> Vec<String> {
    let mut told = Vec::new();
    let mut tell = |number: usize, noun: &str, why: &str| {
        if number > 0 {
            told.push(format!("{} {why}.", count(number as u64, noun)));
        }
    };
    tell(run.findings.len().saturating_sub(MOST_FINDINGS), "finding", "more in findings.json");
    tell(run.unproven.len().saturating_sub(MOST_ENTRIES), "suspicion", "more in findings.json");
    tell(
        album.left_out as usize,
        "picture",
        "left out to keep this file small; they lie in the run's folder",
    );
    tell(album.unreadable as usize, "picture", "could not be read");
    told
}

fn clip(text: &str) -> String {
    clipped(text, MOST_CHARS)
}

/// A stranger's clause as a sentence.
fn sentence(text: &str) -> String {
    let text = capitalised(&clip(text));
    if text.ends_with(['.', '!', '?', '…', ')']) { text } else { format!("{text}.") }
}
