//! Dropdowns of accounts and categories.

use sim::Element;

use super::Message;
use super::store::{Account, Id, Store};
use crate::kit::item_choice;

/// One of these accounts.
pub(super) fn account_choice<'s>(
    accounts: impl Iterator<Item = &'s Account> + Clone,
    chosen: Id,
    message: fn(Id) -> Message,
) -> Element<Message> {
    let accounts = accounts.map(|account| (account.id, account.name.as_str()));
    item_choice(None, accounts, Some(chosen), move |id| message(id.unwrap_or(chosen))).fill_width()
}

/// One of all categories, or none, which is called `none`.
pub(super) fn category_choice(
    store: &Store,
    none: &str,
    chosen: Option<Id>,
    message: fn(Option<Id>) -> Message,
) -> Element<Message> {
    let categories = store.categories.iter().map(|category| (category.id, category.name.as_str()));
    item_choice(Some(none), categories, chosen, message).fill_width()
}
