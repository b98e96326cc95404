//! The binary XML of `AndroidManifest.xml`.

use super::zip::{u16_at, u32_at};

/// Kinds of chunks.
const XML: u16 = 0x0003;
const STRINGS: u16 = 0x0001;
const START_ELEMENT: u16 = 0x0102;
/// The type of an attribute that holds a whole number.
const INTEGER: u8 = 0x10;
/// More than any app has.
const MAX_PERMISSIONS: usize = 1000;
/// A string pool whose texts are UTF-8 instead of UTF-16.
const UTF8: u32 = 1 << 8;

/// What the manifest says of the app.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) package: String,
    /// The number that grows with each version.
    pub(crate) version_code: Option<u32>,
    /// The API levels that it needs, and was made for; where it does not say, as Android takes it.
    pub(crate) min_sdk: Option<u32>,
    pub(crate) target_sdk: Option<u32>,
    /// What it asks to be allowed.
    pub(crate) permissions: Vec<String>,
    /// Its name, where the file is only a part of an app.
    pub(crate) split: Option<String>,
    /// Whether it does not work without its other parts.
    pub(crate) needs_splits: bool,
    /// How many of its activities, services, receivers and providers run in processes of their own.
    pub(crate) other_processes: usize,
}

impl Manifest {
    /// `None` where it is no binary XML, or names no package.
    pub(super) fn parse(bytes: &[u8]) -> Option<Manifest> {
        let (kind, header, _) = chunk(bytes)?;
        if kind != XML {
            return None;
        }
        let mut rest = bytes.get(header..)?;
        let mut strings = None;
        let mut manifest = None;
        while let Some((kind, header, body)) = chunk(rest) {
            match kind {
                STRINGS => strings = Some(Strings(body)),
                START_ELEMENT => {
                    let element = Element { bytes: body.get(header..)?, strings: strings.as_ref()? };
                    match &mut manifest {
                        None => manifest = Some(root(&element)?),
                        Some(manifest) => note(manifest, &element),
                    }
                }
                _ => {}
            }
            rest = rest.get(body.len()..)?;
        }
        manifest
    }
}

/// The first element: it must be `manifest`.
fn root(element: &Element<'_>) -> Option<Manifest> {
    let package = element.text("package").filter(|name| is_package(name))?;
    let is_root = element.name()? == "manifest";
    is_root.then(|| Manifest {
        package,
        version_code: element.number("versionCode"),
        split: element.text("split"),
        needs_splits: element.is_set("isSplitRequired"),
        ..Manifest::default()
    })
}

fn note(manifest: &mut Manifest, element: &Element<'_>) {
    match element.name().as_deref() {
        Some("uses-sdk") => {
            manifest.min_sdk = element.number("minSdkVersion");
            manifest.target_sdk = element.number("targetSdkVersion");
        }
        Some("uses-permission" | "uses-permission-sdk-23")
            if manifest.permissions.len() < MAX_PERMISSIONS =>
        {
            manifest.permissions.extend(element.text("name"));
        }
        Some("meta-data") => {
            let name = element.text("name");
            manifest.needs_splits |= name.as_deref() == Some("com.android.vending.splits.required");
        }
        Some("activity" | "service" | "receiver" | "provider") => {
            manifest.other_processes += usize::from(element.text("process").is_some());
        }
        _ => {}
    }
}

/// The kind of the chunk at the start, the length of its header, and all its bytes.
fn chunk(bytes: &[u8]) -> Option<(u16, usize, &[u8])> {
    let (kind, header, size) = (u16_at(bytes, 0)?, u16_at(bytes, 2)?, u32_at(bytes, 4)?);
    // A chunk has at least its header; one of no length would never end.
    let body =
        bytes.get(..size as usize).filter(|body| body.len() >= 8 && usize::from(header) <= body.len())?;
    Some((kind, header.into(), body))
}

/// An opening tag.
struct Element<'a> {
    bytes: &'a [u8],
    strings: &'a Strings<'a>,
}

impl Element<'_> {
    fn name(&self) -> Option<String> {
        self.string(4)
    }

    /// The attribute's value as text; `None` where it is missing or something else.
    fn text(&self, name: &str) -> Option<String> {
        self.string(self.attribute(name)? + 8)
    }

    fn number(&self, name: &str) -> Option<u32> {
        let at = self.attribute(name)?;
        (*self.bytes.get(at + 15)? == INTEGER).then(|| u32_at(self.bytes, at + 16))?
    }

    /// Whether the attribute says `true`, which is written as minus one.
    fn is_set(&self, name: &str) -> bool {
        self.attribute(name).and_then(|at| u32_at(self.bytes, at + 16)) == Some(u32::MAX)
    }

    fn attribute(&self, name: &str) -> Option<usize> {
        let [start, size, count] = [8, 10, 12].map(|at| u16_at(self.bytes, at).map(usize::from));
        let (start, size) = (start?, size?);
        (0..count?)
            .map(|number| start + number * size)
            .find(|&at| self.string(at + 4).as_deref() == Some(name))
    }

    fn string(&self, at: usize) -> Option<String> {
        self.strings.get(u32_at(self.bytes, at)?)
    }
}

/// Names between dots, each beginning with a letter: what Android takes for a package.
fn is_package(name: &str) -> bool {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    name.len() <= 255 && name.contains('.') && name.split('.').all(is_name)
}

/// A pool of strings.
struct Strings<'a>(&'a [u8]);

impl Strings<'_> {
    fn get(&self, number: u32) -> Option<String> {
        let (count, flags, start) = (u32_at(self.0, 8)?, u32_at(self.0, 16)?, u32_at(self.0, 20)?);
        if number >= count {
            return None;
        }
        let header = usize::from(u16_at(self.0, 2)?);
        let offset = u32_at(self.0, header.checked_add(4 * number as usize)?)?;
        let text = self.0.get((start as usize).checked_add(offset as usize)?..)?;
        if flags & UTF8 != 0 { utf8(text) } else { utf16(text) }
    }
}

/// Its length in characters, its length in bytes, its bytes.
fn utf8(text: &[u8]) -> Option<String> {
    let length = |text: &[u8]| match *text.first()? {
        short @ 0..0x80 => Some((usize::from(short), 1)),
        high => Some((usize::from(high & 0x7f) << 8 | usize::from(*text.get(1)?), 2)),
    };
    let (_, skipped) = length(text)?;
    let (bytes, more) = length(text.get(skipped..)?)?;
    let start = skipped + more;
    String::from_utf8(text.get(start..start + bytes)?.to_vec()).ok()
}

/// Its length in units, its units.
fn utf16(text: &[u8]) -> Option<String> {
    let (units, start): (usize, usize) = match u16_at(text, 0)? {
        short @ 0..0x8000 => (usize::from(short), 2),
        high => (usize::from(high & 0x7fff) << 16 | usize::from(u16_at(text, 2)?), 4),
    };
    let bytes = text.get(start..start.checked_add(units.checked_mul(2)?)?)?;
    let units: Vec<u16> = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
    String::from_utf16(&units).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A manifest with one element and one attribute, as the build tools write it.
    fn written(element: &str, package: &str, utf8: bool) -> Vec<u8> {
        let texts = ["package", element, package];
        let (mut offsets, mut data) = (Vec::new(), Vec::new());
        for text in texts {
            offsets.extend((data.len() as u32).to_le_bytes());
            if utf8 {
                data.extend([text.chars().count() as u8, text.len() as u8]);
                data.extend(text.as_bytes());
                data.push(0);
            } else {
                data.extend((text.encode_utf16().count() as u16).to_le_bytes());
                text.encode_utf16().for_each(|unit| data.extend(unit.to_le_bytes()));
                data.extend([0, 0]);
            }
        }
        let pool = [words(&[3, 0, if utf8 { UTF8 } else { 0 }, 28 + offsets.len() as u32, 0]), offsets, data]
            .concat();
        let attribute = words(&[u32::MAX, 0, 2, 0x0300_0008, 2]);
        let ext = [words(&[u32::MAX, 1]), vec![20, 0, 20, 0, 1, 0, 0, 0, 0, 0, 0, 0], attribute].concat();
        let body = [
            chunk_of(STRINGS, 28, &pool),
            chunk_of(0x0180, 8, &[0; 4]),
            chunk_of(START_ELEMENT, 16, &[words(&[1, u32::MAX]), ext].concat()),
        ]
        .concat();
        chunk_of(XML, 8, &body)
    }

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn chunk_of(kind: u16, header: u16, body: &[u8]) -> Vec<u8> {
        let size = 8 + body.len() as u32;
        [&kind.to_le_bytes()[..], &header.to_le_bytes(), &size.to_le_bytes(), body].concat()
    }

    fn package(bytes: &[u8]) -> Option<String> {
        Manifest::parse(bytes).map(|manifest| manifest.package)
    }

    #[test]
    fn the_package_is_read_in_both_encodings() {
        for utf8 in [true, false] {
            let bytes = written("manifest", "org.example.notes", utf8);
            assert_eq!(package(&bytes).as_deref(), Some("org.example.notes"), "UTF-8: {utf8}");
        }
    }

    #[test]
    fn what_names_no_package_is_none() {
        assert_eq!(package(b""), None);
        assert_eq!(package(b"<manifest package='org.example.notes'/>"), None);
        assert_eq!(package(&written("application", "org.example.notes", true)), None);
        assert_eq!(package(&written("manifest", "no package; rm -rf", true)), None);
        assert_eq!(package(&written("manifest", "notes", true)), None);
    }

    proptest! {
        #[test]
        fn no_damage_makes_it_panic(at in 0usize..300, byte: u8, cut in 0usize..300, utf8: bool) {
            let mut bytes = written("manifest", "org.example.notes", utf8);
            if let Some(damaged) = bytes.get_mut(at) {
                *damaged = byte;
            }
            bytes.truncate(cut);
            let _ = package(&bytes);
        }
    }
}
