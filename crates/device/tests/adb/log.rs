//! The log as a stream that breaks and goes on.

use std::time::Duration;

use device::{Deadlines, Device, LogPosition};

use super::fake::{FakePhone, Fate, MINUTE};

fn phone() -> FakePhone {
    FakePhone::start("cmd,shell_v2", |_| None, |_| Fate::Answered)
}

fn messages(lines: &[device::LogLine]) -> Vec<&str> {
    lines.iter().map(|line| &*line.message).collect()
}

#[test]
fn what_was_logged_before_the_call_is_on_its_page() {
    let fake = phone();
    let mut device = fake.device(Deadlines::default());
    let empty = device.read_log(LogPosition::START).unwrap();
    assert_eq!((empty.lines.len(), empty.missing), (0, 0));
    let mut position = empty.next;
    for round in 0..50 {
        fake.log(MINUTE + 2 * round, &format!("{round} a"));
        fake.log(MINUTE + 2 * round + 1, &format!("{round} b"));
        let page = device.read_log(position).unwrap();
        assert_eq!(messages(&page.lines), [format!("{round} a"), format!("{round} b")]);
        position = page.next;
    }
}

#[test]
fn a_broken_stream_goes_on_without_loss_or_repetition() {
    let fake = phone();
    let mut device = fake.device(Deadlines::default());
    let mut seen = Vec::new();
    let mut position = LogPosition::START;
    for round in 0..20 {
        fake.log(MINUTE + 100 * round, "same");
        fake.log(MINUTE + 100 * round, "same");
        fake.log(MINUTE + 100 * round + 1, &format!("line {round}"));
        if round % 3 == 0 {
            fake.break_log_streams();
        }
        let page = device.read_log(position).unwrap();
        assert_eq!(page.missing, 0);
        seen.extend(messages(&page.lines).into_iter().map(str::to_owned));
        position = page.next;
    }
    let expected: Vec<String> =
        (0..20).flat_map(|round| ["same".to_owned(), "same".to_owned(), format!("line {round}")]).collect();
    assert_eq!(seen, expected);
}

#[test]
fn lines_that_the_phone_lost_meanwhile_are_counted() {
    let fake = phone();
    let mut device = fake.device(Deadlines { act: Duration::from_secs(10), ..Deadlines::default() });
    fake.log(MINUTE, "a");
    let page = device.read_log(LogPosition::START).unwrap();
    assert_eq!(messages(&page.lines), ["a"]);
    fake.forget_log();
    fake.break_log_streams();
    fake.log(MINUTE + 5000, "b");
    let page = device.read_log(page.next).unwrap();
    assert_eq!((messages(&page.lines), page.missing), (vec!["b"], 1));
}

/// Android 6: no `shell_v2`, no years, and after a break the whole log again.
#[test]
fn the_log_of_an_old_phone_is_read_too() {
    let answers = |command: &str| {
        let said = match command {
            "getprop" => "[ro.build.version.sdk]: [23]\n",
            "date +%Y" => "2026\n",
            _ => return None,
        };
        Some((said.as_bytes().to_vec(), Vec::new(), 0))
    };
    let fake = FakePhone::start("", answers, |_| Fate::Answered);
    let mut device = fake.device(Deadlines::default());
    fake.log(MINUTE + 1000, "a");
    let page = device.read_log(LogPosition::START).unwrap();
    assert_eq!((messages(&page.lines), page.lines[0].unix_ms), (vec!["a"], MINUTE + 1000));
    fake.break_log_streams();
    fake.log(MINUTE + 9000, "b");
    let page = device.read_log(page.next).unwrap();
    assert_eq!((messages(&page.lines), page.missing), (vec!["b"], 0));
}
