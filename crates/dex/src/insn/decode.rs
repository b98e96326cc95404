//! From code units to instructions.

use crate::error::DexError;
use crate::insn::{Call, Condition, Element, Insn, Op, Operand, Reg, ops, payload};

/// Many instructions may name the same table.
const MOST_LISTED: usize = 1 << 21;

/// All instructions of a method, one after the other as they lie there, without the tables between them.
pub(crate) fn decode(units: &[u16]) -> Result<Vec<Insn>, DexError> {
    let mut insns: Vec<Insn> = Vec::new();
    let mut pc = 0;
    let mut listed = 0;
    while pc < units.len() {
        if let Some(size) = payload::size(units, pc) {
            pc += size;
            continue;
        }
        let place = Cursor { units, pc };
        let (op, size) = place.decode()?;
        if pc + size > units.len() {
            return Err(place.bad("an instruction that is cut off"));
        }
        let op = match op {
            Decoded::Op(op) => op,
            Decoded::Result(dst) => {
                take_result(insns.last_mut(), dst).ok_or(place.bad("a result that nothing gives"))?;
                Op::Nop
            }
        };
        listed += match &op {
            Op::FillArrayData { data, .. } => data.bytes.len(),
            Op::Switch { cases, .. } => cases.len(),
            _ => 0,
        };
        if listed > MOST_LISTED {
            return Err(DexError::TooMany {
                what: "things in a method's tables",
                count: listed,
                limit: MOST_LISTED,
            });
        }
        insns.push(Insn { pc: pc as u32, next: (pc + size) as u32, op });
        pc += size;
    }
    Ok(insns)
}

enum Decoded {
    Op(Op),
    /// Where the result of the call before goes.
    Result(Reg),
}

fn take_result(before: Option<&mut Insn>, dst: Reg) -> Option<()> {
    match &mut before?.op {
        Op::Invoke { result, .. }
        | Op::InvokePolymorphic { result, .. }
        | Op::InvokeCustom { result, .. }
        | Op::FilledNewArray { result, .. } => *result = Some(dst),
        _ => return None,
    }
    Some(())
}

struct Cursor<'a> {
    units: &'a [u16],
    pc: usize,
}

impl Cursor<'_> {
    fn bad(&self, why: &'static str) -> DexError {
        DexError::BadCode { why, pc: self.pc as u32 }
    }

    /// A code unit of the instruction; zero beyond the end, where the size tells that it is cut off.
    fn unit(&self, number: usize) -> u16 {
        self.units.get(self.pc + number).copied().unwrap_or(0)
    }

    fn wide_unit(&self, number: usize) -> u32 {
        u32::from(self.unit(number)) | u32::from(self.unit(number + 1)) << 16
    }

    fn long(&self, number: usize) -> u64 {
        u64::from(self.wide_unit(number)) | u64::from(self.wide_unit(number + 2)) << 32
    }

    /// The second byte.
    fn aa(&self) -> Reg {
        u32::from(self.unit(0) >> 8)
    }

    fn a(&self) -> Reg {
        u32::from(self.unit(0) >> 8 & 0xf)
    }

    fn b(&self) -> Reg {
        u32::from(self.unit(0) >> 12)
    }

    fn reg(&self, number: usize) -> Reg {
        u32::from(self.unit(number))
    }

    /// The bytes of the second unit, as registers.
    fn bb_cc(&self) -> (Reg, Reg) {
        (u32::from(self.unit(1) & 0xff), u32::from(self.unit(1) >> 8))
    }

    fn target(&self, offset: i32) -> u32 {
        (self.pc as u32).wrapping_add_signed(offset)
    }

    /// The registers of a call, by name or as a range.
    fn args(&self, is_range: bool) -> Result<Vec<Reg>, DexError> {
        if is_range {
            return Ok((0..self.aa()).map(|index| self.reg(2) + index).collect());
        }
        let packed = self.unit(2);
        let named =
            [packed & 0xf, packed >> 4 & 0xf, packed >> 8 & 0xf, packed >> 12, self.unit(0) >> 8 & 0xf];
        let named = named.get(..self.b() as usize).ok_or(self.bad("a call with more than five registers"))?;
        Ok(named.iter().map(|&reg| u32::from(reg)).collect())
    }

    fn decode(&self) -> Result<(Decoded, usize), DexError> {
        let opcode = self.unit(0) as u8;
        let (op, size) = match opcode {
            0x0a..=0x0c => return Ok((Decoded::Result(self.aa()), 1)),
            0x00..=0x1c => self.moves_and_constants(opcode)?,
            0x1d..=0x2c => self.objects_and_jumps(opcode)?,
            0x2d..=0x3d => self.comparisons(opcode)?,
            0x44..=0x6d => self.arrays_and_fields(opcode)?,
            0x6e..=0x78 | 0xfa..=0xfd => self.calls(opcode)?,
            0x7b..=0xe2 => self.arithmetic(opcode)?,
            0xfe => (Op::ConstMethodHandle { dst: self.aa(), handle: self.unit(1).into() }, 2),
            0xff => (Op::ConstMethodType { dst: self.aa(), proto: self.unit(1).into() }, 2),
            _ => return Err(self.bad("an instruction that does not exist")),
        };
        Ok((Decoded::Op(op), size))
    }

    fn moves_and_constants(&self, opcode: u8) -> Result<(Op, usize), DexError> {
        let wide = |value: i64| Op::ConstWide { dst: self.aa(), value };
        let narrow = |value: i32| Op::Const { dst: self.aa(), value };
        let signed = self.unit(1) as i16;
        Ok(match opcode {
            0x00 => (Op::Nop, 1),
            0x01 | 0x04 | 0x07 => (Op::Move { dst: self.a(), src: self.b() }, 1),
            0x02 | 0x05 | 0x08 => (Op::Move { dst: self.aa(), src: self.reg(1) }, 2),
            0x03 | 0x06 | 0x09 => (Op::Move { dst: self.reg(1), src: self.reg(2) }, 3),
            0x0d => (Op::MoveException { dst: self.aa() }, 1),
            0x0e => (Op::Return { src: None }, 1),
            0x0f..=0x11 => (Op::Return { src: Some(self.aa()) }, 1),
            0x12 => (Op::Const { dst: self.a(), value: i32::from(self.unit(0) as i16 >> 12) }, 1),
            0x13 => (narrow(signed.into()), 2),
            0x14 => (narrow(self.wide_unit(1) as i32), 3),
            0x15 => (narrow(i32::from(signed) << 16), 2),
            0x16 => (wide(signed.into()), 2),
            0x17 => (wide(i64::from(self.wide_unit(1) as i32)), 3),
            0x18 => (wide(self.long(1) as i64), 5),
            0x19 => (wide(i64::from(signed) << 48), 2),
            0x1a => (Op::ConstString { dst: self.aa(), string: self.unit(1).into() }, 2),
            0x1b => (Op::ConstString { dst: self.aa(), string: self.wide_unit(1) }, 3),
            0x1c => (Op::ConstClass { dst: self.aa(), class: self.unit(1).into() }, 2),
            _ => return Err(self.bad("an instruction that does not exist")),
        })
    }

    fn objects_and_jumps(&self, opcode: u8) -> Result<(Op, usize), DexError> {
        let index = u32::from(self.unit(1));
        let table = self.target(self.wide_unit(1) as i32);
        let pc = self.pc as u32;
        Ok(match opcode {
            0x1d | 0x1e => (Op::Monitor { is_enter: opcode == 0x1d, object: self.aa() }, 1),
            0x1f => (Op::CheckCast { reg: self.aa(), class: index }, 2),
            0x20 => (Op::InstanceOf { dst: self.a(), src: self.b(), class: index }, 2),
            0x21 => (Op::ArrayLength { dst: self.a(), array: self.b() }, 1),
            0x22 => (Op::NewInstance { dst: self.aa(), class: index }, 2),
            0x23 => (Op::NewArray { dst: self.a(), size: self.b(), class: index }, 2),
            0x24 | 0x25 => {
                (Op::FilledNewArray { class: index, args: self.args(opcode == 0x25)?, result: None }, 3)
            }
            0x26 => (Op::FillArrayData { array: self.aa(), data: payload::array(self.units, pc, table)? }, 3),
            0x27 => (Op::Throw { src: self.aa() }, 1),
            0x28 => (Op::Goto { target: self.target(i32::from((self.unit(0) >> 8) as i8)) }, 1),
            0x29 => (Op::Goto { target: self.target(i32::from(self.unit(1) as i16)) }, 2),
            0x2a => (Op::Goto { target: table }, 3),
            _ => (Op::Switch { src: self.aa(), cases: payload::cases(self.units, pc, table)? }, 3),
        })
    }

    fn comparisons(&self, opcode: u8) -> Result<(Op, usize), DexError> {
        if let Some((jvm, kind)) = ops::compare(opcode) {
            let (a, b) = self.bb_cc();
            return Ok((Op::Compare { jvm, kind, dst: self.aa(), a, b }, 2));
        }
        use Condition::{Eq, Ge, Gt, Le, Lt, Ne};
        let condition = [Eq, Ne, Lt, Ge, Gt, Le][usize::from(opcode - 0x32) % 6];
        let target = self.target(i32::from(self.unit(1) as i16));
        Ok(match opcode {
            0x32..=0x37 => (Op::If { condition, a: self.a(), b: Some(self.b()), target }, 2),
            _ => (Op::If { condition, a: self.aa(), b: None, target }, 2),
        })
    }

    fn arrays_and_fields(&self, opcode: u8) -> Result<(Op, usize), DexError> {
        use Element::{Boolean, Byte, Char, Narrow, Object, Short, Wide};
        let element =
            |number: u8| [Narrow, Wide, Object, Boolean, Byte, Char, Short][usize::from(number) % 7];
        let (array, index) = self.bb_cc();
        let field = u32::from(self.unit(1));
        let (dst, object) = (self.a(), Some(self.b()));
        Ok(match opcode {
            0x44..=0x4a => {
                (Op::ArrayGet { element: element(opcode - 0x44), dst: self.aa(), array, index }, 2)
            }
            0x4b..=0x51 => {
                (Op::ArrayPut { element: element(opcode - 0x4b), src: self.aa(), array, index }, 2)
            }
            0x52..=0x58 => (Op::FieldGet { dst, object, field }, 2),
            0x59..=0x5f => (Op::FieldPut { src: dst, object, field }, 2),
            0x60..=0x66 => (Op::FieldGet { dst: self.aa(), object: None, field }, 2),
            _ => (Op::FieldPut { src: self.aa(), object: None, field }, 2),
        })
    }

    fn calls(&self, opcode: u8) -> Result<(Op, usize), DexError> {
        let index = u32::from(self.unit(1));
        let calls = [Call::Virtual, Call::Super, Call::Direct, Call::Static, Call::Interface];
        let invoke = |number: u8, is_range| {
            let call = calls[usize::from(number) % 5];
            Ok((Op::Invoke { call, method: index, args: self.args(is_range)?, result: None }, 3))
        };
        match opcode {
            0x6e..=0x72 => invoke(opcode - 0x6e, false),
            0x74..=0x78 => invoke(opcode - 0x74, true),
            0xfa | 0xfb => {
                let (args, proto) = (self.args(opcode == 0xfb)?, u32::from(self.unit(3)));
                Ok((Op::InvokePolymorphic { method: index, proto, args, result: None }, 4))
            }
            0xfc | 0xfd => {
                Ok((Op::InvokeCustom { call_site: index, args: self.args(opcode == 0xfd)?, result: None }, 3))
            }
            _ => Err(self.bad("an instruction that does not exist")),
        }
    }

    fn arithmetic(&self, opcode: u8) -> Result<(Op, usize), DexError> {
        let missing = || self.bad("an instruction that does not exist");
        if let Some(unary) = ops::unary(opcode) {
            return Ok((Op::Unary { unary, dst: self.a(), src: self.b() }, 1));
        }
        if opcode >= 0xd0 {
            return self.with_literal(opcode);
        }
        let in_place = opcode >= 0xb0;
        let (jvm, kind) = ops::binary(opcode - if in_place { 0xb0 } else { 0x90 }).ok_or_else(missing)?;
        if in_place {
            let dst = self.a();
            return Ok((Op::Binary { jvm, kind, dst, a: dst, b: Operand::Reg(self.b()) }, 1));
        }
        let (a, b) = self.bb_cc();
        Ok((Op::Binary { jvm, kind, dst: self.aa(), a, b: Operand::Reg(b) }, 2))
    }

    fn with_literal(&self, opcode: u8) -> Result<(Op, usize), DexError> {
        let is_short = opcode < 0xd8;
        let number = opcode - if is_short { 0xd0 } else { 0xd8 };
        let jvm = ops::literal(number).ok_or(self.bad("an instruction that does not exist"))?;
        let (dst, a, literal) = if is_short {
            (self.a(), self.b(), i32::from(self.unit(1) as i16))
        } else {
            (self.aa(), self.bb_cc().0, i32::from((self.unit(1) >> 8) as i8))
        };
        let b = if number == 1 { Operand::Minuend(literal) } else { Operand::Literal(literal) };
        Ok((Op::Binary { jvm, kind: crate::insn::Kind::Int, dst, a, b }, 2))
    }
}
