//! What all registers hold at one place.

use crate::error::DexError;
use crate::flow::method::Method;
use crate::flow::value::{Object, Value};
use crate::insn::{Kind, Reg};
use crate::types::{TypeId, Types};

/// A value for each register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    values: Vec<Value>,
    /// Registers written since that was last asked.
    pub(crate) written: Vec<Reg>,
}

impl State {
    /// As the method is entered.
    pub(crate) fn at_entry(method: &Method<'_>, types: &mut Types<'_>) -> Result<State, DexError> {
        let values = vec![Value::UNUSABLE; method.all_registers() as usize];
        let mut state = State { values, written: Vec::new() };
        let this =
            if method.is_constructor() { Value::object(Object::This) } else { Value::class(method.class) };
        if let Some(reg) = method.this_register() {
            state.set(reg, this);
        }
        for (reg, kind, descriptor) in method.arguments()? {
            let value = match (descriptor, kind) {
                (None, _) => this,
                (Some(descriptor), Kind::Ref) => Value::class(types.of(descriptor)),
                (Some(_), kind) => Value::of(kind),
            };
            state.set(reg, value);
        }
        Ok(state)
    }

    /// Of a register that does not exist, too: nothing can be done with it.
    pub(crate) fn get(&self, reg: Reg) -> Value {
        self.values.get(reg as usize).copied().unwrap_or(Value::UNUSABLE)
    }

    /// Writes a register, or two for a wide value; a wide value of which one half is overwritten is gone.
    pub(crate) fn set(&mut self, reg: Reg, value: Value) {
        if let Some(before) = reg.checked_sub(1).filter(|&before| self.get(before).is_wide()) {
            self.put(before, Value::UNUSABLE);
        }
        self.put(reg, value);
        if value.is_wide() {
            self.put(reg + 1, Value::UNUSABLE);
        }
    }

    fn put(&mut self, reg: Reg, value: Value) {
        if let Some(place) = self.values.get_mut(reg as usize) {
            *place = value;
            self.written.push(reg);
        }
    }

    /// Replaces all copies of an object.
    pub(crate) fn replace(&mut self, object: Object, by: Value) {
        for reg in 0..self.values.len() as Reg {
            if self.get(reg) == Value::object(object) {
                self.put(reg, by);
            }
        }
    }

    /// Takes in what another path brings; whether that changed anything.
    pub(crate) fn join(&mut self, other: &State, types: &mut Types<'_>) -> bool {
        let mut changed = false;
        for reg in 0..self.values.len() as Reg {
            changed |= self.join_one(reg, other, types);
        }
        changed
    }

    /// The same for one register.
    pub(crate) fn join_one(&mut self, reg: Reg, other: &State, types: &mut Types<'_>) -> bool {
        let Some(place) = self.values.get_mut(reg as usize) else { return false };
        let joined = place.join(other.get(reg), types);
        let changed = joined != *place;
        *place = joined;
        changed
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether a constructor's object is still to be initialised.
    pub(crate) fn set_result(&mut self, reg: Reg, descriptor: &str, types: &mut Types<'_>) {
        let value = match Kind::of(descriptor) {
            Some(Kind::Ref) => Value::class(types.of(descriptor)),
            Some(kind) => Value::of(kind),
            None => Value::UNUSABLE,
        };
        self.set(reg, value);
    }

    pub(crate) fn set_class(&mut self, reg: Reg, class: TypeId) {
        self.set(reg, Value::class(class));
    }
}
