//! What is known of a register's value.

use crate::insn::Kind;
use crate::types::{TypeId, Types};

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Kinds(pub(crate) u8);

impl Kinds {
    pub(crate) fn only(kind: Kind) -> Kinds {
        Kinds(1 << kind as u8)
    }

    pub(crate) fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    pub(crate) fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn each(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }
}

/// A value may be used as any of its kinds: Dalvik's constants say only how many bits they have, and zero is also null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) kinds: Kinds,
    /// Of those that may be references.
    pub(crate) object: Object,
}

/// What is known of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Object {
    Null,
    Of(TypeId),
    /// Made by the instruction at this address, its constructor not called yet.
    New {
        pc: u32,
        class: TypeId,
    },
    /// The object under construction, before its parent's constructor was called.
    This,
}

impl Value {
    /// Never written, or by one path so and by another path otherwise.
    pub(crate) const UNUSABLE: Value = Value { kinds: Kinds(0), object: Object::Null };

    pub(crate) fn of(kind: Kind) -> Value {
        Value { kinds: Kinds::only(kind), object: Object::Null }
    }

    pub(crate) fn object(object: Object) -> Value {
        Value { kinds: Kinds::only(Kind::Ref), object }
    }

    pub(crate) fn class(class: TypeId) -> Value {
        Value::object(Object::Of(class))
    }

    /// A constant of 32 bits.
    pub(crate) fn narrow(value: i32) -> Value {
        let kinds = Kinds::only(Kind::Int).0 | Kinds::only(Kind::Float).0;
        let null = if value == 0 { Kinds::only(Kind::Ref).0 } else { 0 };
        Value { kinds: Kinds(kinds | null), object: Object::Null }
    }

    /// A constant of 64 bits.
    pub(crate) fn wide() -> Value {
        Value { kinds: Kinds(Kinds::only(Kind::Long).0 | Kinds::only(Kind::Double).0), object: Object::Null }
    }

    pub(crate) fn is_wide(self) -> bool {
        self.kinds.has(Kind::Long) || self.kinds.has(Kind::Double)
    }

    /// Whether it is certainly null.
    pub(crate) fn is_null(self) -> bool {
        self.kinds.has(Kind::Ref) && self.object == Object::Null
    }

    /// Its type where it is a finished object.
    pub(crate) fn type_id(self) -> Option<TypeId> {
        match self.object {
            Object::Of(class) if self.kinds.has(Kind::Ref) => Some(class),
            _ => None,
        }
    }

    /// What is known where two paths meet.
    pub(crate) fn join(self, other: Value, types: &mut Types<'_>) -> Value {
        if self == other {
            return self;
        }
        let mut kinds = self.kinds.and(other.kinds);
        let mut object = Object::Null;
        if kinds.has(Kind::Ref) {
            match join_objects(self.object, other.object, types) {
                Some(joined) => object = joined,
                None => kinds.0 &= !Kinds::only(Kind::Ref).0,
            }
        }
        Value { kinds, object }
    }
}

fn join_objects(a: Object, b: Object, types: &mut Types<'_>) -> Option<Object> {
    match (a, b) {
        (a, b) if a == b => Some(a),
        (Object::Null, Object::Of(class)) | (Object::Of(class), Object::Null) => Some(Object::Of(class)),
        (Object::Of(a), Object::Of(b)) => Some(Object::Of(types.common(a, b))),
        _ => None,
    }
}
