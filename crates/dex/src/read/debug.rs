//! Which line of the source an instruction comes from.

use crate::error::DexError;
use crate::read::bytes::Cursor;
use crate::read::file::Dex;

/// A class file cannot have more.
const MOST_LINES: usize = 65_535;

/// Addresses at which a new line begins, in the order of addresses. None where the place is zero.
pub(crate) fn lines(dex: &Dex<'_>, at: usize) -> Result<Vec<(u32, u32)>, DexError> {
    if at == 0 {
        return Ok(Vec::new());
    }
    let mut cursor = dex.bytes.cursor(at);
    let mut line = cursor.uleb()?;
    for _ in 0..cursor.count("parameter names")? {
        cursor.uleb()?;
    }
    let mut lines = Vec::new();
    let mut pc = 0u32;
    loop {
        match cursor.u8()? {
            0x00 => return Ok(lines),
            _ if lines.len() >= MOST_LINES => return Ok(lines),
            0x01 => pc = pc.wrapping_add(cursor.uleb()?),
            0x02 => line = line.wrapping_add_signed(cursor.sleb()?),
            special @ 0x0a.. => {
                let adjusted = u32::from(special) - 0x0a;
                pc = pc.wrapping_add(adjusted / 15);
                line = line.wrapping_add_signed((adjusted % 15) as i32 - 4);
                lines.push((pc, line));
            }
            other => skip(&mut cursor, other)?,
        }
    }
}

/// What is said about local variables.
fn skip(cursor: &mut Cursor<'_>, opcode: u8) -> Result<(), DexError> {
    let numbers = match opcode {
        0x03 => 3,
        0x04 => 4,
        0x05 | 0x06 | 0x09 => 1,
        _ => 0,
    };
    for _ in 0..numbers {
        cursor.uleb()?;
    }
    Ok(())
}
