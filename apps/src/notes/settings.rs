//! The settings, and the backup that runs beside everything else.

use std::time::Duration;

use sim::{
    Context, Element, Look, Outcome, Page, TextSize, Tone, button, column, divider, progress, reached,
    scroll, switch, text,
};

use super::store::{Letters, Preferences};
use super::{DEAD_BACKUP, Message as M, Notes, THEME_RESETS};
use crate::day::ago;
use crate::kit::{Theme, labelled, value_choice};

/// The screen; what is set is kept at once.
#[derive(Debug, Clone, Hash)]
pub struct Settings;

/// A backup under way.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Backup {
    /// Counts the backups begun, so that the pieces of a cancelled one are known when they arrive.
    run: u32,
    percent: Option<u8>,
    /// Whether one is under way, so that a second touch does not begin another.
    busy: bool,
}

/// What its touches mean.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Back,
    Theme(Theme),
    Letters(Letters),
    Previews,
    AskBeforeDeleting,
    BackUp,
    CancelBackup,
}

use Message::{AskBeforeDeleting, Back, BackUp, CancelBackup, Previews};

impl Settings {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Notes>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Message::Theme(theme) => {
                reached!(cx);
                let others = if cx.has(THEME_RESETS) { Preferences::default() } else { cx.store.settings };
                cx.store.settings = Preferences { theme, ..others };
            }
            Message::Letters(letters) => {
                reached!(cx);
                cx.store.settings.letters = letters;
            }
            Previews => {
                reached!(cx);
                cx.store.settings.previews = !cx.store.settings.previews;
            }
            AskBeforeDeleting => {
                reached!(cx);
                cx.store.settings.ask_before_deleting = !cx.store.settings.ask_before_deleting;
            }
            BackUp if cx.memory.backup.busy => {}
            BackUp if !cx.config.online => {
                reached!(cx);
                cx.toast("You are offline. Try again later.");
            }
            BackUp => {
                reached!(cx);
                cx.memory.backup.run += 1;
                cx.memory.backup.percent = Some(0);
                cx.memory.backup.busy = true;
                next_piece(cx);
            }
            CancelBackup => {
                reached!(cx);
                cx.memory.backup.percent = None;
                if !cx.has(DEAD_BACKUP) {
                    cx.memory.backup.busy = false;
                }
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Notes>) -> Page<M> {
        let settings = &look.store.settings;
        let theme = value_choice(Theme::ALL, settings.theme, |theme| M::Settings(Message::Theme(theme)));
        let letters =
            value_choice(Letters::ALL, settings.letters, |letters| M::Settings(Message::Letters(letters)));
        let ask = switch("Ask before deleting several", settings.ask_before_deleting).id("ask");
        let fields = column([
            labelled("Theme", theme.id("theme")),
            labelled("Size of letters", letters.id("letters")),
            switch("Show beginnings of notes", settings.previews)
                .id("previews")
                .on_tap(M::Settings(Previews)),
            ask.on_tap(M::Settings(AskBeforeDeleting)),
            divider(),
            backup(look),
            text("Notes 2.3.1").id("version").size(TextSize::Small).color(Tone::Muted),
        ]);
        Page::new(scroll("settings", fields.padding(16).gap(16))).title("Settings").up(M::Settings(Back))
    }
}

fn backup(look: &Look<'_, Notes>) -> Element<M> {
    let last = match look.store.last_backup_ms {
        Some(when) => format!("Last backup: {}", ago(look.unix_ms(), when)),
        None => "Last backup: never".to_owned(),
    };
    let last = text(last).id("last_backup").color(Tone::Muted);
    match look.memory.backup.percent {
        Some(percent) => column([
            text(format!("Backing up, {percent} %")).id("backup_state"),
            progress(percent).id("backup_progress"),
            button("Cancel").id("cancel_backup").on_tap(M::Settings(CancelBackup)),
        ]),
        None => column([last, button("Back up now").id("back_up").on_tap(M::Settings(BackUp))]),
    }
    .gap(8)
}

fn next_piece(cx: &mut Context<'_, Notes>) {
    let run = cx.memory.backup.run;
    // The network is never equally quick.
    let time = Duration::from_millis(300 + cx.random(500));
    cx.background(time, M::BackedUp { run });
}

/// A piece of a backup is done.
pub(super) fn backed_up(cx: &mut Context<'_, Notes>, run: u32) -> Outcome {
    let Some(percent) = cx.memory.backup.percent.filter(|_| run == cx.memory.backup.run) else {
        reached!(cx);
        return Ok(());
    };
    if percent < 80 {
        reached!(cx);
        cx.memory.backup.percent = Some(percent + 20);
        next_piece(cx);
    } else {
        reached!(cx);
        cx.memory.backup.percent = None;
        cx.memory.backup.busy = false;
        cx.store.last_backup_ms = Some(cx.unix_ms());
        cx.toast("All notes are backed up");
    }
    Ok(())
}
