//! All entries as a table, written in the background and then shared.

use std::time::Duration;

use sim::{Context, Element, button, progress, reached, row, text};

use super::money::plain;
use super::store::{Entry, Store};
use super::{Budget, Message};

/// How much of an export each piece of work does.
const PIECE_PERCENT: u8 = 25;

/// Begins an export unless one is under way.
pub(super) fn begin(cx: &mut Context<'_, Budget>) {
    if cx.store.export.is_none() {
        reached!(cx);
        cx.store.export = Some(0);
        go_on(cx);
    }
}

/// Ends an export; the piece under way is not wanted any more.
pub(super) fn cancel(cx: &mut Context<'_, Budget>) {
    reached!(cx);
    cx.store.export = None;
    cx.memory.export_run = None;
}

/// Sets the next piece going, also of an export that ended with the process.
pub(super) fn go_on(cx: &mut Context<'_, Budget>) {
    if cx.store.export.is_some() && cx.memory.export_run.is_none() {
        reached!(cx);
        cx.memory.export_runs += 1;
        let run = cx.memory.export_runs;
        cx.memory.export_run = Some(run);
        cx.background(Duration::from_millis(1200), Message::Exported { run });
    }
}

/// A piece is done.
pub(super) fn exported(cx: &mut Context<'_, Budget>, run: u32) {
    if cx.memory.export_run != Some(run) {
        reached!(cx);
        return;
    }
    cx.memory.export_run = None;
    match cx.store.export {
        Some(percent) if percent + PIECE_PERCENT < 100 => {
            reached!(cx);
            cx.store.export = Some(percent + PIECE_PERCENT);
            go_on(cx);
        }
        _ => {
            reached!(cx);
            cx.store.export = None;
            cx.share(table(cx.store));
        }
    }
}

/// How far an export is, with a way to end it; `None` where none is under way.
pub(super) fn shown(store: &Store) -> Option<Element<Message>> {
    let bar = progress(store.export?).id("export_progress").grow(1);
    let cancel = button("Cancel").id("cancel_export").on_tap(Message::CancelExport);
    Some(row([text("Exporting").id("exporting"), bar, cancel]).padding(8).gap(8))
}

fn table(store: &Store) -> String {
    let line = |entry: &Entry| {
        let date = entry.day.date();
        let account = store.account(entry.account).map_or("", |account| &account.name);
        let sign = if entry.cents < 0 { "-" } else { "" };
        format!(
            "{}-{:02}-{:02};{account};{};{sign}{}",
            date.year,
            date.month,
            date.day,
            entry.payee,
            plain(entry.cents)
        )
    };
    let lines: Vec<String> = store.entries.iter().map(line).collect();
    lines.join("\n")
}
