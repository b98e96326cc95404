//! One known bug: its automaton, and words for its events.

use crate::configuration::Configuration;
use crate::dfa::{Dfa, TooLarge};
use crate::nfa::Nfa;

/// A known bug that a tool may have missed.
#[derive(Debug, Clone)]
pub struct Bug {
    /// The automaton as it was drawn,
    pub nfa: Nfa,
    /// and as it is walked.
    pub dfa: Dfa,
    /// Words for its events.
    pub configuration: Configuration,
}

/// A configuration that belongs to another automaton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: it does not fit the automaton, which has no event {} but {}",
    list(unknown),
    list(absent)
)]
pub struct Misfit {
    /// The first event that the automaton does not know.
    pub line: usize,
    /// All such events.
    pub unknown: Vec<String>,
    /// The automaton's symbols that are not described.
    pub absent: Vec<String>,
}

impl Bug {
    /// A bug without words.
    pub fn new(nfa: Nfa) -> Result<Bug, TooLarge> {
        Ok(Bug { dfa: Dfa::of(&nfa)?, nfa, configuration: Configuration::default() })
    }

    /// The bug in the words of a configuration.
    ///
    /// Events that the automaton does not know are passed over, as and-bible 480 has one; symbols that are not described are counted
    /// nevertheless. A configuration that has both is that of another automaton.
    pub fn described(self, configuration: Configuration) -> Result<Bug, Misfit> {
        let (unknown, absent) = (self.unknown_in(&configuration), self.absent_from(&configuration));
        if unknown.is_empty() || absent.is_empty() {
            return Ok(Bug { configuration, ..self });
        }
        let line = unknown.iter().filter_map(|id| configuration.events.get(id)).map(|event| event.line).min();
        Err(Misfit { line: line.unwrap_or(1), unknown, absent })
    }

    /// The symbols that are not described.
    pub fn undescribed(&self) -> Vec<String> {
        self.absent_from(&self.configuration)
    }

    fn unknown_in(&self, configuration: &Configuration) -> Vec<String> {
        configuration.events.keys().filter(|id| self.dfa.symbol(id).is_none()).cloned().collect()
    }

    fn absent_from(&self, configuration: &Configuration) -> Vec<String> {
        let names = self.dfa.symbols().map(|symbol| self.dfa.symbol_name(symbol));
        names.filter(|name| !configuration.events.contains_key(*name)).map(str::to_owned).collect()
    }
}

fn list(ids: &[String]) -> String {
    ids.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const JFF: &[u8] =
        b"<structure><automaton><state id=\"0\"><initial/></state><state id=\"1\"><final/></state>\
        <transition><from>0</from><to>1</to><read>1</read></transition>\
        <transition><from>0</from><to>1</to><read>2</read></transition></automaton></structure>";

    fn described(events: &str) -> Result<Bug, Misfit> {
        let configuration =
            Configuration::parse(format!("{{\"events\": {{\n{events}\n}}}}").as_bytes()).unwrap();
        Bug::new(Nfa::from_jff(JFF).unwrap()).unwrap().described(configuration)
    }

    #[test]
    fn an_event_too_many_or_too_few_fits() {
        assert_eq!(described("\"1\": {}, \"2\": {}, \"8\": {}").unwrap().undescribed(), Vec::<String>::new());
        assert_eq!(described("\"1\": {}").unwrap().undescribed(), ["2"]);
    }

    #[test]
    fn the_configuration_of_another_automaton_does_not() {
        let misfit = described("\"1\": {},\n\"7\": {}").unwrap_err();
        assert_eq!(misfit.to_string(), "line 3: it does not fit the automaton, which has no event 7 but 2");
    }
}
