//! DEX files that were cut off or changed at random, and some that were made to be difficult.

use std::path::Path;
use std::time::{Duration, Instant};

use dex::archive::Archive;
use dex::{Converted, DexError, Options, TypeList};
use testkit::Dice;

/// Enough of Java that handlers and common parents are looked at.
const JAVA: &str =
    "java/lang/Object -\njava/lang/Throwable java/lang/Object\njava/lang/Exception java/lang/Throwable\n";

fn sample() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pocket/samples/apk/pantry.apk");
    let apk = std::fs::read(path).unwrap();
    Archive::parse(&apk).unwrap().dex_files(1 << 24).unwrap().remove(0)
}

/// However it ends, it ends soon.
fn convert(file: &[u8]) -> Result<Converted, DexError> {
    let library = TypeList::parse(JAVA);
    let start = Instant::now();
    let options =
        Options { library: &library, probes: None, is_over: &|| start.elapsed() > Duration::from_secs(20) };
    let converted = dex::convert(&[file], &options, &mut |_, _| Ok(()));
    assert!(start.elapsed() < Duration::from_secs(60));
    converted
}

#[test]
fn a_whole_file_is_converted() {
    let converted = convert(&sample()).unwrap();
    assert!(converted.classes > 20 && converted.refused.is_empty(), "{converted:?}");
}

#[test]
fn what_is_cut_off_or_changed_never_panics() {
    let whole = sample();
    let mut dice = Dice(19);
    for round in 0..300 {
        let mut file = whole.clone();
        if round % 10 == 0 {
            file.truncate(dice.below(whole.len()));
        } else {
            for _ in 0..1 + dice.below(30) {
                // Half of it in the tables at the start.
                let end = if dice.below(2) == 0 { file.len() } else { file.len() / 8 };
                let at = 8 + dice.below(end - 8);
                file[at] = if dice.below(3) == 0 { 0xff } else { file[at] ^ (1 << dice.below(8)) };
            }
        }
        let _ = convert(&file);
    }
}

#[test]
fn what_is_no_dex_file_is_said_to_be_none() {
    for file in [&b""[..], b"dex", b"dex\n034\0", b"PK\x03\x04aaaa", b"dex\n035\0"] {
        assert!(convert(file).is_err(), "{file:?}");
    }
}

#[test]
fn a_class_may_be_its_own_parent() {
    let mut file = sample();
    let word = |file: &[u8], at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    let (count, classes) = (word(&file, 0x60) as usize, word(&file, 0x64) as usize);
    for at in (0..count).map(|index| classes + 32 * index) {
        file.copy_within(at..at + 4, at + 8);
    }
    assert!(convert(&file).is_ok());
}
