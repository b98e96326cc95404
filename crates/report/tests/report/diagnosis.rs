//! The page about tools and bugs: what it says, and what a browser makes of it.

use automata::{Best, Bug, Change, Configuration, Figures, Nfa, Seen, Walk};
use report::{Diagnosed, DiagnosedBug, DiagnosedRun, DiagnosedTool, diagnosis_html};
use testkit::{Chromium, Glance};

const DESK: Glance = Glance { width_px: 1200, height_px: 1600, dark: false };
const PHONE: Glance = Glance { width_px: 400, height_px: 1600, dark: false };

fn bug() -> Bug {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/automata");
    let file = |name: &str| std::fs::read(format!("{folder}/{name}")).unwrap();
    let bug = Bug::new(Nfa::from_jff(&file("three-steps.jff")).unwrap()).unwrap();
    bug.described(Configuration::parse(&file("configuration.json")).unwrap()).unwrap()
}

/// The page about one bug and tools that did these traces; `+` is a crash.
fn page(bug: &Bug, name: &str, traces: &[&str]) -> String {
    let walk = |trace: &&str| {
        let mut walk = Walk::new(&bug.dfa);
        for (at, event) in (0..).zip(trace.chars()) {
            let seen = Seen { at_s: at * 10, line: at as u64 + 1 };
            match bug.dfa.symbol(&event.to_string()) {
                Some(symbol) => walk.event(symbol, seen),
                None => walk.crash(seen),
            }
        }
        walk
    };
    let walks: Vec<Walk<'_>> = traces.iter().map(walk).collect();
    let figures: Vec<Figures> = walks.iter().map(|walk| Figures::of(bug, walk, Some(3600))).collect();
    let bests: Vec<Best> = figures.iter().map(|figures| Best::of(&[figures]).unwrap()).collect();
    let tool = |at: usize| DiagnosedTool {
        name,
        best: Some(&bests[at]),
        failed: at,
        change: Some(Change::Improved),
        nearest: Some(DiagnosedRun {
            name: format!("{name} {at}"),
            unit: "line",
            figures: &figures[at],
            walk: &walks[at],
            clues: None,
        }),
    };
    let failed = DiagnosedTool { name, best: None, failed: 1, change: None, nearest: None };
    let tools = (0..traces.len()).map(tool).chain([failed]).collect();
    diagnosis_html(&Diagnosed { bugs: vec![DiagnosedBug { name, bug, tools }], made_by: name.to_owned() })
}

const TRACES: [&str; 4] = ["1121", "123+", "", "1+"];

#[test]
fn the_page_says_who_missed_what() {
    let page = page(&bug(), "Notes #7", &TRACES);
    for text in [
        "Missed first: Tapped &quot;Settings&quot; in the menu of the notebook. It was nearest after 20 s, at line 3, 1 event from the bug.",
        "Reached the bug, first after 20 s.",
        "It never got beyond the start, 3 events from the bug.",
        "The app crashed on a way that the automaton does not know",
        "3 events, 5 pairs. As drawn: 4 states, 5 transitions. As walked: 4 states, 6 transitions.",
        "<span class=\"word inconclusive\">failed</span>",
        "improved",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(
        page.matches("class=\"arrow gap\"").count(),
        1 + 3 + 2,
        "the rest of each way that was missed"
    );
    for needs in ["http:", "https:", "@import", "<link", "<script", "<iframe", "url(http"] {
        assert!(!page.contains(needs), "{needs}");
    }
}

#[test]
fn a_browser_has_nothing_to_complain_about_and_nothing_is_too_wide() {
    let Some(chromium) = Chromium::find() else { return };
    let page = page(&bug(), "Notes #7", &TRACES);
    assert_eq!(chromium.open(&page, DESK).console, [""; 0]);
    let asks = "<script>document.title = document.documentElement.scrollWidth - innerWidth</script>";
    let asking = page.replace("Content-Security-Policy", "x").replace("</body>", &format!("{asks}</body>"));
    for glance in [DESK, PHONE] {
        let dom = chromium.open(&asking, glance).dom;
        assert!(dom.contains("<title>0</title>"), "{}", &dom[dom.find("<title>").unwrap()..][..60]);
    }
}

#[test]
fn hostile_text_stays_text() {
    let evil = "</style></title><script>document.title='owned'</script><svg onload=x> \" ' {{ title }} \u{202e}\u{0}\u{1b}[2J";
    let with = |text: &str| {
        let mut bug = bug();
        for event in bug.configuration.events.values_mut() {
            event.info = Some(text.to_owned());
        }
        bug.configuration.warnings.values_mut().for_each(|warning| *warning = text.to_owned());
        page(&bug, text, &TRACES)
    };
    let (evil, harmless) = (with(evil), with("harmless"));
    for element in ["<script", "<svg", "<style", "<title", "<bdi", "<td", "</"] {
        assert_eq!(evil.matches(element).count(), harmless.matches(element).count(), "{element}");
    }
    assert!(!evil.contains(['\u{202e}', '\u{0}', '\u{1b}']));
    assert!(with(&"<é".repeat(5 << 20)).len() < 1 << 20);
}
