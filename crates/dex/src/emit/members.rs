//! A class's fields and methods.

use crate::emit::annotations::{self, Attribute};
use crate::emit::body::{Code, Shared};
use crate::emit::flags;
use crate::emit::pool::Pool;
use crate::error::DexError;
use crate::read::annotation::{Annotations, Seen};
use crate::read::class::Member;
use crate::read::file::{Dex, MethodId};
use crate::read::value::Value;

/// A field with its annotations, and its value where that is a constant.
pub(crate) fn field(
    dex: &Dex<'_>,
    member: &Member,
    value: Option<&Value>,
    of_interface: bool,
    annotations: &Annotations,
    pool: &mut Pool,
) -> Result<Vec<u8>, DexError> {
    let field = dex.field(member.index)?;
    let seen = annotations.of_field(dex, member.index)?;
    let mut attributes: Vec<Attribute> = Vec::new();
    let constant = value.map(|value| constant(dex, value, field.kind, pool)).transpose()?.flatten();
    attributes.extend(constant.map(|index| ("ConstantValue", index.to_be_bytes().to_vec())));
    attributes.extend(annotations::visible(dex, &seen, pool)?);
    attributes.extend(annotations::signature(dex, &seen, pool));
    let flags = flags::field(member.flags, of_interface);
    Ok(header(flags, field.name, field.kind, &attributes, pool))
}

/// The constant that a static field begins with; none for those that begin with zero or null.
fn constant(dex: &Dex<'_>, value: &Value, kind: &str, pool: &mut Pool) -> Result<Option<u16>, DexError> {
    Ok(match (kind, value) {
        ("Z" | "B" | "S" | "C" | "I", Value::Boolean(value)) => Some(pool.int((*value).into())),
        ("Z" | "B" | "S" | "C" | "I", Value::Byte(value)) => Some(pool.int((*value).into())),
        ("Z" | "B" | "S" | "C" | "I", Value::Short(value)) => Some(pool.int((*value).into())),
        ("Z" | "B" | "S" | "C" | "I", Value::Char(value)) => Some(pool.int((*value).into())),
        ("Z" | "B" | "S" | "C" | "I", Value::Int(value)) => Some(pool.int(*value)),
        ("J", Value::Long(value)) => Some(pool.long(*value)),
        ("F", Value::Float(value)) => Some(pool.float(value.to_bits())),
        ("D", Value::Double(value)) => Some(pool.double(value.to_bits())),
        ("Ljava/lang/String;", Value::String(index)) => Some(pool.string(dex.string(*index)?)),
        _ => None,
    })
}

/// A method with its annotations and its code, where it has any.
pub(crate) fn method(
    dex: &Dex<'_>,
    member: &Member,
    id: &MethodId<'_>,
    code: Option<&Code>,
    of_interface: bool,
    annotations: &Annotations,
    shared: &mut Shared<'_>,
) -> Result<Vec<u8>, DexError> {
    let pool = &mut *shared.pool;
    let seen: Vec<Seen> = annotations.of_method(dex, member.index)?;
    let mut attributes: Vec<Attribute> = Vec::new();
    attributes.extend(code.map(|code| ("Code", code_attribute(code, pool))));
    attributes.extend(annotations::visible(dex, &seen, pool)?);
    attributes.extend(annotations::of_params(dex, &annotations.of_params(dex, member.index)?, pool)?);
    attributes.extend(annotations::signature(dex, &seen, pool));
    attributes.extend(annotations::exceptions(dex, &seen, pool));
    attributes.extend(annotations::default(dex, &annotations.class, id.name, pool)?);
    let flags = flags::method(member.flags, id.name, of_interface, code.is_some());
    Ok(header(flags, id.name, &id.proto.descriptor(), &attributes, pool))
}

/// A field or method: modifiers, name, descriptor and attributes.
pub(crate) fn header(
    flags: u16,
    name: &str,
    descriptor: &str,
    attributes: &[Attribute],
    pool: &mut Pool,
) -> Vec<u8> {
    let mut bytes = flags.to_be_bytes().to_vec();
    bytes.extend(pool.utf8(name).to_be_bytes());
    bytes.extend(pool.utf8(descriptor).to_be_bytes());
    write_attributes(attributes, pool, &mut bytes);
    bytes
}

pub(crate) fn write_attributes(attributes: &[Attribute], pool: &mut Pool, bytes: &mut Vec<u8>) {
    bytes.extend((attributes.len() as u16).to_be_bytes());
    for (name, contents) in attributes {
        bytes.extend(pool.utf8(name).to_be_bytes());
        bytes.extend((contents.len() as u32).to_be_bytes());
        bytes.extend(contents);
    }
}

pub(crate) fn code_attribute(code: &Code, pool: &mut Pool) -> Vec<u8> {
    let mut bytes = [code.stack.to_be_bytes(), code.locals.to_be_bytes()].concat();
    bytes.extend((code.bytes.len() as u32).to_be_bytes());
    bytes.extend(&code.bytes);
    bytes.extend((code.exceptions.len() as u16).to_be_bytes());
    for (start, end, handler, kind) in &code.exceptions {
        for number in [start, end, handler, kind] {
            bytes.extend(number.to_be_bytes());
        }
    }
    let mut attributes: Vec<Attribute> = Vec::new();
    if !code.lines.is_empty() {
        let mut lines = (code.lines.len() as u16).to_be_bytes().to_vec();
        for (at, line) in &code.lines {
            lines.extend(at.to_be_bytes());
            lines.extend(line.to_be_bytes());
        }
        attributes.push(("LineNumberTable", lines));
    }
    if !code.frames.is_empty() {
        attributes.push(("StackMapTable", code.frames.clone()));
    }
    write_attributes(&attributes, pool, &mut bytes);
    bytes
}

/// Code that says why there is none.
pub(crate) fn refusal(why: &str, arguments: u16, pool: &mut Pool) -> Code {
    let error = pool.class("java/lang/VerifyError");
    let message = pool.string(&crate::emit::mutf8::encode(why));
    let constructor = pool.method("java/lang/VerifyError", "<init>", "(Ljava/lang/String;)V", false);
    let mut asm = crate::emit::assembler::Assembler::new(false);
    asm.op_u16(0xbb, error);
    asm.op(0x59);
    asm.constant(message);
    asm.op_u16(0xb7, constructor);
    asm.op(0xbf);
    Code {
        bytes: asm.bytes,
        stack: 3,
        locals: arguments,
        exceptions: Vec::new(),
        frames: Vec::new(),
        lines: Vec::new(),
    }
}
