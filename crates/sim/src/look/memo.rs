//! Sizes that were found out already.

use taffy::{AvailableSpace, LayoutInput, LayoutOutput, RequestedAxis, RunMode, Size, SizingMode};

/// What a widget's size was for the questions asked of it.
///
/// Leaves out what taffy's own cache keeps but nothing here asks about (percentages, baselines, margins that collapse), so
/// that copying one with each new tree costs next to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Memo {
    /// The answer that its children were placed for.
    placed: Option<Answer>,
    sizes: [Option<Answer>; Memo::SIZES],
    /// Which of the sizes gives way next.
    next: u8,
}

#[derive(Debug, Clone, Copy)]
struct Answer {
    question: Question,
    size: Size<f32>,
}

/// All that a size depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Question {
    width: Bound,
    height: Bound,
    axis: RequestedAxis,
    inherent: bool,
}

/// How long a side is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Exactly so, by its bits, and whether that counts as given from above.
    Known(u32, bool),
    /// At most so, by its bits.
    AtMost(u32),
    MinContent,
    MaxContent,
}

impl Memo {
    /// A widget is asked for no more than four sizes while it is placed; a few more serve a keyboard that comes and goes.
    const SIZES: usize = 6;

    pub(super) fn get(&self, input: &LayoutInput) -> Option<LayoutOutput> {
        let question = Question::of(input);
        let answer = match input.run_mode {
            RunMode::PerformLayout => self.placed.filter(|answer| answer.question == question),
            RunMode::ComputeSize => {
                self.sizes.iter().flatten().find(|answer| answer.question.answers(&question)).copied()
            }
            RunMode::PerformHiddenLayout => None,
        };
        answer.map(|answer| LayoutOutput::from_outer_size(answer.size))
    }

    pub(super) fn store(&mut self, input: &LayoutInput, size: Size<f32>) {
        let answer = Some(Answer { question: Question::of(input), size });
        match input.run_mode {
            RunMode::PerformLayout => self.placed = answer,
            RunMode::ComputeSize => {
                self.sizes[usize::from(self.next)] = answer;
                self.next = (self.next + 1) % Memo::SIZES as u8;
            }
            RunMode::PerformHiddenLayout => {}
        }
    }
}

impl Question {
    fn of(input: &LayoutInput) -> Question {
        let (known, room) = (input.known_dimensions, input.available_space);
        let definite = input.known_dimensions_are_definite;
        Question {
            width: Bound::of(known.width, definite.width, room.width),
            height: Bound::of(known.height, definite.height, room.height),
            axis: input.axis,
            inherent: input.sizing_mode == SizingMode::InherentSize,
        }
    }

    /// Whether the answer to this question is one to the other. A size found for one axis means nothing in the other.
    fn answers(&self, other: &Question) -> bool {
        let axis = self.axis == other.axis || self.axis == RequestedAxis::Both;
        axis && *self == Question { axis: self.axis, ..*other }
    }
}

impl Bound {
    fn of(known: Option<f32>, definite: bool, room: AvailableSpace) -> Bound {
        match (known, room) {
            (Some(px), _) => Bound::Known(px.to_bits(), definite),
            (None, AvailableSpace::Definite(px)) => Bound::AtMost(px.to_bits()),
            (None, AvailableSpace::MinContent) => Bound::MinContent,
            (None, AvailableSpace::MaxContent) => Bound::MaxContent,
        }
    }
}
