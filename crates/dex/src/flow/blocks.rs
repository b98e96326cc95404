//! Instructions in blocks that are entered only at their start, and the ways between them.

use std::collections::HashMap;

use crate::error::DexError;
use crate::flow::method::Names;
use crate::insn::{Insn, Op};
use crate::read::code::{CodeItem, Try};
use crate::types::TypeId;

/// A method's blocks, in the order of their addresses.
#[derive(Debug)]
pub(crate) struct Blocks {
    pub(crate) list: Vec<Block>,
    by_pc: HashMap<u32, usize>,
    pub(crate) tries: Vec<Covered>,
}

/// Instructions by their place in the method's list.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// The type of the exception with which it is entered, where it is a handler.
    pub(crate) caught: Option<TypeId>,
}

/// Instructions whose exceptions go to handlers.
#[derive(Debug)]
pub(crate) struct Covered {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) handlers: Vec<Handler>,
}

/// The first that fits is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handler {
    /// All exceptions where there is none.
    pub(crate) kind: Option<TypeId>,
    pub(crate) block: usize,
}

impl Blocks {
    pub(crate) fn new(
        code: &CodeItem,
        insns: &[Insn],
        names: &mut Names<'_, '_, '_>,
    ) -> Result<Blocks, DexError> {
        let mut starts = vec![0];
        for insn in insns {
            starts.extend(insn.op.targets());
            if insn.op.ends_path() || matches!(insn.op, Op::If { .. } | Op::Switch { .. }) {
                starts.push(insn.next);
            }
        }
        starts.extend(code.tries.iter().flat_map(|range| range.catches.iter().map(|catch| catch.target)));
        starts.sort_unstable();
        starts.dedup();
        let mut blocks = Blocks { list: Vec::new(), by_pc: HashMap::new(), tries: Vec::new() };
        blocks.cut(&starts, insns)?;
        for range in &code.tries {
            let covered = blocks.cover(range, names)?;
            blocks.tries.push(covered);
        }
        Ok(blocks)
    }

    fn cut(&mut self, starts: &[u32], insns: &[Insn]) -> Result<(), DexError> {
        for &start in starts {
            // What follows a jump may be a table; instructions after that are another block.
            let first = insns.partition_point(|insn| insn.pc < start);
            let Some(insn) = insns.get(first) else { continue };
            if self.by_pc.contains_key(&insn.pc) {
                continue;
            }
            if let Some(before) = self.list.last_mut() {
                before.end = first;
            }
            self.by_pc.insert(insn.pc, self.list.len());
            self.list.push(Block { first, end: insns.len(), caught: None });
        }
        match self.list.first() {
            Some(_) => Ok(()),
            None => Err(DexError::BadCode { why: "no instructions", pc: 0 }),
        }
    }

    /// Exceptions of classes that do not exist are never thrown, and a JVM would not have their handlers.
    fn cover(&mut self, range: &Try, names: &mut Names<'_, '_, '_>) -> Result<Covered, DexError> {
        let mut handlers = Vec::new();
        for catch in &range.catches {
            let kind = catch.kind.map(|index| names.class(index)).transpose()?;
            if kind.is_some_and(|kind| names.types.distance(kind, TypeId::THROWABLE).is_none()) {
                continue;
            }
            let block = self.at(catch.target)?;
            let caught = kind.unwrap_or(TypeId::THROWABLE);
            let known = self.list[block].caught;
            self.list[block].caught = Some(known.map_or(caught, |known| names.types.common(known, caught)));
            handlers.push(Handler { kind, block });
        }
        Ok(Covered { start: range.start, end: range.end, handlers })
    }

    /// The block that begins there.
    pub(crate) fn at(&self, pc: u32) -> Result<usize, DexError> {
        self.by_pc.get(&pc).copied().ok_or(DexError::BadCode { why: "a jump to where no instruction is", pc })
    }

    /// What covers an address, as an index.
    pub(crate) fn try_at(&self, pc: u32) -> Option<usize> {
        let index = self.tries.partition_point(|range| range.start <= pc).checked_sub(1)?;
        let range = &self.tries[index];
        (pc < range.end && !range.handlers.is_empty()).then_some(index)
    }

    /// Where a block leads by jumps and by going on; exceptions apart.
    pub(crate) fn after(&self, block: usize, insns: &[Insn]) -> Result<Vec<usize>, DexError> {
        let last = &insns[self.list[block].end - 1];
        let mut after = last.op.targets().into_iter().map(|pc| self.at(pc)).collect::<Result<Vec<_>, _>>()?;
        if !last.op.ends_path() {
            after.push(self.at(last.next)?);
        }
        Ok(after)
    }
}
