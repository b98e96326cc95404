//! Which widget of a window takes the keys, and typing into it.

use super::typing::{self, Stroke};
use super::{Dispatch, Reaction, Surface};
use crate::look::Focus;
use crate::{Keyboard, Kind};

impl<M: Clone> Surface<M> {
    /// What the keyboard offers for the text box that has the focus, if one has it.
    pub(crate) fn typing(&self) -> Option<Keyboard> {
        match self.view(self.window.focus()?.node).kind {
            Kind::TextBox { keyboard, .. } => Some(keyboard),
            _ => None,
        }
    }

    /// Puts the cursor into a text box; what the keyboard offers for it, if there is one of this id.
    pub(crate) fn focus_on(&mut self, id: &str) -> Option<Keyboard> {
        let nodes = &self.window.tree().nodes;
        let node = nodes.iter().position(|node| {
            node.view.id == id && matches!(node.view.kind, Kind::TextBox { .. }) && node.view.enabled
        });
        self.set_focus(node?);
        self.typing()
    }

    /// Moves the focus to the next widget that can have it, or the one before, round and round.
    pub(crate) fn move_focus(&mut self, forward: bool) {
        let mut focusable: Vec<usize> =
            (0..self.window.tree().nodes.len()).filter(|&node| self.is_focusable(node)).collect();
        if !forward {
            focusable.reverse();
        }
        let focused = self.window.focus();
        let at = focused.and_then(|focus| focusable.iter().position(|&node| node == focus.node));
        let next = at.map_or(0, |at| (at + 1) % focusable.len());
        if let Some(&node) = focusable.get(next) {
            self.set_focus(node);
        }
    }

    /// One stroke of a keyboard in the text box that has the focus.
    pub(crate) fn stroke(&mut self, stroke: Stroke) -> Option<Reaction<M>> {
        let Focus { node, caret } = self.window.focus()?;
        let Kind::TextBox { keyboard, multiline } = self.view(node).kind else { return None };
        if stroke == Stroke::Enter && !multiline {
            let submit = self.handlers(node).and_then(|handlers| handlers.submit.clone());
            return Some(match submit {
                Some(message) => Reaction::Send(message, Dispatch::EditorAction),
                None => Reaction::StopTyping,
            });
        }
        let edited = typing::edited(&self.view(node).text, caret, stroke, keyboard)?;
        let edit = self.handlers(node).and_then(|handlers| handlers.edit.as_ref());
        let message = match (edited.text, edit) {
            (Some(text), Some(edit)) => Some(Reaction::Send(edit(text), Dispatch::Edit)),
            (Some(_), None) => return None,
            (None, _) => None,
        };
        self.window.set_focus(Some(Focus { node, caret: edited.caret }));
        message
    }

    pub(super) fn set_focus(&mut self, node: usize) {
        let caret = self.view(node).text.chars().count();
        self.window.set_focus(Some(Focus { node, caret }));
    }
}
