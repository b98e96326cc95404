//! Constructors that only call that of an ancestor.
//!
//! R8 drops constructors that do nothing, or puts what they do where they are called; what is left makes an object of a class and
//! calls the constructor of that class's ancestor. Android takes that, a JVM does not. So such a class gets a constructor that
//! does nothing else, with one more parameter that keeps it apart from those there are.
//!
//! Or the call still names the class whose constructor was dropped: Android goes on to look for it in the ancestors, a JVM does
//! not. Such a class gets the constructor back, and so do its ancestors up to one that has it.

use std::collections::{BTreeSet, HashMap};

use crate::emit::calls::descriptor_size;
use crate::emit::pool::Pool;
use crate::error::DexError;
use crate::flow::method::Names;
use crate::insn::{Call, Insn, Kind, Op};
use crate::read::file::MethodId;
use crate::types::{TypeId, Types};

/// The last parameter of a bridge to the ancestor that is so many steps away.
pub(crate) fn marker(steps: usize) -> String {
    format!("{}Ljava/lang/Void;", "[".repeat(steps.min(255)))
}

/// A bridge's parameters as descriptors, one after the other, and how far away the ancestor is.
type Bridge = (String, usize);

/// Classes times constructors of one method.
const MOST_PAIRS: usize = 1 << 18;

/// Which classes need which bridges.
#[derive(Debug, Default)]
pub(crate) struct Bridges {
    needed: HashMap<TypeId, BTreeSet<Bridge>>,
    /// Constructors that there are, and those that are called, by class and parameters.
    defined: BTreeSet<(TypeId, String)>,
    called: BTreeSet<(TypeId, String)>,
}

/// How far away the ancestor is of a bridge that stands under the name of the dropped constructor itself.
const UNMARKED: usize = 0;

impl Bridges {
    /// Notes what a method of a class may need: for each class it makes objects of, and each constructor of an ancestor of that
    /// class it calls.
    pub(crate) fn note(
        &mut self,
        class: TypeId,
        method: &MethodId<'_>,
        insns: &[Insn],
        names: &mut Names<'_, '_, '_>,
    ) -> Result<(), DexError> {
        let mut made = BTreeSet::new();
        let mut called = BTreeSet::new();
        for insn in insns {
            match &insn.op {
                Op::NewInstance { class, .. } => {
                    made.insert(names.class(*class)?);
                }
                Op::Invoke { call: Call::Direct, method, .. } => {
                    called.insert(*method);
                }
                _ => {}
            }
        }
        if method.name == "<init>" {
            made.extend(names.types.parent(class));
        }
        self.note_called(&called, names)?;
        if made.len() * called.len() > MOST_PAIRS {
            return Err(DexError::TooMany {
                what: "constructors called by a method",
                count: called.len(),
                limit: MOST_PAIRS,
            });
        }
        for method in called {
            let method = names.dex.method(method)?;
            if method.name == "<init>" {
                self.need(&made, &method, names);
            }
        }
        Ok(())
    }

    /// Notes that a class has a constructor with these parameters.
    pub(crate) fn note_defined(&mut self, class: TypeId, method: &MethodId<'_>) {
        if method.name == "<init>" {
            self.defined.insert((class, method.proto.params.concat()));
        }
    }

    fn note_called(&mut self, called: &BTreeSet<u32>, names: &mut Names<'_, '_, '_>) -> Result<(), DexError> {
        for &method in called {
            let method = names.dex.method(method)?;
            if method.name == "<init>" {
                let class = names.types.of(method.class);
                self.called.insert((class, method.proto.params.concat()));
            }
        }
        Ok(())
    }

    /// Once all classes are known: gives classes the constructors that are called and were dropped.
    pub(crate) fn settle(&mut self, types: &mut Types<'_>) {
        for (class, params) in std::mem::take(&mut self.called) {
            let mut at = class;
            // Where a constructor was given back before, so it was to all above; a hierarchy that is a circle ends there, too.
            while types.is_of_app(at)
                && !self.defined.contains(&(at, params.clone()))
                && self.needed.entry(at).or_default().insert((params.clone(), UNMARKED))
            {
                match types.parent(at) {
                    Some(parent) => at = parent,
                    None => break,
                }
            }
        }
    }

    fn need(&mut self, made: &BTreeSet<TypeId>, method: &MethodId<'_>, names: &mut Names<'_, '_, '_>) {
        let called = names.types.of(method.class);
        for &class in made {
            let Some(steps) = names.types.distance(class, called) else { continue };
            let mut at = class;
            for left in (1..=steps).rev() {
                if !names.types.is_of_app(at) {
                    break;
                }
                self.needed.entry(at).or_default().insert((method.proto.params.concat(), left));
                match names.types.parent(at) {
                    Some(parent) => at = parent,
                    None => break,
                }
            }
        }
    }

    /// The bridges of a class: descriptor and code.
    pub(crate) fn of(&self, class: TypeId, parent: &str, pool: &mut Pool) -> Vec<(String, BridgeCode)> {
        let needed = self.needed.get(&class).into_iter().flatten();
        needed
            .map(|(params, steps)| match *steps {
                UNMARKED => (format!("({params})V"), code(params, 1, parent, pool)),
                steps => (format!("({params}{})V", marker(steps)), code(params, steps, parent, pool)),
            })
            .collect()
    }
}

/// Code without any jump.
pub(crate) struct BridgeCode {
    pub(crate) bytes: Vec<u8>,
    pub(crate) stack: u16,
    pub(crate) locals: u16,
}

fn code(params: &str, steps: usize, parent: &str, pool: &mut Pool) -> BridgeCode {
    let mut asm = crate::emit::assembler::Assembler::new(false);
    asm.load(Kind::Ref, 0);
    let mut slot = 1;
    for kind in kinds(params) {
        asm.load(kind, slot);
        slot += kind.size() as u16;
    }
    let mut descriptor = format!("({params}");
    if steps > 1 {
        asm.op(0x01);
        descriptor += &marker(steps - 1);
    }
    descriptor += ")V";
    let method = pool.method(parent, "<init>", &descriptor, false);
    asm.op_u16(0xb7, method);
    asm.op(0xb1);
    let room = u16::from(descriptor_size(&format!("({params})"))) + 2;
    BridgeCode { bytes: asm.bytes, stack: room, locals: room }
}

fn kinds(params: &str) -> Vec<Kind> {
    let mut kinds = Vec::new();
    let mut rest = params;
    while let Some(kind) = Kind::of(rest) {
        kinds.push(kind);
        let element = rest.trim_start_matches('[');
        let end = if element.starts_with('L') {
            element.find(';').map_or(element.len(), |end| end + 1)
        } else {
            element.len().min(1)
        };
        rest = element.get(end..).unwrap_or_default();
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{TypeFacts, TypeList};

    #[test]
    fn a_dropped_constructor_comes_back_up_to_the_ancestor_that_has_it() {
        let library = TypeList::parse("java/lang/Object -\nx/View java/lang/Object\n");
        let mut types = Types::new(&library);
        let mut class = |name: &str, parent: &str| {
            types.declare(name, TypeFacts { parent: Some(parent.to_owned()), is_interface: false });
            types.id(name)
        };
        let (leaf, middle, whole) =
            (class("a/Leaf", "a/Middle"), class("a/Middle", "a/Whole"), class("a/Whole", "x/View"));
        let round = class("a/Round", "a/Round");
        let key = |class, params: &str| (class, params.to_owned());
        let mut bridges = Bridges {
            defined: BTreeSet::from([key(whole, "I")]),
            called: BTreeSet::from([key(leaf, "I"), key(middle, ""), key(whole, "I"), key(round, "")]),
            ..Bridges::default()
        };
        bridges.settle(&mut types);
        let given = |class| {
            let bridges = bridges.of(class, "java/lang/Object", &mut Pool::default());
            bridges.into_iter().map(|(descriptor, _)| descriptor).collect::<Vec<_>>()
        };
        assert_eq!(given(leaf), ["(I)V"], "called, and not there");
        assert_eq!(given(middle), ["()V", "(I)V"], "called, and needed by the one below");
        assert_eq!(given(whole), ["()V"], "the framework's class above it may have it");
        assert_eq!(given(round), ["()V"], "a circle ends");
    }
}
