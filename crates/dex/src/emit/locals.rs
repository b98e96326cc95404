//! Which local variable of the JVM a register is.

use std::collections::HashMap;

use crate::error::DexError;
use crate::flow::method::Method;
use crate::insn::{Kind, Reg};

/// Local variables by register and kind: what a register holds as a number and as a reference are two variables.
#[derive(Debug, Default)]
pub(crate) struct Locals {
    slots: HashMap<(Reg, Kind), u16>,
    used: u32,
    /// Registers whose first value has to be copied from another variable.
    pub(crate) copies: Vec<(u16, u16)>,
}

const MOST: u32 = 65_000;

impl Locals {
    /// Arguments stay where the caller puts them. `written` says which registers the code writes.
    pub(crate) fn new(method: &Method<'_>, written: impl Fn(Reg) -> bool) -> Result<Locals, DexError> {
        let mut locals = Locals::default();
        if let Some(this) = method.this_register() {
            locals.slots.insert((this, Kind::Ref), 0);
        }
        let mut moved = None;
        for (reg, kind, descriptor) in method.arguments()? {
            // A constructor's own object must stay in sight until its parent's constructor was called.
            if descriptor.is_none() && method.is_constructor() && written(reg) {
                moved = Some(reg);
            } else {
                locals.slots.insert((reg, kind), locals.used as u16);
            }
            locals.used += kind.size();
        }
        if let Some(reg) = moved {
            let slot = locals.slot(reg, Kind::Ref)?;
            locals.copies.push((0, slot));
        }
        Ok(locals)
    }

    pub(crate) fn slot(&mut self, reg: Reg, kind: Kind) -> Result<u16, DexError> {
        if let Some(&slot) = self.slots.get(&(reg, kind)) {
            return Ok(slot);
        }
        let slot = self.fresh(kind)?;
        self.slots.insert((reg, kind), slot);
        Ok(slot)
    }

    /// One that is no register's.
    pub(crate) fn fresh(&mut self, kind: Kind) -> Result<u16, DexError> {
        if self.used > MOST {
            return Err(DexError::TooMany {
                what: "local variables",
                count: self.used as usize,
                limit: MOST as usize,
            });
        }
        self.used += kind.size();
        Ok((self.used - kind.size()) as u16)
    }

    /// Where a register is, if it ever is anywhere.
    pub(crate) fn find(&self, reg: Reg, kind: Kind) -> Option<u16> {
        self.slots.get(&(reg, kind)).copied()
    }

    pub(crate) fn count(&self) -> u16 {
        self.used as u16
    }
}
