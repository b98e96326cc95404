//! The method that is looked at.

use crate::error::DexError;
use crate::insn::{Kind, Op, Reg};
use crate::read::file::{Dex, Proto};
use crate::types::{TypeId, Types};

/// An argument's register and kind and, for all but `this`, its descriptor.
pub(crate) type Argument<'m> = (Reg, Kind, Option<&'m str>);

/// What has to be known around a method's instructions.
pub(crate) struct Method<'a> {
    pub(crate) class: TypeId,
    pub(crate) name: &'a str,
    pub(crate) is_static: bool,
    pub(crate) proto: Proto<'a>,
    pub(crate) registers: u32,
    pub(crate) ins: u32,
}

impl Method<'_> {
    pub(crate) fn is_constructor(&self) -> bool {
        self.name == "<init>" && !self.is_static
    }

    /// A register that no instruction names: in it the object under construction can always be found.
    pub(crate) fn this_register(&self) -> Option<Reg> {
        self.is_constructor().then_some(self.registers)
    }

    /// Registers with that one.
    pub(crate) fn all_registers(&self) -> u32 {
        self.registers + u32::from(self.is_constructor())
    }

    /// The registers of the arguments.
    pub(crate) fn arguments(&self) -> Result<Vec<Argument<'_>>, DexError> {
        let bad = DexError::BadCode { why: "registers that do not fit the arguments", pc: 0 };
        let mut reg = self.registers.checked_sub(self.ins).ok_or(bad.clone())?;
        let mut arguments = Vec::new();
        if !self.is_static {
            arguments.push((reg, Kind::Ref, None));
            reg += 1;
        }
        for &param in &self.proto.params {
            let kind = Kind::of(param).ok_or(bad.clone())?;
            arguments.push((reg, kind, Some(param)));
            reg += kind.size();
        }
        if reg == self.registers { Ok(arguments) } else { Err(bad) }
    }
}

/// Where the names behind indexes are found.
pub(crate) struct Names<'m, 'a, 'l> {
    pub(crate) dex: &'m Dex<'a>,
    pub(crate) types: &'m mut Types<'l>,
}

impl<'a> Names<'_, 'a, '_> {
    pub(crate) fn class(&mut self, index: u32) -> Result<TypeId, DexError> {
        Ok(self.types.of(self.dex.type_name(index)?))
    }

    /// What a call takes, `this` first, and what it gives back, as descriptors; none for instructions that call nothing.
    pub(crate) fn call(&self, op: &Op) -> Result<Option<Called<'a>>, DexError> {
        let called = match op {
            Op::Invoke { call, method, .. } => {
                let method = self.dex.method(*method)?;
                let this = (*call != crate::insn::Call::Static).then_some(method.class);
                Called { this, proto: method.proto }
            }
            Op::InvokePolymorphic { method, proto, .. } => {
                Called { this: Some(self.dex.method(*method)?.class), proto: self.dex.proto(*proto)? }
            }
            Op::InvokeCustom { call_site, .. } => {
                Called { this: None, proto: crate::emit::call_site::proto(self.dex, *call_site)? }
            }
            _ => return Ok(None),
        };
        Ok(Some(called))
    }
}

/// What a call takes and gives.
pub(crate) struct Called<'a> {
    pub(crate) this: Option<&'a str>,
    pub(crate) proto: Proto<'a>,
}

impl<'a> Called<'a> {
    /// Descriptors of all that is handed over.
    pub(crate) fn taken(&self) -> impl Iterator<Item = &'a str> + use<'a, '_> {
        self.this.into_iter().chain(self.proto.params.iter().copied())
    }

    /// Each thing handed over with its register.
    pub(crate) fn pair(&self, args: &[Reg], pc: u32) -> Result<Vec<(Reg, &'a str)>, DexError> {
        let bad = DexError::BadCode { why: "a call with other arguments than the method takes", pc };
        let mut at = 0;
        let mut pairs = Vec::new();
        for descriptor in self.taken() {
            let kind = Kind::of(descriptor).ok_or(bad.clone())?;
            pairs.push((*args.get(at).ok_or(bad.clone())?, descriptor));
            at += kind.size() as usize;
        }
        if at == args.len() { Ok(pairs) } else { Err(bad) }
    }
}
