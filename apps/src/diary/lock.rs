//! The lock in front of every screen, once a PIN is set and until it was given to this process.

use sim::{
    Context, Icon, Look, Outcome, Page, TextSize, Tone, button, column, image, password_box, reached, text,
};

use super::{Diary, LOCKED_OUT, Message as M};

/// What is typed so far.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Lock {
    typed: String,
    wrong: bool,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Typed(String),
    Unlock,
    Fingerprint,
}

use Message::{Fingerprint, Typed, Unlock};

/// Whether the lock is to be shown instead of the screen.
pub(super) fn is_locked(look: &Look<'_, Diary>) -> bool {
    look.store.settings.pin.is_some() && !look.memory.unlocked
}

impl Lock {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Typed(typed) => {
                reached!(cx);
                self.typed = typed;
                self.wrong = false;
            }
            Unlock if cx.store.settings.pin.as_ref() == Some(&self.typed) => {
                reached!(cx);
                cx.memory.unlocked = true;
                cx.hide_keyboard();
                *self = Lock::default();
            }
            Unlock => {
                reached!(cx);
                *self = Lock { typed: String::new(), wrong: true };
            }
            Fingerprint => {
                reached!(cx);
                cx.memory.unlocked = true;
                *self = Lock::default();
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Diary>) -> Page<M> {
        let problem = if self.wrong { "This is not the PIN" } else { "" };
        let picture_dp = if look.has(LOCKED_OUT) { 180 } else { 64 };
        let body = column([
            image(Icon::Lock).width(picture_dp).height(picture_dp),
            text("Type your PIN").size(TextSize::Title),
            password_box(self.typed.clone())
                .id("pin")
                .hint("PIN")
                .on_edit(|text| M::Lock(Typed(text)))
                .on_submit(M::Lock(Unlock)),
            text(problem).id("problem").color(Tone::Danger),
            button("Unlock").id("unlock").on_tap(M::Lock(Unlock)),
            button("Use fingerprint").id("fingerprint").on_tap(M::Lock(Fingerprint)),
        ]);
        Page::new(body.padding(32).gap(12)).title(super::words::word(look, "Diary"))
    }
}
