//! Instructions that neither jump nor call nor touch arrays.

use crate::emit::body::Body;
use crate::emit::mutf8;
use crate::emit::pool::LONGEST;
use crate::error::DexError;
use crate::flow::effects::is_shift;
use crate::flow::value::{Kinds, Object, Value};
use crate::insn::{Insn, Kind, Op, Operand, Reg, Unary};
use crate::types::{TypeId, internal_name};

impl Body<'_, '_, '_, '_, '_> {
    /// One instruction, by its place in the method's list.
    pub(crate) fn insn(&mut self, index: usize, insn: &Insn) -> Result<(), DexError> {
        match &insn.op {
            Op::Nop => Ok(()),
            Op::MoveException { .. } => {
                Err(DexError::BadCode { why: "an exception that nobody threw", pc: insn.pc })
            }
            Op::Move { dst, src } => self.copy(index, *dst, *src),
            Op::Const { dst, value } => self.narrow(index, *dst, *value),
            Op::ConstWide { dst, value } => self.wide(index, *dst, *value),
            Op::ConstString { dst, string } => self.string(index, *dst, *string),
            Op::ConstClass { dst, class } => self.class_constant(index, *dst, *class),
            Op::ConstMethodHandle { .. } | Op::ConstMethodType { .. } => {
                self.handle_constant(index, &insn.op)
            }
            Op::Monitor { is_enter, object } => {
                self.load(*object, Kind::Ref)?;
                self.asm.op(if *is_enter { 0xc2 } else { 0xc3 });
                Ok(())
            }
            Op::CheckCast { .. } | Op::InstanceOf { .. } | Op::NewInstance { .. } => self.typed(index, insn),
            Op::FieldGet { .. } | Op::FieldPut { .. } => self.field(index, &insn.op),
            Op::Compare { jvm, kind, dst, a, b } => {
                self.load(*a, *kind)?;
                self.load(*b, *kind)?;
                self.asm.op(*jvm);
                self.store_result(index, *dst, Kind::Int)
            }
            Op::Unary { unary, dst, src } => self.unary(index, *unary, *dst, *src),
            Op::Binary { jvm, kind, dst, a, b } => {
                self.operands(*jvm, *kind, *a, *b)?;
                self.asm.op(*jvm);
                self.store_result(index, *dst, *kind)
            }
            Op::Return { .. } | Op::Throw { .. } | Op::Goto { .. } | Op::Switch { .. } | Op::If { .. } => {
                self.jump(insn)
            }
            Op::Invoke { .. } | Op::InvokePolymorphic { .. } | Op::InvokeCustom { .. } => {
                self.call(index, insn)
            }
            _ => self.array(index, insn),
        }
    }

    pub(crate) fn load(&mut self, reg: Reg, kind: Kind) -> Result<(), DexError> {
        let slot = self.locals.slot(reg, kind)?;
        self.asm.load(kind, slot);
        Ok(())
    }

    /// Loads a register as something of this descriptor.
    pub(crate) fn load_as(&mut self, reg: Reg, descriptor: &str) -> Result<(), DexError> {
        let kind = Kind::of(descriptor).unwrap_or(Kind::Ref);
        self.load(reg, kind)?;
        if kind == Kind::Ref {
            let to = self.names.types.of(descriptor);
            self.cast(self.state.get(reg), to);
        }
        Ok(())
    }

    /// Makes sure that a verifier takes the object on the stack for one of a type. Android's would; a cast does no harm.
    pub(crate) fn cast(&mut self, value: Value, to: TypeId) {
        if let Object::Of(from) = value.object
            && !self.names.types.is_assignable(from, to)
        {
            let class = self.shared.pool.class(self.names.types.name(to));
            self.asm.op_u16(0xc0, class);
        }
    }

    /// Stores what lies on the stack, or drops it where nobody wants it.
    pub(crate) fn store_result(&mut self, index: usize, dst: Reg, kind: Kind) -> Result<(), DexError> {
        if self.analysis.live.written[index].has(kind) {
            let slot = self.locals.slot(dst, kind)?;
            self.asm.store(kind, slot);
        } else {
            self.asm.pop(kind);
        }
        Ok(())
    }

    fn wanted(&self, index: usize) -> Kinds {
        self.analysis.live.written[index]
    }

    fn copy(&mut self, index: usize, dst: Reg, src: Reg) -> Result<(), DexError> {
        let kinds = self.wanted(index).and(self.state.get(src).kinds);
        for kind in kinds.each().filter(|_| src != dst) {
            self.load(src, kind)?;
            let slot = self.locals.slot(dst, kind)?;
            self.asm.store(kind, slot);
        }
        Ok(())
    }

    fn narrow(&mut self, index: usize, dst: Reg, value: i32) -> Result<(), DexError> {
        for kind in self.wanted(index).and(Value::narrow(value).kinds).each() {
            match kind {
                Kind::Int => self.asm.int(value, self.shared.pool),
                Kind::Float => self.asm.float(value as u32, self.shared.pool),
                _ => self.asm.op(0x01),
            }
            self.store_result(index, dst, kind)?;
        }
        Ok(())
    }

    fn wide(&mut self, index: usize, dst: Reg, value: i64) -> Result<(), DexError> {
        for kind in self.wanted(index).and(Value::wide().kinds).each() {
            match kind {
                Kind::Long => self.asm.long(value, self.shared.pool),
                _ => self.asm.double(value as u64, self.shared.pool),
            }
            self.store_result(index, dst, kind)?;
        }
        Ok(())
    }

    fn string(&mut self, index: usize, dst: Reg, string: u32) -> Result<(), DexError> {
        if self.wanted(index).is_empty() {
            return Ok(());
        }
        let text = mutf8::valid(self.names.dex.string(string)?);
        let pieces = mutf8::pieces(&text, LONGEST);
        for (number, piece) in pieces.iter().enumerate() {
            let constant = self.shared.pool.string(piece);
            self.asm.constant(constant);
            if number > 0 {
                self.call_library(
                    0xb6,
                    "java/lang/String",
                    "concat",
                    "(Ljava/lang/String;)Ljava/lang/String;",
                );
            }
        }
        if pieces.len() > 1 {
            self.call_library(0xb6, "java/lang/String", "intern", "()Ljava/lang/String;");
        }
        self.store_result(index, dst, Kind::Ref)
    }

    /// Calls a method of a class that every JVM has.
    pub(crate) fn call_library(&mut self, opcode: u8, class: &str, name: &str, descriptor: &str) {
        let method = self.shared.pool.method(class, name, descriptor, false);
        self.asm.op_u16(opcode, method);
    }

    fn class_constant(&mut self, index: usize, dst: Reg, class: u32) -> Result<(), DexError> {
        let descriptor = self.names.dex.type_name(class)?;
        match boxed(descriptor) {
            Some(boxed) => {
                let field = self.shared.pool.field(boxed, "TYPE", "Ljava/lang/Class;");
                self.asm.op_u16(0xb2, field);
            }
            None => {
                let constant = self.shared.pool.class(internal_name(descriptor));
                self.asm.constant(constant);
            }
        }
        self.store_result(index, dst, Kind::Ref)
    }

    fn typed(&mut self, index: usize, insn: &Insn) -> Result<(), DexError> {
        let (opcode, class) = match &insn.op {
            Op::CheckCast { reg, class } => {
                // Null can be cast to anything, and goes on as what it was.
                if self.state.get(*reg).is_null() {
                    return Ok(());
                }
                self.load(*reg, Kind::Ref)?;
                (0xc0, *class)
            }
            Op::InstanceOf { src, class, .. } => {
                self.load(*src, Kind::Ref)?;
                (0xc1, *class)
            }
            Op::NewInstance { class, .. } => {
                self.made.insert(insn.pc, self.asm.here());
                (0xbb, *class)
            }
            _ => return Ok(()),
        };
        let class = self.shared.pool.class(internal_name(self.names.dex.type_name(class)?));
        self.asm.op_u16(opcode, class);
        match &insn.op {
            Op::InstanceOf { dst, .. } => self.store_result(index, *dst, Kind::Int),
            Op::CheckCast { reg: dst, .. } | Op::NewInstance { dst, .. } => {
                self.store_result(index, *dst, Kind::Ref)
            }
            _ => Ok(()),
        }
    }

    fn field(&mut self, index: usize, op: &Op) -> Result<(), DexError> {
        let (Op::FieldGet { object, field, .. } | Op::FieldPut { object, field, .. }) = op else {
            return Ok(());
        };
        let field = self.names.dex.field(*field)?;
        if let Some(object) = object {
            self.load_as(*object, field.class)?;
        }
        if let Op::FieldPut { src, .. } = op {
            self.load_as(*src, field.kind)?;
        }
        let opcode = match (op, object) {
            (Op::FieldGet { .. }, None) => 0xb2,
            (_, None) => 0xb3,
            (Op::FieldGet { .. }, _) => 0xb4,
            _ => 0xb5,
        };
        let constant = self.shared.pool.field(internal_name(field.class), field.name, field.kind);
        self.asm.op_u16(opcode, constant);
        match op {
            Op::FieldGet { dst, .. } => {
                self.store_result(index, *dst, Kind::of(field.kind).unwrap_or(Kind::Ref))
            }
            _ => Ok(()),
        }
    }

    fn unary(&mut self, index: usize, unary: Unary, dst: Reg, src: Reg) -> Result<(), DexError> {
        self.load(src, unary.from)?;
        match (unary.jvm, unary.from) {
            (Some(opcode), _) => self.asm.op(opcode),
            (None, Kind::Long) => {
                self.asm.long(-1, self.shared.pool);
                self.asm.op(0x83);
            }
            (None, _) => {
                self.asm.int(-1, self.shared.pool);
                self.asm.op(0x82);
            }
        }
        self.store_result(index, dst, unary.to)
    }

    fn operands(&mut self, jvm: u8, kind: Kind, a: Reg, b: Operand) -> Result<(), DexError> {
        if let Operand::Minuend(value) = b {
            self.asm.int(value, self.shared.pool);
        }
        self.load(a, kind)?;
        match b {
            Operand::Reg(b) => self.load(b, if is_shift(jvm) { Kind::Int } else { kind })?,
            Operand::Literal(value) => self.asm.int(value, self.shared.pool),
            Operand::Minuend(_) => {}
        }
        Ok(())
    }
}

/// The class that has the class object of a primitive type.
fn boxed(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "Z" => "java/lang/Boolean",
        "B" => "java/lang/Byte",
        "C" => "java/lang/Character",
        "S" => "java/lang/Short",
        "I" => "java/lang/Integer",
        "F" => "java/lang/Float",
        "J" => "java/lang/Long",
        "D" => "java/lang/Double",
        "V" => "java/lang/Void",
        _ => return None,
    })
}
