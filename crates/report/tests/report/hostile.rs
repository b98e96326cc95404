//! Apps, phones and files that want to be more than text.

use device::Picture;
use experiment::{Kind, Severity, Site, Suspicion};
use finding::{Exhibited, Finding};
use gui::{Digest, Rect};
use report::terminal::{LiveFinding, LivePhone, LiveState, line_finding, line_started, screen, summary};
use report::{
    Graph, Mark, Move, Reached, Run, Setting, Shown, ShownExhibit, ShownStep, Sight, Unproven, findings_json,
    html, junit_xml,
};
use serde_json::Value;
use testkit::{Chromium, Glance};
use trace::Role;

use crate::sample::{CRASH, Sample};

/// Ends what it stands in, runs, turns the line, steers the terminal, and is nothing that XML could hold.
const EVIL: &str = "</script></style></title></textarea>--><script>document.title='owned'</script>\
    <img src=x onerror=\"document.title='owned'\"><svg onload=document.title='owned'>\" ' ` onload=document.title='owned' \
    javascript:document.title='owned' {{ app }} {% raw %} ]]>\u{202e}gnp\u{0}\u{7}\u{1b}[2J\u{9b}31m\u{ffff}\r\n\u{feff}";

/// A run with the same text wherever text can stand.
fn run_of(text: &str) -> Run {
    let mut run = Sample::new(1).run;
    let text = || text.to_owned();
    let kind =
        || Kind { name: text().into(), title: text().into(), severity: Severity::Critical, sentence: "" };
    let suspicion = || Suspicion {
        shows_after: 1,
        details: vec![text(), text()],
        environment: Some(text()),
        ..Suspicion::new(&text(), &kind(), &[&text()], text(), text())
    };
    run.app = text();
    run.app_version = Some(text());
    run.phones = vec![text(), text()];
    run.made_by = text();
    run.command = text();
    run.cut_short = Some(text());
    run.health.phones_lost = vec![text()];
    run.health.remarks = vec![text()];
    run.kinds = vec![text(), text()];
    run.builds = vec![text(), text()];
    let step = || ShownStep { words: text(), screenshot: None };
    let sight = || Sight {
        screenshot: Digest(1),
        marks: vec![Mark { widget: text(), bounds: Rect::new(0, 0, 2, 2) }],
    };
    let alone = Shown {
        finding: Finding { name: text(), suspicion: suspicion(), ..run.findings[1].finding.clone() },
        steps: vec![step(); 3],
        before: Some(sight()),
        after: None,
        exhibits: Vec::new(),
        replay: text(),
    };
    let seen_in = |exhibited: &Exhibited| Exhibited { label: text(), ..exhibited.clone() };
    let exhibit = ShownExhibit {
        role: Role::Control,
        label: text(),
        site: Site::HOME,
        steps: vec![
            Some(ShownStep { words: format!("{} instead", text()), screenshot: Some(Digest(1)) }),
            None,
        ],
        sight: Some(sight()),
    };
    let compared = Shown {
        finding: Finding {
            name: text(),
            suspicion: suspicion(),
            exhibits: run.findings[0].finding.exhibits.iter().map(seen_in).collect(),
            ..run.findings[0].finding.clone()
        },
        exhibits: vec![exhibit; 3],
        ..alone.clone()
    };
    run.findings = vec![compared, alone];
    run.unproven = vec![Unproven { suspicion: suspicion(), why: text() }];
    let reached = Reached { activity: Some(text()), start: true, visits: 1, screenshot: None };
    let way = |to| Move { from: 0, to, words: text(), times: 2 };
    run.graph =
        Graph { screens: vec![reached.clone(), reached], moves: vec![way(0), way(1), way(usize::MAX)] };
    run.volatile = vec![text()];
    run.settings = vec![Setting { name: text(), value: text(), from: text() }];
    run.remarks = vec![text()];
    run
}

fn page_of(text: &str) -> String {
    let picture = Picture { width_px: 4, height_px: 4, rgba: vec![200; 64].into() };
    html(&run_of(text), &|_| Some(picture.to_png()))
}

#[test]
fn a_page_of_hostile_text_has_no_element_of_its_own() {
    let (evil, harmless) = (page_of(EVIL), page_of("harmless"));
    for element in ["<script", "<img", "<svg", "<style", "<title", "<bdi", "<li", "<td", "</"] {
        assert_eq!(evil.matches(element).count(), harmless.matches(element).count(), "{element}");
    }
    assert!(!evil.contains(['\u{202e}', '\u{0}', '\u{7}', '\u{1b}', '\u{9b}', '\u{ffff}', '\u{feff}', '\r']));
}

#[test]
fn a_browser_shows_hostile_text_and_does_not_obey_it() {
    let Some(chromium) = Chromium::find() else { return };
    let opened = chromium.open(&page_of(EVIL), Glance { width_px: 800, height_px: 600, dark: false });
    assert_eq!(opened.console, [""; 0]);
    assert!(!opened.dom.contains("<title>owned"));
    assert!(opened.dom.contains(r#"class="copy">"#), "our own script runs");
}

#[test]
fn junit_stays_xml() {
    let file = junit_xml(&run_of(EVIL));
    let read = roxmltree::Document::parse(&file).unwrap();
    let failure = read.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert!(failure.attribute("message").unwrap().starts_with("</script></style>"));
}

#[test]
fn json_keeps_every_letter() {
    let read: Value = serde_json::from_str(&findings_json(&run_of(EVIL))).unwrap();
    assert_eq!(read["findings"][0]["sentence"], EVIL);
    assert_eq!(read["findings"][0]["steps"][2], EVIL);
    assert_eq!(read["findings"][0]["exhibits"][1]["label"], EVIL);
}

#[test]
fn the_terminal_is_not_steered() {
    let evil = "\u{1b}[2J\u{9b}1A\u{202e}\r\n\u{7}";
    let run = run_of(evil);
    let live = LiveState {
        app: evil.to_owned(),
        findings: vec![LiveFinding { name: evil.to_owned(), kind: CRASH, sentence: evil.to_owned() }],
        phones: vec![LivePhone { name: evil.to_owned(), doing: evil.to_owned(), lost: true }],
        health: run.health.clone(),
        ..LiveState::default()
    };
    for text in [
        screen(&live, 80, 24).concat(),
        line_started(&live),
        line_finding(&live.findings[0]),
        summary(&run).replace('\n', ""),
    ] {
        assert!(text.contains("\\u{1b}[2J"), "shown as text: {text:?}");
        let ours = text.split('\u{1b}').skip(1).all(|code| {
            let (numbers, _) = code.split_once('m').unwrap_or(("?", ""));
            numbers.starts_with('[') && numbers[1..].bytes().all(|byte| byte.is_ascii_digit() || byte == b';')
        });
        assert!(ours, "only colours: {text:?}");
        assert!(
            !text.replace('\u{1b}', "").contains(|c: char| c.is_control() || c == '\u{202e}'),
            "{text:?}"
        );
    }
}

#[test]
fn ten_megabytes_in_every_field_make_a_small_page() {
    let run = run_of(&"<é".repeat(5 << 20));
    let page = html(&run, &|_| None);
    assert!(page.len() < 1 << 20, "{} bytes", page.len());
    assert!(page.contains("(10,485,760 characters in all)"));
    assert!(junit_xml(&run).len() < 1 << 20);
    assert!(summary(&run).len() < 1 << 20);
}
