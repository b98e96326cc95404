//! What entries are sorted into, each with what may be spent in a month.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Page, TextSize, Tone, column, floating_button, image,
    number_box, reached, row, text, text_box,
};

use super::money::{cents_of, money, plain};
use super::store::{Category, Id};
use super::words::Words;
use super::{Budget, HALF_CENTS};

/// The categories, and the dialog over them.
#[derive(Debug, Clone, Default, Hash)]
pub struct Categories {
    dialog: Option<Question>,
}

#[derive(Debug, Clone, Hash)]
enum Question {
    /// A category being typed; a new one has no id.
    Edit {
        id: Option<Id>,
        name: String,
        limit: String,
    },
    Delete(Id),
}

#[derive(Debug, Clone)]
pub enum Message {
    New,
    Edit(Id),
    Name(String),
    Limit(String),
    Save,
    AskDelete(Id),
    Delete,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Categories(message)
}

impl Categories {
    pub(super) fn view(&self, look: &Look<'_, Budget>) -> Page<super::Message> {
        let categories = &look.store.categories;
        let body = if categories.is_empty() {
            text("Everything is \"Other\". Tap + for a category.").id("empty").padding(24)
        } else {
            look.list("categories", 64, categories, |_, category| category_row(look, category))
        };
        // As high as the round button above it, which so covers no category.
        let count = text(format!("{} in all", categories.len())).id("count").color(Tone::Muted);
        Page::new(column([body.grow(1), count.padding(16).height(72)]))
            .title(Words::of(&look.config.locale).categories)
            .up(here(Message::Leave))
            .floating(floating_button(Icon::Add, "New category").id("add").on_tap(here(Message::New)))
            .dialog(self.dialog(look))
    }

    fn dialog(&self, look: &Look<'_, Budget>) -> Option<Dialog<super::Message>> {
        let dialog = match self.dialog.as_ref()? {
            Question::Edit { id, name, limit } => {
                let name = text_box(name.clone()).id("category_name").hint("Name");
                let limit = number_box(limit.clone()).id("limit").hint("Monthly limit (may be empty)");
                Dialog::new(if id.is_some() { "Edit category" } else { "New category" })
                    .body(column([
                        name.on_edit(|typed| here(Message::Name(typed))),
                        limit.on_edit(|typed| here(Message::Limit(typed))),
                    ]))
                    .button("Cancel", here(Message::CloseDialog))
                    .button("Save", here(Message::Save))
            }
            Question::Delete(id) => Dialog::new(format!("Delete {}?", look.store.category_name(Some(*id))))
                .message("Its entries stay, under \"Other\".")
                .button("Cancel", here(Message::CloseDialog))
                .button("Delete", here(Message::Delete)),
        };
        Some(dialog.on_cancel(here(Message::CloseDialog)))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Budget>, message: Message) {
        match message {
            Message::New => {
                reached!(cx);
                self.dialog = Some(Question::Edit { id: None, name: String::new(), limit: String::new() });
                cx.focus("category_name");
            }
            Message::Edit(id) => {
                reached!(cx);
                let category = cx.store.categories.iter().find(|category| category.id == id);
                self.dialog = category.map(|category| Question::Edit {
                    id: Some(id),
                    name: category.name.clone(),
                    limit: if category.limit_cents > 0 { plain(category.limit_cents) } else { String::new() },
                });
            }
            Message::Name(typed) => {
                if let Some(Question::Edit { name, .. }) = &mut self.dialog {
                    *name = typed;
                }
            }
            Message::Limit(typed) => {
                if let Some(Question::Edit { limit, .. }) = &mut self.dialog {
                    *limit = typed;
                }
            }
            Message::Save => self.save(cx),
            Message::AskDelete(id) => {
                reached!(cx);
                self.dialog = Some(Question::Delete(id));
            }
            Message::Delete => {
                if let Some(Question::Delete(id)) = self.dialog.take() {
                    reached!(cx);
                    cx.store.categories.retain(|category| category.id != id);
                    cx.memory.sums = None;
                }
            }
            Message::CloseDialog => {
                reached!(cx);
                self.dialog = None;
            }
            Message::Leave => cx.finish(),
        }
    }

    fn save(&mut self, cx: &mut Context<'_, Budget>) {
        let Some(Question::Edit { id, name, limit }) = &self.dialog else { return };
        let (id, name) = (*id, name.trim().to_owned());
        let mut others = cx.store.categories.iter().filter(|category| Some(category.id) != id);
        let limit = match limit.trim() {
            "" => Ok(0),
            typed => cents_of(typed, cx.has(HALF_CENTS)),
        };
        let limit_cents = match limit {
            _ if name.is_empty() => {
                reached!(cx);
                return cx.toast("Please enter a name");
            }
            _ if others.any(|category| category.name.to_lowercase() == name.to_lowercase()) => {
                reached!(cx);
                return cx.toast("There is a category of that name");
            }
            Err(problem) => {
                reached!(cx);
                return cx.toast(problem);
            }
            Ok(limit_cents) => limit_cents,
        };
        match cx.store.categories.iter().position(|category| Some(category.id) == id) {
            Some(at) => {
                reached!(cx);
                let category = &mut cx.store.categories[at];
                category.name = name;
                category.limit_cents = limit_cents;
            }
            None => {
                reached!(cx);
                let id = cx.store.fresh_id();
                cx.store.categories.push(Category { id, name, limit_cents });
            }
        }
        cx.memory.sums = None;
        self.dialog = None;
    }
}

fn category_row(look: &Look<'_, Budget>, category: &Category) -> Element<super::Message> {
    let limit = match category.limit_cents {
        0 => "No limit".to_owned(),
        cents => format!("{} a month", money(look.store, &look.config.locale, cents)),
    };
    let name = text(category.name.clone()).id("category").size(TextSize::Large).max_lines(1);
    let limit = text(limit).id("category_limit").color(Tone::Muted);
    row([image(Icon::Tag), column([name, limit]).grow(1)])
        .id("category_row")
        .padding(8)
        .gap(16)
        .on_tap(here(Message::Edit(category.id)))
        .context_menu(vec![
            MenuItem::new("edit_category", "Edit", here(Message::Edit(category.id))),
            MenuItem::new("delete_category", "Delete", here(Message::AskDelete(category.id))),
        ])
}
