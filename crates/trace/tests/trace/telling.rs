//! Traces as a person tells them.

use gui::Event;
use tempfile::tempdir;
use trace::{Crash, CrashKind, Header, Moment, Remarks, RunReader, Teller, Trace, TraceId};

use crate::run_folder::write;
use crate::screens::{moment, shopping, target};

#[track_caller]
fn check(trace: &Trace, expected: &str) {
    assert_eq!(trace.tell(), expected);
    let folder = tempdir().unwrap();
    write(folder.path(), std::slice::from_ref(trace));
    let mut told = Vec::new();
    RunReader::open(folder.path()).unwrap().tell(TraceId(1), &mut told).unwrap();
    assert_eq!(String::from_utf8(told).unwrap(), expected, "the run folder tells the same");
}

#[test]
fn steps_are_told_in_order() {
    let note = target(&crate::screens::screen(&["#clock", "#note", "#save", "#title"]), "note");
    check(
        &shopping(),
        &format!(
            "com.example, 4 steps, recorded by oddity 0.1.0, seed 7\n\
             starts in ListActivity with the app's data cleared: a screen of 5 widgets\n\
             1. tapped {note} → EditActivity (0.0 s)\n\
             2. typed “milk” into {note}: “12:02” appeared (1.2 s)\n\
             3. turned the phone to landscape: “12:03” appeared (3.0 s)\n\
             4. something happened that was not recorded: nothing changed\n\
             ended: budget used up\n"
        ),
    );
}

#[test]
fn crashes_and_logs_stand_below_their_step() {
    let mut trace = Trace::new(Header::default(), moment("Main", &["#save Save", "#undo Undo"]));
    let remarks = Remarks {
        crash: Some(Crash {
            kind: CrashKind::Exception,
            summary: "java.lang.NullPointerException: milk".to_owned(),
            stack: vec!["at com.example.Main.save(Main.java:7)".to_owned()],
            process: None,
            own_frame: None,
            identity: None,
            paper_identity: None,
        }),
        log: vec!["E/Main: no milk".to_owned()],
        ..Remarks::default()
    };
    trace.step(Some(Event::Restart), moment("Main", &["#save Save"]), Remarks::default());
    trace.step(Some(Event::Launch), Moment::default(), remarks);
    check(
        &trace,
        "an unnamed app, 2 steps\n\
         starts in Main: a screen of 3 widgets\n\
         1. restarted the app: “Undo” went away\n\
         2. opened the app → a screen that was not recorded\n   \
            the app crashed: java.lang.NullPointerException: milk\n   \
            log: E/Main: no milk\n\
         cut short: nobody recorded how it ended\n",
    );
}

#[test]
fn typing_that_did_not_work_is_told() {
    let note = target(&crate::screens::screen(&["#note", "#save Save"]), "note");
    let told = |before: &[&str], after: &[&str]| {
        let mut trace = Trace::new(Header::default(), moment("Main", before));
        let event = Event::Edit { target: note.clone(), text: "milk".to_owned() };
        trace.step(Some(event), moment("Main", after), Remarks::default());
        trace.tell().lines().nth(2).unwrap().trim_start_matches("1. typed “milk” into #note").to_owned()
    };
    assert_eq!(told(&["#note", "#save Save"], &["#note milk", "#save Save"]), "", "it worked");
    assert_eq!(told(&["#note", "#save Save"], &["#note", "#save"]), ": the text did not arrive");
    assert_eq!(told(&["#note", "#save"], &["#note milk", "#save Taken!"]), ": “Taken!” appeared");
    assert_eq!(told(&["#note", "#save"], &["#note MILK", "#save"]), ": “MILK” appeared");
}

#[test]
fn what_has_no_text_is_told_by_its_difference() {
    let told = |before: &[&str], after: &[&str]| {
        let mut trace = Trace::new(Header::default(), moment("Main", before));
        trace.step(Some(Event::Launch), moment("Main", after), Remarks::default());
        trace.tell().lines().nth(2).unwrap().trim_start_matches("1. opened the app").to_owned()
    };
    assert_eq!(told(&["#a"], &["#b"]), ": #a id \"com.example:id/a\" → \"com.example:id/b\"");
    assert_eq!(told(&["#a", "#b"], &["#c", "#d"]), ": 2 things changed");
}

#[test]
fn all_changes_are_told_on_request() {
    let folder = tempdir().unwrap();
    write(folder.path(), &[shopping()]);
    let mut told = Vec::new();
    let run = RunReader::open(folder.path()).unwrap();
    run.tell_by(TraceId(1), Teller::new(&mut told).with_changes()).unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("\n   ~ #clock: text \"12:02\" → \"12:03\"\n"), "{told}");
}

#[test]
fn text_from_phones_cannot_steer_the_terminal() {
    let mut trace = Trace::new(
        Header { app: "com.\u{1b}[2Jexample".to_owned(), ..Header::default() },
        moment("Main\u{7}", &["#a"]),
    );
    let remarks = Remarks { log: vec!["\u{1b}]0;owned\u{7}\r".to_owned()], ..Remarks::default() };
    trace.step(None, moment("Main\u{7}", &["#a \u{202e}klim"]), remarks);
    trace.end = Some("\u{9b}31m".to_owned());
    let told = trace.tell();
    assert!(told.chars().all(|c| c == '\n' || !c.is_control()), "{told:?}");
    assert!(!told.contains('\u{202e}'), "{told:?}");
}

#[test]
fn errors_about_strange_files_cannot_steer_it_either() {
    let folder = tempdir().unwrap();
    write(folder.path(), &[]);
    let journal = folder.path().join("trace.jsonl");
    // Of a version without checksums, behind which nobody would get.
    let text = "{\"format\":\"oddity-trace\",\"version\":2}\n{\"line\":\"\\u001b[2J\"}\n{}\n";
    std::fs::write(&journal, text).unwrap();
    let error = RunReader::open(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("trace.jsonl is damaged at byte 38: unknown variant"), "{error}");
    assert!(!error.contains('\u{1b}'), "{error:?}");
}
