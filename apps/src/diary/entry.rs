//! The entry of a day: write, choose a mood, add photos.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Outcome, Page as Sheet, TextSize, Tone, card, column,
    filter_chip, icon_button, image, reached, row, scroll, text, text_area,
};

use super::photos::Photos;
use super::store::{Mood, Page, Photo, Store, long_date};
use super::timeline::{self, delete};
use super::words::{mood, word};
use super::{CAMERA, DEAD_SAVE, Diary, Message as M, Place, READ_ANEW};
use crate::day::Day;

/// The screen: what has been written so far, whatever is on the disk.
#[derive(Debug, Clone, Hash)]
pub(super) struct Entry {
    page: Page,
    /// Set while the entry is being left, so that a second touch cannot save it twice.
    leaving: bool,
    asking: Option<Asking>,
}

#[derive(Debug, Clone, Copy, Hash)]
enum Asking {
    Keep,
    Delete,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Text(String),
    Mood(Mood),
    AddPhoto,
    MayTakePhotos(bool),
    OpenPhoto(usize),
    /// The photos as they are after someone looked through them.
    Photos(Vec<Photo>),
    Save,
    Back,
    Stay,
    Discard,
    Delete,
    DeleteConfirmed,
    Cancel,
    Share,
}

use Message::{
    AddPhoto, Back, Cancel, Delete, DeleteConfirmed, Discard, MayTakePhotos, OpenPhoto, Save, Share, Stay,
};

impl Entry {
    pub(super) fn of(store: &Store, day: Day) -> Entry {
        Entry { page: saved(store, day), leaving: false, asking: None }
    }

    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Diary>) {
        if cx.has(READ_ANEW) {
            self.page = saved(cx.store, self.page.day);
        }
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Message::Text(text) => {
                reached!(cx);
                self.page.text = text;
            }
            Message::Mood(mood) => {
                reached!(cx);
                self.page.mood = mood;
            }
            AddPhoto => {
                reached!(cx);
                cx.ask_permission(CAMERA, |granted| M::Entry(MayTakePhotos(granted)));
            }
            MayTakePhotos(true) => {
                reached!(cx);
                let photo = Photo(cx.random(Photo::ALL.len() as u64) as usize);
                self.page.photos.push(photo);
            }
            MayTakePhotos(false) => {
                reached!(cx);
                cx.toast("Without the camera there are no photos");
            }
            OpenPhoto(at) => {
                reached!(cx);
                if at < self.page.photos.len() {
                    cx.open(Place::Photos(Photos::new(self.page.photos.clone(), at)).into());
                }
            }
            Message::Photos(photos) => {
                reached!(cx);
                self.page.photos = photos;
            }
            Save => self.save(cx),
            Back if self.page != saved(cx.store, self.page.day) => {
                reached!(cx);
                self.leaving = true;
                self.asking = Some(Asking::Keep);
            }
            Back | Discard => {
                reached!(cx);
                cx.finish();
            }
            Stay => {
                reached!(cx);
                self.asking = None;
                if !cx.has(DEAD_SAVE) {
                    self.leaving = false;
                }
            }
            Delete => {
                reached!(cx);
                self.asking = Some(Asking::Delete);
            }
            DeleteConfirmed => {
                reached!(cx);
                match delete(cx, &[self.page.day]) {
                    // It had never been saved.
                    0 => cx.finish(),
                    _ => cx.finish_with(M::Timeline(timeline::Message::Deleted)),
                }
            }
            Cancel => self.asking = None,
            Share => {
                reached!(cx);
                cx.share(format!("{}\n\n{}", long_date(self.page.day), self.page.text));
            }
        }
        Ok(())
    }

    fn save(&mut self, cx: &mut Context<'_, Diary>) {
        let from_dialog = self.asking.take().is_some();
        if self.leaving && !from_dialog {
            return;
        }
        if self.page.text.trim().is_empty() && self.page.photos.is_empty() {
            reached!(cx);
            self.leaving = false;
            cx.toast("Write something first");
            return;
        }
        reached!(cx);
        self.leaving = true;
        cx.store.put(self.page.clone());
        cx.toast("Saved");
        cx.finish();
    }

    pub(super) fn view(&self, look: &Look<'_, Diary>) -> Sheet<M> {
        let size = if look.store.settings.large_letters { TextSize::Title } else { TextSize::Large };
        let mood_chip =
            |of: Mood| filter_chip(mood(look, of), self.page.mood == of).on_tap(M::Entry(Message::Mood(of)));
        let characters = self.page.text.chars().count();
        let fields = column([
            row([image(self.page.mood.icon()).color(Tone::Primary)]
                .into_iter()
                .chain(Mood::ALL.map(mood_chip)))
            .id("mood")
            .wrap()
            .gap(4),
            text_area(self.page.text.clone())
                .id("text")
                .hint("How was your day?")
                .size(size)
                .on_edit(|text| M::Entry(Message::Text(text))),
            text(format!("{characters} characters"))
                .id("characters")
                .size(TextSize::Small)
                .color(Tone::Muted),
            self.photos(),
        ]);
        Sheet::new(scroll("form", fields.padding(16).gap(12)))
            .title(long_date(self.page.day))
            .up(M::Entry(Back))
            .on_back(Some(M::Entry(Back)))
            .action(MenuItem::new("save", word(look, "Save"), M::Entry(Save)).icon(Icon::Check))
            .action(MenuItem::new("share", word(look, "Share"), M::Entry(Share)))
            .action(MenuItem::new("delete", word(look, "Delete"), M::Entry(Delete)))
            .dialog(self.dialog(look))
    }

    fn photos(&self) -> Element<M> {
        let photo = |(at, photo): (usize, &Photo)| {
            let picture = icon_button(photo.icon(), photo.name()).id("photo");
            card([picture.on_tap(M::Entry(OpenPhoto(at)))])
        };
        let photos = self.page.photos.iter().enumerate().map(photo);
        let add = icon_button(Icon::Camera, "Add a photo").id("add_photo").on_tap(M::Entry(AddPhoto));
        row(photos.chain([add])).id("photos").wrap().gap(8)
    }

    fn dialog(&self, look: &Look<'_, Diary>) -> Option<Dialog<M>> {
        Some(match self.asking? {
            Asking::Keep => Dialog::new("Keep what you wrote?")
                .button("Discard", M::Entry(Discard))
                .button("Keep writing", M::Entry(Stay))
                .button(word(look, "Save"), M::Entry(Save))
                .on_cancel(M::Entry(Stay)),
            Asking::Delete => Dialog::new("Delete this entry?")
                .button(word(look, "Cancel"), M::Entry(Cancel))
                .button(word(look, "Delete"), M::Entry(DeleteConfirmed))
                .on_cancel(M::Entry(Cancel)),
        })
    }
}

/// What is on the disk for a day; an empty page where there is nothing.
fn saved(store: &Store, day: Day) -> Page {
    let empty = || Page { day, text: String::new(), mood: Mood::Fair, photos: Vec::new() };
    store.page(day).cloned().unwrap_or_else(empty)
}
