//! All people, the favourites, and who was called lately.

use std::cmp::Reverse;
use std::time::Duration;

use sim::{
    Context, Element, Icon, Look, MenuItem, Page, TextSize, Tone, check_box, column, divider,
    floating_button, icon_button, image, reached, row, tabs, text, text_box,
};

use super::detail::Detail;
use super::duplicates::{self, Duplicates};
use super::edit::Edit;
use super::groups::Groups;
use super::import::Import;
use super::selection::{self, Selection};
use super::settings::SettingsScreen;
use super::store::{Contact, Id, Sort, Store, by_last_name};
use super::{Contacts, HIDDEN_IMPORT, Screen, people};
use crate::day::ago;

/// The list with what is searched for and who is selected.
#[derive(Debug, Clone, Default, Hash)]
pub struct List {
    tab: Tab,
    search: Option<String>,
    selection: Selection,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    #[default]
    All,
    Favourites,
    Recent,
}

#[derive(Debug, Clone)]
pub enum Message {
    ShowTab(Tab),
    OpenSearch,
    CloseSearch,
    Search(String),
    Tap(Id),
    Hold(Id),
    Star(Id),
    New,
    SortBy(Sort),
    OpenGroups,
    OpenDuplicates,
    OpenImport,
    OpenSettings,
    Selected(selection::Message),
}

fn here(message: Message) -> super::Message {
    super::Message::List(message)
}

const TIPS: [&str; 4] = [
    "Tip: hold a name to select several people.",
    "Tip: search finds numbers, too.",
    "Tip: groups make it easy to find your choir.",
    "Tip: look for duplicates now and then.",
];

impl List {
    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let shown = self.shown(look.store);
        let labels = [("All", Tab::All), ("Favourites", Tab::Favourites), ("Recent", Tab::Recent)];
        let tabs = tabs(labels.map(|(label, tab)| (label, here(Message::ShowTab(tab)))), self.tab as usize);
        let list = if shown.is_empty() {
            text(self.nobody()).id("empty").color(Tone::Muted).centered().padding(24).grow(1)
        } else {
            look.list("people", 64, &shown, |_, contact| self.person(look, contact))
        };
        let tip = text(TIPS[look.memory.tip % TIPS.len()]).id("tip").size(TextSize::Small).color(Tone::Muted);
        // As high as the round button above it, which so covers nobody.
        let tip = tip.padding(16).height(72);
        let page = Page::new(column([tabs.id("tabs"), list, divider(), tip]));
        if !self.selection.is_empty() {
            return self.selection.bar(page).dialog(self.selection.dialog(look.store));
        }
        let add = floating_button(Icon::Add, "New contact").id("add").on_tap(here(Message::New));
        match &self.search {
            Some(search) => search_bar(search, page.floating(add)),
            None => usual_bar(look, page.floating(add), shown.len()),
        }
    }

    fn nobody(&self) -> String {
        match (&self.search, self.tab) {
            (Some(search), _) if !search.trim().is_empty() => {
                format!("Nobody found for \"{}\"", search.trim())
            }
            (_, Tab::All) => "Nobody here yet. Tap + to add someone.".to_owned(),
            (_, Tab::Favourites) => "Tap a star to make someone a favourite.".to_owned(),
            (_, Tab::Recent) => "Whom you call appears here.".to_owned(),
        }
    }

    fn person(&self, look: &Look<'_, Contacts>, contact: &Contact) -> Element<super::Message> {
        let tap = || here(Message::Tap(contact.id));
        let selected = self.selection.has(contact.id);
        let below = match (self.tab, contact.called_ms, contact.phones.first()) {
            (Tab::Recent, Some(called_ms), _) => format!("Called {}", ago(look.unix_ms(), called_ms)),
            (_, _, Some(phone)) if look.store.settings.show_numbers => phone.number.clone(),
            _ => String::new(),
        };
        let name = text(look.store.name(contact)).id("name").size(TextSize::Large).max_lines(1);
        let below = text(below).id("below").color(Tone::Muted).max_lines(1);
        let first = if self.selection.is_empty() {
            image(Icon::Person)
        } else {
            check_box("", selected).id("selected").on_tap(tap())
        };
        let (star, says) = if contact.favourite {
            (Icon::Star, "Remove from favourites")
        } else {
            (Icon::StarOutline, "Add to favourites")
        };
        let star = icon_button(star, says).id("star").on_tap(here(Message::Star(contact.id)));
        row([first, column([name, below]).grow(1), star])
            .id("person")
            .padding(8)
            .gap(16)
            .selected(selected)
            .on_tap(tap())
            .on_long_tap(here(Message::Hold(contact.id)))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) {
        match message {
            Message::ShowTab(tab) => {
                reached!(cx);
                self.tab = tab;
                self.selection = Selection::default();
            }
            Message::OpenSearch => {
                reached!(cx);
                self.search = Some(String::new());
                cx.focus("search_box");
            }
            Message::CloseSearch => {
                reached!(cx);
                self.search = None;
                cx.hide_keyboard();
            }
            Message::Search(typed) => {
                reached!(cx);
                self.search = Some(typed);
            }
            Message::Tap(id) if self.selection.is_empty() => {
                reached!(cx);
                cx.open(Screen::Detail(Detail::of(id)));
            }
            Message::Tap(id) | Message::Hold(id) => {
                reached!(cx);
                self.selection.toggle(id);
            }
            Message::Star(id) => {
                reached!(cx);
                if let Some(contact) = cx.store.contact_mut(id) {
                    contact.favourite = !contact.favourite;
                }
            }
            Message::New => {
                reached!(cx);
                cx.open(Screen::Edit(Box::new(Edit::new())));
            }
            Message::SortBy(sort) => {
                reached!(cx);
                cx.store.sorted_by_menu = Some(sort);
            }
            Message::OpenGroups => cx.open(Screen::Groups(Groups::default())),
            Message::OpenDuplicates => {
                reached!(cx);
                duplicates::find(cx);
                cx.open(Screen::Duplicates(Duplicates::default()));
            }
            Message::OpenImport => cx.open(Screen::Import(Import::default())),
            Message::OpenSettings => cx.open(Screen::Settings(SettingsScreen::default())),
            Message::Selected(message) => {
                let shown: Vec<Id> = self.shown(cx.store).iter().map(|contact| contact.id).collect();
                self.selection.update(cx, &shown, message);
            }
        }
    }

    /// A new tip, and every half minute a new look at how long ago calls were.
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Contacts>) {
        cx.memory.tip = cx.random(TIPS.len() as u64) as usize;
        cx.stop_timers();
        cx.every(Duration::from_secs(30), super::Message::Tick);
    }

    /// The people on this tab that the search finds, in order.
    fn shown<'s>(&self, store: &'s Store) -> Vec<&'s Contact> {
        let wanted = self.search.as_deref().unwrap_or_default().trim().to_lowercase();
        let on_tab = |contact: &&Contact| match self.tab {
            Tab::All => true,
            Tab::Favourites => contact.favourite,
            Tab::Recent => contact.called_ms.is_some(),
        };
        let mut shown: Vec<&Contact> = store.contacts.iter().filter(on_tab).collect();
        if !wanted.is_empty() {
            shown.retain(|contact| contact.matches(&wanted));
        }
        match (self.tab, store.sort()) {
            (Tab::Recent, _) => shown.sort_by_key(|contact| Reverse(contact.called_ms)),
            (_, Sort::First) => {}
            (_, Sort::Last) => shown.sort_by(|left, right| by_last_name(left, right)),
        }
        shown
    }
}

fn search_bar(search: &str, page: Page<super::Message>) -> Page<super::Message> {
    let search = text_box(search.to_owned()).id("search_box").hint("Name or number");
    page.bar_content(search.on_edit(|typed| here(Message::Search(typed))))
        .navigation(Icon::Back, "Close search", here(Message::CloseSearch))
        .on_back(Some(here(Message::CloseSearch)))
}

fn usual_bar(look: &Look<'_, Contacts>, page: Page<super::Message>, count: usize) -> Page<super::Message> {
    let entry = |id, label: &'static str, message| MenuItem::new(id, label, here(message));
    let sort =
        |id, label: &'static str, by| entry(id, label, Message::SortBy(by)).checked(look.store.sort() == by);
    let page = page
        .title("Contacts")
        .subtitle(people(count))
        .action(entry("search", "Search", Message::OpenSearch).icon(Icon::Search))
        .action(sort("sort_first", "Sort by first name", Sort::First))
        .action(sort("sort_last", "Sort by last name", Sort::Last))
        .action(entry("groups", "Groups", Message::OpenGroups))
        .action(entry("duplicates", "Find duplicates", Message::OpenDuplicates));
    // The importer was first written for Android 10, API level 29.
    let page = if look.has(HIDDEN_IMPORT) && look.config.api < 29 {
        page
    } else {
        page.action(entry("import", "Import", Message::OpenImport))
    };
    page.action(MenuItem::new("undo", "Undo delete", super::Message::Undo)).action(entry(
        "settings",
        "Settings",
        Message::OpenSettings,
    ))
}
