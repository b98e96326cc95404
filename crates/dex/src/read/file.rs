//! A DEX file's tables: strings, types, prototypes, fields, methods, and where the rest lies.

use std::cell::Cell;

use crate::error::DexError;
use crate::read::bytes::Bytes;

/// One DEX file. Tables are read where they lie, each time they are asked.
#[derive(Debug, Clone)]
pub(crate) struct Dex<'a> {
    pub(crate) bytes: Bytes<'a>,
    strings: Table,
    types: Table,
    protos: Table,
    fields: Table,
    methods: Table,
    classes: Table,
    call_sites: Table,
    method_handles: Table,
    /// How many values may still be read: places may be read many times over.
    values_left: Cell<u32>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Table {
    what: &'static str,
    count: u32,
    at: usize,
    item: usize,
}

/// A field as code names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FieldId<'a> {
    /// Descriptor of the class it is looked for in.
    pub(crate) class: &'a str,
    pub(crate) name: &'a str,
    /// Descriptor.
    pub(crate) kind: &'a str,
}

/// A method as code names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MethodId<'a> {
    /// Descriptor of the class it is looked for in.
    pub(crate) class: &'a str,
    pub(crate) name: &'a str,
    pub(crate) proto: Proto<'a>,
}

/// What a method takes and gives back, as descriptors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proto<'a> {
    pub(crate) result: &'a str,
    pub(crate) params: Vec<&'a str>,
}

impl Proto<'_> {
    pub(crate) fn descriptor(&self) -> String {
        format!("({}){}", self.params.concat(), self.result)
    }
}

/// A method handle as code names it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MethodHandle {
    pub(crate) kind: u16,
    /// Of a field or a method, by the kind.
    pub(crate) index: u32,
}

const HEADER: usize = 0x70;
/// More parameters than a JVM method can have.
const MOST_PARAMS: usize = 255;
/// In the annotations of one class, or one list.
const MOST_VALUES: u32 = 1 << 20;
/// A class file could have longer ones; no compiler writes them.
const LONGEST_NAME: usize = 1024;
const LONGEST_STRING: usize = 1 << 20;

impl<'a> Dex<'a> {
    /// Reads the header and checks that all tables lie inside of the file.
    pub(crate) fn parse(file: &'a [u8]) -> Result<Dex<'a>, DexError> {
        let start = file.get(..8).unwrap_or(file);
        if !matches!(start, [b'd', b'e', b'x', b'\n', b'0', tens, ones, 0] if (b"35"..=b"41").contains(&&[*tens, *ones]))
        {
            return Err(DexError::NotDex(String::from_utf8_lossy(start).into_owned()));
        }
        let bytes = Bytes(file);
        bytes.slice(0, HEADER)?;
        let table = |what, at, item| Table::parse(bytes, what, at, item);
        let mut dex = Dex {
            bytes,
            strings: table("string", 0x38, 4)?,
            types: table("type", 0x40, 4)?,
            protos: table("prototype", 0x48, 12)?,
            fields: table("field", 0x50, 8)?,
            methods: table("method", 0x58, 8)?,
            classes: table("class", 0x60, 32)?,
            call_sites: Table { what: "call site", ..Table::default() },
            method_handles: Table { what: "method handle", ..Table::default() },
            values_left: Cell::new(MOST_VALUES),
        };
        dex.parse_map(bytes.u32(0x34)? as usize)?;
        Ok(dex)
    }

    /// Two newer tables are named only in the list of all sections.
    fn parse_map(&mut self, at: usize) -> Result<(), DexError> {
        if at == 0 {
            return Ok(());
        }
        let count = self.bytes.u32(at)? as usize;
        let items = self.bytes.slice(at + 4, count.saturating_mul(12))?;
        for item in items.chunks_exact(12).map(Bytes) {
            let place = |what, item_size| {
                Table::checked(self.bytes, what, item.u32(4)?, item.u32(8)? as usize, item_size)
            };
            match item.u16(0)? {
                7 => self.call_sites = place("call site", 4)?,
                8 => self.method_handles = place("method handle", 8)?,
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn class_count(&self) -> u32 {
        self.classes.count
    }

    /// Where a class is defined.
    pub(crate) fn class_at(&self, index: u32) -> Result<usize, DexError> {
        self.classes.place(index)
    }

    /// A string as it is written: in the same encoding as in class files.
    pub(crate) fn string(&self, index: u32) -> Result<&'a [u8], DexError> {
        let at = self.bytes.u32(self.strings.place(index)?)? as usize;
        let mut cursor = self.bytes.cursor(at);
        cursor.uleb()?;
        let text = cursor.until_zero()?;
        match text.len() {
            count if count > LONGEST_STRING => {
                Err(DexError::TooMany { what: "bytes of a string", count, limit: LONGEST_STRING })
            }
            _ => Ok(text),
        }
    }

    /// Begins a list of values, or the annotations of a class.
    pub(crate) fn begin_values(&self) {
        self.values_left.set(MOST_VALUES);
    }

    /// One more value is read.
    pub(crate) fn count_value(&self) -> Result<(), DexError> {
        let limit = MOST_VALUES as usize;
        let left = self.values_left.get().checked_sub(1);
        self.values_left.set(left.ok_or(DexError::TooMany { what: "values", count: limit + 1, limit })?);
        Ok(())
    }

    /// A string that names something. Characters beyond the first 65,536 are refused in names.
    pub(crate) fn name(&self, index: u32) -> Result<&'a str, DexError> {
        let broken =
            DexError::Broken { what: "a name", at: index as usize, len: self.strings.count as usize };
        let text = self.string(index)?;
        match std::str::from_utf8(text) {
            Ok(name) if name.len() <= LONGEST_NAME => Ok(name),
            _ => Err(broken),
        }
    }

    /// A type's descriptor.
    pub(crate) fn type_name(&self, index: u32) -> Result<&'a str, DexError> {
        self.name(self.bytes.u32(self.types.place(index)?)?)
    }

    pub(crate) fn proto(&self, index: u32) -> Result<Proto<'a>, DexError> {
        let at = self.protos.place(index)?;
        let result = self.type_name(self.bytes.u32(at + 4)?)?;
        let params = self.type_list(self.bytes.u32(at + 8)? as usize)?;
        match params.len() {
            count if count > MOST_PARAMS => {
                Err(DexError::TooMany { what: "parameters of a method", count, limit: MOST_PARAMS })
            }
            _ => Ok(Proto { result, params }),
        }
    }

    /// Types listed at a place; none where the place is zero.
    pub(crate) fn type_list(&self, at: usize) -> Result<Vec<&'a str>, DexError> {
        if at == 0 {
            return Ok(Vec::new());
        }
        let count = self.bytes.u32(at)? as usize;
        let list = Bytes(self.bytes.slice(at + 4, count.saturating_mul(2))?);
        (0..count).map(|index| self.type_name(u32::from(list.u16(2 * index)?))).collect()
    }

    pub(crate) fn field(&self, index: u32) -> Result<FieldId<'a>, DexError> {
        let at = self.fields.place(index)?;
        Ok(FieldId {
            class: self.type_name(u32::from(self.bytes.u16(at)?))?,
            kind: self.type_name(u32::from(self.bytes.u16(at + 2)?))?,
            name: self.name(self.bytes.u32(at + 4)?)?,
        })
    }

    pub(crate) fn method(&self, index: u32) -> Result<MethodId<'a>, DexError> {
        let at = self.methods.place(index)?;
        Ok(MethodId {
            class: self.type_name(u32::from(self.bytes.u16(at)?))?,
            proto: self.proto(u32::from(self.bytes.u16(at + 2)?))?,
            name: self.name(self.bytes.u32(at + 4)?)?,
        })
    }

    pub(crate) fn method_handle(&self, index: u32) -> Result<MethodHandle, DexError> {
        let at = self.method_handles.place(index)?;
        Ok(MethodHandle { kind: self.bytes.u16(at)?, index: u32::from(self.bytes.u16(at + 4)?) })
    }

    /// Where the values lie that describe a call site.
    pub(crate) fn call_site_at(&self, index: u32) -> Result<usize, DexError> {
        Ok(self.bytes.u32(self.call_sites.place(index)?)? as usize)
    }
}

impl Table {
    fn parse(bytes: Bytes<'_>, what: &'static str, header: usize, item: usize) -> Result<Table, DexError> {
        Table::checked(bytes, what, bytes.u32(header)?, bytes.u32(header + 4)? as usize, item)
    }

    fn checked(
        bytes: Bytes<'_>,
        what: &'static str,
        count: u32,
        at: usize,
        item: usize,
    ) -> Result<Table, DexError> {
        bytes.slice(at, (count as usize).saturating_mul(item))?;
        Ok(Table { what, count, at, item })
    }

    fn place(&self, index: u32) -> Result<usize, DexError> {
        if index < self.count {
            Ok(self.at + index as usize * self.item)
        } else {
            Err(DexError::NoSuch { what: self.what, index, count: self.count })
        }
    }
}
