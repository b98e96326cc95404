//! What a JVM's verifier is told about local variables at the places that code jumps to.

use std::collections::HashMap;

/// What a variable holds, as the verifier has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    Nothing,
    Int,
    Float,
    Long,
    Double,
    Null,
    /// The object under construction.
    This,
    /// By number of the constant.
    Object(u16),
    /// Made by the instruction at this Dalvik address and not finished.
    New(u32),
}

/// What is known at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) at: usize,
    /// By variable; the second half of a wide one holds nothing.
    pub(crate) locals: Vec<Held>,
    pub(crate) stack: Option<Held>,
}

/// The attribute's contents. `made` tells where the JVM's instructions are that make objects.
pub(crate) fn write(frames: &[Frame], first_locals: &[Held], made: &HashMap<u32, usize>) -> Vec<u8> {
    let mut bytes = (frames.len() as u16).to_be_bytes().to_vec();
    let mut before: Option<usize> = None;
    let mut locals = squeezed(first_locals);
    for frame in frames {
        let delta = before.map_or(frame.at, |before| frame.at - before - 1) as u16;
        let now = squeezed(&frame.locals);
        match (now == locals, frame.stack) {
            (true, None) if delta < 64 => bytes.push(delta as u8),
            (true, None) => {
                bytes.push(251);
                bytes.extend(delta.to_be_bytes());
            }
            (true, Some(held)) => {
                bytes.push(247);
                bytes.extend(delta.to_be_bytes());
                write_held(held, made, &mut bytes);
            }
            (false, stack) => write_full(delta, &now, stack, made, &mut bytes),
        }
        before = Some(frame.at);
        locals = now;
    }
    bytes
}

fn write_full(
    delta: u16,
    locals: &[Held],
    stack: Option<Held>,
    made: &HashMap<u32, usize>,
    bytes: &mut Vec<u8>,
) {
    bytes.push(255);
    bytes.extend(delta.to_be_bytes());
    bytes.extend((locals.len() as u16).to_be_bytes());
    for held in locals {
        write_held(*held, made, bytes);
    }
    bytes.extend(u16::from(stack.is_some()).to_be_bytes());
    if let Some(held) = stack {
        write_held(held, made, bytes);
    }
}

/// Without the second halves of wide variables, and without what is empty at the end.
fn squeezed(locals: &[Held]) -> Vec<Held> {
    let mut squeezed = Vec::new();
    let mut at = 0;
    while let Some(&held) = locals.get(at) {
        squeezed.push(held);
        at += if matches!(held, Held::Long | Held::Double) { 2 } else { 1 };
    }
    while squeezed.last() == Some(&Held::Nothing) {
        squeezed.pop();
    }
    squeezed
}

fn write_held(held: Held, made: &HashMap<u32, usize>, bytes: &mut Vec<u8>) {
    let with_index = |tag: u8, index: u16| [&[tag][..], &index.to_be_bytes()].concat();
    match held {
        Held::Nothing => bytes.push(0),
        Held::Int => bytes.push(1),
        Held::Float => bytes.push(2),
        Held::Double => bytes.push(3),
        Held::Long => bytes.push(4),
        Held::Null => bytes.push(5),
        Held::This => bytes.push(6),
        Held::Object(class) => bytes.extend(with_index(7, class)),
        Held::New(pc) => bytes.extend(with_index(8, made.get(&pc).copied().unwrap_or(0) as u16)),
    }
}
