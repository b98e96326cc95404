//! What a class consists of.

use crate::error::DexError;
use crate::read::bytes::Cursor;
use crate::read::file::Dex;

/// A class as it is defined. Types are descriptors, places are offsets of which zero means none.
#[derive(Debug, Clone)]
pub(crate) struct Class<'a> {
    pub(crate) name: &'a str,
    pub(crate) flags: u32,
    pub(crate) parent: Option<&'a str>,
    interfaces_at: usize,
    pub(crate) source_file: Option<&'a [u8]>,
    pub(crate) annotations_at: usize,
    pub(crate) static_values_at: usize,
    data_at: usize,
}

/// A class's own fields and methods.
#[derive(Debug, Clone, Default)]
pub(crate) struct Members {
    pub(crate) static_fields: Vec<Member>,
    pub(crate) instance_fields: Vec<Member>,
    pub(crate) direct_methods: Vec<Member>,
    pub(crate) virtual_methods: Vec<Member>,
}

/// A field, or a method and where its code lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub(crate) index: u32,
    pub(crate) flags: u32,
    pub(crate) code_at: usize,
}

const NONE: u32 = u32::MAX;
/// A class file cannot have more.
const MOST_MEMBERS: usize = 65_535;

impl<'a> Class<'a> {
    pub(crate) fn read(dex: &Dex<'a>, index: u32) -> Result<Class<'a>, DexError> {
        let at = dex.class_at(index)?;
        let word = |number: usize| dex.bytes.u32(at + 4 * number);
        let some = |index: u32| (index != NONE).then_some(index);
        Ok(Class {
            name: dex.type_name(word(0)?)?,
            flags: word(1)?,
            parent: some(word(2)?).map(|index| dex.type_name(index)).transpose()?,
            interfaces_at: word(3)? as usize,
            source_file: some(word(4)?).map(|index| dex.string(index)).transpose()?,
            annotations_at: word(5)? as usize,
            data_at: word(6)? as usize,
            static_values_at: word(7)? as usize,
        })
    }

    pub(crate) fn interfaces(&self, dex: &Dex<'a>) -> Result<Vec<&'a str>, DexError> {
        dex.type_list(self.interfaces_at)
    }

    pub(crate) fn members(&self, dex: &Dex<'a>) -> Result<Members, DexError> {
        if self.data_at == 0 {
            return Ok(Members::default());
        }
        let mut cursor = dex.bytes.cursor(self.data_at);
        let mut counts = [0; 4];
        for count in &mut counts {
            *count = cursor.count("members of a class")?;
            if *count > MOST_MEMBERS {
                return Err(DexError::TooMany {
                    what: "members of a class",
                    count: *count,
                    limit: MOST_MEMBERS,
                });
            }
        }
        Ok(Members {
            static_fields: list(&mut cursor, counts[0], false)?,
            instance_fields: list(&mut cursor, counts[1], false)?,
            direct_methods: list(&mut cursor, counts[2], true)?,
            virtual_methods: list(&mut cursor, counts[3], true)?,
        })
    }
}

impl Members {
    pub(crate) fn methods(&self) -> impl Iterator<Item = &Member> {
        self.direct_methods.iter().chain(&self.virtual_methods)
    }
}

fn list(cursor: &mut Cursor<'_>, count: usize, has_code: bool) -> Result<Vec<Member>, DexError> {
    let mut members = Vec::with_capacity(count);
    let mut index = 0u32;
    for _ in 0..count {
        index = index.wrapping_add(cursor.uleb()?);
        let flags = cursor.uleb()?;
        let code_at = if has_code { cursor.uleb()? as usize } else { 0 };
        members.push(Member { index, flags, code_at });
    }
    Ok(members)
}
