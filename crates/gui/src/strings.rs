//! The strings of one layout, each kept once.

use xxhash_rust::xxh3::xxh3_128;

/// A string of a [`Strings`] table. Two are equal exactly when their strings are, within one table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sym(u32);

impl Sym {
    /// Counted from 0, which is the empty string.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// Distinct strings in the order in which they were first seen, so that equal content makes equal tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Strings {
    text: String,
    /// Where each string ends in `text`; it begins where the one before it ends.
    ends: Vec<u32>,
    hashes: Vec<u128>,
}

impl Strings {
    pub(crate) fn get(&self, sym: Sym) -> &str {
        let at = sym.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.text[start..self.ends[at] as usize]
    }

    /// A hash of the string's content, the same in every table and every version of oddity.
    pub(crate) fn hash(&self, sym: Sym) -> u128 {
        self.hashes[sym.0 as usize]
    }
}

/// Grows a [`Strings`] table; knows which strings are there already.
#[derive(Debug)]
pub(crate) struct Interner {
    strings: Strings,
    /// Open addressing with linear probing: slot = string + 1, 0 = free. The length is a power of two.
    slots: Vec<u32>,
}

impl Interner {
    pub(crate) fn new() -> Interner {
        let strings = Strings { text: String::new(), ends: Vec::new(), hashes: Vec::new() };
        let mut interner = Interner { strings, slots: vec![0; 128] };
        // The empty string is `Sym::default()`: most attributes of most widgets are empty.
        interner.intern("");
        interner
    }

    pub(crate) fn intern(&mut self, string: &str) -> Sym {
        if string.is_empty() && !self.strings.ends.is_empty() {
            return Sym::default();
        }
        let hash = xxh3_128(string.as_bytes());
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let sym = Sym(self.slots[slot] - 1);
            if self.strings.hash(sym) == hash && self.strings.get(sym) == string {
                return sym;
            }
            slot = (slot + 1) & mask;
        }
        self.add(string, hash, slot)
    }

    pub(crate) fn finish(self) -> Strings {
        self.strings
    }

    fn add(&mut self, string: &str, hash: u128, slot: usize) -> Sym {
        let sym = Sym(self.strings.ends.len() as u32);
        self.strings.text.push_str(string);
        self.strings.ends.push(self.strings.text.len() as u32);
        self.strings.hashes.push(hash);
        self.slots[slot] = sym.0 + 1;
        if self.strings.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        sym
    }

    fn grow(&mut self) {
        let mut slots = vec![0; self.slots.len() * 4];
        let mask = slots.len() - 1;
        for (at, &hash) in self.strings.hashes.iter().enumerate() {
            let mut slot = hash as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = at as u32 + 1;
        }
        self.slots = slots;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_is_kept_once() {
        let mut interner = Interner::new();
        let words: Vec<String> = (0..1000).map(|n| format!("word {}", n % 400)).collect();
        let syms: Vec<Sym> = words.iter().map(|word| interner.intern(word)).collect();
        let strings = interner.finish();
        assert_eq!(strings.ends.len(), 401, "400 words and the empty string");
        for (word, &sym) in words.iter().zip(&syms) {
            assert_eq!(strings.get(sym), word);
        }
        assert_eq!(strings.get(Sym::default()), "");
    }
}
