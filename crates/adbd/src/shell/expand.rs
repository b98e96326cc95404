//! Words with their variables, outputs and patterns filled in.

use std::io::ErrorKind;
use std::sync::{Arc, Mutex};

use super::parse::{Piece, Script, Word};
use super::run::{Io, Shell, Stop};
use super::sink::{Kept, Sink};
use crate::locked;

/// The longest output that `$(…)` puts into a command.
const MAX_OUTPUT_BYTES: usize = 1 << 20;

/// The most words that a command may get, and their size: `A=$A$A` doubles as often as someone likes.
const MAX_WORDS: usize = 1 << 16;
const MAX_WORDS_BYTES: usize = 4 << 20;

impl Shell {
    /// The words of a command. One unquoted piece may become several words, or none.
    pub(super) fn expand(&mut self, words: &[Word], io: &mut Io<'_>) -> Result<Vec<String>, Stop> {
        let mut expanded = Vec::new();
        let mut bytes = 0;
        for word in words {
            let mut draft = Draft::default();
            for piece in &word.0 {
                let (value, quoted) = self.value(piece, io)?;
                bytes += value.len();
                if bytes > MAX_WORDS_BYTES {
                    return Err(too_long());
                }
                match piece {
                    // Literal text is never split, even where it is not quoted.
                    Piece::Text { .. } => draft.push(&value, quoted),
                    _ if quoted => draft.push(&value, true),
                    _ => draft.push_split(&value),
                }
            }
            for word in draft.finish() {
                expanded.extend(self.matches(word));
            }
            if expanded.len() > MAX_WORDS {
                return Err(too_long());
            }
        }
        Ok(expanded)
    }

    /// A word that stays one: the value of an assignment, or the name of a file.
    pub(super) fn expand_to_one(&mut self, word: &Word, io: &mut Io<'_>) -> Result<String, Stop> {
        let mut whole = String::new();
        for piece in &word.0 {
            whole.push_str(&self.value(piece, io)?.0);
            if whole.len() > MAX_WORDS_BYTES {
                return Err(too_long());
            }
        }
        Ok(whole)
    }

    fn value(&mut self, piece: &Piece, io: &mut Io<'_>) -> Result<(String, bool), Stop> {
        Ok(match piece {
            Piece::Text { text, quoted } => (text.clone(), *quoted),
            Piece::Variable { name, quoted } => (self.variable(name), *quoted),
            Piece::Output { script, quoted } => (self.output_of(script, io)?, *quoted),
        })
    }

    /// What a script prints, without the line ends at its end.
    fn output_of(&mut self, script: &str, io: &mut Io<'_>) -> Result<String, Stop> {
        let script = Script::parse(script).map_err(|error| Stop::Refused(error.0))?;
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let out = Sink::new(Kept { bytes: Arc::clone(&bytes), limit: MAX_OUTPUT_BYTES });
        let mut inner = self.nested()?;
        let ran = inner.run(&script, &mut Io { input: &mut *io.input, out, err: io.err.clone() });
        self.status = ran.map_err(|stop| match stop {
            Stop::Io(error) if error.kind() == ErrorKind::FileTooLarge => too_long(),
            stop => stop,
        })?;
        let text = String::from_utf8_lossy(&locked(&bytes)).into_owned();
        Ok(text.trim_end_matches('\n').to_owned())
    }

    /// The files that a pattern matches, or the word itself.
    fn matches(&self, word: Expanded) -> Vec<String> {
        if !word.is_pattern {
            return vec![word.text];
        }
        let path = crate::files::normalized(&self.folder, &word.text);
        let (folder, pattern) = path.rsplit_once('/').unwrap_or(("", &path));
        let folder = if folder.is_empty() { "/" } else { folder };
        let shown = word.text.rsplit_once('/').map_or("", |(folder, _)| folder);
        let names = self.phone.memory(|memory| memory.files.list(folder)).unwrap_or_default();
        let found: Vec<String> = names
            .into_iter()
            .map(|(name, _)| name)
            .filter(|name| !name.starts_with('.') && fits(pattern.as_bytes(), name.as_bytes()))
            .map(|name| if word.text.contains('/') { format!("{shown}/{name}") } else { name })
            .collect();
        if found.is_empty() { vec![word.text] } else { found }
    }
}

fn too_long() -> Stop {
    Stop::Refused("arguments too long".to_owned())
}

/// A word, and whether it holds an unquoted `*` or `?`.
struct Expanded {
    text: String,
    is_pattern: bool,
}

/// The words that one word becomes.
#[derive(Default)]
struct Draft {
    done: Vec<Expanded>,
    open: Option<Expanded>,
}

impl Draft {
    fn push(&mut self, text: &str, quoted: bool) {
        let open = self.open.get_or_insert(Expanded { text: String::new(), is_pattern: false });
        open.text.push_str(text);
        open.is_pattern |= !quoted && text.contains(['*', '?']);
    }

    fn push_split(&mut self, text: &str) {
        for (at, part) in text.split([' ', '\t', '\n']).enumerate() {
            if at > 0 {
                self.done.extend(self.open.take());
            }
            if !part.is_empty() {
                self.push(part, false);
            }
        }
    }

    fn finish(mut self) -> Vec<Expanded> {
        self.done.extend(self.open);
        self.done
    }
}

/// Whether a name fits a pattern of `*` and `?`. Goes back only to the last `*`, so it takes no more than the product
/// of both lengths.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, n));
            p += 1;
        } else if pattern.get(p).is_some_and(|&c| c == b'?' || c == name[n]) {
            (p, n) = (p + 1, n + 1);
        } else if let Some((at, from)) = star {
            star = Some((at, from + 1));
            (p, n) = (at + 1, from + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names() {
        for (pattern, name, fit) in [
            ("*.xml", "a.xml", true),
            ("*.xml", "a.xm", false),
            ("a?c*", "abcde", true),
            ("*a*a*", "banana", true),
            ("", "a", false),
            ("*", "", true),
        ] {
            assert_eq!(fits(pattern.as_bytes(), name.as_bytes()), fit, "{pattern} {name}");
        }
    }
}
