//! One note, to read and change.

use sim::{
    Context, Dialog, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, column, reached, scroll, text,
    text_area, text_box,
};

use super::list::{self, delete};
use super::store::{Id, Note};
use super::{COUNTED_LINES, Message as M, Notes};
use crate::kit::item_choice;

/// The screen: what has been typed so far, whatever is on the disk.
#[derive(Debug, Clone, Hash)]
pub struct Edit {
    /// `None` until it has been saved.
    id: Option<Id>,
    title: String,
    body: String,
    folder: Option<Id>,
    asking_to_keep: bool,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Title(String),
    Body(String),
    Folder(Option<Id>),
    Save,
    Back,
    Discard,
    KeepEditing,
    Delete,
    Share,
}

use Message::{Back, Body, Delete, Discard, KeepEditing, Save, Share, Title};

impl Edit {
    pub(super) fn new(folder: Option<Id>) -> Edit {
        Edit { id: None, title: String::new(), body: String::new(), folder, asking_to_keep: false }
    }

    pub(super) fn of(note: &Note) -> Edit {
        let Note { id, title, body, folder, .. } = note.clone();
        Edit { id: Some(id), title, body, folder, asking_to_keep: false }
    }

    /// The text is not part of the saved state: what is on the disk is shown again.
    pub(super) fn forget_text(&mut self, look: &Look<'_, Notes>) {
        let saved = self.id.and_then(|id| look.store.note(id));
        self.body = saved.map(|note| note.body.clone()).unwrap_or_default();
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Notes>, message: Message) -> Outcome {
        match message {
            Title(title) => {
                reached!(cx);
                self.title = title;
            }
            Body(body) => {
                reached!(cx);
                self.body = body;
            }
            Message::Folder(folder) => {
                reached!(cx);
                self.folder = folder;
            }
            Save => self.save(cx),
            Back if self.changed(cx) => {
                reached!(cx);
                self.asking_to_keep = true;
            }
            Back | Discard => {
                reached!(cx);
                cx.finish();
            }
            KeepEditing => {
                reached!(cx);
                self.asking_to_keep = false;
            }
            Delete => {
                reached!(cx);
                match self.id {
                    Some(id) => {
                        delete(cx, vec![id]);
                        cx.finish_with(M::List(list::Message::Deleted));
                    }
                    None => cx.finish(),
                }
            }
            Share => {
                reached!(cx);
                cx.share(format!("{}\n\n{}", self.title, self.body));
            }
        }
        Ok(())
    }

    fn save(&mut self, cx: &mut Context<'_, Notes>) {
        if self.title.trim().is_empty() && self.body.trim().is_empty() {
            reached!(cx);
            self.asking_to_keep = false;
            cx.toast("Nothing to save yet");
            return;
        }
        reached!(cx);
        // Another editor of the same note may have deleted it.
        let known = self.id.filter(|&id| cx.store.note(id).is_some());
        let id = known.unwrap_or_else(|| cx.store.fresh_id());
        let folder = self.folder.filter(|&folder| cx.store.folder(folder).is_some());
        let changed_ms = cx.unix_ms();
        cx.store.put(Note { id, title: self.title.clone(), body: self.body.clone(), folder, changed_ms });
        cx.memory.count = Some(cx.store.notes.len());
        cx.toast("Saved");
        cx.finish();
    }

    fn changed(&self, cx: &Context<'_, Notes>) -> bool {
        match self.id.and_then(|id| cx.store.note(id)) {
            Some(saved) => {
                (&saved.title, &saved.body, saved.folder) != (&self.title, &self.body, self.folder)
            }
            None => !self.title.is_empty() || !self.body.is_empty(),
        }
    }

    pub(super) fn view(&self, look: &Look<'_, Notes>) -> Page<M> {
        let words = if look.has(COUNTED_LINES) {
            self.body.split(' ').filter(|word| !word.trim().is_empty()).count()
        } else {
            self.body.split_whitespace().count()
        };
        let fields = column([
            text_box(self.title.clone())
                .id("title")
                .hint("Title")
                .size(TextSize::Title)
                .on_edit(|text| M::Edit(Title(text))),
            self.folder_choice(look),
            text_area(self.body.clone())
                .id("body")
                .hint("Write something")
                .size(look.store.settings.letters.size())
                .on_edit(|text| M::Edit(Body(text))),
            text(format!("{words} words")).id("words").size(TextSize::Small).color(Tone::Muted),
        ]);
        Page::new(scroll("form", fields.padding(16).gap(12)))
            .title(if self.id.is_some() { "Edit note" } else { "New note" })
            .up(M::Edit(Back))
            .action(MenuItem::new("save", "Save", M::Edit(Save)).icon(Icon::Check))
            .action(MenuItem::new("share", "Share", M::Edit(Share)).icon(Icon::Share))
            .action(MenuItem::new("delete", "Delete", M::Edit(Delete)))
            .on_back(Some(M::Edit(Back)))
            .dialog(self.asking_to_keep.then(|| {
                Dialog::new("Keep your changes?")
                    .message("This note has changes that are not saved.")
                    .button("Discard", M::Edit(Discard))
                    .button("Save", M::Edit(Save))
                    .on_cancel(M::Edit(KeepEditing))
            }))
    }

    fn folder_choice(&self, look: &Look<'_, Notes>) -> sim::Element<M> {
        let folders = look.store.folders.iter().map(|folder| (folder.id, folder.name.as_str()));
        item_choice(Some("No folder"), folders, self.folder, |folder| M::Edit(Message::Folder(folder)))
            .id("folder")
    }
}
