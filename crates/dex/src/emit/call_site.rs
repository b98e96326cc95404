//! Dynamic calls: what links them, and with which constants.

use crate::emit::body::Shared;
use crate::emit::pool::Pool;
use crate::error::DexError;
use crate::flow::method::Names;
use crate::read::file::{Dex, Proto};
use crate::read::value::Value;
use crate::types::internal_name;

const BROKEN: DexError = DexError::BadCode { why: "a dynamic call that is not described", pc: 0 };

/// What a dynamic call takes and gives back.
pub(crate) fn proto<'a>(dex: &Dex<'a>, index: u32) -> Result<Proto<'a>, DexError> {
    match Value::list_at(dex, dex.call_site_at(index)?)?.get(2) {
        Some(Value::MethodType(proto)) => dex.proto(*proto),
        _ => Err(BROKEN),
    }
}

/// The constant that a dynamic call names.
pub(crate) fn constant(
    index: u32,
    names: &mut Names<'_, '_, '_>,
    shared: &mut Shared<'_>,
) -> Result<u16, DexError> {
    let dex = names.dex;
    let values = Value::list_at(dex, dex.call_site_at(index)?)?;
    let [Value::MethodHandle(handle), Value::String(name), Value::MethodType(proto), rest @ ..] = &values[..]
    else {
        return Err(BROKEN);
    };
    let mut entry = vec![method_handle(*handle, names, shared.pool)?];
    for value in rest {
        entry.push(argument(value, names, shared.pool)?);
    }
    let bootstrap = shared.bootstraps.add(entry);
    Ok(shared.pool.invoke_dynamic(bootstrap, dex.name(*name)?, &dex.proto(*proto)?.descriptor()))
}

fn argument(value: &Value, names: &mut Names<'_, '_, '_>, pool: &mut Pool) -> Result<u16, DexError> {
    Ok(match value {
        Value::Byte(value) => pool.int((*value).into()),
        Value::Short(value) => pool.int((*value).into()),
        Value::Char(value) => pool.int((*value).into()),
        Value::Boolean(value) => pool.int((*value).into()),
        Value::Int(value) => pool.int(*value),
        Value::Long(value) => pool.long(*value),
        Value::Float(value) => pool.float(value.to_bits()),
        Value::Double(value) => pool.double(value.to_bits()),
        Value::String(index) => pool.string(names.dex.string(*index)?),
        Value::Type(index) => pool.class(internal_name(names.dex.type_name(*index)?)),
        Value::MethodType(index) => pool.method_type(&names.dex.proto(*index)?.descriptor()),
        Value::MethodHandle(index) => method_handle(*index, names, pool)?,
        _ => return Err(BROKEN),
    })
}

/// The constant for a method handle.
pub(crate) fn method_handle(
    index: u32,
    names: &mut Names<'_, '_, '_>,
    pool: &mut Pool,
) -> Result<u16, DexError> {
    let handle = names.dex.method_handle(index)?;
    if handle.kind <= 3 {
        let field = names.dex.field(handle.index)?;
        let kind = [4, 2, 3, 1][usize::from(handle.kind)];
        let member = pool.field(internal_name(field.class), field.name, field.kind);
        return Ok(pool.method_handle(kind, member));
    }
    let method = names.dex.method(handle.index)?;
    let class = names.types.of(method.class);
    let is_interface = names.types.is_interface(class) || handle.kind == 8;
    let kind = *[6, 5, 8, 7, 9].get(usize::from(handle.kind) - 4).ok_or(BROKEN)?;
    let member =
        pool.method(internal_name(method.class), method.name, &method.proto.descriptor(), is_interface);
    Ok(pool.method_handle(kind, member))
}
