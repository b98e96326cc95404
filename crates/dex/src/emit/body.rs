//! A method's code, translated.

use std::collections::HashMap;

use crate::emit::assembler::{Assembler, Label};
use crate::emit::bootstrap::Bootstraps;
use crate::emit::frames::{self, Frame, Held};
use crate::emit::locals::Locals;
use crate::emit::pool::Pool;
use crate::emit::probes::{MethodProbes, ProbeKeeper};
use crate::error::DexError;
use crate::flow::blocks::Blocks;
use crate::flow::infer::infer;
use crate::flow::live::Live;
use crate::flow::method::{Method, Names};
use crate::flow::state::State;
use crate::flow::step::{initialised, step};
use crate::flow::value::{Object, Value};
use crate::insn::decode::decode;
use crate::insn::{Insn, Kind, Op, Reg};
use crate::read::code::CodeItem;
use crate::types::TypeId;

/// What is shared by the methods of a class.
pub(crate) struct Shared<'m> {
    pub(crate) pool: &'m mut Pool,
    pub(crate) bootstraps: &'m mut Bootstraps,
    pub(crate) keeper: Option<&'m ProbeKeeper>,
    /// Interfaces whose methods are called as this class's parent's are.
    pub(crate) interfaces: &'m mut Vec<String>,
}

/// All that is known of a method's code before it is translated.
pub(crate) struct Analysis {
    pub(crate) insns: Vec<Insn>,
    pub(crate) blocks: Blocks,
    pub(crate) entries: Vec<Option<State>>,
    pub(crate) live: Live,
}

impl Analysis {
    pub(crate) fn new(
        method: &Method<'_>,
        code: &CodeItem,
        names: &mut Names<'_, '_, '_>,
    ) -> Result<Analysis, DexError> {
        let insns = decode(&code.units)?;
        let blocks = Blocks::new(code, &insns, names)?;
        let entries = infer(method, &blocks, &insns, names)?;
        let live = Live::new(method, &blocks, &insns, &entries, names)?;
        Ok(Analysis { insns, blocks, entries, live })
    }
}

/// Code as it goes into a class file.
pub(crate) struct Code {
    pub(crate) bytes: Vec<u8>,
    pub(crate) stack: u16,
    pub(crate) locals: u16,
    /// Start, end, handler, and the number of the class caught.
    pub(crate) exceptions: Vec<(u16, u16, u16, u16)>,
    pub(crate) frames: Vec<u8>,
    /// Offsets and lines.
    pub(crate) lines: Vec<(u16, u16)>,
}

/// The most bytes that a method of a class file may have.
const MOST_BYTES: usize = 65_535;

/// Translates a method, first with jumps that reach 32 KiB.
pub(crate) fn translate<'a>(
    method: &Method<'a>,
    analysis: &Analysis,
    lines: &[(u32, u32)],
    probes: Option<&MethodProbes>,
    names: &mut Names<'_, 'a, '_>,
    shared: &mut Shared<'_>,
) -> Result<Code, DexError> {
    for far in [false, true] {
        let mut body = Body::new(method, analysis, far, names, shared)?;
        body.translate(lines, probes)?;
        if let Some(code) = body.finish()? {
            return Ok(code);
        }
    }
    Err(DexError::TooMany { what: "bytes of a method", count: MOST_BYTES + 1, limit: MOST_BYTES })
}

pub(crate) struct Body<'b, 'm, 'a, 'l, 's> {
    pub(crate) method: &'b Method<'a>,
    pub(crate) analysis: &'b Analysis,
    pub(crate) names: &'b mut Names<'m, 'a, 'l>,
    pub(crate) shared: &'b mut Shared<'s>,
    pub(crate) asm: Assembler,
    pub(crate) locals: Locals,
    pub(crate) labels: Vec<Label>,
    /// What registers hold before the instruction at hand.
    pub(crate) state: State,
    /// Where objects are made, by Dalvik address.
    pub(crate) made: HashMap<u32, usize>,
    frames: Vec<Frame>,
    first_locals: Vec<Held>,
    probe_slot: Option<u16>,
    covered: Vec<(usize, usize, usize)>,
    lines: Vec<(u16, u16)>,
}

impl<'b, 'm, 'a, 'l, 's> Body<'b, 'm, 'a, 'l, 's> {
    fn new(
        method: &'b Method<'a>,
        analysis: &'b Analysis,
        far: bool,
        names: &'b mut Names<'m, 'a, 'l>,
        shared: &'b mut Shared<'s>,
    ) -> Result<Self, DexError> {
        let writes =
            |reg: Reg| analysis.live.effects.iter().flatten().any(|effects| effects.write == Some(reg));
        let locals = Locals::new(method, writes)?;
        let mut asm = Assembler::new(far);
        let labels = analysis.blocks.list.iter().map(|_| asm.label()).collect();
        let state = State::at_entry(method, names.types)?;
        let mut body = Body {
            method,
            analysis,
            names,
            shared,
            asm,
            locals,
            labels,
            state,
            made: HashMap::new(),
            frames: Vec::new(),
            first_locals: Vec::new(),
            probe_slot: None,
            covered: Vec::new(),
            lines: Vec::new(),
        };
        body.first_locals = body.held(&|_, _| true);
        Ok(body)
    }

    fn translate(&mut self, lines: &[(u32, u32)], probes: Option<&MethodProbes>) -> Result<(), DexError> {
        if let Some(probes) = probes {
            let slot = self.locals.fresh(Kind::Ref)?;
            probes.fetch(slot, &mut self.asm, self.shared.pool);
            self.probe_slot = Some(slot);
        }
        for (from, to) in self.locals.copies.clone() {
            self.asm.load(Kind::Ref, from);
            self.asm.store(Kind::Ref, to);
        }
        for (block, is_jumped_to) in self.jumped_to()?.into_iter().enumerate() {
            let Some(entry) = self.analysis.entries[block].clone() else { continue };
            self.state = entry;
            self.begin(block, is_jumped_to)?;
            if let Some((slot, probes)) = self.probe_slot.zip(probes) {
                probes.tick(block, slot, &mut self.asm, self.shared.pool);
            }
            self.block(block, lines)?;
        }
        self.landing_pads()
    }

    /// Which blocks are reached otherwise than by exceptions.
    fn jumped_to(&self) -> Result<Vec<bool>, DexError> {
        let Analysis { insns, blocks, entries, .. } = self.analysis;
        let mut jumped_to = vec![false; blocks.list.len()];
        for block in (0..blocks.list.len()).filter(|&block| entries[block].is_some()) {
            for next in blocks.after(block, insns)? {
                jumped_to[next] = true;
            }
        }
        Ok(jumped_to)
    }

    /// The label, the frame, and the exception that lies on the stack of a handler.
    fn begin(&mut self, block: usize, is_jumped_to: bool) -> Result<(), DexError> {
        let range = &self.analysis.blocks.list[block];
        let first = &self.analysis.insns[range.first];
        self.asm.place(self.labels[block]);
        match &first.op {
            Op::MoveException { dst } => {
                if is_jumped_to || block == 0 {
                    return Err(DexError::BadCode { why: "a jump to a handler", pc: first.pc });
                }
                self.frame(block, range.caught)?;
                self.store_result(range.first, *dst, Kind::Ref)
            }
            _ if block == 0 && !is_jumped_to && range.caught.is_none() => Ok(()),
            _ => self.frame(block, None),
        }
    }

    /// Handlers that have no use for the exception, and may be jumped to.
    fn landing_pads(&mut self) -> Result<(), DexError> {
        for block in 0..self.analysis.blocks.list.len() {
            let Some((label, entry)) = self.pad_of(block) else { continue };
            self.state = entry;
            let target = self.labels[block];
            self.asm.place(label);
            self.labels[block] = label;
            self.frame(block, self.analysis.blocks.list[block].caught)?;
            self.asm.pop(Kind::Ref);
            self.asm.goto(target);
        }
        Ok(())
    }

    fn pad_of(&mut self, block: usize) -> Option<(Label, State)> {
        let range = &self.analysis.blocks.list[block];
        let is_plain = !matches!(self.analysis.insns[range.first].op, Op::MoveException { .. });
        let entry = self.analysis.entries[block].clone().filter(|_| is_plain && range.caught.is_some())?;
        Some((self.asm.label(), entry))
    }

    fn block(&mut self, block: usize, lines: &[(u32, u32)]) -> Result<(), DexError> {
        let (analysis, range) = (self.analysis, &self.analysis.blocks.list[block]);
        let start = self.asm.here();
        for index in range.first..range.end {
            let insn = &analysis.insns[index];
            self.line(lines, insn.pc);
            let before = self.asm.here();
            let begins_object =
                initialised(&self.state, insn, self.names)?.is_some_and(|(object, _)| object == Object::This);
            if !matches!(insn.op, Op::MoveException { .. }) || index != range.first {
                self.insn(index, insn)?;
            }
            if let Some(covered) =
                analysis.blocks.try_at(insn.pc).filter(|_| insn.op.can_throw() && !begins_object)
            {
                self.cover(before, covered);
            }
            if self.asm.here() > 2 * MOST_BYTES {
                return Err(DexError::TooMany {
                    what: "bytes of a method",
                    count: self.asm.here(),
                    limit: MOST_BYTES,
                });
            }
            if !step(&mut self.state, insn, range.caught, self.method, self.names)? {
                break;
            }
        }
        if self.asm.here() == start {
            // Two blocks at one place would want two frames there.
            self.asm.op(0);
        }
        Ok(())
    }

    fn line(&mut self, lines: &[(u32, u32)], pc: u32) {
        let after = lines.partition_point(|&(start, _)| start <= pc);
        let line = match lines {
            // Since Android 8 a method without lines is told by its addresses, and R8 counts on that.
            [] => pc,
            _ => match after.checked_sub(1).and_then(|index| lines.get(index)) {
                Some(&(_, line)) => line,
                None => return,
            },
        };
        let (Ok(at), Ok(line)) = (u16::try_from(self.asm.here()), u16::try_from(line)) else { return };
        if self.lines.last().is_some_and(|&(start, _)| start == at) {
            self.lines.pop();
        }
        if self.lines.last().is_none_or(|&(_, before)| before != line) {
            self.lines.push((at, line));
        }
    }

    /// The exceptions of what was just written go to these handlers.
    fn cover(&mut self, start: usize, covered: usize) {
        let end = self.asm.here();
        match self.covered.last_mut() {
            Some((_, before, same)) if *before == start && *same == covered => *before = end,
            _ if end > start => self.covered.push((start, end, covered)),
            _ => {}
        }
    }

    fn frame(&mut self, block: usize, caught: Option<TypeId>) -> Result<(), DexError> {
        let live = &self.analysis.live.at_start[block];
        let this = self.method.this_register();
        for reg in 0..self.method.registers {
            for kind in live.of(reg).and(self.state.get(reg).kinds).each() {
                // What is written only by code further on needs its place now.
                self.locals.slot(reg, kind)?;
            }
        }
        let locals = self.held(&|reg, kind| this == Some(reg) || live.of(reg).has(kind));
        let stack = caught.map(|class| Held::Object(self.shared.pool.class(self.names.types.name(class))));
        self.frames.push(Frame { at: self.asm.here(), locals, stack });
        Ok(())
    }

    /// What local variables hold, as far as it is wanted.
    fn held(&mut self, is_wanted: &dyn Fn(Reg, Kind) -> bool) -> Vec<Held> {
        let mut held = vec![Held::Nothing; usize::from(self.locals.count())];
        for reg in 0..self.method.all_registers() {
            let value = self.state.get(reg);
            for kind in value.kinds.each().filter(|&kind| is_wanted(reg, kind)) {
                if let Some(slot) = self.locals.find(reg, kind) {
                    held[usize::from(slot)] = self.held_by(value, kind);
                }
            }
        }
        if let Some(slot) = self.probe_slot {
            held[usize::from(slot)] = Held::Object(self.shared.pool.class("[Z"));
        }
        held
    }

    fn held_by(&mut self, value: Value, kind: Kind) -> Held {
        match (kind, value.object) {
            (Kind::Int, _) => Held::Int,
            (Kind::Float, _) => Held::Float,
            (Kind::Long, _) => Held::Long,
            (Kind::Double, _) => Held::Double,
            (Kind::Ref, Object::Null) => Held::Null,
            (Kind::Ref, Object::This) => Held::This,
            (Kind::Ref, Object::New { pc, .. }) => Held::New(pc),
            (Kind::Ref, Object::Of(class)) => {
                Held::Object(self.shared.pool.class(self.names.types.name(class)))
            }
        }
    }

    /// None if jumps do not reach.
    fn finish(mut self) -> Result<Option<Code>, DexError> {
        if !self.asm.finish()? {
            return Ok(None);
        }
        let count = self.asm.here();
        if count > MOST_BYTES {
            return Err(DexError::TooMany { what: "bytes of a method", count, limit: MOST_BYTES });
        }
        let exceptions = self.exceptions();
        if exceptions.len() > MOST_BYTES || self.frames.len() > MOST_BYTES {
            return Err(DexError::TooMany { what: "handlers", count: exceptions.len(), limit: MOST_BYTES });
        }
        Ok(Some(Code {
            exceptions,
            frames: if self.frames.is_empty() {
                Vec::new()
            } else {
                frames::write(&self.frames, &self.first_locals, &self.made)
            },
            stack: self.asm.stack as u16,
            locals: self.locals.count(),
            bytes: self.asm.bytes,
            lines: self.lines,
        }))
    }

    fn exceptions(&mut self) -> Vec<(u16, u16, u16, u16)> {
        let mut exceptions = Vec::new();
        for (start, end, covered) in &self.covered {
            for handler in &self.analysis.blocks.tries[*covered].handlers {
                let Some(target) = self.asm.offset(self.labels[handler.block]) else { continue };
                let kind = handler.kind.map_or(0, |kind| self.shared.pool.class(self.names.types.name(kind)));
                exceptions.push((*start as u16, *end as u16, target as u16, kind));
            }
        }
        exceptions
    }
}
