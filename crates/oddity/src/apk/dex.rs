//! The classes that compiled code names.

use std::collections::BTreeSet;

use super::zip::u32_at;

/// Where the header says how many strings and how many types there are; where each list begins stands right behind.
const STRINGS: usize = 0x38;
const TYPES: usize = 0x40;

/// More types than one file of code can have.
const MAX_TYPES: u32 = 1 << 16;

/// A name longer than this is no class that anybody looks for.
const MAX_NAME: usize = 300;

/// Adds the classes that a `.dex` file names, its own and others', as `android/webkit/WebView`. What is damaged is left out.
pub(super) fn classes(dex: &[u8], found: &mut BTreeSet<String>) {
    let (Some(count), Some(start)) = (u32_at(dex, TYPES), u32_at(dex, TYPES + 4)) else { return };
    let types = (0..count.min(MAX_TYPES)).map(|number| start as usize + 4 * number as usize);
    found.extend(types.filter_map(|at| class(string(dex, u32_at(dex, at)?)?)));
}

/// `Landroid/webkit/WebView;` without what marks it as a class; `None` for numbers and for lists of things.
fn class(descriptor: &str) -> Option<String> {
    Some(descriptor.strip_prefix('L')?.strip_suffix(';')?.to_owned())
}

fn string(dex: &[u8], number: u32) -> Option<&str> {
    let (count, start) = (u32_at(dex, STRINGS)?, u32_at(dex, STRINGS + 4)?);
    if number >= count {
        return None;
    }
    let at = u32_at(dex, (start as usize).checked_add(4 * number as usize)?)?;
    let text = dex.get(at as usize..)?;
    // Its length in characters comes first, seven bits in a byte; the text itself ends with a zero.
    let skipped = text.iter().take(5).position(|byte| byte & 0x80 == 0)? + 1;
    let text = text.get(skipped..)?;
    let end = text.iter().take(MAX_NAME).position(|&byte| byte == 0)?;
    str::from_utf8(text.get(..end)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(types: &[&str]) -> Vec<u8> {
        let (strings, list) = (0x70, 0x70 + 4 * types.len());
        let mut texts = list + 4 * types.len();
        let mut dex = vec![0; 0x70];
        for (at, value) in [(0x38, types.len()), (0x3c, strings), (0x40, types.len()), (0x44, list)] {
            dex[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes());
        }
        for name in types {
            dex.extend((texts as u32).to_le_bytes());
            texts += name.len() + 2;
        }
        (0..types.len()).for_each(|number| dex.extend((number as u32).to_le_bytes()));
        for name in types {
            dex.push(name.len() as u8);
            dex.extend(name.bytes().chain([0]));
        }
        dex
    }

    fn read(dex: &[u8]) -> Vec<String> {
        let mut found = BTreeSet::new();
        classes(dex, &mut found);
        found.into_iter().collect()
    }

    #[test]
    fn classes_are_read_and_numbers_and_lists_are_not() {
        let dex = written(&["I", "Landroid/webkit/WebView;", "Lorg/example/App;", "[Ljava/lang/String;"]);
        assert_eq!(read(&dex), ["android/webkit/WebView", "org/example/App"]);
    }

    #[test]
    fn no_damage_makes_it_panic() {
        let whole = written(&["I", "Lorg/example/App;"]);
        for at in 0..whole.len() {
            read(&whole[..at]);
            let mut damaged = whole.clone();
            damaged[at] = 0xff;
            read(&damaged);
        }
    }
}
