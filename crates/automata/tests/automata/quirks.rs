//! Corner cases, and those in which DDroid gives up and we go on.

use automata::{Figures, Options, Skipped, Why, read_log};
use serde_json::Value;

use crate::goldens::{Recorded, check_figures, json, recorded, window_of};

/// Does something with every quirk and the automaton that it belongs to.
fn each_quirk(mut check: impl FnMut(&Value, &Recorded)) {
    let (Some(folder), Some(recorded)) = (testkit::shared_data("ddroid"), recorded()) else { return };
    let quirks = json(&folder.join("quirks.json"));
    assert_eq!(quirks.as_array().unwrap().len(), 81, "as the README of the data says");
    for quirk in quirks.as_array().unwrap() {
        check(quirk, recorded.iter().find(|own| own.golden["key"] == quirk["automaton"]).unwrap());
    }
}

fn diagnosed(quirk: &Value, own: &Recorded) -> (Figures, Skipped) {
    let lines = quirk["log"].as_array().unwrap().iter();
    let text: String = lines.map(|line| format!("{}\n", line.as_str().unwrap())).collect();
    let bytes = match quirk["encoding"].as_str() {
        Some("latin-1") => {
            text.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect()
        }
        None => text.into_bytes(),
        Some(other) => panic!("no test knows {other}"),
    };
    let read = read_log(&bytes[..], &own.bug, window_of(&quirk["time"]), Options::default()).unwrap();
    (read.figures(), read.scanned.skipped)
}

#[test]
fn quirks_have_the_figures_of_ddroid() {
    each_quirk(|quirk, own| {
        if quirk["result"]["error"].is_null() {
            let (figures, skipped) = diagnosed(quirk, own);
            check_figures(&figures, &quirk["result"], &quirk["name"].to_string());
            assert_eq!(skipped.count, 0, "{}", quirk["name"]);
        }
    });
}

#[test]
fn where_ddroid_gives_up_one_line_is_skipped() {
    each_quirk(|quirk, own| {
        if quirk["result"]["error"].is_null() {
            return;
        }
        let expected: &[(u64, Why)] = match quirk["name"].as_str().unwrap() {
            "err_no_colon" | "err_colon_first" => &[(1, Why::NoColon)],
            "err_upper_letter" => &[(1, Why::BadId)],
            "err_blank_line" => &[(2, Why::Blank)],
            "err_continuation_line" => &[(2, Why::NoTime)],
            "err_year_format" => &[(1, Why::HasYear)],
            "err_first_line_dashes_event" => &[(1, Why::BeforeAnyTime)],
            "err_latin1_byte" => &[(1, Why::NotText)],
            // Nothing is wrong with these logs.
            "err_empty_no_end" | "err_combodroid_time" => &[],
            other => panic!("no test knows {other}"),
        };
        let (figures, skipped) = diagnosed(quirk, own);
        assert_eq!(skipped.first, expected, "{}", quirk["name"]);
        let events: u64 = figures.events.values().map(|event| event.count).sum();
        // Every other line of these logs is an event.
        assert_eq!(
            events,
            quirk["log"].as_array().unwrap().len() as u64 - skipped.count,
            "{}",
            quirk["name"]
        );
    });
}
