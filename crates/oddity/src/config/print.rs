//! Settings as TOML, each with where it came from.

use std::fmt;

use super::{COMMAND, Config, Setting, Source};
use crate::input;

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{COMMAND} = {}", quoted(&self.command))?;
        let mut section = "";
        for setting in &self.settings {
            if setting.section != section {
                section = setting.section;
                writeln!(f, "\n[{section}]")?;
            }
            writeln!(f, "{setting}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.values.iter().map(|value| written(value)).collect();
        match (self.is_list, values.first()) {
            (true, _) => write!(f, "{} = [{}]", self.key, values.join(", "))?,
            (false, Some(value)) => write!(f, "{} = {value}", self.key)?,
            (false, None) => return write!(f, "# {} is not set", self.key),
        }
        match &self.source {
            Source::Flag => write!(f, " # flag"),
            Source::Environment => write!(f, " # environment"),
            Source::File(file) => write!(f, " # {}", input::shown(file)),
            Source::Default => write!(f, " # default"),
        }
    }
}

/// Numbers and truth values as they are, all else in quotes. Which of both it is matters to people only.
fn written(value: &str) -> String {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let is_number = digits.split_once('.').map_or([digits, "0"], |(whole, part)| [whole, part]);
    let is_number = is_number.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        && (digits == "0" || !digits.starts_with('0') || digits.starts_with("0."))
        && value.parse::<f64>().is_ok_and(|number| number.abs() < 9e18);
    if is_number || value == "true" || value == "false" { value.to_owned() } else { quoted(value) }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use toml::de::DeValue;

    use super::*;

    #[test]
    fn every_value_is_read_back_as_it_was() {
        for value in [
            "7",
            "-3",
            "0",
            "0.5",
            "007",
            "1.",
            ".5",
            "1e5",
            "+1",
            "",
            "true",
            "True",
            "10m",
            "#pay",
            "text \"a\\b\"",
            "tab\there",
            "\u{85}",
            "99999999999999999999",
            "1_000",
            "nan",
            "18446744073709551615",
        ] {
            let toml = written(value);
            let read = DeValue::parse(&toml).unwrap_or_else(|error| panic!("{toml}: {error}"));
            let back = match read.into_inner() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(number) => number.to_string(),
                DeValue::Float(number) => number.to_string(),
                DeValue::Boolean(truth) => truth.to_string(),
                other => panic!("{toml} is {other:?}"),
            };
            assert_eq!(back, value);
        }
    }
}
