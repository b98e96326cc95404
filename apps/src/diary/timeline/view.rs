//! How the timeline looks.

use sim::{
    Dialog, Element, Icon, Look, MenuItem, Page as Sheet, TextSize, Tone, chip, column, filter_chip,
    floating_button, image, row, text, text_box,
};

use super::{Message, Timeline};
use crate::day::{Day, MONTHS};
use crate::diary::store::{Mood, Page, entries, long_date};
use crate::diary::words::{mood, word};
use crate::diary::{DEAD_ORDER, Diary, Message as M, NO_CALENDAR};
use Message::{
    Cancel, CloseSearch, DeleteConfirmed, DeleteSelected, EndSelection, Held, Only, OpenCalendar, OpenExport,
    OpenMoods, OpenSettings, Query, Search, ShareSelected, Tapped, TurnOrder, Undo, WriteToday,
};

impl Timeline {
    pub(in crate::diary) fn view(&self, look: &Look<'_, Diary>) -> Sheet<M> {
        let shown = self.shown(look.store, look.has(DEAD_ORDER));
        let nothing = text("No entries").id("empty").color(Tone::Muted).centered().grow(1);
        let list = look.list("entry_list", 80, &shown, |_, page| self.page_row(look, page));
        let list = if shown.is_empty() { nothing } else { list };
        let sheet = Sheet::new(column([self.mood_chips(look), recent_chips(look), list]));
        let sheet = sheet.dialog(self.dialog(look));
        if !self.selected.is_empty() {
            return sheet
                .title(format!("{} selected", self.selected.len()))
                .navigation(Icon::Close, "End selection", M::Timeline(EndSelection))
                .on_back(Some(M::Timeline(EndSelection)))
                .action(item(look, "share", "Share", ShareSelected).icon(Icon::Share))
                .action(item(look, "delete", "Delete", DeleteSelected).icon(Icon::Delete))
                .action(item(look, "select_all", "Select all", Message::SelectAll));
        }
        let write = floating_button(Icon::Edit, word(look, "Write today")).id("write");
        self.usual_bar(look, sheet).floating(write.on_tap(M::Timeline(WriteToday)))
    }

    fn usual_bar(&self, look: &Look<'_, Diary>, sheet: Sheet<M>) -> Sheet<M> {
        let sheet = match &self.query {
            Some(query) => sheet
                .navigation(Icon::Back, "Close search", M::Timeline(CloseSearch))
                .on_back(Some(M::Timeline(CloseSearch)))
                .bar_content(
                    text_box(query.clone())
                        .id("search_box")
                        .hint("Search entries")
                        .on_edit(|text| M::Timeline(Query(text))),
                ),
            None => sheet
                .title(word(look, "Diary"))
                .action(item(look, "search", "Search", Search).icon(Icon::Search)),
        };
        let order = if look.store.settings.newest_first { "Oldest first" } else { "Newest first" };
        let sheet = sheet.action(item(look, "order", order, TurnOrder).icon(Icon::Sort));
        // There is room for two buttons on a narrow bar; the third was to be in the menu.
        let sheet = if look.has(NO_CALENDAR) && look.config.width_dp() < 360 {
            sheet
        } else {
            sheet.action(item(look, "calendar", "Calendar", OpenCalendar).icon(Icon::Calendar))
        };
        sheet
            .action(item(look, "undo", "Undo deletion", Undo).enabled(!look.memory.deleted.is_empty()))
            .action(item(look, "moods", "Moods", OpenMoods))
            .action(item(look, "export", "Export", OpenExport))
            .action(item(look, "settings", "Settings", OpenSettings))
    }

    fn mood_chips(&self, look: &Look<'_, Diary>) -> Element<M> {
        let chip = |only: Mood| {
            let chosen = self.mood == Some(only);
            let message = Only(if chosen { None } else { Some(only) });
            filter_chip(mood(look, only), chosen).on_tap(M::Timeline(message))
        };
        row(Mood::ALL.map(chip)).id("moods").wrap().gap(4).padding(8)
    }

    fn page_row(&self, look: &Look<'_, Diary>, page: &Page) -> Element<M> {
        let settings = &look.store.settings;
        let size = if settings.large_letters { TextSize::Large } else { TextSize::Body };
        let beginning = page.text.lines().next().unwrap_or_default().to_owned();
        let words = column([
            text(long_date(page.day)).id("date").bold().max_lines(1),
            text(beginning).id("beginning").size(size).max_lines(2).color(Tone::Muted),
        ]);
        let photos = if page.photos.is_empty() { String::new() } else { page.photos.len().to_string() };
        let no_photos = page.photos.is_empty() || !settings.show_photos;
        row([
            image(page.mood.icon()).describe(mood(look, page.mood)).color(Tone::Primary),
            words.grow(1),
            text(photos).id("photo_count").size(TextSize::Small).hidden(no_photos),
            image(Icon::Image).describe("Photos").hidden(no_photos),
        ])
        .id("entry")
        .padding(8)
        .gap(8)
        .height(80)
        .selected(self.selected.contains(&page.day))
        .on_tap(M::Timeline(Tapped(page.day)))
        .on_long_tap(M::Timeline(Held(page.day)))
    }

    fn dialog(&self, look: &Look<'_, Diary>) -> Option<Dialog<M>> {
        self.asking_to_delete.then(|| {
            Dialog::new(format!("Delete {}?", entries(self.selected.len())))
                .button(word(look, "Cancel"), M::Timeline(Cancel))
                .button(word(look, "Delete"), M::Timeline(DeleteConfirmed))
                .on_cancel(M::Timeline(Cancel))
        })
    }
}

/// What was read lately, the last one first.
fn recent_chips(look: &Look<'_, Diary>) -> Element<M> {
    let recent = &look.store.recent;
    let label = |day: Day| {
        let date = day.date();
        format!("{} {}", date.day, MONTHS[usize::from(date.month) - 1])
    };
    let chips = recent.iter().map(|&day| chip(label(day)).on_tap(M::Timeline(Tapped(day))));
    let title = text("Lately:").size(TextSize::Small).color(Tone::Muted);
    row([title].into_iter().chain(chips)).id("recent").wrap().gap(4).padding(4).hidden(recent.is_empty())
}

fn item(look: &Look<'_, Diary>, id: &'static str, label: &'static str, message: Message) -> MenuItem<M> {
    MenuItem::new(id, word(look, label), M::Timeline(message))
}
