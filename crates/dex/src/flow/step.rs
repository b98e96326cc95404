//! What an instruction does to the registers.

use crate::error::DexError;
use crate::flow::method::{Method, Names};
use crate::flow::state::State;
use crate::flow::value::{Object, Value};
use crate::insn::{Element, Insn, Kind, Op, Reg};
use crate::types::TypeId;

/// Carries an instruction out; `caught` is the exception's type at the start of a handler. Says whether it ever goes on: one that
/// uses an array that is certainly null does not.
pub(crate) fn step(
    state: &mut State,
    insn: &Insn,
    caught: Option<TypeId>,
    method: &Method<'_>,
    names: &mut Names<'_, '_, '_>,
) -> Result<bool, DexError> {
    match &insn.op {
        Op::Move { dst, src } => state.set(*dst, state.get(*src)),
        Op::MoveException { dst } => {
            let bad = DexError::BadCode { why: "an exception that nobody threw", pc: insn.pc };
            state.set_class(*dst, caught.ok_or(bad)?);
        }
        Op::Const { dst, value } => state.set(*dst, Value::narrow(*value)),
        Op::ConstWide { dst, .. } => state.set(*dst, Value::wide()),
        Op::ConstString { dst, .. } => state.set_class(*dst, TypeId::STRING),
        Op::ConstClass { dst, .. } => state.set_class(*dst, TypeId::CLASS),
        Op::ConstMethodHandle { dst, .. } => state.set_class(*dst, TypeId::METHOD_HANDLE),
        Op::ConstMethodType { dst, .. } => state.set_class(*dst, TypeId::METHOD_TYPE),
        Op::CheckCast { reg, class } => check_cast(state, *reg, names.class(*class)?),
        Op::InstanceOf { dst, .. } | Op::ArrayLength { dst, .. } | Op::Compare { dst, .. } => {
            state.set(*dst, Value::of(Kind::Int));
        }
        Op::NewInstance { dst, class } => {
            let new = Object::New { pc: insn.pc, class: names.class(*class)? };
            // What the same instruction made before can no longer be told from what it makes now.
            state.replace(new, Value::UNUSABLE);
            state.set(*dst, Value::object(new));
        }
        Op::NewArray { dst, class, .. } | Op::FilledNewArray { class, result: Some(dst), .. } => {
            let class = names.class(*class)?;
            state.set_class(*dst, class);
        }
        Op::ArrayGet { element, dst, array, .. } => {
            let Some(value) = element_value(state.get(*array), *element, names) else { return Ok(false) };
            state.set(*dst, value);
        }
        Op::ArrayPut { array, .. } | Op::FillArrayData { array, .. } => {
            return Ok(!state.get(*array).is_null());
        }
        Op::FieldGet { dst, field, .. } => {
            let field = names.dex.field(*field)?;
            state.set_result(*dst, field.kind, names.types);
        }
        Op::Unary { unary, dst, .. } => state.set(*dst, Value::of(unary.to)),
        Op::Binary { kind, dst, .. } => state.set(*dst, Value::of(*kind)),
        Op::Invoke { .. } | Op::InvokePolymorphic { .. } | Op::InvokeCustom { .. } => {
            invoke(state, insn, method, names)?;
        }
        _ => {}
    }
    Ok(true)
}

fn check_cast(state: &mut State, reg: Reg, class: TypeId) {
    // Null stays null, and may go on being zero.
    if !state.get(reg).is_null() {
        state.set_class(reg, class);
    }
}

fn invoke(
    state: &mut State,
    insn: &Insn,
    method: &Method<'_>,
    names: &mut Names<'_, '_, '_>,
) -> Result<(), DexError> {
    if let Some((object, _)) = initialised(state, insn, names)? {
        let class = match object {
            Object::New { class, .. } => class,
            _ => method.class,
        };
        state.replace(object, Value::class(class));
    }
    let (Op::Invoke { result, .. } | Op::InvokePolymorphic { result, .. } | Op::InvokeCustom { result, .. }) =
        &insn.op
    else {
        return Ok(());
    };
    if let (Some(dst), Some(called)) = (result, names.call(&insn.op)?) {
        state.set_result(*dst, called.proto.result, names.types);
    }
    Ok(())
}

/// The unfinished object whose constructor an instruction calls, and the method.
pub(crate) fn initialised(
    state: &State,
    insn: &Insn,
    names: &Names<'_, '_, '_>,
) -> Result<Option<(Object, u32)>, DexError> {
    let Op::Invoke { call: crate::insn::Call::Direct, method, args, .. } = &insn.op else { return Ok(None) };
    if names.dex.method(*method)?.name != "<init>" {
        return Ok(None);
    }
    let bad =
        DexError::BadCode { why: "a constructor called on something else than a new object", pc: insn.pc };
    let value = state.get(*args.first().ok_or(bad.clone())?);
    match value.object {
        object @ (Object::New { .. } | Object::This) if value.kinds.has(Kind::Ref) => {
            Ok(Some((object, *method)))
        }
        _ => Err(bad),
    }
}

/// What is got out of an array; nothing if it is certainly null.
fn element_value(array: Value, element: Element, names: &mut Names<'_, '_, '_>) -> Option<Value> {
    if array.is_null() {
        return None;
    }
    let class = array.type_id();
    Some(match element {
        Element::Object => {
            let inner = class.and_then(|class| names.types.element(class));
            Value::class(inner.unwrap_or(TypeId::OBJECT))
        }
        _ => Value::of(element_kind(array, element, names)),
    })
}

/// The kind of an array's elements. One that is not known to be an array is taken for one of the whole-numbered type.
pub(crate) fn element_kind(array: Value, element: Element, names: &Names<'_, '_, '_>) -> Kind {
    let known = array.type_id().and_then(|class| names.types.element_descriptor(class));
    match (element, known) {
        (Element::Object, _) => Kind::Ref,
        (Element::Narrow, Some("F")) => Kind::Float,
        (Element::Wide, Some("D")) => Kind::Double,
        (Element::Wide, _) => Kind::Long,
        _ => Kind::Int,
    }
}
