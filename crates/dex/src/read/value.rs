//! Constants as annotations, static fields and call sites have them.

use crate::error::DexError;
use crate::read::bytes::Cursor;
use crate::read::file::Dex;

/// A constant. Indexes lead into the file's tables.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    MethodType(u32),
    MethodHandle(u32),
    String(u32),
    Type(u32),
    Field(u32),
    Method(u32),
    Enum(u32),
    Array(Vec<Value>),
    Annotation(Annotation),
    Null,
    Boolean(bool),
}

/// An annotation's type and its elements, by name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Annotation {
    pub(crate) kind: u32,
    pub(crate) elements: Vec<(u32, Value)>,
}

/// Annotations inside of annotations, arrays inside of arrays.
const DEEPEST: u32 = 32;

impl Value {
    /// The values listed at a place, as static fields and call sites have them.
    pub(crate) fn list_at(dex: &Dex<'_>, at: usize) -> Result<Vec<Value>, DexError> {
        if at == 0 {
            return Ok(Vec::new());
        }
        dex.begin_values();
        Value::array(dex, &mut dex.bytes.cursor(at), DEEPEST)
    }

    fn array(dex: &Dex<'_>, cursor: &mut Cursor<'_>, depth: u32) -> Result<Vec<Value>, DexError> {
        let count = cursor.count("values")?;
        (0..count).map(|_| Value::read(dex, cursor, depth)).collect()
    }

    fn read(dex: &Dex<'_>, cursor: &mut Cursor<'_>, depth: u32) -> Result<Value, DexError> {
        dex.count_value()?;
        let limit = DEEPEST as usize;
        let depth = depth.checked_sub(1).ok_or(DexError::TooMany {
            what: "nested values",
            count: limit + 1,
            limit,
        })?;
        let head = cursor.u8()?;
        let size = usize::from(head >> 5) + 1;
        Ok(match head & 0x1f {
            0x00 => Value::Byte(cursor.u8()? as i8),
            0x02 => Value::Short(signed(cursor, size)? as i16),
            0x03 => Value::Char(cursor.sized(size)? as u16),
            0x04 => Value::Int(signed(cursor, size)? as i32),
            0x06 => Value::Long(signed(cursor, size)?),
            0x10 => Value::Float(f32::from_bits(
                (cursor.sized(size)? << (8 * (4usize.saturating_sub(size)))) as u32,
            )),
            0x11 => Value::Double(f64::from_bits(cursor.sized(size)? << (8 * (8 - size)))),
            0x15 => Value::MethodType(cursor.sized(size)? as u32),
            0x16 => Value::MethodHandle(cursor.sized(size)? as u32),
            0x17 => Value::String(cursor.sized(size)? as u32),
            0x18 => Value::Type(cursor.sized(size)? as u32),
            0x19 => Value::Field(cursor.sized(size)? as u32),
            0x1a => Value::Method(cursor.sized(size)? as u32),
            0x1b => Value::Enum(cursor.sized(size)? as u32),
            0x1c => Value::Array(Value::array(dex, cursor, depth)?),
            0x1d => Value::Annotation(Annotation::read(dex, cursor, depth)?),
            0x1e => Value::Null,
            0x1f => Value::Boolean(size > 1),
            _ => return Err(DexError::Broken { what: "a kind of value", at: cursor.at, len: 0 }),
        })
    }
}

impl Annotation {
    pub(crate) fn at(dex: &Dex<'_>, at: usize) -> Result<Annotation, DexError> {
        Annotation::read(dex, &mut dex.bytes.cursor(at), DEEPEST)
    }

    fn read(dex: &Dex<'_>, cursor: &mut Cursor<'_>, depth: u32) -> Result<Annotation, DexError> {
        dex.count_value()?;
        let kind = cursor.uleb()?;
        let count = cursor.count("elements of an annotation")?;
        let mut elements = Vec::new();
        for _ in 0..count {
            elements.push((cursor.uleb()?, Value::read(dex, cursor, depth)?));
        }
        Ok(Annotation { kind, elements })
    }

    /// The value of an element, by name.
    pub(crate) fn element(&self, dex: &Dex<'_>, name: &str) -> Option<&Value> {
        let found = self.elements.iter().find(|(index, _)| dex.name(*index) == Ok(name));
        found.map(|(_, value)| value)
    }
}

fn signed(cursor: &mut Cursor<'_>, size: usize) -> Result<i64, DexError> {
    let unused = 64 - 8 * size;
    Ok(((cursor.sized(size)? << unused) as i64) >> unused)
}
