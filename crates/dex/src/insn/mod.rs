//! Instructions, in a form that is easier to think about than Dalvik's.

pub(crate) mod decode;
mod ops;
mod payload;

/// A register's number.
pub(crate) type Reg = u32;

/// An instruction with its address, in code units.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Insn {
    pub(crate) pc: u32,
    pub(crate) next: u32,
    pub(crate) op: Op,
}

/// What kind of value a register holds, as far as a JVM keeps them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Int,
    Float,
    Ref,
    Long,
    Double,
}

impl Kind {
    pub(crate) const ALL: [Kind; 5] = [Kind::Int, Kind::Float, Kind::Ref, Kind::Long, Kind::Double];

    /// Of a value with this descriptor; none for `V`.
    pub(crate) fn of(descriptor: &str) -> Option<Kind> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' | b'B' | b'C' | b'S' | b'I' => Kind::Int,
            b'F' => Kind::Float,
            b'J' => Kind::Long,
            b'D' => Kind::Double,
            b'L' | b'[' => Kind::Ref,
            _ => return None,
        })
    }

    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// How many registers, or local variables, it takes.
    pub(crate) fn size(self) -> u32 {
        1 + u32::from(self.is_wide())
    }
}

/// The kind of an array's elements as an instruction tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    /// `int` or `float`.
    Narrow,
    /// `long` or `double`.
    Wide,
    Object,
    Boolean,
    Byte,
    Char,
    Short,
}

/// How a method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Virtual,
    Super,
    Direct,
    Static,
    Interface,
}

/// What a comparison with zero or another value asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// The second operand of arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    Reg(Reg),
    Literal(i32),
    /// A literal from which the register is subtracted.
    Minuend(i32),
}

/// What an instruction does. Types, fields, methods and strings are indexes into the file's tables. The result of a call stands
/// with the call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Op {
    Nop,
    Move {
        dst: Reg,
        src: Reg,
    },
    MoveException {
        dst: Reg,
    },
    Return {
        src: Option<Reg>,
    },
    Const {
        dst: Reg,
        value: i32,
    },
    ConstWide {
        dst: Reg,
        value: i64,
    },
    ConstString {
        dst: Reg,
        string: u32,
    },
    ConstClass {
        dst: Reg,
        class: u32,
    },
    ConstMethodHandle {
        dst: Reg,
        handle: u32,
    },
    ConstMethodType {
        dst: Reg,
        proto: u32,
    },
    Monitor {
        is_enter: bool,
        object: Reg,
    },
    CheckCast {
        reg: Reg,
        class: u32,
    },
    InstanceOf {
        dst: Reg,
        src: Reg,
        class: u32,
    },
    ArrayLength {
        dst: Reg,
        array: Reg,
    },
    NewInstance {
        dst: Reg,
        class: u32,
    },
    NewArray {
        dst: Reg,
        size: Reg,
        class: u32,
    },
    FilledNewArray {
        class: u32,
        args: Vec<Reg>,
        result: Option<Reg>,
    },
    FillArrayData {
        array: Reg,
        data: ArrayData,
    },
    Throw {
        src: Reg,
    },
    Goto {
        target: u32,
    },
    Switch {
        src: Reg,
        cases: Vec<(i32, u32)>,
    },
    /// The JVM's opcode.
    Compare {
        jvm: u8,
        kind: Kind,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    If {
        condition: Condition,
        a: Reg,
        b: Option<Reg>,
        target: u32,
    },
    ArrayGet {
        element: Element,
        dst: Reg,
        array: Reg,
        index: Reg,
    },
    ArrayPut {
        element: Element,
        src: Reg,
        array: Reg,
        index: Reg,
    },
    /// Static where there is no object.
    FieldGet {
        dst: Reg,
        object: Option<Reg>,
        field: u32,
    },
    FieldPut {
        src: Reg,
        object: Option<Reg>,
        field: u32,
    },
    Invoke {
        call: Call,
        method: u32,
        args: Vec<Reg>,
        result: Option<Reg>,
    },
    /// Of a method handle or a variable handle, with the types of this prototype.
    InvokePolymorphic {
        method: u32,
        proto: u32,
        args: Vec<Reg>,
        result: Option<Reg>,
    },
    InvokeCustom {
        call_site: u32,
        args: Vec<Reg>,
        result: Option<Reg>,
    },
    Unary {
        unary: Unary,
        dst: Reg,
        src: Reg,
    },
    /// The JVM's opcode. Shifts take an int on the right, others two of a kind.
    Binary {
        jvm: u8,
        kind: Kind,
        dst: Reg,
        a: Reg,
        b: Operand,
    },
}

/// Negation, complement or conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unary {
    pub(crate) from: Kind,
    pub(crate) to: Kind,
    /// The JVM's opcode; none for a complement.
    pub(crate) jvm: Option<u8>,
}

/// Contents for an array, as they lie in the code.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ArrayData {
    /// Bytes of an element.
    pub(crate) width: u16,
    /// Little-endian.
    pub(crate) bytes: Vec<u8>,
}

impl Op {
    /// Whether what follows is reached only by jumps.
    pub(crate) fn ends_path(&self) -> bool {
        matches!(self, Op::Return { .. } | Op::Throw { .. } | Op::Goto { .. })
    }

    /// Where it may jump to.
    pub(crate) fn targets(&self) -> Vec<u32> {
        match self {
            Op::Goto { target } | Op::If { target, .. } => vec![*target],
            Op::Switch { cases, .. } => cases.iter().map(|(_, target)| *target).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether an exception can come out of it.
    pub(crate) fn can_throw(&self) -> bool {
        match self {
            Op::Nop | Op::Move { .. } | Op::MoveException { .. } | Op::Return { .. } => false,
            Op::Const { .. } | Op::ConstWide { .. } | Op::Goto { .. } | Op::Switch { .. } => false,
            Op::Compare { .. } | Op::If { .. } | Op::Unary { .. } => false,
            // Only dividing integers can.
            Op::Binary { jvm, .. } => matches!(jvm, 0x6c | 0x6d | 0x70 | 0x71),
            _ => true,
        }
    }
}
