//! The entries, day by day: search, order, select, delete, undo.

mod view;

use sim::{Context, Outcome, reached};

use super::calendar::Calendar;
use super::entry::Entry;
use super::export::Export;
use super::moods::Moods;
use super::settings::Settings;
use super::store::{Mood, Page, Store, entries};
use super::{DEAD_ORDER, Diary, Message as M, Place, TWICE_LATELY, UNDO_COLLIDES};
use crate::day::Day;

/// The screen.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Timeline {
    /// What is searched for, while the search is open.
    query: Option<String>,
    /// Only days of this mood.
    mood: Option<Mood>,
    selected: Vec<Day>,
    asking_to_delete: bool,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Tapped(Day),
    Held(Day),
    WriteToday,
    Search,
    Query(String),
    CloseSearch,
    Only(Option<Mood>),
    TurnOrder,
    EndSelection,
    SelectAll,
    ShareSelected,
    DeleteSelected,
    DeleteConfirmed,
    Cancel,
    /// The entry's own screen has deleted it.
    Deleted,
    Undo,
    OpenCalendar,
    OpenMoods,
    OpenExport,
    OpenSettings,
}

use Message::{
    Cancel, CloseSearch, DeleteConfirmed, DeleteSelected, Deleted, EndSelection, Held, Only, OpenCalendar,
    OpenExport, OpenMoods, OpenSettings, Query, Search, ShareSelected, Tapped, TurnOrder, Undo, WriteToday,
};

impl Timeline {
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Diary>) {
        // Entries may have been deleted in their own screen.
        self.deselect_hidden(cx);
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Tapped(day) if self.selected.is_empty() => {
                reached!(cx);
                open_day(cx, day);
            }
            Tapped(day) | Held(day) => self.toggle(cx, day),
            WriteToday => {
                reached!(cx);
                let today = Day::of_ms(cx.unix_ms());
                open_day(cx, today);
            }
            Search => {
                reached!(cx);
                self.query = Some(String::new());
                cx.focus("search_box");
            }
            Query(query) => {
                reached!(cx);
                self.query = Some(query);
            }
            CloseSearch => {
                reached!(cx);
                self.query = None;
            }
            Only(mood) => {
                reached!(cx);
                self.mood = mood;
                self.deselect_hidden(cx);
            }
            TurnOrder => {
                reached!(cx);
                cx.store.settings.newest_first = !cx.store.settings.newest_first;
            }
            EndSelection => {
                reached!(cx);
                self.selected.clear();
            }
            Message::SelectAll => {
                reached!(cx);
                let shown = self.shown(cx.store, cx.has(DEAD_ORDER));
                self.selected = shown.iter().map(|page| page.day).collect();
            }
            ShareSelected => {
                reached!(cx);
                let texts =
                    self.selected.iter().filter_map(|&day| cx.store.page(day)).map(|page| page.text.clone());
                let shared = texts.collect::<Vec<_>>().join("\n\n");
                cx.share(shared);
            }
            DeleteSelected => {
                reached!(cx);
                self.asking_to_delete = true;
            }
            DeleteConfirmed => {
                reached!(cx);
                self.asking_to_delete = false;
                let deleted = delete(cx, &std::mem::take(&mut self.selected));
                offer_undo(cx, deleted);
            }
            Cancel => self.asking_to_delete = false,
            Deleted => offer_undo(cx, 1),
            Undo => undo(cx)?,
            OpenCalendar => {
                let today = Day::of_ms(cx.unix_ms());
                cx.open(Place::Calendar(Calendar::of(today)).into());
            }
            OpenMoods => cx.open(Place::Moods(Moods::default()).into()),
            OpenExport => cx.open(Place::Export(Export::default()).into()),
            OpenSettings => cx.open(Place::Settings(Settings::default()).into()),
        }
        Ok(())
    }

    fn toggle(&mut self, cx: &mut Context<'_, Diary>, day: Day) {
        if let Some(at) = self.selected.iter().position(|&other| other == day) {
            reached!(cx);
            self.selected.remove(at);
        } else if cx.store.page(day).is_some() {
            reached!(cx);
            self.selected.push(day);
        }
    }

    /// What cannot be seen is not selected.
    fn deselect_hidden(&mut self, cx: &Context<'_, Diary>) {
        let shown = self.shown(cx.store, cx.has(DEAD_ORDER));
        self.selected.retain(|&day| shown.iter().any(|page| page.day == day));
    }

    /// The entries searched for, in order. With the mistake, those of one mood come as the database has them.
    fn shown<'s>(&self, store: &'s Store, mistaken: bool) -> Vec<&'s Page> {
        let query = self.query.as_deref().unwrap_or_default().trim().to_lowercase();
        let mut pages: Vec<&Page> = store
            .pages
            .iter()
            .filter(|page| self.mood.is_none_or(|mood| page.mood == mood))
            .filter(|page| query.is_empty() || page.text.to_lowercase().contains(&query))
            .collect();
        if store.settings.newest_first && !(mistaken && self.mood.is_some()) {
            pages.reverse();
        }
        pages
    }
}

/// Opens the entry of a day, or a new one where there is none.
pub(super) fn open_day(cx: &mut Context<'_, Diary>, day: Day) {
    if !cx.has(TWICE_LATELY) {
        cx.store.recent.retain(|&other| other != day);
    }
    cx.store.recent.insert(0, day);
    cx.store.recent.truncate(3);
    let entry = Entry::of(cx.store, day);
    cx.open(Place::Entry(entry).into());
}

/// Deletes the entries of these days; [`undo`] brings them back. How many there were.
pub(super) fn delete(cx: &mut Context<'_, Diary>, days: &[Day]) -> usize {
    let deleted: Vec<Page> = days.iter().filter_map(|&day| cx.store.remove(day)).collect();
    cx.store.recent.retain(|day| !days.contains(day));
    let count = deleted.len();
    if count > 0 {
        cx.memory.deleted = deleted;
    }
    count
}

fn offer_undo(cx: &mut Context<'_, Diary>, deleted: usize) {
    cx.snackbar(format!("{} deleted", entries(deleted)), Some(("Undo", M::Timeline(Undo))));
}

/// Brings back what was deleted last. A day that has been written about anew keeps both texts.
fn undo(cx: &mut Context<'_, Diary>) -> Outcome {
    if cx.memory.deleted.is_empty() {
        reached!(cx);
        cx.toast("Nothing to undo");
    }
    for page in std::mem::take(&mut cx.memory.deleted) {
        match cx.store.page(page.day).cloned() {
            Some(newer) if !cx.has(UNDO_COLLIDES) => {
                reached!(cx);
                let text = format!("{}\n\n{}", newer.text, page.text);
                let photos = newer.photos.into_iter().chain(page.photos).collect();
                cx.store.put(Page { day: newer.day, mood: newer.mood, text, photos });
            }
            _ => {
                reached!(cx);
                cx.store.insert(page)?;
            }
        }
    }
    Ok(())
}
