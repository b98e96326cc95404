//! Every change of entries goes through here, so that it can be undone.

use sim::{Context, OrThrow, Outcome, reached};

use super::store::{Change, Entry, Id};
use super::{Budget, STALE_REPORT, STALE_UNDO, UNDO_ONE};

/// How many changes can be undone.
const MOST_CHANGES: usize = 50;

/// Enters new entries.
pub(super) fn add(cx: &mut Context<'_, Budget>, entries: Vec<Entry>) {
    reached!(cx);
    let ids = entries.iter().map(|entry| entry.id).collect();
    for entry in entries {
        cx.store.put(entry);
    }
    cx.memory.sums = None;
    remember(cx, Change::Added(ids));
}

/// Changes an entry; one that is gone by now is entered anew.
pub(super) fn edit(cx: &mut Context<'_, Budget>, entry: Entry) {
    let Some(before) = cx.store.entry(entry.id).cloned() else { return add(cx, vec![entry]) };
    reached!(cx);
    cx.store.put(entry);
    if !cx.has(STALE_REPORT) {
        cx.memory.sums = None;
    }
    remember(cx, Change::Edited(before));
}

/// Deletes entries, with the other halves of transfers; how many there were.
pub(super) fn delete(cx: &mut Context<'_, Budget>, ids: &[Id]) -> usize {
    let doomed =
        |entry: &Entry| ids.contains(&entry.id) || entry.transfer.is_some_and(|other| ids.contains(&other));
    let deleted: Vec<Entry> = cx.store.entries.iter().filter(|entry| doomed(entry)).cloned().collect();
    let count = deleted.len();
    if count > 0 {
        reached!(cx);
        cx.store.entries.retain(|entry| !doomed(entry));
        cx.memory.sums = None;
        remember(cx, Change::Deleted(deleted));
    }
    count
}

/// Says what was deleted, with a way back.
pub(super) fn say_deleted(cx: &mut Context<'_, Budget>, entries: usize) {
    reached!(cx);
    cx.snackbar(format!("{} deleted", count(entries)), Some(("Undo", super::Message::Undo)));
}

/// Deletes an account with its entries. This cannot be undone, nor can what was done in it before.
pub(super) fn delete_account(cx: &mut Context<'_, Budget>, id: Id) {
    reached!(cx);
    cx.store.accounts.retain(|account| account.id != id);
    cx.store.entries.retain(|entry| entry.account != id);
    cx.memory.sums = None;
    if !cx.has(STALE_UNDO) {
        cx.store.forget_impossible_changes();
    }
}

/// Takes the last change back.
pub(super) fn undo(cx: &mut Context<'_, Budget>) -> Outcome {
    let Some(change) = cx.store.changes.pop() else {
        reached!(cx);
        cx.toast("Nothing to undo");
        return Ok(());
    };
    cx.memory.sums = None;
    match change {
        Change::Added(ids) => {
            reached!(cx);
            cx.store.entries.retain(|entry| !ids.contains(&entry.id));
            cx.toast(format!("{} taken back", count(ids.len())));
        }
        Change::Deleted(mut entries) => {
            reached!(cx);
            if cx.has(UNDO_ONE) {
                entries.truncate(1);
            }
            let told = format!("{} restored", count(entries.len()));
            for entry in entries {
                restore(cx, entry)?;
            }
            cx.toast(told);
        }
        Change::Edited(before) => {
            reached!(cx);
            restore(cx, before)?;
            cx.toast("Entry as before");
        }
    }
    Ok(())
}

/// Puts an entry back into its account.
fn restore(cx: &mut Context<'_, Budget>, entry: Entry) -> Outcome {
    cx.store.account(entry.account).or_null_pointer("Account.balance")?;
    cx.store.put(entry);
    Ok(())
}

fn remember(cx: &mut Context<'_, Budget>, change: Change) {
    if cx.store.changes.len() == MOST_CHANGES {
        cx.store.changes.remove(0);
    }
    cx.store.changes.push(change);
}

/// `1 entry`, `2 entries`.
pub(super) fn count(entries: usize) -> String {
    crate::kit::counted(entries, "entry", "entries")
}
