//! Any bytes as a script of ours, a flow of Maestro's and a dictionary: read or refused, never a panic; what is read prints as what reads the same.

#![no_main]

use script::{Dictionary, Script, maestro};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let environment = |name: &str| (name != "UNSET").then(|| "geheim".to_owned());
    if let Ok(script) = Script::parse("x", bytes, &environment) {
        let printed = script.to_string();
        let again =
            Script::parse("x", printed.as_bytes(), &environment).expect("what is printed can be read");
        assert_eq!(again.to_string(), printed);
    }
    // Every file that it names is itself: it may not go on for ever.
    let files = |_: &str| Ok(bytes.to_vec());
    if let Ok(flow) = maestro::read("flow.yaml", bytes, &environment, &files) {
        let printed = flow.script.to_string();
        Script::parse("x", printed.as_bytes(), &environment).expect("a flow prints as a script");
    }
    let _ = Dictionary::parse("x", bytes, &["text", "password"]);
});
