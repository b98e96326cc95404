//! Rules that leave something out, and what is left of a behaviour under them.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::behaviour::{Behaviour, Op, Said, Side};
use crate::origin::{Source, Told};

/// A rule that leaves something out of behaviours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u16)]
pub enum Rule {
    /// Texts are told by where they came from. Ours: it holds from the start, since that two texts are equal says nothing.
    TextsByOrigin = 1,
    /// No texts.
    Texts = 1 << 1,
    /// No descriptions.
    Descriptions = 1 << 2,
    /// No ticks.
    Checked = 1 << 3,
    /// Whether something is chosen does not count.
    Selected = 1 << 4,
    /// Whether something is greyed out does not count.
    Enabled = 1 << 5,
    /// No resource ids.
    Ids = 1 << 6,
    /// No classes.
    Classes = 1 << 7,
    /// Only widgets that a person can act on.
    Receivers = 1 << 8,
    /// Equal lines about rows of a list are one.
    Lists = 1 << 9,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 10] = [
        Rule::TextsByOrigin,
        Rule::Texts,
        Rule::Descriptions,
        Rule::Checked,
        Rule::Selected,
        Rule::Enabled,
        Rule::Ids,
        Rule::Classes,
        Rule::Receivers,
        Rule::Lists,
    ];
}

/// A set of rules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rules(u16);

impl Rules {
    /// None of them: all counts.
    pub const NONE: Rules = Rules(0);

    /// These.
    pub fn of(rules: &[Rule]) -> Rules {
        rules.iter().fold(Rules::NONE, |set, &rule| set.with(rule))
    }

    /// The set with one more.
    #[must_use]
    pub fn with(self, rule: Rule) -> Rules {
        Rules(self.0 | rule as u16)
    }

    /// Whether a rule is among them.
    pub fn has(self, rule: Rule) -> bool {
        self.0 & rule as u16 != 0
    }
}

impl Behaviour {
    /// Equal for behaviours that are equal under these rules.
    pub fn fingerprint(&self, rules: Rules) -> u64 {
        let mut lines: Vec<(bool, u64)> =
            self.ops.iter().filter_map(|op| Some((op.listed, line(op, rules)?))).collect();
        lines.sort_unstable();
        if rules.has(Rule::Lists) {
            let mut last = None;
            lines.retain(|&line| !(line.0 && last.replace(line) == Some(line)));
        }
        let bytes: Vec<u8> = lines.iter().flat_map(|(_, line)| line.to_le_bytes()).collect();
        xxh3_64(&bytes)
    }
}

/// What is left of a line; `None` for nothing.
fn line(op: &Op, rules: Rules) -> Option<u64> {
    if rules.has(Rule::Receivers) && !op.receives {
        return None;
    }
    let mut words = format!("{}", op.side as u8);
    let mut left = op.side != Side::Changed;
    let mut say = |part: &str| {
        words.push('\n');
        words.push_str(part);
    };
    if !rules.has(Rule::Classes) {
        say(&op.class);
    }
    if !rules.has(Rule::Ids) || op.side == Side::Page {
        say(&op.id);
    }
    let said = |said: &Option<Said>| said.as_ref().map(|said| in_words(said, rules));
    if let Some(text) = said(&op.text).filter(|_| !rules.has(Rule::Texts)) {
        say(&format!("t{text}"));
        left = true;
    }
    if let Some(text) = said(&op.description).filter(|_| !rules.has(Rule::Descriptions)) {
        say(&format!("d{text}"));
        left = true;
    }
    for &(flag, on) in &op.flags {
        let cleared = match flag {
            gui::Flag::Checked => rules.has(Rule::Checked),
            gui::Flag::Selected => rules.has(Rule::Selected),
            _ => rules.has(Rule::Enabled),
        };
        if !cleared {
            say(&format!("f{}{on}", flag.name()));
            left = true;
        }
    }
    left.then(|| xxh3_64(words.as_bytes()))
}

fn in_words(said: &Said, rules: Rules) -> String {
    if !rules.has(Rule::TextsByOrigin) {
        return format!("{}\n{}", said.before.as_deref().unwrap_or_default(), said.raw);
    }
    match &said.told {
        Told::Known(words) => words.clone(),
        Told::Unknown => Source::Elsewhere.word().to_owned(),
    }
}
