//! The settings and the PIN.

use sim::{
    Context, Dialog, Look, Outcome, Page, TextSize, Tone, button, column, divider, password_box, reached,
    row, scroll, switch, text,
};

use super::store::Preferences;
use super::words::word;
use super::{Diary, Message as M, PIN_RESETS};

/// The screen; what is set is kept at once.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Settings {
    /// The PIN being typed, while its dialog is open.
    typed: Option<String>,
    problem: bool,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Back,
    MondayFirst,
    NewestFirst,
    ShowPhotos,
    LargeLetters,
    AskPin,
    Typed(String),
    SetPin,
    RemovePin,
    Cancel,
}

use Message::{
    AskPin, Back, Cancel, LargeLetters, MondayFirst, NewestFirst, RemovePin, SetPin, ShowPhotos, Typed,
};

impl Settings {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            MondayFirst => {
                reached!(cx);
                cx.store.settings.weeks_begin_on_monday = !cx.store.settings.weeks_begin_on_monday;
            }
            NewestFirst => {
                reached!(cx);
                cx.store.settings.newest_first = !cx.store.settings.newest_first;
            }
            ShowPhotos => {
                reached!(cx);
                cx.store.settings.show_photos = !cx.store.settings.show_photos;
            }
            LargeLetters => {
                reached!(cx);
                cx.store.settings.large_letters = !cx.store.settings.large_letters;
            }
            AskPin => {
                reached!(cx);
                *self = Settings { typed: Some(String::new()), problem: false };
                cx.focus("new_pin");
            }
            Typed(typed) => {
                reached!(cx);
                if self.typed.is_some() {
                    *self = Settings { typed: Some(typed), problem: false };
                }
            }
            SetPin => self.set_pin(cx),
            RemovePin => {
                reached!(cx);
                let others =
                    if cx.has(PIN_RESETS) { Preferences::default() } else { cx.store.settings.clone() };
                cx.store.settings = Preferences { pin: None, ..others };
                cx.toast("The diary is open to everyone now");
            }
            Cancel => *self = Settings::default(),
        }
        Ok(())
    }

    fn set_pin(&mut self, cx: &mut Context<'_, Diary>) {
        let Some(typed) = &self.typed else { return };
        if typed.len() == 4 && typed.bytes().all(|digit| digit.is_ascii_digit()) {
            reached!(cx);
            cx.store.settings.pin = Some(typed.clone());
            // Whoever sets it knows it.
            cx.memory.unlocked = true;
            *self = Settings::default();
        } else {
            reached!(cx);
            self.problem = true;
        }
    }

    pub(super) fn view(&self, look: &Look<'_, Diary>) -> Page<M> {
        let settings = &look.store.settings;
        let switch = |label, id, on, message| switch(label, on).id(id).on_tap(M::Settings(message));
        let pin = match settings.pin {
            Some(_) => button("Remove").id("remove_pin").on_tap(M::Settings(RemovePin)),
            None => button("Set").id("set_pin").on_tap(M::Settings(AskPin)),
        };
        let state = if settings.pin.is_some() { "PIN lock is on" } else { "PIN lock is off" };
        let fields = column([
            switch("Weeks begin on Monday", "monday_first", settings.weeks_begin_on_monday, MondayFirst),
            switch("Newest entries first", "newest_first", settings.newest_first, NewestFirst),
            switch("Photos in the timeline", "show_photos", settings.show_photos, ShowPhotos),
            switch("Large letters", "large_letters", settings.large_letters, LargeLetters),
            divider(),
            row([text(state).id("pin_state").grow(1), pin]).fill_width(),
            text("Diary 1.8.2").id("version").size(TextSize::Small).color(Tone::Muted),
        ]);
        Page::new(scroll("settings", fields.padding(16).gap(16)))
            .title(word(look, "Settings"))
            .up(M::Settings(Back))
            .dialog(self.typed.as_ref().map(|typed| self.pin_dialog(look, typed)))
    }

    fn pin_dialog(&self, look: &Look<'_, Diary>, typed: &str) -> Dialog<M> {
        let problem = if self.problem { "Four digits, please" } else { "" };
        let pin = password_box(typed.to_owned())
            .id("new_pin")
            .hint("Four digits")
            .on_edit(|text| M::Settings(Typed(text)))
            .on_submit(M::Settings(SetPin));
        Dialog::new("New PIN")
            .body(column([pin, text(problem).id("problem").color(Tone::Danger)]))
            .button(word(look, "Cancel"), M::Settings(Cancel))
            .button("OK", M::Settings(SetPin))
            .on_cancel(M::Settings(Cancel))
    }
}
