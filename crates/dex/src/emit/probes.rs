//! Marks in the code that note what has run.
//!
//! Each block of a method sets an element of its class's array. The array is fetched once for each class from a method of ours,
//! which keeps it and can say later what was set. Interfaces have none: a JVM lets them have no field that is written.

use crate::emit::assembler::Assembler;
use crate::emit::pool::Pool;
use crate::flow::state::State;
use crate::insn::{Call, Insn, Kind, Op};

/// Who keeps the arrays: a class with a static method that takes a class's name and a number, and returns so many booleans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeKeeper {
    /// The class, as class files name it.
    pub class: String,
    /// The method, with the descriptor `(Ljava/lang/String;I)[Z`. Classes that were built with JaCoCo call `getProbes` of the same
    /// class instead, with the descriptor `(JLjava/lang/String;I)[Z`.
    pub method: String,
    /// Packages whose classes get no probes, as class files name them (`androidx/`).
    pub without: Vec<String>,
}

pub(crate) const FIELD: &str = "$oddityProbes";
pub(crate) const METHOD: &str = "$oddityProbes";
pub(crate) const METHOD_DESCRIPTOR: &str = "()[Z";

/// The method in which a class that was built with JaCoCo fetches its own probes, and what it calls for that.
pub(crate) const JACOCO: &str = "$jacocoInit";
pub(crate) const JACOCO_FETCH: (&str, &str) = ("getProbes", "(JLjava/lang/String;I)[Z");

/// How many probes JaCoCo put into a class: the number is the last argument of the one call.
pub(crate) fn count_of_jacoco(insns: &[Insn]) -> u32 {
    let asked = insns.iter().find_map(|insn| match &insn.op {
        Op::Invoke { call: Call::Static, args, .. } => args.last().copied(),
        _ => None,
    });
    let number = insns.iter().rev().find_map(|insn| match insn.op {
        Op::Const { dst, value } if Some(dst) == asked => u32::try_from(value).ok(),
        _ => None,
    });
    number.unwrap_or(0)
}

/// The probes of one method.
#[derive(Debug)]
pub(crate) struct MethodProbes {
    class: String,
    /// By block; none for those that are never reached.
    numbers: Vec<Option<u32>>,
    /// The first number that is none of them.
    pub(crate) end: u32,
}

impl MethodProbes {
    /// One for each block that is ever reached, with numbers from this one on.
    pub(crate) fn new(class: &str, first: u32, entries: &[Option<State>]) -> MethodProbes {
        let mut end = first;
        let numbers = entries.iter().map(|entry| {
            entry.as_ref()?;
            end += 1;
            Some(end - 1)
        });
        MethodProbes { class: class.to_owned(), numbers: numbers.collect(), end }
    }

    pub(crate) fn fetch(&self, slot: u16, asm: &mut Assembler, pool: &mut Pool) {
        let method = pool.method(&self.class, METHOD, METHOD_DESCRIPTOR, false);
        asm.op_u16(0xb8, method);
        asm.store(Kind::Ref, slot);
    }

    pub(crate) fn tick(&self, block: usize, slot: u16, asm: &mut Assembler, pool: &mut Pool) {
        let Some(number) = self.numbers.get(block).copied().flatten() else { return };
        asm.load(Kind::Ref, slot);
        asm.int(number as i32, pool);
        asm.op(0x04);
        asm.op(0x54);
    }
}

/// The method with which a class fetches its array, once: its code, and its frames.
pub(crate) fn fetcher(class: &str, count: u32, keeper: &ProbeKeeper, pool: &mut Pool) -> (Vec<u8>, Vec<u8>) {
    let mut asm = Assembler::new(false);
    let field = pool.field(class, FIELD, "[Z");
    let name = pool.string(class.replace('/', ".").as_bytes());
    let of = pool.method(&keeper.class, &keeper.method, "(Ljava/lang/String;I)[Z", false);
    let array = pool.class("[Z");
    asm.op_u16(0xb2, field);
    asm.op(0x59);
    let done = asm.label();
    asm.branch(0xc7, done);
    asm.pop(Kind::Ref);
    asm.constant(name);
    asm.int(count as i32, pool);
    asm.op_u16(0xb8, of);
    asm.op(0x59);
    asm.op_u16(0xb3, field);
    asm.place(done);
    let at = asm.here();
    asm.op(0xb0);
    // The label was placed: all jumps reach.
    let _ = asm.finish();
    let frame = crate::emit::frames::Frame {
        at,
        locals: Vec::new(),
        stack: Some(crate::emit::frames::Held::Object(array)),
    };
    (asm.bytes, crate::emit::frames::write(&[frame], &[], &std::collections::HashMap::new()))
}
