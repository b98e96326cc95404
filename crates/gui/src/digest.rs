//! Digests of subtrees: equal screens are found by one comparison.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::layout::{Layout, NodeData, Window};

/// A 128-bit hash of content. It is the same on every machine, so it may be saved.
///
/// Not cryptographic: it tells screens apart that came about by accident, not by malice.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(pub u128);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Digest, String> {
        match u128::from_str_radix(text, 16) {
            Ok(value) if text.len() == 32 && !text.starts_with('+') => Ok(Digest(value)),
            _ => Err(format!("a digest is 32 hex digits, not {text:?}")),
        }
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Digest, String> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.to_string()
    }
}

impl Layout {
    /// Fills in the digests; called once, when all nodes are there.
    pub(crate) fn compute_digests(&mut self) {
        self.digests = self.fold_subtrees(Layout::write_all_attributes);
        self.label_digests =
            self.fold_subtrees(|layout, at, bytes| layout.write_label(&layout.nodes[at], bytes));
        let mut bytes = Vec::new();
        for window in &self.windows {
            write_window(window, &mut bytes);
            let (mut root, end) = (window.nodes.start as usize, window.nodes.end as usize);
            while root < end {
                bytes.extend(self.digests[root].0.to_le_bytes());
                root += self.nodes[root].size as usize;
            }
        }
        self.digest = Digest(xxh3_128(&bytes));
    }

    /// A digest per node of what `write_own` says of it and of its children's digests, in order.
    fn fold_subtrees(&self, write_own: impl Fn(&Layout, usize, &mut Vec<u8>)) -> Vec<Digest> {
        let mut digests = vec![Digest::default(); self.nodes.len()];
        let mut bytes = Vec::new();
        // Children stand behind their parent, so from the end they are ready when the parent's turn comes.
        for at in (0..self.nodes.len()).rev() {
            bytes.clear();
            write_own(self, at, &mut bytes);
            let end = at + self.nodes[at].size as usize;
            let mut child = at + 1;
            while child < end {
                bytes.extend(digests[child].0.to_le_bytes());
                child += self.nodes[child].size as usize;
            }
            digests[at] = Digest(xxh3_128(&bytes));
        }
        digests
    }

    fn write_label(&self, node: &NodeData, bytes: &mut Vec<u8>) {
        for sym in [node.class, node.resource_id, node.text, node.content_desc] {
            bytes.extend(self.strings.hash(sym).to_le_bytes());
        }
    }

    fn write_all_attributes(&self, at: usize, bytes: &mut Vec<u8>) {
        let node = &self.nodes[at];
        self.write_label(node, bytes);
        for sym in [node.package, node.hint] {
            bytes.extend(self.strings.hash(sym).to_le_bytes());
        }
        for edge in <[i32; 4]>::from(node.bounds) {
            bytes.extend(edge.to_le_bytes());
        }
        for number in [node.index, node.drawing_order, node.flags.bits()] {
            bytes.extend(number.to_le_bytes());
        }
        let first = if at == 0 { 0 } else { self.nodes[at - 1].extras_end };
        let extras = &self.extras[first as usize..node.extras_end as usize];
        // The number of extras keeps them apart from the children's digests behind them.
        bytes.extend((extras.len() as u32).to_le_bytes());
        for &(name, value) in extras {
            bytes.extend(self.strings.hash(name).to_le_bytes());
            bytes.extend(self.strings.hash(value).to_le_bytes());
        }
    }
}

fn write_window(window: &Window, bytes: &mut Vec<u8>) {
    let info = &window.info;
    bytes.extend(window.nodes.len().to_le_bytes());
    bytes.push(info.rotation);
    let (width, height) = info.size_px.unwrap_or_default();
    bytes.extend(width.to_le_bytes());
    bytes.extend(height.to_le_bytes());
    let Some(details) = &info.details else { return bytes.push(0) };
    bytes.push(1);
    for text in [&details.title, &details.kind] {
        bytes.extend(xxh3_128(text.as_bytes()).to_le_bytes());
    }
    bytes.extend(details.display.to_le_bytes());
    for number in [details.id, details.layer].into_iter().chain(<[i32; 4]>::from(details.bounds)) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend([u8::from(details.active), u8::from(details.focused)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_survive_their_text() {
        let digest = Digest(xxh3_128(b"milk"));
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for bad in ["", "12", "+2345678901234567890123456789012", "zz345678901234567890123456789012"] {
            assert!(bad.parse::<Digest>().is_err(), "{bad}");
        }
    }
}
