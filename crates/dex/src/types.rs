//! Reference types and how they are related.

use std::collections::HashMap;
use std::rc::Rc;

use crate::library::{Library, TypeFacts};

/// A class, interface or array type, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypeId(u32);

impl TypeId {
    pub(crate) const OBJECT: TypeId = TypeId(0);
    pub(crate) const THROWABLE: TypeId = TypeId(1);
    pub(crate) const STRING: TypeId = TypeId(2);
    pub(crate) const CLASS: TypeId = TypeId(3);
    pub(crate) const METHOD_HANDLE: TypeId = TypeId(4);
    pub(crate) const METHOD_TYPE: TypeId = TypeId(5);
}

const KNOWN: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Throwable",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType",
];

/// Ancestors beyond this are not looked at: a hierarchy may be a circle.
const DEEPEST: usize = 256;

#[derive(Debug, Clone, Copy)]
struct Facts {
    parent: Option<TypeId>,
    is_interface: bool,
}

/// All types met so far. What the library knows goes before what the app says, as phones load classes.
pub(crate) struct Types<'l> {
    names: Vec<Rc<str>>,
    ids: HashMap<Rc<str>, TypeId>,
    facts: HashMap<TypeId, Option<Facts>>,
    common: HashMap<(TypeId, TypeId), TypeId>,
    app: HashMap<String, TypeFacts>,
    library: &'l dyn Library,
}

impl<'l> Types<'l> {
    pub(crate) fn new(library: &'l dyn Library) -> Types<'l> {
        let mut types = Types {
            names: Vec::new(),
            ids: HashMap::new(),
            facts: HashMap::new(),
            common: HashMap::new(),
            app: HashMap::new(),
            library,
        };
        for name in KNOWN {
            types.id(name);
        }
        types.facts.insert(TypeId::OBJECT, Some(Facts { parent: None, is_interface: false }));
        types
    }

    /// Says that the app has this class; whether it is the first of its name.
    pub(crate) fn declare(&mut self, name: &str, facts: TypeFacts) -> bool {
        self.app.insert(name.to_owned(), facts).is_none()
    }

    pub(crate) fn is_of_app(&self, id: TypeId) -> bool {
        self.app.contains_key(self.name(id))
    }

    /// The type of a name as class files have it: `java/lang/String` or `[I`.
    pub(crate) fn id(&mut self, name: &str) -> TypeId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let (id, name) = (TypeId(self.names.len() as u32), Rc::<str>::from(name));
        self.names.push(name.clone());
        self.ids.insert(name, id);
        id
    }

    /// The same by descriptor: `Ljava/lang/String;` or `[I`.
    pub(crate) fn of(&mut self, descriptor: &str) -> TypeId {
        self.id(internal_name(descriptor))
    }

    pub(crate) fn name(&self, id: TypeId) -> &str {
        &self.names[id.0 as usize]
    }

    /// Whether a phone has it.
    pub(crate) fn exists(&mut self, id: TypeId) -> bool {
        self.facts(id).is_some()
    }

    pub(crate) fn is_interface(&mut self, id: TypeId) -> bool {
        self.facts(id).is_some_and(|facts| facts.is_interface)
    }

    pub(crate) fn parent(&mut self, id: TypeId) -> Option<TypeId> {
        self.facts(id)?.parent
    }

    /// How many steps lead from a class up to another; none if that is no ancestor of it.
    pub(crate) fn distance(&mut self, from: TypeId, to: TypeId) -> Option<usize> {
        self.line(from).iter().position(|&ancestor| ancestor == to)
    }

    /// Whether a JVM's verifier takes a value of one type for another. It takes anything for an interface.
    pub(crate) fn is_assignable(&mut self, from: TypeId, to: TypeId) -> bool {
        if from == to || to == TypeId::OBJECT || self.is_interface(to) {
            return true;
        }
        match (self.element(from), self.element(to)) {
            (Some(from), Some(to)) => self.is_assignable(from, to),
            (None, None) if !self.is_array(from) && !self.is_array(to) => {
                !self.is_interface(from) && self.distance(from, to).is_some()
            }
            _ => false,
        }
    }

    /// A type for values of either type, as narrow as the known classes allow.
    pub(crate) fn common(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(found) = self.common.get(&key) {
            return *found;
        }
        let found = self.find_common(a, b);
        self.common.insert(key, found);
        found
    }

    fn find_common(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if let (Some(a), Some(b)) = (self.element(a), self.element(b)) {
            let element = self.common(a, b);
            return self.array_of(element);
        }
        if self.is_array(a) || self.is_array(b) || self.is_interface(a) || self.is_interface(b) {
            return TypeId::OBJECT;
        }
        let line = self.line(a);
        self.line(b).into_iter().find(|ancestor| line.contains(ancestor)).unwrap_or(TypeId::OBJECT)
    }

    /// The class and its ancestors, as far as they are known.
    fn line(&mut self, id: TypeId) -> Vec<TypeId> {
        let mut line = vec![id];
        let mut at = id;
        while let Some(parent) = self.parent(at).filter(|_| line.len() < DEEPEST) {
            line.push(parent);
            at = parent;
        }
        line
    }

    pub(crate) fn is_array(&self, id: TypeId) -> bool {
        self.name(id).starts_with('[')
    }

    /// The descriptor of an array's elements.
    pub(crate) fn element_descriptor(&self, id: TypeId) -> Option<&str> {
        self.name(id).strip_prefix('[')
    }

    /// The type of an array's elements, where they are objects.
    pub(crate) fn element(&mut self, id: TypeId) -> Option<TypeId> {
        let element = self.element_descriptor(id)?.to_owned();
        element.starts_with(['L', '[']).then(|| self.of(&element))
    }

    fn array_of(&mut self, element: TypeId) -> TypeId {
        let name = match self.name(element) {
            array if array.starts_with('[') => format!("[{array}"),
            class => format!("[L{class};"),
        };
        self.id(&name)
    }

    fn facts(&mut self, id: TypeId) -> Option<Facts> {
        if let Some(facts) = self.facts.get(&id) {
            return *facts;
        }
        let name = self.names[id.0 as usize].clone();
        let found = if name.starts_with('[') {
            Some(TypeFacts { parent: Some(KNOWN[0].to_owned()), is_interface: false })
        } else {
            self.library.look_up(&name).or_else(|| self.app.get(&*name).cloned())
        };
        let facts = found.map(|found| Facts {
            parent: found.parent.map(|parent| self.id(&parent)),
            is_interface: found.is_interface,
        });
        self.facts.insert(id, facts);
        facts
    }
}

/// A type's name in class files: of classes without the letter and semicolon of a descriptor.
pub(crate) fn internal_name(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::TypeList;

    const LIST: &str = "java/lang/Object -
java/util/List java/lang/Object interface
java/util/ArrayList java/lang/Object
java/lang/Number java/lang/Object
java/lang/Integer java/lang/Number
java/lang/Long java/lang/Number
x/Round x/Round
";

    #[test]
    fn what_two_types_have_in_common() {
        let list = TypeList::parse(LIST);
        let mut types = Types::new(&list);
        let cases = [
            ("java/lang/Integer", "java/lang/Long", "java/lang/Number"),
            ("java/lang/Integer", "java/lang/Number", "java/lang/Number"),
            ("java/util/ArrayList", "java/util/List", "java/lang/Object"),
            ("[Ljava/lang/Integer;", "[Ljava/lang/Long;", "[Ljava/lang/Number;"),
            ("[[Ljava/lang/Integer;", "[Ljava/lang/Long;", "[Ljava/lang/Object;"),
            ("[I", "[J", "java/lang/Object"),
            ("[I", "java/lang/Long", "java/lang/Object"),
            ("x/Unknown", "java/lang/Long", "java/lang/Object"),
            ("x/Round", "java/lang/Long", "java/lang/Object"),
        ];
        for (a, b, expected) in cases {
            let (first, second) = (types.id(a), types.id(b));
            let observed = types.common(first, second);
            assert_eq!(types.name(observed), expected, "{a} and {b}");
        }
    }

    #[test]
    fn what_a_verifier_takes_for_what() {
        let list = TypeList::parse(LIST);
        let mut types = Types::new(&list);
        let cases = [
            ("java/lang/Integer", "java/lang/Number", true),
            ("java/lang/Number", "java/lang/Integer", false),
            ("java/lang/Number", "java/util/List", true),
            ("java/util/List", "java/util/ArrayList", false),
            ("[Ljava/lang/Integer;", "[Ljava/lang/Number;", true),
            ("[I", "[Ljava/lang/Object;", false),
            ("x/Unknown", "java/lang/Object", true),
            ("x/Unknown", "java/lang/Number", false),
            ("java/lang/Number", "x/Unknown", false),
        ];
        for (from, to, expected) in cases {
            let (first, second) = (types.id(from), types.id(to));
            assert_eq!(types.is_assignable(first, second), expected, "{from} for {to}");
        }
    }
}
