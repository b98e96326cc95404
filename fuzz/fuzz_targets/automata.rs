//! Any bytes as an automaton, a configuration, a bug file and a log: diagnosed or refused, never a panic.

#![no_main]

use automata::{Bug, BugFile, Configuration, Nfa, Options, Window, read_log};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut files = bytes.splitn(3, |&byte| byte == 0);
    let mut next = || files.next().unwrap_or_default();
    let (jff, configuration, log) = (next(), next(), next());
    if let Ok(file) = BugFile::parse(configuration) {
        assert_eq!(BugFile::parse(file.to_toml().as_bytes()).as_ref(), Ok(&file), "what we write we read");
    }
    let known = Nfa::from_jff(include_bytes!("../../fixtures/automata/three-steps.jff")).expect("it is ours");
    let bug = match Nfa::from_jff(jff) {
        Ok(nfa) => {
            let again = Nfa::from_jff(nfa.to_jff().as_bytes()).expect("what we write we read");
            assert_eq!(again.transitions(), nfa.transitions());
            Bug::new(nfa)
        }
        Err(_) => Bug::new(known),
    };
    let Ok(bug) = bug else { return };
    let described = Configuration::parse(configuration).ok().and_then(|it| bug.clone().described(it).ok());
    let bug = described.unwrap_or(bug);
    let window = Window { from: "2022-06-01-10:00:00".parse().ok(), to: None };
    if let Ok(diagnosis) = read_log(log, &bug, window, Options { sequences: Some(2) }) {
        let figures = diagnosis.figures();
        assert_eq!(figures.first_missed.is_none(), figures.accepted || figures.md == automata::UNREACHABLE);
        let arrivals: u64 = figures.distances.values().sum();
        let events: u64 = figures.events.values().map(|event| event.count).sum();
        assert!(arrivals <= 1 + events, "the walk arrived more often than there were events");
    }
});
