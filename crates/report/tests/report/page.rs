//! `report.html`: what it says, and what a browser makes of it.

use std::sync::LazyLock;

use device::Picture;
use finding::Verdict;
use gui::Digest;
use report::{Behaviours, Cluster, Differing, Graph, Matrix, Move, Reached, Shown, ShownExhibit};
use testkit::{Chromium, Dice, Glance};

use crate::sample::Sample;

static SAMPLE: LazyLock<Sample> = LazyLock::new(|| Sample::new(60));

const DESK: Glance = Glance { width_px: 1200, height_px: 1600, dark: false };
const PHONE: Glance = Glance { width_px: 400, height_px: 1600, dark: false };

#[test]
fn the_page_says_all_and_needs_nothing_else() {
    let page = SAMPLE.html();
    for text in [
        "2 findings",
        "The text typed into #body is gone after turning the phone",
        "Turning a phone should not erase what a person typed.",
        "Reproduced 3 of 3 times from a clean start",
        "<li>Type &quot;milk&quot; into #body</li>",
        "oddity replay notes-5&#x2f;text-lost-1",
        "The screen before",
        r#"<span class="badge kind critical">Crash</span> <span class="severity">critical</span>"#,
        "so it does not fail CI unless <code>--fail-on flaky</code>",
        "at com.example.Settings.onSave(Settings.kt:41)",
        "1 of 12 replays went another way than before",
        "com.example:id&#x2f;clock",
        "It was reproduced 0 of 3 times.",
    ] {
        assert!(page.contains(text), "{text}");
    }
    for needs in ["http:", "https:", "@import", "<link", "<iframe", "<script src", "url(http"] {
        assert!(!page.contains(needs), "{needs}");
    }
    assert!(page.len() < 1 << 20, "{} bytes", page.len());
}

#[test]
fn what_an_action_did_rarely_stands_beside_what_it_did_else() {
    let cluster =
        |does: &str, times, is_rare| Cluster { does: does.to_owned(), times, is_rare, picture: None };
    let mut sample = Sample::new(60);
    assert!(!sample.html().contains("What the same action did"), "nothing was compared");
    sample.run.behaviours = vec![Behaviours {
        event: "tap #save".to_owned(),
        page: ".Edit".to_owned(),
        clusters: vec![cluster("leads to .List", 38, false), cluster("does <nothing>", 2, true)],
    }];
    let page = sample.html();
    let told = page.split("What the same action did on alike screens: 1").nth(1).unwrap();
    let table = told.split("</table>").next().unwrap();
    assert!(table.contains("tap #save") && table.contains(r#"value="95""#), "{table}");
    let rare: Vec<&str> = table.split("<tr>").filter(|row| row.contains("badge")).collect();
    assert!(rare.len() == 1 && rare[0].contains("it does &lt;nothing&gt;"), "{table}");
}

/// The article of a finding, by its place.
fn article(page: &str, at: usize) -> &str {
    page.split("<article").nth(at + 1).unwrap().split("</article>").next().unwrap()
}

#[test]
fn what_was_compared_stands_side_by_side() {
    let page = SAMPLE.html();
    let compared = article(&page, 0);
    for text in [
        "<h4>Turning the phone</h4>",
        "<h4>Waiting as long instead</h4>",
        "Turning the phone: the screen after step 4, with #body marked",
        "Waiting as long instead: the screen at the same point, with #body marked",
        "<th scope=\"row\">3. Turn the phone to landscape</th>",
        "<span>instead: wait 2 s</span>",
    ] {
        assert!(compared.contains(text), "{text}");
    }
    assert_eq!(compared.matches("class=\"mark\"").count(), 2, "one in each");
    assert_eq!(compared.matches("<td>").count(), 4 * 2, "two a step");
    assert_eq!(compared.matches("nothing in its place").count(), 1, "nothing stands for turning back");
    let alone = article(&page, 1);
    for absent in ["class=\"exhibits\"", "class=\"aligned\""] {
        assert!(!alone.contains(absent), "{absent}");
    }
    assert!(alone.contains("class=\"film\""));
}

#[test]
fn where_what_it_is_about_is_missing_the_difference_is_marked() {
    let mut shown = SAMPLE.run.findings[0].clone();
    let marks = |shown: &Shown| -> Vec<Vec<String>> {
        let sights = shown.exhibits.iter().flat_map(|exhibit| &exhibit.sight);
        sights.map(|sight| sight.marks.iter().map(|mark| mark.widget.clone()).collect()).collect()
    };
    assert_eq!(marks(&shown), [["#body"], ["#body"]]);
    for widget in [None, Some("#nowhere".parse().unwrap())] {
        shown.finding.suspicion.widget = widget;
        let again = Shown::new(shown.finding.clone(), &SAMPLE.traces, String::new());
        assert_eq!(
            marks(&again),
            [["#body", "#words"], ["#body", "#words"]],
            "the text and the count of its words"
        );
    }
}

#[test]
fn every_verdict_is_told() {
    let mut sample = Sample::new(1);
    sample.run.findings.clear();
    for (verdict, told) in [
        (Verdict::Clean, "it does not prove that there is nothing to find"),
        (Verdict::Inconclusive, "Too little was tested"),
    ] {
        sample.run.verdict = verdict;
        assert!(sample.html().contains(told), "{told}");
    }
}

#[test]
fn a_browser_has_nothing_to_complain_about() {
    let Some(chromium) = Chromium::find() else { return };
    let opened = chromium.open(&SAMPLE.html(), DESK);
    assert_eq!(opened.console, [""; 0], "where the script's hash is wrong, this says the right one");
    // The script ran: it is what shows the buttons.
    assert!(opened.dom.contains(r#"<button type="button" class="copy">"#));
    assert!(opened.dom.contains(r#"class="map draggable""#));
}

#[test]
fn light_and_dark_as_the_reader_prefers() {
    let Some(chromium) = Chromium::find() else { return };
    for (dark, expected) in [(false, [0xff, 0xff, 0xff]), (true, [0x14, 0x17, 0x1b])] {
        let file = chromium.picture(&SAMPLE.html(), Glance { dark, ..DESK });
        let picture = Picture::from_png(&file).unwrap();
        assert_eq!(picture.rgba[..3], expected, "dark: {dark}");
    }
}

#[test]
fn nothing_is_wider_than_the_window() {
    let Some(chromium) = Chromium::find() else { return };
    // The page itself lets no other script run, so the question is asked of a copy without that rule.
    let asks = "<script>document.title = document.documentElement.scrollWidth - innerWidth</script>";
    let page =
        SAMPLE.html().replace("Content-Security-Policy", "x").replace("</body>", &format!("{asks}</body>"));
    for glance in [DESK, PHONE] {
        let dom = chromium.open(&page, glance).dom;
        assert!(dom.contains("<title>0</title>"), "{}", &dom[dom.find("<title>").unwrap()..][..60]);
    }
}

/// The first finding differs on one of three phones, and an API level explains it.
fn over_a_matrix() -> Sample {
    let mut sample = Sample::new(1);
    let sight = |at: usize| {
        let exhibit: &ShownExhibit = &sample.run.findings[0].exhibits[at];
        exhibit.sight.as_ref().map(|sight| sight.screenshot)
    };
    sample.run.matrix = Some(Matrix {
        phones: ["api=34", "api=28", "api=23"].map(str::to_owned).to_vec(),
        differences: vec![
            Differing {
                finding: "text-lost-1".to_owned(),
                class: "cosmetic".to_owned(),
                explained_by: Some("API level of at most 23".to_owned()),
                phones: vec![(2, sight(0))],
                reference: sight(1),
            },
            Differing {
                finding: "crash-1".to_owned(),
                class: "structural".to_owned(),
                explained_by: None,
                phones: vec![(2, None)],
                reference: None,
            },
        ],
        test_on: vec![2],
    });
    sample
}

#[test]
fn differences_stand_in_a_table_of_phones() {
    let page = over_a_matrix().html();
    let table = page.split("<table class=\"matrix\">").nth(1).unwrap().split("</table>").next().unwrap();
    assert_eq!(table.matches("<img ").count(), 2, "the reference and the phone");
    assert_eq!(table.matches("<td>differs</td>").count(), 1, "the one without a picture");
    assert!(!table.contains("api=28"), "it shows nothing");
    for text in [
        "to see all differences: <code>api=23</code>",
        "Explained by: API level of at most 23.",
        "<option value=\"reason:API level of at most 23\">",
        "data-reason=\"\" data-class=\"structural\"",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!SAMPLE.html().contains("class=\"matrix\""));
}

/// The page after something was done to it: the page itself lets no other script run, so a copy without that rule is asked.
fn after(chromium: &Chromium, page: &str, does: &str) -> String {
    let does = format!("<script>{does}</script></body>");
    let copy = page.replace("Content-Security-Policy", "x").replace("</body>", &does);
    chromium.open(&copy, DESK).dom
}

#[test]
fn both_sides_can_be_laid_over_each_other() {
    let Some(chromium) = Chromium::find() else { return };
    let page = SAMPLE.html();
    let click = |view: &str| format!("document.querySelector('[data-view={view}]').click()");
    let slider = after(&chromium, &page, &click("slider"));
    assert!(slider.contains("class=\"exhibits\" hidden"), "both are not beside each other");
    assert!(slider.contains("clip-path: inset(0px 0px 0px 50%)"));
    assert!(slider.contains("left: Waiting as long instead; right: Turning the phone"));
    let blink = after(&chromium, &page, &click("blink"));
    assert!(blink.contains("aria-pressed=\"true\">Blink") && !blink.contains("clip-path: inset"));
    let beside = after(&chromium, &page, &(click("slider") + ";" + &click("beside")));
    assert!(!beside.contains("class=\"exhibits\" hidden") && beside.contains("class=\"over\" hidden"));
}

#[test]
fn differences_are_filtered_by_what_explains_them() {
    let Some(chromium) = Chromium::find() else { return };
    let page = over_a_matrix().html();
    let choose = |value: &str| {
        format!(
            "const s = document.querySelector('.filter select'); s.value = '{value}'; s.dispatchEvent(new Event('change'))"
        )
    };
    let hidden = |dom: &str| {
        dom.matches("<article ")
            .zip(dom.split("<article ").skip(1))
            .map(|(_, rest)| rest[..200].contains("hidden=\"\""))
            .collect::<Vec<_>>()
    };
    assert_eq!(hidden(&after(&chromium, &page, "")), [false, false]);
    assert_eq!(hidden(&after(&chromium, &page, &choose("reason:API level of at most 23"))), [false, true]);
    assert_eq!(hidden(&after(&chromium, &page, &choose("reason:"))), [true, false]);
    assert_eq!(hidden(&after(&chromium, &page, &choose("class:cosmetic"))), [false, true]);
}

/// An app with so many screens, of which each leads to some others.
fn graph(screens: usize) -> Graph {
    let mut dice = Dice(1);
    let mut graph = Graph::default();
    for at in 0..screens {
        let activity = Some(format!("com.example/.Screen{at}Activity"));
        graph.screens.push(Reached { activity, start: at == 0, visits: at as u64 * 7, screenshot: None });
        for _ in 0..dice.below(6) + 1 {
            let near = (at + dice.below(9)).saturating_sub(2);
            graph.moves.push(Move {
                from: at,
                to: near,
                words: "tap #go".to_owned(),
                times: dice.below(20) as u64,
            });
        }
    }
    graph
}

#[test]
fn maps_of_every_size_are_drawn() {
    let mut sample = Sample::new(1);
    for (screens, drawn) in [(0, 0), (1, 1), (5, 5), (150, 150), (400, 150)] {
        // With ways to screens that are not there.
        sample.run.graph = graph(screens);
        let page = sample.html();
        assert_eq!(page.matches("<rect ").count(), drawn, "of {screens}");
        assert_eq!(page.contains("250 screens farther from the start are not drawn"), screens == 400);
    }
}

#[test]
fn a_picture_that_is_missing_or_none_is_told() {
    let sample = Sample::new(1);
    let page = report::html(&sample.run, &|hash| (hash != Digest(0)).then(|| b"no picture".to_vec()));
    assert!(page.contains("pictures could not be read"));
    assert!(!page.contains("data:image"));
}
