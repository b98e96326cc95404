//! Any bytes as an APK and as a DEX file: converted or refused, never a panic, and no endless work.

#![no_main]

use dex::archive::Archive;
use dex::{Options, ProbeKeeper, TypeList};

const JAVA: &str = "java/lang/Object -\njava/lang/Throwable java/lang/Object\njava/lang/Runnable java/lang/Object interface\n";

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(archive) = Archive::parse(bytes) {
        let _ = archive.dex_files(1 << 20);
    }
    let library = TypeList::parse(JAVA);
    let probes = ProbeKeeper { class: "a/Keeper".to_owned(), method: "of".to_owned(), without: Vec::new() };
    let options = Options { library: &library, probes: Some(probes), is_over: &|| false };
    let _ = dex::convert(&[bytes], &options, &mut |_, class| {
        assert!(class.starts_with(&[0xca, 0xfe, 0xba, 0xbe]));
        Ok(())
    });
});
