//! How the list looks.

use sim::{
    Align, Color, Dialog, Element, Icon, Look, MenuItem, OrThrow, Outcome, Page, TextSize, Tone, column,
    filter_chip, floating_button, icon_button, radio, row, text, text_box,
};

use super::{Asking, List, Message, notes};
use crate::day::ago;
use crate::notes::store::{Id, Note, Sort};
use crate::notes::{DARK_ON_DARK, GONE_FOLDER, Message as M, Notes, UNDER_BARS, WRONG_ROW};
use Message::{
    Add, AskMove, AskSort, Back, Cancel, CloseSearch, Delete, DeleteConfirmed, DeleteSelected, Held, MoveTo,
    OpenFolders, OpenSettings, OpenTrash, Query, Search, SelectAll, Share, SortBy, Tapped, Undo,
};

pub(super) const TIPS: [&str; 4] = [
    "Tip: hold a note to select several.",
    "Tip: the trash keeps what you delete.",
    "Tip: folders keep work and home apart.",
    "Tip: larger letters are in the settings.",
];

impl List {
    pub(in crate::notes) fn view(&self, look: &Look<'_, Notes>) -> Outcome<Page<M>> {
        let folder = self.folder.and_then(|id| look.store.folder(id));
        let title = match self.folder {
            None => "Notes",
            Some(_) if look.has(GONE_FOLDER) => &folder.or_null_pointer("Folder.name")?.name,
            Some(_) => folder.map_or("Notes", |folder| &folder.name),
        };
        let shown = self.shown(look.store);
        let list = look.list("note_list", 72, &shown, |at, note| {
            // The adapter's position is that of the list on the screen, not of the one on the disk.
            let meant = if look.has(WRONG_ROW) { look.store.notes.get(at).unwrap_or(note) } else { note };
            self.note_row(look, note, meant.id)
        });
        let nothing = text("No notes here").id("empty").color(Tone::Muted).centered().grow(1);
        let tip = text(TIPS[look.memory.tip]).id("tip").size(TextSize::Small).color(Tone::Muted).padding(8);
        let chips = folder_chips(look, folder.map(|folder| folder.id));
        let body = column([chips, if shown.is_empty() { nothing } else { list }, tip]);
        // From Android 15 on, windows reach below the bars, and an app has to leave room for them itself.
        let under_bars = look.has(UNDER_BARS) && look.config.api >= 35;
        let page = Page::new(body).dialog(self.dialog(look)).on_back(self.on_back()).under_bars(under_bars);
        let page = if self.selected.is_empty() {
            let count = look.memory.count.unwrap_or(look.store.notes.len());
            let count = match folder {
                Some(_) => format!("{} of {}", shown.len(), notes(count)),
                None => notes(count),
            };
            self.usual_bar(look, page.subtitle(count), title.to_owned())
        } else {
            self.selection_bar(page)
        };
        Ok(if self.add_hidden {
            page
        } else {
            page.floating(floating_button(Icon::Add, "New note").id("add").on_tap(M::List(Add)))
        })
    }

    fn on_back(&self) -> Option<M> {
        (!self.selected.is_empty() || self.query.is_some()).then_some(M::List(Back))
    }

    fn usual_bar(&self, look: &Look<'_, Notes>, page: Page<M>, title: String) -> Page<M> {
        let page = match &self.query {
            Some(query) => page.navigation(Icon::Back, "Close search", M::List(CloseSearch)).bar_content(
                text_box(query.clone())
                    .id("search_box")
                    .hint("Search notes")
                    .on_edit(|text| M::List(Query(text))),
            ),
            None => {
                let search = MenuItem::new("search", "Search", M::List(Search)).icon(Icon::Search);
                page.title(title).action(search)
            }
        };
        page.action(MenuItem::new("sort", "Sort", M::List(AskSort)).icon(Icon::Sort))
            .action(
                MenuItem::new("undo", "Undo deletion", M::List(Undo)).enabled(!look.memory.undo.is_empty()),
            )
            .action(MenuItem::new("folders", "Folders", M::List(OpenFolders)))
            .action(MenuItem::new("trash", "Trash", M::List(OpenTrash)))
            .action(MenuItem::new("settings", "Settings", M::List(OpenSettings)))
    }

    fn selection_bar(&self, page: Page<M>) -> Page<M> {
        page.title(format!("{} selected", self.selected.len()))
            .navigation(Icon::Close, "End selection", M::List(Back))
            .action(MenuItem::new("move", "Move to folder", M::List(AskMove)).icon(Icon::Folder))
            .action(MenuItem::new("delete", "Delete", M::List(DeleteSelected)).icon(Icon::Delete))
            .action(MenuItem::new("select_all", "Select all", M::List(SelectAll)))
    }

    /// `meant` is the note that the row's menu acts on.
    fn note_row(&self, look: &Look<'_, Notes>, note: &Note, meant: Id) -> Element<M> {
        let settings = &look.store.settings;
        let preview = note.body.lines().next().unwrap_or_default().to_owned();
        let tone = if look.has(DARK_ON_DARK) { Tone::Fixed(Color::rgb(0x20_21_24)) } else { Tone::Muted };
        let words = column([
            text(note.name()).id("title").size(settings.letters.size()).bold().max_lines(1),
            text(preview).id("preview").max_lines(1).color(tone).hidden(!settings.previews),
            text(ago(look.unix_ms(), note.changed_ms)).id("changed").size(TextSize::Small).color(Tone::Muted),
        ]);
        let menu = vec![
            MenuItem::new("share", "Share", M::List(Share(note.id))),
            MenuItem::new("delete", "Delete", M::List(Delete(meant))),
        ];
        let options =
            icon_button(Icon::More, format!("Options for {}", note.name())).id("options").menu(menu);
        row([words.grow(1).align(Align::Stretch), options])
            .id("note")
            .padding(8)
            .height(72)
            .selected(self.selected.contains(&note.id))
            .on_tap(M::List(Tapped(note.id)))
            .on_long_tap(M::List(Held(note.id)))
    }

    fn dialog(&self, look: &Look<'_, Notes>) -> Option<Dialog<M>> {
        let cancel = M::List(Cancel);
        let dialog = match self.asking? {
            Asking::Sort => {
                let chosen = look.store.settings.sort;
                let choice = |(sort, label)| radio(label, sort == chosen).on_tap(M::List(SortBy(sort)));
                Dialog::new("Sort by").body(column(Sort::ALL.map(choice)))
            }
            Asking::Move => {
                let none = radio("No folder", false).on_tap(M::List(MoveTo(None)));
                let folders = look.store.folders.iter();
                let folder = |id, name: &str| radio(name.to_owned(), false).on_tap(M::List(MoveTo(Some(id))));
                let choices = folders.map(|of| folder(of.id, &of.name));
                Dialog::new("Move to").body(column([none].into_iter().chain(choices)))
            }
            Asking::Delete => Dialog::new("Move to the trash?").message(notes(self.selected.len())),
        };
        let dialog = dialog.button("Cancel", cancel.clone()).on_cancel(cancel);
        Some(match self.asking? {
            Asking::Delete => dialog.button("Delete", M::List(DeleteConfirmed)),
            Asking::Sort | Asking::Move => dialog,
        })
    }
}

fn folder_chips(look: &Look<'_, Notes>, chosen: Option<Id>) -> Element<M> {
    let chip = |label: String, folder: Option<Id>| {
        filter_chip(label, chosen == folder).on_tap(M::List(Message::Folder(folder)))
    };
    let folders = look.store.folders.iter().map(|folder| chip(folder.name.clone(), Some(folder.id)));
    row([chip("All".to_owned(), None)].into_iter().chain(folders)).id("folders").wrap().gap(8).padding(8)
}
