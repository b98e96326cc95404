//! Tables that lie between the instructions.

use crate::error::DexError;
use crate::insn::ArrayData;

pub(super) const PACKED: u16 = 0x0100;
pub(super) const SPARSE: u16 = 0x0200;
pub(super) const ARRAY: u16 = 0x0300;

/// How many code units the table at this address takes, if there is one.
pub(super) fn size(units: &[u16], pc: usize) -> Option<usize> {
    let count = || units.get(pc + 1).map(|&count| usize::from(count));
    match *units.get(pc)? {
        PACKED => Some(4 + 2 * count()?),
        SPARSE => Some(2 + 4 * count()?),
        ARRAY => {
            let bytes = int(units, pc + 2)? as u32 as usize * count()?;
            Some(4 + bytes.div_ceil(2))
        }
        _ => None,
    }
}

/// The cases of a switch: values and the addresses they lead to.
pub(super) fn cases(units: &[u16], pc: u32, table: u32) -> Result<Vec<(i32, u32)>, DexError> {
    read_cases(units, pc, table as usize).ok_or(DexError::BadCode { why: "a switch without its table", pc })
}

fn read_cases(units: &[u16], pc: u32, table: usize) -> Option<Vec<(i32, u32)>> {
    let count = usize::from(*units.get(table + 1)?);
    let target = |at| Some(pc.wrapping_add_signed(int(units, at)?));
    match *units.get(table)? {
        PACKED => {
            let first = int(units, table + 2)?;
            (0..count)
                .map(|index| Some((first.wrapping_add(index as i32), target(table + 4 + 2 * index)?)))
                .collect()
        }
        SPARSE => {
            let keys = table + 2;
            (0..count)
                .map(|index| Some((int(units, keys + 2 * index)?, target(keys + 2 * (count + index))?)))
                .collect()
        }
        _ => None,
    }
}

/// The contents for an array.
pub(super) fn array(units: &[u16], pc: u32, table: u32) -> Result<ArrayData, DexError> {
    let bad = DexError::BadCode { why: "array contents that are not there", pc };
    let table = table as usize;
    let width = units.get(table + 1).copied().filter(|width| matches!(width, 1 | 2 | 4 | 8));
    let (Some(&ARRAY), Some(width), Some(count)) = (units.get(table), width, int(units, table + 2)) else {
        return Err(bad);
    };
    let len = (count as u32 as usize).saturating_mul(usize::from(width));
    let data = units.get(table + 4..(table + 4).saturating_add(len.div_ceil(2))).ok_or(bad)?;
    let mut bytes: Vec<u8> = data.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    bytes.truncate(len);
    Ok(ArrayData { width, bytes })
}

fn int(units: &[u16], at: usize) -> Option<i32> {
    let (low, high) = (u32::from(*units.get(at)?), u32::from(*units.get(at + 1)?));
    Some((low | high << 16) as i32)
}
