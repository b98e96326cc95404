//! What happens to tasks, whichever screen asks for it.

use sim::{Context, Outcome, reached};

use super::store::{Id, Task};
use super::{ONE_COMES_BACK, TWICE_REPEATED, Tasks, UNCOUNTED_UNDO};
use crate::day::Day;
use crate::kit::counted;

/// Ticks a task, or takes the tick away. A repeated task that is ticked makes the next one.
pub(super) fn tick(cx: &mut Context<'_, Tasks>, id: Id) {
    match cx.store.task(id) {
        Some(task) if task.done => untick(cx, id),
        Some(_) => complete(cx, id),
        None => {}
    }
}

/// Ticks a task that is not ticked yet.
pub(super) fn complete(cx: &mut Context<'_, Tasks>, id: Id) {
    let today = Day::of_ms(cx.unix_ms());
    let Some(task) = cx.store.tasks.iter_mut().find(|task| task.id == id && !task.done) else { return };
    task.done = true;
    let task = task.clone();
    reached!(cx);
    let followed = cx.store.tasks.iter().any(|other| other.follows == Some(id));
    if let Some(days) = task.repeat.days().filter(|_| !followed) {
        reached!(cx);
        let due = task.due.unwrap_or(today).max(today).plus(days);
        let next = Task { id: cx.store.fresh_id(), due: Some(due), done: false, follows: Some(id), ..task };
        cx.store.put(next);
    }
}

/// The next one of a repeated task goes with the tick, unless that is done too.
fn untick(cx: &mut Context<'_, Tasks>, id: Id) {
    reached!(cx);
    if !cx.has(TWICE_REPEATED) {
        cx.store.tasks.retain(|task| task.follows != Some(id) || task.done);
    }
    for task in cx.store.tasks.iter_mut().filter(|task| task.id == id) {
        task.done = false;
    }
}

/// Deletes tasks; [`undo`] brings them back. How many there were.
pub(super) fn delete(cx: &mut Context<'_, Tasks>, ids: &[Id]) -> usize {
    let mut deleted = 0;
    cx.memory.deleted.clear();
    for &id in ids {
        if cx.has(ONE_COMES_BACK) {
            cx.memory.deleted.clear();
        }
        if let Some(at) = cx.store.tasks.iter().position(|task| task.id == id) {
            reached!(cx);
            let task = cx.store.tasks.remove(at);
            cx.memory.deleted.push(task);
            deleted += 1;
        }
    }
    cx.memory.numbers = None;
    deleted
}

/// Brings back what was deleted last.
pub(super) fn undo(cx: &mut Context<'_, Tasks>) -> Outcome {
    if cx.memory.deleted.is_empty() {
        reached!(cx);
        cx.toast("Nothing to undo");
    }
    for task in std::mem::take(&mut cx.memory.deleted) {
        reached!(cx);
        cx.store.put(task);
    }
    if !cx.has(UNCOUNTED_UNDO) {
        cx.memory.numbers = None;
    }
    Ok(())
}

/// `1 task`, `2 tasks`.
pub(super) fn tasks(count: usize) -> String {
    counted(count, "task", "tasks")
}
