//! The methods that link a class's dynamic calls.

use std::collections::HashMap;

/// The class file's table, each entry once.
#[derive(Debug, Default)]
pub(crate) struct Bootstraps {
    entries: Vec<Vec<u16>>,
    known: HashMap<Vec<u16>, u16>,
}

impl Bootstraps {
    /// A method handle and its further arguments, by their numbers in the pool.
    pub(crate) fn add(&mut self, entry: Vec<u16>) -> u16 {
        *self.known.entry(entry).or_insert_with_key(|entry| {
            self.entries.push(entry.clone());
            (self.entries.len() - 1) as u16
        })
    }

    /// The attribute's contents; none where there are no entries.
    pub(crate) fn write(&self) -> Option<Vec<u8>> {
        if self.entries.is_empty() {
            return None;
        }
        let mut bytes = (self.entries.len() as u16).to_be_bytes().to_vec();
        for entry in &self.entries {
            let (handle, arguments) = entry.split_first()?;
            bytes.extend(handle.to_be_bytes());
            bytes.extend((arguments.len() as u16).to_be_bytes());
            bytes.extend(arguments.iter().flat_map(|argument| argument.to_be_bytes()));
        }
        Some(bytes)
    }
}
