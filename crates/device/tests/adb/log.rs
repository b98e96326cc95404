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
