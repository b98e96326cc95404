//! Dalvik's arithmetic by opcode, with the JVM's opcodes for it.

use crate::insn::{Kind, Unary};

use Kind::{Double, Float, Int, Long};

/// Opcodes 0x7b to 0x8f.
pub(super) fn unary(opcode: u8) -> Option<Unary> {
    const TABLE: [(Kind, Kind, u8); 21] = [
        (Int, Int, 0x74),
        (Int, Int, 0),
        (Long, Long, 0x75),
        (Long, Long, 0),
        (Float, Float, 0x76),
        (Double, Double, 0x77),
        (Int, Long, 0x85),
        (Int, Float, 0x86),
        (Int, Double, 0x87),
        (Long, Int, 0x88),
        (Long, Float, 0x89),
        (Long, Double, 0x8a),
        (Float, Int, 0x8b),
        (Float, Long, 0x8c),
        (Float, Double, 0x8d),
        (Double, Int, 0x8e),
        (Double, Long, 0x8f),
        (Double, Float, 0x90),
        (Int, Int, 0x91),
        (Int, Int, 0x92),
        (Int, Int, 0x93),
    ];
    let (from, to, jvm) = *TABLE.get(usize::from(opcode.checked_sub(0x7b)?))?;
    Some(Unary { from, to, jvm: (jvm != 0).then_some(jvm) })
}

/// The JVM's opcodes for `int`: add, sub, mul, div, rem, and, or, xor, shl, shr, ushr. Those for other kinds follow each.
const BINARY: [u8; 11] = [0x60, 0x64, 0x68, 0x6c, 0x70, 0x7e, 0x80, 0x82, 0x78, 0x7a, 0x7c];

/// Opcodes 0x90 to 0xaf, and 0xb0 to 0xcf, which write to their first operand, as numbers from zero.
pub(super) fn binary(number: u8) -> Option<(u8, Kind)> {
    let (kind, index, above_int) = match number {
        0..=10 => (Int, number, 0),
        11..=21 => (Long, number - 11, 1),
        22..=26 => (Float, number - 22, 2),
        27..=31 => (Double, number - 27, 3),
        _ => return None,
    };
    Some((BINARY[usize::from(index)] + above_int, kind))
}

/// Arithmetic with a literal, as numbers from zero; the second of these has its operands the other way round.
pub(super) fn literal(number: u8) -> Option<u8> {
    BINARY.get(usize::from(number)).copied()
}

/// Opcodes 0x2d to 0x31.
pub(super) fn compare(opcode: u8) -> Option<(u8, Kind)> {
    Some(match opcode {
        0x2d => (0x95, Float),
        0x2e => (0x96, Float),
        0x2f => (0x97, Double),
        0x30 => (0x98, Double),
        0x31 => (0x94, Long),
        _ => return None,
    })
}
