//! How to find a widget again.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::layout::Node;

/// How to find a widget again, on this layout or another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Selector(String);

impl Selector {
    /// A short, stable and readable selector for this widget.
    pub fn of(node: Node<'_>) -> Selector {
        Selector(if node.short_id().is_empty() {
            format!("path {}", node.id().0)
        } else {
            format!("#{}", node.short_id())
        })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Selector {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Selector, Infallible> {
        Ok(Selector(text.to_owned()))
    }
}
