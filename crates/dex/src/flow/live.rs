//! Which values are still wanted, and as which kinds: a constant is stored only as what it is used for.

use crate::error::DexError;
use crate::flow::blocks::Blocks;
use crate::flow::effects::{Effects, effects};
use crate::flow::method::{Method, Names};
use crate::flow::state::State;
use crate::flow::step::step;
use crate::flow::value::Kinds;
use crate::insn::{Insn, Reg};

/// Rounds are few; this many registers are looked at only in code that was made to be slow.
const MOST_WORK: usize = 1_000_000_000;

/// For each register the kinds as which it is read later on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted(Vec<u8>);

impl Wanted {
    pub(crate) fn of(&self, reg: Reg) -> Kinds {
        Kinds(self.0.get(reg as usize).copied().unwrap_or(0))
    }

    fn add(&mut self, reg: Reg, kinds: Kinds) {
        if let Some(place) = self.0.get_mut(reg as usize) {
            *place |= kinds.0;
        }
    }

    fn take(&mut self, reg: Reg) -> Kinds {
        Kinds(self.0.get_mut(reg as usize).map_or(0, std::mem::take))
    }

    /// Whether that changed anything.
    fn join(&mut self, other: &Wanted) -> bool {
        let mut changed = false;
        for (place, more) in self.0.iter_mut().zip(&other.0) {
            changed |= *more & !*place != 0;
            *place |= more;
        }
        changed
    }
}

/// What is wanted at the start of each block, and of what each instruction writes.
pub(crate) struct Live {
    pub(crate) at_start: Vec<Wanted>,
    /// By instruction.
    pub(crate) written: Vec<Kinds>,
    /// By instruction; none for those that are never reached.
    pub(crate) effects: Vec<Option<Effects>>,
}

impl Live {
    pub(crate) fn new(
        method: &Method<'_>,
        blocks: &Blocks,
        insns: &[Insn],
        entries: &[Option<State>],
        names: &mut Names<'_, '_, '_>,
    ) -> Result<Live, DexError> {
        let nothing = Wanted(vec![0; method.all_registers() as usize]);
        let mut live = Live {
            at_start: vec![nothing; blocks.list.len()],
            written: vec![Kinds::default(); insns.len()],
            effects: vec![None; insns.len()],
        };
        for (block, entry) in blocks.list.iter().zip(entries) {
            let Some(mut state) = entry.clone() else { continue };
            for (index, insn) in insns.iter().enumerate().take(block.end).skip(block.first) {
                live.effects[index] = Some(effects(&state, insn, method, names)?);
                if !step(&mut state, insn, block.caught, method, names)? {
                    break;
                }
            }
        }
        let mut changed = true;
        let mut work = 0usize;
        while changed {
            changed = false;
            work += insns.len() + blocks.list.len() * method.all_registers() as usize;
            if work > MOST_WORK {
                return Err(DexError::TooMany {
                    what: "steps to find what is wanted",
                    count: work,
                    limit: MOST_WORK,
                });
            }
            for block in (0..blocks.list.len()).rev().filter(|&block| entries[block].is_some()) {
                let wanted = live.before(block, blocks, insns)?;
                changed |= live.at_start[block].join(&wanted);
            }
        }
        Ok(live)
    }

    /// What is wanted before a block, by what is known to be wanted after it.
    fn before(&mut self, block: usize, blocks: &Blocks, insns: &[Insn]) -> Result<Wanted, DexError> {
        let mut wanted = Wanted(vec![0; self.at_start[block].0.len()]);
        for next in blocks.after(block, insns)? {
            wanted.join(&self.at_start[next]);
        }
        let range = &blocks.list[block];
        for index in (range.first..range.end).rev() {
            let Some(effects) = &self.effects[index] else { continue };
            if let Some(reg) = effects.write {
                let kinds = wanted.take(reg);
                self.written[index] = kinds;
                if let Some((src, known)) = effects.copied {
                    wanted.add(src, kinds.and(known));
                }
            }
            if let Some(covered) = blocks.try_at(insns[index].pc).filter(|_| insns[index].op.can_throw()) {
                for handler in &blocks.tries[covered].handlers {
                    wanted.join(&self.at_start[handler.block]);
                }
            }
            for (reg, kind) in &effects.reads {
                wanted.add(*reg, Kinds::only(*kind));
            }
        }
        Ok(wanted)
    }
}
