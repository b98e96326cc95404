//! Any bytes as two recordings of Genie's: mined, and judged as a seed and its mutant, or refused; never a panic.

#![no_main]

use effect::{Alignment, Oracle};
use experiment::{Context, Gallery, Seen};
use model::Volatile;
use technique::IndependentViews;
use trace::{Trace, import};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a place for files");
    let mut traces: Vec<Trace> = Vec::new();
    for (number, recording) in bytes.splitn(2, |&byte| byte == 0).enumerate() {
        let path = folder.path().join(format!("{number}.jsonl"));
        std::fs::write(&path, recording).expect("writable");
        traces.extend(import::genie(&path).map(|imported| imported.traces).unwrap_or_default());
    }
    let (Some(seed), Some(mutant)) = (traces.first(), traces.last()) else { return };
    let nothing = Volatile::default();
    let app = &mutant.header.app;
    for profile in [mining::Profile::Default, mining::Profile::Odin] {
        let examined = technique::examine(&traces, app, &nothing, profile);
        assert!(examined.events.1 <= examined.events.0);
    }
    if let Ok(alignment) = Alignment::of(seed, mutant) {
        let _ = Oracle::new(seed, &nothing).judge(mutant, alignment);
    }
    let gallery = Gallery::default();
    let context = Context { app, volatile: &nothing, gallery: &gallery };
    let _ = IndependentViews::default().suspect(seed, &Seen { trace: mutant, suspicions: &[], context });
});
