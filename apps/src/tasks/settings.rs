//! The settings, reminders, and the exchange with a server.

use std::time::Duration;

use sim::{
    Context, Element, Look, Outcome, Page, TextSize, Tone, button, column, divider, reached, row, scroll,
    space, spinner, stack, switch, text,
};

use super::store::Priority;
use super::{LABEL_UNDERNEATH, Message as M, NOTIFY, Tasks};
use crate::day::ago;
use crate::kit::value_choice;

/// The screen; what is set is kept at once.
#[derive(Debug, Clone, Hash)]
pub struct Settings;

/// The exchange with the server.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Sync {
    /// Counts the exchanges begun, so that the answer to a cancelled one is known when it arrives.
    run: u32,
    running: bool,
}

/// What its touches mean.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Back,
    ShowDone,
    Priority(Priority),
    Remind,
    MayRemind(bool),
    Sync,
    CancelSync,
}

use Message::{Back, CancelSync, MayRemind, Remind, ShowDone};

impl Settings {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Tasks>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            ShowDone => {
                reached!(cx);
                cx.store.settings.show_done = !cx.store.settings.show_done;
            }
            Message::Priority(priority) => {
                reached!(cx);
                cx.store.settings.priority = priority;
            }
            Remind if cx.store.settings.remind => {
                reached!(cx);
                cx.store.settings.remind = false;
            }
            Remind if cx.config.api < 33 => {
                reached!(cx);
                cx.store.settings.remind = true;
            }
            Remind => {
                reached!(cx);
                cx.ask_permission(NOTIFY, |granted| M::Settings(MayRemind(granted)));
            }
            MayRemind(true) => {
                reached!(cx);
                cx.store.settings.remind = true;
            }
            MayRemind(false) => {
                reached!(cx);
                cx.toast("Without notifications there are no reminders");
            }
            Message::Sync if cx.memory.sync.running => {}
            Message::Sync if !cx.config.online => {
                reached!(cx);
                cx.toast("You are offline. Try again later.");
            }
            Message::Sync => {
                reached!(cx);
                cx.memory.sync.run += 1;
                cx.memory.sync.running = true;
                let run = cx.memory.sync.run;
                let time = Duration::from_millis(800 + cx.random(1200));
                cx.background(time, M::Synced { run });
            }
            CancelSync => {
                reached!(cx);
                cx.memory.sync.running = false;
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Tasks>) -> Page<M> {
        let settings = &look.store.settings;
        let choose = |priority| M::Settings(Message::Priority(priority));
        let priority = value_choice(Priority::ALL, settings.priority, choose);
        let fields = column([
            switch("Show done tasks", settings.show_done).id("show_done").on_tap(M::Settings(ShowDone)),
            priority_row(look, priority.id("new_priority")),
            switch("Remind me of due tasks", settings.remind).id("remind").on_tap(M::Settings(Remind)),
            divider(),
            sync(look),
            text("Tasks 5.0").id("version").size(TextSize::Small).color(Tone::Muted),
        ]);
        Page::new(scroll("settings", fields.padding(16).gap(16))).title("Settings").up(M::Settings(Back))
    }
}

/// With the mistake, label and choice stand at the ends of a frame, not beside each other.
fn priority_row(look: &Look<'_, Tasks>, choice: Element<M>) -> Element<M> {
    let label = text("Priority of new tasks").id("priority_label");
    if look.has(LABEL_UNDERNEATH) {
        return stack([label, row([space(), choice])]).fill_width();
    }
    row([label.grow(1), choice]).fill_width()
}

fn sync(look: &Look<'_, Tasks>) -> Element<M> {
    if look.memory.sync.running {
        let cancel = button("Cancel").id("cancel_sync").on_tap(M::Settings(CancelSync));
        return row([spinner().id("syncing"), text("Syncing").grow(1), cancel]).gap(8);
    }
    let last = match look.store.synced_ms {
        Some(when) => format!("Synced {}", ago(look.unix_ms(), when)),
        None => "Never synced".to_owned(),
    };
    row([
        text(last).id("synced").color(Tone::Muted).grow(1),
        button("Sync now").id("sync").on_tap(M::Settings(Message::Sync)),
    ])
}

/// The server has answered.
pub(super) fn synced(cx: &mut Context<'_, Tasks>, run: u32) -> Outcome {
    if cx.memory.sync.running && cx.memory.sync.run == run {
        reached!(cx);
        cx.memory.sync.running = false;
        cx.store.synced_ms = Some(cx.unix_ms());
        cx.toast("Everything is in sync");
    }
    Ok(())
}
