//! Classes that the app's code uses and does not bring along: the framework's and Java's.

use std::collections::HashMap;

/// What must be known of a class to use it from another: names are as in class files (`java/lang/String`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypeFacts {
    /// None for `java/lang/Object` alone.
    pub parent: Option<String>,
    /// Whether it is an interface.
    pub is_interface: bool,
}

/// Where classes of the framework and of Java are looked up.
///
/// What it does not know, does not exist on the phone: code may mention it all the same, and fails only where it is reached.
pub trait Library {
    /// The class of this name.
    fn look_up(&self, name: &str) -> Option<TypeFacts>;
}

/// A library written down: a line for each class with its name and its parent's, and `interface` after that for interfaces.
#[derive(Debug, Clone, Default)]
pub struct TypeList {
    types: HashMap<String, TypeFacts>,
}

impl TypeList {
    /// Reads the lines; what is none is left out.
    pub fn parse(text: &str) -> TypeList {
        let mut types = HashMap::new();
        for line in text.lines() {
            let mut words = line.split(' ');
            let Some(name) = words.next().filter(|name| !name.is_empty()) else { continue };
            let parent = words.next().filter(|parent| *parent != "-").map(str::to_owned);
            let is_interface = words.next() == Some("interface");
            types.insert(name.to_owned(), TypeFacts { parent, is_interface });
        }
        TypeList { types }
    }

    /// How many classes it knows.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}

impl Library for TypeList {
    fn look_up(&self, name: &str) -> Option<TypeFacts> {
        self.types.get(name).cloned()
    }
}
