//! Which registers an instruction reads, as which kinds, and which it writes.

use crate::error::DexError;
use crate::flow::method::{Method, Names};
use crate::flow::state::State;
use crate::flow::step::element_kind;
use crate::flow::value::Kinds;
use crate::insn::{Insn, Kind, Op, Operand, Reg};

/// What an instruction reads and writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) reads: Vec<(Reg, Kind)>,
    pub(crate) write: Option<Reg>,
    /// From where a value is copied, with all that it may be used as.
    pub(crate) copied: Option<(Reg, Kinds)>,
}

/// By what is known before the instruction.
pub(crate) fn effects(
    state: &State,
    insn: &Insn,
    method: &Method<'_>,
    names: &mut Names<'_, '_, '_>,
) -> Result<Effects, DexError> {
    let mut effects = Effects::default();
    let reads = &mut effects.reads;
    match &insn.op {
        Op::Nop | Op::Goto { .. } => {}
        Op::Move { dst, src } => {
            effects.write = Some(*dst);
            effects.copied = Some((*src, state.get(*src).kinds));
        }
        Op::MoveException { dst } | Op::Const { dst, .. } | Op::ConstWide { dst, .. } => {
            effects.write = Some(*dst);
        }
        Op::ConstString { dst, .. } | Op::ConstClass { dst, .. } => effects.write = Some(*dst),
        Op::ConstMethodHandle { dst, .. } | Op::ConstMethodType { dst, .. } => effects.write = Some(*dst),
        Op::NewInstance { dst, .. } => effects.write = Some(*dst),
        Op::Return { src } => {
            let kind = Kind::of(method.proto.result);
            let bad = DexError::BadCode { why: "a return that does not fit the method", pc: insn.pc };
            match (src, kind) {
                (Some(src), Some(kind)) => reads.push((*src, kind)),
                (None, None) => {}
                _ => return Err(bad),
            }
        }
        Op::Monitor { object, .. } => reads.push((*object, Kind::Ref)),
        Op::Throw { src } => reads.push((*src, Kind::Ref)),
        Op::CheckCast { reg, .. } => {
            reads.push((*reg, Kind::Ref));
            if !state.get(*reg).is_null() {
                effects.write = Some(*reg);
            }
        }
        Op::InstanceOf { dst, src, .. } | Op::ArrayLength { dst, array: src } => {
            reads.push((*src, Kind::Ref));
            effects.write = Some(*dst);
        }
        Op::NewArray { dst, size, .. } => {
            reads.push((*size, Kind::Int));
            effects.write = Some(*dst);
        }
        Op::FilledNewArray { class, args, result } => {
            let element = names.dex.type_name(*class)?.get(1..).and_then(Kind::of);
            let bad = DexError::BadCode { why: "an array that is none", pc: insn.pc };
            let element = element.filter(|kind| !kind.is_wide()).ok_or(bad)?;
            reads.extend(args.iter().map(|&arg| (arg, element)));
            effects.write = *result;
        }
        Op::FillArrayData { array, .. } => reads.push((*array, Kind::Ref)),
        Op::Switch { src, .. } => reads.push((*src, Kind::Int)),
        Op::Compare { kind, dst, a, b, .. } => {
            reads.extend([(*a, *kind), (*b, *kind)]);
            effects.write = Some(*dst);
        }
        Op::If { a, b, .. } => {
            let kind = compared_kind(state, *a, *b);
            reads.push((*a, kind));
            reads.extend(b.map(|b| (b, kind)));
        }
        Op::ArrayGet { dst, array, index, .. } => {
            reads.extend([(*array, Kind::Ref), (*index, Kind::Int)]);
            effects.write = Some(*dst);
        }
        Op::ArrayPut { element, src, array, index } => {
            reads.push((*array, Kind::Ref));
            let array = state.get(*array);
            if !array.is_null() {
                reads.extend([(*index, Kind::Int), (*src, element_kind(array, *element, names))]);
            }
        }
        Op::FieldGet { dst, object, .. } => {
            reads.extend(object.map(|object| (object, Kind::Ref)));
            effects.write = Some(*dst);
        }
        Op::FieldPut { src, object, field } => {
            let bad = DexError::BadCode { why: "a field without a type", pc: insn.pc };
            reads.extend(object.map(|object| (object, Kind::Ref)));
            reads.push((*src, Kind::of(names.dex.field(*field)?.kind).ok_or(bad)?));
        }
        Op::Invoke { args, result, .. }
        | Op::InvokePolymorphic { args, result, .. }
        | Op::InvokeCustom { args, result, .. } => {
            if let Some(called) = names.call(&insn.op)? {
                for (reg, descriptor) in called.pair(args, insn.pc)? {
                    reads.push((reg, Kind::of(descriptor).unwrap_or(Kind::Ref)));
                }
            }
            effects.write = *result;
        }
        Op::Unary { unary, dst, src } => {
            reads.push((*src, unary.from));
            effects.write = Some(*dst);
        }
        Op::Binary { jvm, kind, dst, a, b } => {
            reads.push((*a, *kind));
            if let Operand::Reg(b) = b {
                reads.push((*b, if is_shift(*jvm) { Kind::Int } else { *kind }));
            }
            effects.write = Some(*dst);
        }
    }
    check(state, &effects, insn)?;
    Ok(effects)
}

/// Whether two registers are compared as numbers or as references.
pub(crate) fn compared_kind(state: &State, a: Reg, b: Option<Reg>) -> Kind {
    let is_number = |reg: Reg| state.get(reg).kinds.has(Kind::Int);
    if is_number(a) && b.is_none_or(is_number) { Kind::Int } else { Kind::Ref }
}

pub(crate) fn is_shift(jvm: u8) -> bool {
    (0x78..=0x7d).contains(&jvm)
}

fn check(state: &State, effects: &Effects, insn: &Insn) -> Result<(), DexError> {
    let is_there = |&(reg, kind): &(Reg, Kind)| state.get(reg).kinds.has(kind);
    if effects.reads.iter().all(is_there) {
        return Ok(());
    }
    Err(DexError::BadCode { why: "a register that does not hold what is read from it", pc: insn.pc })
}
