//! Dropdowns of accounts and categories.

use sim::{Element, dropdown};

use super::Message;
use super::store::{Account, Id, Store};

/// One of these accounts.
pub(super) fn account_choice<'s>(
    accounts: impl Iterator<Item = &'s Account> + Clone,
    chosen: Id,
    message: fn(Id) -> Message,
) -> Element<Message> {
    let ids: Vec<Id> = accounts.clone().map(|account| account.id).collect();
    let at = ids.iter().position(|&id| id == chosen).unwrap_or(0);
    let names = accounts.map(|account| account.name.clone());
    dropdown(names, at, move |at| message(ids.get(at).copied().unwrap_or(chosen))).fill_width()
}

/// One of all categories, or none, which is called `none`.
pub(super) fn category_choice(
    store: &Store,
    none: &str,
    chosen: Option<Id>,
    message: fn(Option<Id>) -> Message,
) -> Element<Message> {
    let categories = store.categories.iter();
    let ids: Vec<Option<Id>> =
        std::iter::once(None).chain(categories.clone().map(|category| Some(category.id))).collect();
    let at = ids.iter().position(|&id| id == chosen).unwrap_or(0);
    let names = std::iter::once(none.to_owned()).chain(categories.map(|category| category.name.clone()));
    dropdown(names, at, move |at| message(ids.get(at).copied().flatten())).fill_width()
}
