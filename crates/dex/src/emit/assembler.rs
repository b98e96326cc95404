//! JVM instructions one after the other, with jumps that are filled in later.

use crate::emit::pool::Pool;
use crate::error::DexError;
use crate::insn::Kind;

/// A place to jump to, known or not yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label(usize);

/// A method's code.
#[derive(Debug, Default)]
pub(crate) struct Assembler {
    pub(crate) bytes: Vec<u8>,
    labels: Vec<Option<usize>>,
    jumps: Vec<Jump>,
    /// Whether all jumps are written so that they reach any place.
    far: bool,
    /// The most that lies on the stack.
    pub(crate) stack: usize,
}

#[derive(Debug)]
struct Jump {
    /// Where the offset stands.
    at: usize,
    /// What it counts from.
    from: usize,
    is_wide: bool,
    to: Label,
}

const GOTO: u8 = 0xa7;
const GOTO_W: u8 = 0xc8;
const WIDE: u8 = 0xc4;

impl Assembler {
    pub(crate) fn new(far: bool) -> Assembler {
        Assembler { far, stack: 8, ..Assembler::default() }
    }

    pub(crate) fn here(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn op(&mut self, opcode: u8) {
        self.bytes.push(opcode);
    }

    pub(crate) fn op_u8(&mut self, opcode: u8, operand: u8) {
        self.bytes.extend([opcode, operand]);
    }

    pub(crate) fn op_u16(&mut self, opcode: u8, operand: u16) {
        let [high, low] = operand.to_be_bytes();
        self.bytes.extend([opcode, high, low]);
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_be_bytes());
    }

    pub(crate) fn load(&mut self, kind: Kind, slot: u16) {
        self.local(0x15, 0x1a, kind, slot);
    }

    pub(crate) fn store(&mut self, kind: Kind, slot: u16) {
        self.local(0x36, 0x3b, kind, slot);
    }

    /// The JVM's order is int, long, float, double, reference; the first four locals have opcodes of their own.
    fn local(&mut self, opcode: u8, short: u8, kind: Kind, slot: u16) {
        let number = match kind {
            Kind::Int => 0,
            Kind::Long => 1,
            Kind::Float => 2,
            Kind::Double => 3,
            Kind::Ref => 4,
        };
        match u8::try_from(slot) {
            Ok(slot @ 0..=3) => self.op(short + 4 * number + slot),
            Ok(slot) => self.op_u8(opcode + number, slot),
            Err(_) => {
                self.op(WIDE);
                self.op_u16(opcode + number, slot);
            }
        }
    }

    pub(crate) fn int(&mut self, value: i32, pool: &mut Pool) {
        if let -1..=5 = value {
            self.op((3 + value) as u8);
        } else if let Ok(byte) = i8::try_from(value) {
            self.op_u8(0x10, byte as u8);
        } else if let Ok(short) = i16::try_from(value) {
            self.op_u16(0x11, short as u16);
        } else {
            let constant = pool.int(value);
            self.constant(constant);
        }
    }

    pub(crate) fn float(&mut self, bits: u32, pool: &mut Pool) {
        let short = [0.0f32, 1.0, 2.0].iter().position(|value| value.to_bits() == bits);
        match short {
            Some(number) => self.op(0x0b + number as u8),
            None => {
                let constant = pool.float(bits);
                self.constant(constant);
            }
        }
    }

    pub(crate) fn long(&mut self, value: i64, pool: &mut Pool) {
        match value {
            0 | 1 => self.op(0x09 + value as u8),
            _ => {
                let constant = pool.long(value);
                self.op_u16(0x14, constant);
            }
        }
    }

    pub(crate) fn double(&mut self, bits: u64, pool: &mut Pool) {
        let short = [0.0f64, 1.0].iter().position(|value| value.to_bits() == bits);
        match short {
            Some(number) => self.op(0x0e + number as u8),
            None => {
                let constant = pool.double(bits);
                self.op_u16(0x14, constant);
            }
        }
    }

    /// A constant of one place.
    pub(crate) fn constant(&mut self, constant: u16) {
        match u8::try_from(constant) {
            Ok(short) => self.op_u8(0x12, short),
            Err(_) => self.op_u16(0x13, constant),
        }
    }

    pub(crate) fn pop(&mut self, kind: Kind) {
        self.op(if kind.is_wide() { 0x58 } else { 0x57 });
    }

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    pub(crate) fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.here());
    }

    pub(crate) fn offset(&self, label: Label) -> Option<usize> {
        self.labels[label.0]
    }

    pub(crate) fn goto(&mut self, to: Label) {
        let from = self.here();
        if self.far {
            self.op(GOTO_W);
            self.offset_to(to, from, true);
        } else {
            self.op(GOTO);
            self.offset_to(to, from, false);
        }
    }

    /// A jump under a condition. What follows must be a place that is known to be jumped to.
    pub(crate) fn branch(&mut self, opcode: u8, to: Label) {
        let from = self.here();
        if !self.far {
            self.op(opcode);
            return self.offset_to(to, from, false);
        }
        // The opposite jumps over one that reaches everywhere. Opcodes come in pairs of opposites.
        let opposite = match opcode {
            0xc6 => 0xc7,
            0xc7 => 0xc6,
            _ => ((opcode - 0x99) ^ 1) + 0x99,
        };
        self.op_u16(opposite, 8);
        self.goto(to);
    }

    /// Four bytes that say how far a place is from another.
    pub(crate) fn offset_to(&mut self, to: Label, from: usize, is_wide: bool) {
        self.jumps.push(Jump { at: self.here(), from, is_wide, to });
        self.bytes.extend([0; 4].iter().take(if is_wide { 4 } else { 2 }));
    }

    /// Fills all jumps in. Says whether they reach.
    pub(crate) fn finish(&mut self) -> Result<bool, DexError> {
        for jump in &self.jumps {
            let bad = DexError::BadCode { why: "a jump to code that is never reached", pc: 0 };
            let to = self.labels[jump.to.0].ok_or(bad)?;
            let offset = to as i64 - jump.from as i64;
            if jump.is_wide {
                self.bytes[jump.at..jump.at + 4].copy_from_slice(&(offset as i32).to_be_bytes());
            } else {
                let Ok(short) = i16::try_from(offset) else { return Ok(false) };
                self.bytes[jump.at..jump.at + 2].copy_from_slice(&short.to_be_bytes());
            }
        }
        Ok(true)
    }
}
