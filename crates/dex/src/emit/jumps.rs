//! Jumps, returns and throws.

use std::collections::BTreeMap;

use crate::emit::assembler::Label;
use crate::emit::body::Body;
use crate::error::DexError;
use crate::flow::effects::compared_kind;
use crate::insn::{Condition, Insn, Kind, Op, Reg};
use crate::types::TypeId;

impl Body<'_, '_, '_, '_, '_> {
    pub(crate) fn jump(&mut self, insn: &Insn) -> Result<(), DexError> {
        match &insn.op {
            Op::Return { src: None } => self.asm.op(0xb1),
            Op::Return { src: Some(src) } => {
                let result = self.method.proto.result;
                self.load_as(*src, result)?;
                self.asm.op(match Kind::of(result) {
                    Some(Kind::Int) => 0xac,
                    Some(Kind::Long) => 0xad,
                    Some(Kind::Float) => 0xae,
                    Some(Kind::Double) => 0xaf,
                    _ => 0xb0,
                });
            }
            Op::Throw { src } => {
                self.load(*src, Kind::Ref)?;
                self.cast(self.state.get(*src), TypeId::THROWABLE);
                self.asm.op(0xbf);
            }
            Op::Goto { target } => {
                let label = self.label_at(*target)?;
                self.asm.goto(label);
            }
            Op::If { condition, a, b, target } => self.branch(*condition, *a, *b, *target)?,
            Op::Switch { src, cases } => self.switch(*src, cases, insn.next)?,
            _ => {}
        }
        Ok(())
    }

    fn label_at(&self, pc: u32) -> Result<Label, DexError> {
        Ok(self.labels[self.analysis.blocks.at(pc)?])
    }

    fn branch(&mut self, condition: Condition, a: Reg, b: Option<Reg>, target: u32) -> Result<(), DexError> {
        let kind = compared_kind(&self.state, a, b);
        self.load(a, kind)?;
        if let Some(b) = b {
            self.load(b, kind)?;
        }
        let number = condition as u8;
        let opcode = match (kind, b) {
            (Kind::Int, None) => 0x99 + number,
            (Kind::Int, Some(_)) => 0x9f + number,
            // References are the same or not.
            (_, None) => 0xc6 + number.min(1),
            (_, Some(_)) => 0xa5 + number.min(1),
        };
        let label = self.label_at(target)?;
        self.asm.branch(opcode, label);
        Ok(())
    }

    /// A table where the values lie close together, else a list in order.
    fn switch(&mut self, src: Reg, cases: &[(i32, u32)], next: u32) -> Result<(), DexError> {
        let mut sorted = BTreeMap::new();
        for (value, target) in cases {
            sorted.entry(*value).or_insert(self.label_at(*target)?);
        }
        let default = self.label_at(next)?;
        self.load(src, Kind::Int)?;
        let from = self.asm.here();
        let (first, last) = match (sorted.first_key_value(), sorted.last_key_value()) {
            (Some((first, _)), Some((last, _))) => (*first, *last),
            _ => {
                self.asm.pop(Kind::Int);
                return Ok(());
            }
        };
        let span = (i64::from(last) - i64::from(first) + 1) as u64;
        let is_dense = span <= 2 * sorted.len() as u64 + 4;
        self.asm.op(if is_dense { 0xaa } else { 0xab });
        while !self.asm.here().is_multiple_of(4) {
            self.asm.op(0);
        }
        self.asm.offset_to(default, from, true);
        if is_dense {
            self.asm.u32(first as u32);
            self.asm.u32(last as u32);
            for value in first..=last {
                let label = sorted.get(&value).copied().unwrap_or(default);
                self.asm.offset_to(label, from, true);
            }
        } else {
            self.asm.u32(sorted.len() as u32);
            for (value, label) in sorted {
                self.asm.u32(value as u32);
                self.asm.offset_to(label, from, true);
            }
        }
        Ok(())
    }
}
