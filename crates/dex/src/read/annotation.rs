//! Annotations of a class and its members.

use std::collections::HashMap;

use crate::error::DexError;
use crate::read::file::Dex;
use crate::read::value::Annotation;

/// An annotation and who sees it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    pub(crate) visibility: Visibility,
    pub(crate) annotation: Annotation,
}

/// Who sees an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    Build,
    Runtime,
    /// What class files have as attributes.
    System,
}

/// All annotations of one class. Members by index.
#[derive(Debug, Clone, Default)]
pub(crate) struct Annotations {
    pub(crate) class: Vec<Seen>,
    fields: HashMap<u32, usize>,
    methods: HashMap<u32, usize>,
    params: HashMap<u32, usize>,
}

impl Annotations {
    pub(crate) fn read(dex: &Dex<'_>, at: usize) -> Result<Annotations, DexError> {
        if at == 0 {
            return Ok(Annotations::default());
        }
        dex.begin_values();
        let count = |number: usize| Ok::<usize, DexError>(dex.bytes.u32(at + 4 * number)? as usize);
        let (fields, methods, params) = (count(1)?, count(2)?, count(3)?);
        let start = at + 16;
        let methods_at = start.saturating_add(fields.saturating_mul(8));
        let params_at = methods_at.saturating_add(methods.saturating_mul(8));
        Ok(Annotations {
            class: set(dex, count(0)?)?,
            fields: places(dex, start, fields)?,
            methods: places(dex, methods_at, methods)?,
            params: places(dex, params_at, params)?,
        })
    }

    pub(crate) fn of_field(&self, dex: &Dex<'_>, index: u32) -> Result<Vec<Seen>, DexError> {
        self.fields.get(&index).map_or(Ok(Vec::new()), |&at| set(dex, at))
    }

    pub(crate) fn of_method(&self, dex: &Dex<'_>, index: u32) -> Result<Vec<Seen>, DexError> {
        self.methods.get(&index).map_or(Ok(Vec::new()), |&at| set(dex, at))
    }

    /// For each parameter, as far as they are listed.
    pub(crate) fn of_params(&self, dex: &Dex<'_>, index: u32) -> Result<Vec<Vec<Seen>>, DexError> {
        let Some(&at) = self.params.get(&index) else { return Ok(Vec::new()) };
        let count = dex.bytes.u32(at)? as usize;
        dex.bytes.slice(at, count.saturating_mul(4))?;
        (0..count.min(255)).map(|index| set(dex, dex.bytes.u32(at + 4 + 4 * index)? as usize)).collect()
    }
}

fn places(dex: &Dex<'_>, at: usize, count: usize) -> Result<HashMap<u32, usize>, DexError> {
    dex.bytes.slice(at, count.saturating_mul(8))?;
    (0..count)
        .map(|index| at + 8 * index)
        .map(|at| Ok((dex.bytes.u32(at)?, dex.bytes.u32(at + 4)? as usize)))
        .collect()
}

fn set(dex: &Dex<'_>, at: usize) -> Result<Vec<Seen>, DexError> {
    if at == 0 {
        return Ok(Vec::new());
    }
    let count = dex.bytes.u32(at)? as usize;
    dex.bytes.slice(at, count.saturating_mul(4))?;
    (0..count).map(|index| seen(dex, dex.bytes.u32(at + 4 + 4 * index)? as usize)).collect()
}

fn seen(dex: &Dex<'_>, at: usize) -> Result<Seen, DexError> {
    let visibility = match dex.bytes.cursor(at).u8()? {
        0 => Visibility::Build,
        1 => Visibility::Runtime,
        _ => Visibility::System,
    };
    Ok(Seen { visibility, annotation: Annotation::at(dex, at + 1)? })
}
