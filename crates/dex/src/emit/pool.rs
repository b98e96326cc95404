//! A class file's constants, each once.

use std::collections::HashMap;

use crate::emit::mutf8;
use crate::error::DexError;

/// The constants so far. Numbers beyond what a class can have are given out, and told at the end.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    bytes: Vec<u8>,
    known: HashMap<Vec<u8>, u16>,
    used: usize,
    too_long: bool,
}

/// All constants together; real classes have less than a hundredth.
const MOST_BYTES: usize = 1 << 26;
/// The longest string of a class file.
pub(crate) const LONGEST: usize = 65_535;

impl Pool {
    fn add(&mut self, entry: Vec<u8>) -> u16 {
        if let Some(&index) = self.known.get(&entry) {
            return index;
        }
        if self.bytes.len() > MOST_BYTES {
            self.too_long = true;
            return 0;
        }
        let index = self.used + 1;
        // Longs and doubles take two places.
        self.used += if matches!(entry[0], 5 | 6) { 2 } else { 1 };
        self.bytes.extend(&entry);
        self.known.insert(entry, index as u16);
        index as u16
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
        self.add(vec![tag, a, b, c, d])
    }

    fn single(&mut self, tag: u8, index: u16) -> u16 {
        let [a, b] = index.to_be_bytes();
        self.add(vec![tag, a, b])
    }

    /// Text that is encoded already.
    pub(crate) fn raw(&mut self, text: &[u8]) -> u16 {
        let text = mutf8::valid(text);
        let len = text.len().min(LONGEST);
        self.too_long |= len < text.len();
        let mut entry = vec![1];
        entry.extend((len as u16).to_be_bytes());
        entry.extend(&text[..len]);
        self.add(entry)
    }

    pub(crate) fn utf8(&mut self, text: &str) -> u16 {
        self.raw(&mutf8::encode(text))
    }

    pub(crate) fn string(&mut self, text: &[u8]) -> u16 {
        let text = self.raw(text);
        self.single(8, text)
    }

    /// A class by its name as class files have it.
    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.single(7, name)
    }

    pub(crate) fn int(&mut self, value: i32) -> u16 {
        self.number(3, &value.to_be_bytes())
    }

    pub(crate) fn float(&mut self, bits: u32) -> u16 {
        self.number(4, &bits.to_be_bytes())
    }

    pub(crate) fn long(&mut self, value: i64) -> u16 {
        self.number(5, &value.to_be_bytes())
    }

    pub(crate) fn double(&mut self, bits: u64) -> u16 {
        self.number(6, &bits.to_be_bytes())
    }

    fn number(&mut self, tag: u8, bytes: &[u8]) -> u16 {
        let mut entry = vec![tag];
        entry.extend(bytes);
        self.add(entry)
    }

    pub(crate) fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.pair(12, name, descriptor)
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let member = self.name_and_type(name, descriptor);
        self.pair(tag, class, member)
    }

    pub(crate) fn field(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(9, class, name, descriptor)
    }

    pub(crate) fn method(&mut self, class: &str, name: &str, descriptor: &str, of_interface: bool) -> u16 {
        self.member(if of_interface { 11 } else { 10 }, class, name, descriptor)
    }

    pub(crate) fn method_handle(&mut self, kind: u8, member: u16) -> u16 {
        let [a, b] = member.to_be_bytes();
        self.add(vec![15, kind, a, b])
    }

    pub(crate) fn method_type(&mut self, descriptor: &str) -> u16 {
        let descriptor = self.utf8(descriptor);
        self.single(16, descriptor)
    }

    pub(crate) fn invoke_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let member = self.name_and_type(name, descriptor);
        self.pair(18, bootstrap, member)
    }

    /// The count and the constants, as they stand in the file.
    pub(crate) fn write(&self, to: &mut Vec<u8>) -> Result<(), DexError> {
        if self.used >= LONGEST || self.too_long {
            return Err(DexError::TooMany {
                what: "constants of a class",
                count: self.used,
                limit: LONGEST - 1,
            });
        }
        to.extend((self.used as u16 + 1).to_be_bytes());
        to.extend(&self.bytes);
        Ok(())
    }
}
