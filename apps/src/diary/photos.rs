//! The photos of an entry, one at a time.

use sim::{
    Context, Dialog, Icon, Look, MenuItem, Outcome, Page, TextSize, button, column, image, item, reached,
    row, scroll, text,
};

use super::store::Photo;
use super::{Diary, LAST_PHOTO, Message as M, TALL_PHOTO, WRONG_PHOTO, entry};

/// The screen: a copy of the entry's photos, given back when it closes.
#[derive(Debug, Clone, Hash)]
pub(super) struct Photos {
    photos: Vec<Photo>,
    /// The one that was tapped.
    opened: usize,
    /// The one shown.
    at: usize,
    asking_to_remove: bool,
}

/// What its touches mean.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Back,
    Previous,
    Next,
    Share,
    Remove,
    RemoveConfirmed,
    Cancel,
}

use Message::{Back, Cancel, Next, Previous, Remove, RemoveConfirmed, Share};

impl Photos {
    /// At least one photo; `at` is the one shown.
    pub(super) fn new(photos: Vec<Photo>, at: usize) -> Photos {
        Photos { photos, opened: at, at, asking_to_remove: false }
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Back => self.close(cx),
            Previous => {
                reached!(cx);
                self.at = self.at.saturating_sub(1);
            }
            Next => {
                reached!(cx);
                self.at = (self.at + 1).min(self.photos.len().saturating_sub(1));
            }
            Share => {
                reached!(cx);
                cx.share(item(&self.photos, self.at)?.name());
            }
            Remove => {
                reached!(cx);
                self.asking_to_remove = true;
            }
            RemoveConfirmed => self.remove(cx),
            Cancel => self.asking_to_remove = false,
        }
        Ok(())
    }

    fn remove(&mut self, cx: &mut Context<'_, Diary>) {
        self.asking_to_remove = false;
        if self.photos.len() <= 1 {
            reached!(cx);
            self.photos.clear();
            self.close(cx);
            return;
        }
        reached!(cx);
        let doomed = if cx.has(WRONG_PHOTO) { self.opened.min(self.photos.len() - 1) } else { self.at };
        self.photos.remove(doomed);
        if !cx.has(LAST_PHOTO) {
            self.at = self.at.min(self.photos.len() - 1);
        }
    }

    fn close(&self, cx: &mut Context<'_, Diary>) {
        cx.finish_with(M::Entry(entry::Message::Photos(self.photos.clone())));
    }

    pub(super) fn view(&self, look: &Look<'_, Diary>) -> Outcome<Page<M>> {
        let page = |body| Page::new(body).title("Photos").up(M::Photos(Back)).on_back(Some(M::Photos(Back)));
        if self.photos.is_empty() {
            return Ok(page(text("No photos").id("empty").centered()));
        }
        let photo = item(&self.photos, self.at)?;
        let last = self.photos.len() - 1;
        let buttons = row([
            button("Previous").id("previous").enabled(self.at > 0).on_tap(M::Photos(Previous)).grow(1),
            button("Next").id("next").enabled(self.at < last).on_tap(M::Photos(Next)).grow(1),
        ]);
        let body = column([
            image(photo.icon()).id("picture").describe(photo.name()).height(height_dp(look)).fill_width(),
            text(photo.name()).id("name").size(TextSize::Title),
            text(format!("{} of {}", self.at + 1, self.photos.len())).id("position"),
            buttons.gap(8),
        ]);
        let body =
            body.padding(16).gap(12).on_swipe_left(M::Photos(Next)).on_swipe_right(M::Photos(Previous));
        let dialog = self.asking_to_remove.then(|| {
            Dialog::new(format!("Remove {}?", photo.name()))
                .button("Cancel", M::Photos(Cancel))
                .button("Remove", M::Photos(RemoveConfirmed))
                .on_cancel(M::Photos(Cancel))
        });
        Ok(page(scroll("photo", body))
            .action(MenuItem::new("share", "Share", M::Photos(Share)).icon(Icon::Share))
            .action(MenuItem::new("remove", "Remove", M::Photos(Remove)).icon(Icon::Delete))
            .dialog(dialog))
    }
}

/// A photo leaves room for what stands below it.
fn height_dp(look: &Look<'_, Diary>) -> u32 {
    let window_dp = look.config.window_px.1 * 160 / look.config.density_dpi.max(1);
    if look.has(TALL_PHOTO) { 360 } else { window_dp.saturating_sub(370).clamp(64, 360) }
}
