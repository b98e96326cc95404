use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

fn told(log: &[u8], start: Option<&str>) -> (Vec<String>, Scanned) {
    let mut told = Vec::new();
    let mut tell = |record: Record<'_>| {
        told.push(format!("{} {} {:?}", record.line, record.at_s, record.what));
    };
    let start = start.map(|start| start.parse().unwrap());
    let scanned = scan(log, start, &mut tell).unwrap();
    (told, scanned)
}

fn skipped(log: &str) -> Vec<(u64, Why)> {
    told(log.as_bytes(), None).1.skipped.first
}

const LOG: &str = "--------- beginning of main\n06-01 10:00:02.250  1  1 I Themis  : Event 1: x\n\
                   06-01 10:00:05.250  1  1 W other  : noise\n--------- Themis Crash!\r\n06-01 10:00:09 Themis Warning 2: x";

#[test]
fn what_the_app_tells_is_passed_on_with_its_line_and_time() {
    let (told, scanned) = told(LOG.as_bytes(), Some("2022-06-01-10:00:00"));
    assert_eq!(told, ["2 2 Event(\"1\")", "4 5 Crash", "5 9 Warning(\"2\")"]);
    assert_eq!((scanned.lines, scanned.last_s, scanned.skipped.count), (5, Some(9), 0));
}

#[test]
fn without_a_start_the_first_line_is_the_start() {
    let (told, scanned) = told(LOG.as_bytes(), None);
    assert_eq!(told, ["2 0 Event(\"1\")", "4 3 Crash", "5 7 Warning(\"2\")"]);
    assert_eq!(scanned.last_s, Some(7));
}

#[test]
fn a_packed_log_is_read_as_it_is() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(LOG.as_bytes()).unwrap();
    assert_eq!(told(&packed.finish().unwrap(), None), told(LOG.as_bytes(), None));
}

#[test]
fn every_ending_of_lines_is_as_good() {
    let log =
        "06-01 10:00:00 Themis Event 1:\r06-01 10:00:01 Themis Event 2:\n06-01 10:00:02 Themis Event 3:\r\n";
    let (told, scanned) = told(log.as_bytes(), None);
    assert_eq!(told, ["1 0 Event(\"1\")", "2 1 Event(\"2\")", "3 2 Event(\"3\")"]);
    assert_eq!(scanned.lines, 3);
}

#[test]
fn lines_that_cannot_be_read_are_skipped_by_their_number() {
    let log = "--- Themis Event 1:\n06-01 10:00:00 x\n\n\tat java.lang.Thread\n2022-06-01 10:00:00.1 1 1 I Themis: Event 1:\n\
               06-31 10:00:00 no such day\n06-01 10:00:00 Themis Event 1\n6-1 9:05:00 Themis Event A:\n06-01 10:00:00Z x";
    let expected = [
        (1, Why::BeforeAnyTime),
        (3, Why::Blank),
        (4, Why::NoTime),
        (5, Why::HasYear),
        (6, Why::NoTime),
        (7, Why::NoColon),
        (8, Why::BadId),
        (9, Why::NoTime),
    ];
    assert_eq!(skipped(log), expected);
}

#[test]
fn lines_that_end_early_are_skipped() {
    let whole = "2022-06-01 10:00:00.250 Themis Event 1: x";
    for end in 1..whole.len() {
        let why = skipped(&whole[..end]);
        assert!(matches!(why[..], [(1, Why::NoTime | Why::HasYear)]), "{}: {why:?}", &whole[..end]);
    }
}

#[test]
fn bytes_that_are_no_text_cost_their_line_only() {
    let log = b"06-01 10:00:00 Themis Event 1: caf\xe9\n06-01 10:00:01 Themis Event 2:\n";
    let (told, scanned) = told(log, Some("2022-06-01-10:00:00"));
    assert_eq!(told, ["2 1 Event(\"2\")"]);
    assert_eq!(scanned.skipped.first, [(1, Why::NotText)]);
}

#[test]
fn a_file_that_is_no_log_is_known_as_such() {
    for (log, is_logcat) in [
        ("<html>\n</html>", false),
        ("", false),
        ("---\ntitle: x\n---", false),
        ("--------- x", true),
        ("2022-06-01 10:00:00 x", true),
    ] {
        assert_eq!(told(log.as_bytes(), None).1.is_logcat, is_logcat, "{log}");
    }
    assert!(!told(&[0x1f, 0x8a, 0, 255], None).1.is_logcat);
}

#[test]
fn a_damaged_packed_log_is_an_error() {
    assert!(scan(&[0x1f, 0x8b, 8, 0, 0, 0][..], None, &mut |_| {}).is_err());
}
