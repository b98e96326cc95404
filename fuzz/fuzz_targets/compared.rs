//! Any bytes as what `oddity compare` reads: kinds of phones and decision trees are read or refused, never a panic.

#![no_main]

use vision::{Profile, Tree};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let usual = sim::Profile::default().kind();
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Ok(kind) = usual.with_words(line) {
            assert_eq!(usual.with_words(&kind.to_string()), Ok(kind), "what is printed is read");
        }
    }
    if let Ok(tree) = serde_json::from_slice::<Tree>(bytes) {
        let names = Profile::Oddity.features();
        let features = vec![0.5; names.len()];
        let _ = (tree.differs(&features), tree.why(&features, names), tree.tell(names));
        assert!(tree.leaves() <= tree.size() && !tree.asks(tree.features()));
    }
});
