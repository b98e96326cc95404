//! What registers hold at the start of each block that is ever reached.

use std::collections::BTreeSet;

use crate::error::DexError;
use crate::flow::blocks::Blocks;
use crate::flow::method::{Method, Names};
use crate::flow::state::State;
use crate::flow::step::{initialised, step};
use crate::flow::value::Object;
use crate::insn::Insn;

/// Rounds over a method's blocks are few; this many registers are looked at only in code that was made to be slow.
const MOST_WORK: usize = 400_000_000;
/// Registers times blocks that are kept at once.
const MOST_KEPT: usize = 20_000_000;

/// Follows all ways through the code until nothing new is learnt. Blocks that are never reached have no state.
pub(crate) fn infer(
    method: &Method<'_>,
    blocks: &Blocks,
    insns: &[Insn],
    names: &mut Names<'_, '_, '_>,
) -> Result<Vec<Option<State>>, DexError> {
    let touched = insns.len().saturating_mul(method.all_registers() as usize);
    if touched > MOST_WORK {
        return Err(DexError::TooMany {
            what: "registers times instructions",
            count: touched,
            limit: MOST_WORK,
        });
    }
    let kept = blocks.list.len().saturating_mul(method.all_registers() as usize);
    if kept > MOST_KEPT {
        return Err(DexError::TooMany { what: "registers times blocks", count: kept, limit: MOST_KEPT });
    }
    let mut flow =
        Flow { blocks, entries: vec![None; blocks.list.len()], waiting: BTreeSet::from([0]), work: 0 };
    flow.entries[0] = Some(State::at_entry(method, names.types)?);
    while let Some(block) = flow.waiting.pop_first() {
        flow.follow(block, method, insns, names)?;
        if flow.work > MOST_WORK {
            return Err(DexError::TooMany {
                what: "steps to type a method",
                count: flow.work,
                limit: MOST_WORK,
            });
        }
    }
    Ok(flow.entries)
}

struct Flow<'b> {
    blocks: &'b Blocks,
    entries: Vec<Option<State>>,
    waiting: BTreeSet<usize>,
    work: usize,
}

impl Flow<'_> {
    fn follow(
        &mut self,
        block: usize,
        method: &Method<'_>,
        insns: &[Insn],
        names: &mut Names<'_, '_, '_>,
    ) -> Result<(), DexError> {
        let Some(mut state) = self.entries[block].clone() else { return Ok(()) };
        let here = &self.blocks.list[block];
        let mut covered = None;
        for insn in &insns[here.first..here.end] {
            self.work += 1;
            let now = if insn.op.can_throw() { self.blocks.try_at(insn.pc) } else { covered };
            let begins_object =
                initialised(&state, insn, names)?.is_some_and(|(object, _)| object == Object::This);
            // The call of the parent's constructor is left out of all handlers: a JVM could not have it there.
            if insn.op.can_throw() && !begins_object {
                self.throw(&mut state, covered, now, names);
                covered = now;
            }
            let before = state.written.len();
            let goes_on = step(&mut state, insn, here.caught, method, names)?;
            if state.written.len() > before + 1 && !begins_object && insn.op.can_throw() {
                // A constructor call finishes all copies of an object; a JVM sees that before it is over.
                self.finish(&state, insn, names)?;
            }
            if !goes_on {
                return Ok(());
            }
        }
        state.written.clear();
        for next in self.blocks.after(block, insns)? {
            self.reach(next, &state, names);
        }
        Ok(())
    }

    /// What handlers see of an instruction that throws: all registers the first time, then those that were written since.
    fn throw(
        &mut self,
        state: &mut State,
        before: Option<usize>,
        now: Option<usize>,
        names: &mut Names<'_, '_, '_>,
    ) {
        let Some(index) = now else { return };
        let written = std::mem::take(&mut state.written);
        let blocks = self.blocks;
        for handler in &blocks.tries[index].handlers {
            if before == now {
                self.work += written.len();
                self.reach_with(handler.block, state, &written, names);
            } else {
                self.reach(handler.block, state, names);
            }
        }
    }

    fn finish(&mut self, state: &State, insn: &Insn, names: &mut Names<'_, '_, '_>) -> Result<(), DexError> {
        let is_constructor = matches!(&insn.op, crate::insn::Op::Invoke { method, .. } if names.dex.method(*method)?.name == "<init>");
        let Some(index) = self.blocks.try_at(insn.pc).filter(|_| is_constructor) else { return Ok(()) };
        let blocks = self.blocks;
        for handler in &blocks.tries[index].handlers {
            self.reach(handler.block, state, names);
        }
        Ok(())
    }

    fn reach(&mut self, block: usize, state: &State, names: &mut Names<'_, '_, '_>) {
        self.work += state.len();
        let changed = match &mut self.entries[block] {
            Some(entry) => entry.join(state, names.types),
            entry => {
                let mut first = state.clone();
                first.written.clear();
                *entry = Some(first);
                true
            }
        };
        if changed {
            self.waiting.insert(block);
        }
    }

    fn reach_with(&mut self, block: usize, state: &State, written: &[u32], names: &mut Names<'_, '_, '_>) {
        let Some(entry) = &mut self.entries[block] else { return self.reach(block, state, names) };
        let mut changed = false;
        for &reg in written {
            changed |= entry.join_one(reg, state, names.types);
        }
        if changed {
            self.waiting.insert(block);
        }
    }
}
