//! Constructors that only call that of an ancestor.
//!
//! R8 drops constructors that do nothing, or puts what they do where they are called; what is left makes an object of a class and
//! calls the constructor of that class's ancestor. Android takes that, a JVM does not. So such a class gets a constructor that
//! does nothing else, with one more parameter that keeps it apart from those there are.

use std::collections::{BTreeSet, HashMap};

use crate::emit::calls::descriptor_size;
use crate::emit::pool::Pool;
use crate::error::DexError;
use crate::flow::method::Names;
use crate::insn::{Call, Insn, Kind, Op};
use crate::read::file::MethodId;
use crate::types::TypeId;

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
}

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
            .map(|(params, steps)| {
                (format!("({params}{})V", marker(*steps)), code(params, *steps, parent, pool))
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
        let end = match element.starts_with('L') {
            true => element.find(';').map_or(element.len(), |end| end + 1),
            false => element.len().min(1),
        };
        rest = element.get(end..).unwrap_or_default();
    }
    kinds
}
