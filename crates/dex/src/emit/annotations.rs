//! Annotations as class files have them.

use crate::emit::pool::Pool;
use crate::error::DexError;
use crate::read::annotation::{Seen, Visibility};
use crate::read::file::Dex;
use crate::read::value::{Annotation, Value};
use crate::types::internal_name;

/// An attribute's name and contents.
pub(crate) type Attribute = (&'static str, Vec<u8>);

/// Those that are seen while the app runs.
pub(crate) fn visible(dex: &Dex<'_>, seen: &[Seen], pool: &mut Pool) -> Result<Option<Attribute>, DexError> {
    let list: Vec<&Annotation> = at_run_time(seen).collect();
    if list.is_empty() {
        return Ok(None);
    }
    let mut bytes = (list.len() as u16).to_be_bytes().to_vec();
    for annotation in list {
        write(dex, annotation, pool, &mut bytes)?;
    }
    Ok(Some(("RuntimeVisibleAnnotations", bytes)))
}

/// The same for parameters.
pub(crate) fn of_params(
    dex: &Dex<'_>,
    params: &[Vec<Seen>],
    pool: &mut Pool,
) -> Result<Option<Attribute>, DexError> {
    if params.iter().all(|seen| at_run_time(seen).next().is_none()) {
        return Ok(None);
    }
    let mut bytes = vec![params.len() as u8];
    for seen in params {
        bytes.extend((at_run_time(seen).count() as u16).to_be_bytes());
        for annotation in at_run_time(seen) {
            write(dex, annotation, pool, &mut bytes)?;
        }
    }
    Ok(Some(("RuntimeVisibleParameterAnnotations", bytes)))
}

fn at_run_time(seen: &[Seen]) -> impl Iterator<Item = &Annotation> {
    seen.iter().filter(|seen| seen.visibility == Visibility::Runtime).map(|seen| &seen.annotation)
}

/// One that the system put there, by its simple name.
pub(crate) fn system<'s>(dex: &Dex<'_>, seen: &'s [Seen], name: &str) -> Option<&'s Annotation> {
    let is_it = |kind: u32| {
        let kind = dex.type_name(kind).unwrap_or_default();
        internal_name(kind).strip_prefix("dalvik/annotation/") == Some(name)
    };
    seen.iter().map(|seen| &seen.annotation).find(|annotation| is_it(annotation.kind))
}

/// Generic types: the pieces of text that the annotation lists, put together.
pub(crate) fn signature(dex: &Dex<'_>, seen: &[Seen], pool: &mut Pool) -> Option<Attribute> {
    let Value::Array(pieces) = system(dex, seen, "Signature")?.element(dex, "value")? else { return None };
    let mut text = Vec::new();
    for piece in pieces {
        let Value::String(index) = piece else { return None };
        text.extend(dex.string(*index).ok()?);
    }
    Some(("Signature", pool.raw(&text).to_be_bytes().to_vec()))
}

/// The exceptions that a method declares.
pub(crate) fn exceptions(dex: &Dex<'_>, seen: &[Seen], pool: &mut Pool) -> Option<Attribute> {
    let types = types_in(dex, system(dex, seen, "Throws")?.element(dex, "value")?);
    let mut bytes = (types.len() as u16).to_be_bytes().to_vec();
    for name in types {
        bytes.extend(pool.class(internal_name(name)).to_be_bytes());
    }
    Some(("Exceptions", bytes))
}

/// The names in a list of types.
pub(crate) fn types_in<'a>(dex: &Dex<'a>, value: &Value) -> Vec<&'a str> {
    let Value::Array(values) = value else { return Vec::new() };
    let name = |value: &Value| match value {
        Value::Type(index) => dex.type_name(*index).ok(),
        _ => None,
    };
    values.iter().filter_map(name).collect()
}

/// What an element of an annotation type is where it is not given.
pub(crate) fn default(
    dex: &Dex<'_>,
    class: &[Seen],
    method: &str,
    pool: &mut Pool,
) -> Result<Option<Attribute>, DexError> {
    let Some(Value::Annotation(defaults)) =
        system(dex, class, "AnnotationDefault").and_then(|found| found.element(dex, "value"))
    else {
        return Ok(None);
    };
    let Some(value) = defaults.element(dex, method) else { return Ok(None) };
    let mut bytes = Vec::new();
    write_value(dex, value, pool, &mut bytes)?;
    Ok(Some(("AnnotationDefault", bytes)))
}

fn write(
    dex: &Dex<'_>,
    annotation: &Annotation,
    pool: &mut Pool,
    bytes: &mut Vec<u8>,
) -> Result<(), DexError> {
    bytes.extend(pool.utf8(dex.type_name(annotation.kind)?).to_be_bytes());
    bytes.extend((annotation.elements.len() as u16).to_be_bytes());
    for (name, value) in &annotation.elements {
        bytes.extend(pool.utf8(dex.name(*name)?).to_be_bytes());
        write_value(dex, value, pool, bytes)?;
    }
    Ok(())
}

fn write_value(dex: &Dex<'_>, value: &Value, pool: &mut Pool, bytes: &mut Vec<u8>) -> Result<(), DexError> {
    let (tag, constant) = match value {
        Value::Byte(value) => (b'B', pool.int((*value).into())),
        Value::Short(value) => (b'S', pool.int((*value).into())),
        Value::Char(value) => (b'C', pool.int((*value).into())),
        Value::Boolean(value) => (b'Z', pool.int((*value).into())),
        Value::Int(value) => (b'I', pool.int(*value)),
        Value::Long(value) => (b'J', pool.long(*value)),
        Value::Float(value) => (b'F', pool.float(value.to_bits())),
        Value::Double(value) => (b'D', pool.double(value.to_bits())),
        Value::String(index) => (b's', pool.raw(dex.string(*index)?)),
        Value::Type(index) => (b'c', pool.utf8(dex.type_name(*index)?)),
        Value::Enum(index) => {
            let field = dex.field(*index)?;
            bytes.push(b'e');
            bytes.extend(pool.utf8(field.kind).to_be_bytes());
            bytes.extend(pool.utf8(field.name).to_be_bytes());
            return Ok(());
        }
        Value::Array(values) => {
            bytes.push(b'[');
            bytes.extend((values.len() as u16).to_be_bytes());
            return values.iter().try_for_each(|value| write_value(dex, value, pool, bytes));
        }
        Value::Annotation(annotation) => {
            bytes.push(b'@');
            return write(dex, annotation, pool, bytes);
        }
        _ => return Err(DexError::Broken { what: "a value that annotations can have", at: 0, len: 0 }),
    };
    bytes.push(tag);
    bytes.extend(constant.to_be_bytes());
    Ok(())
}
