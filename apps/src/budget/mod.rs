//! Accounts, what goes in and out of them, and where the money went each month.

mod store;
mod seed;
mod money;
mod words;
mod book;
mod choices;
mod overview;
mod account;
mod entries;
mod entry;
mod transfer;
mod report;
mod categories;
mod export;
mod settings;

use sim::{App, Color, Context, Icon, Lifecycle, Look, Manifest, Outcome, Page, Recreation, reached};

use account::AccountScreen;
use categories::Categories;
use entry::EntryScreen;
use overview::Overview;
use report::{Report, Sums};
use settings::SettingsScreen;
use store::Store;
use transfer::Transfer;

sim::faults! {
    STALE_UNDO "stale-undo" DeepCrash "undoing the deletion of an entry whose account was deleted since ends the app";
    EMPTY_MONTH "empty-month" ShallowCrash "turning the report to a month without entries ends the app";
    LOST_AMOUNT "lost-amount" LostInput "a typed amount is gone when the process had ended meanwhile";
    WRONG_ACCOUNT "wrong-account" WrongItem "a transfer may arrive at another account than the one chosen";
    STALE_REPORT "stale-report" StaleValue "the report does not know of entries changed since it was opened";
    UNDO_ONE "undo-one" LostEffect "undo brings back only one of several entries deleted together";
    OLD_TITLE "old-title" WrongView "an account that was renamed keeps its old name as the title";
    HALF_CENTS "half-cents" RareData "amounts with one digit after the point are booked wrongly: 12.5 as 12.05";
    CUT_AMOUNTS "cut-amounts" LookOnly "large amounts are cut off in the list of entries";
    ENGLISH_REPORT "english-report" DeviceStructure "the report is in English on German phones";
    UNMIRRORED "unmirrored" LookOnly "accounts stand from left to right in Arabic and Hebrew, too";
    WIDE_SUMS "wide-sums" RareData "the report's shares are wrong when more than 214,748 was spent on one thing";
}

/// The app.
pub struct Budget;

/// What dies with the process. Nothing that a person would miss.
#[derive(Debug, Clone, Default, Hash)]
pub struct Memory {
    /// The sums of the month that a report showed last. Every change of an entry empties it.
    sums: Option<Sums>,
    /// The number of the export whose next piece is on its way.
    export_run: Option<u32>,
    export_runs: u32,
    tip: usize,
}

crate::kit::screens! {
    Overview(Overview, overview::Message) "OverviewActivity";
    Account(AccountScreen, account::Message) "AccountActivity";
    Entry(Box<EntryScreen>, entry::Message) "EntryActivity";
    Transfer(Transfer, transfer::Message) "TransferActivity";
    Report(Report, report::Message) "ReportActivity";
    Categories(Categories, categories::Message) "CategoriesActivity";
    Settings(SettingsScreen, settings::Message) "SettingsActivity";
    + /// Takes the last change of entries back. Wherever the button is.
    Undo;
    + /// Entries were deleted on the screen that was here before.
    Deleted { entries: usize };
    + CancelExport;
    + /// A piece of an export is done. Comes to whichever screen is on top then.
    Exported { run: u32 };
    + /// A little time has passed.
    Tick;
}

impl App for Budget {
    type Store = Store;
    type Memory = Memory;
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "budget",
            package: "org.oddity.budget",
            label: "Budget",
            icon: Icon::Wallet,
            color: Color::GREEN,
            version: "1.9.4",
            permissions: &[],
            broadcasts: &[],
            activities: ACTIVITIES,
            faults: FAULTS,
            sources: &[
                include_str!("mod.rs"),
                include_str!("book.rs"),
                include_str!("overview.rs"),
                include_str!("account.rs"),
                include_str!("entry.rs"),
                include_str!("transfer.rs"),
                include_str!("report.rs"),
                include_str!("categories.rs"),
                include_str!("export.rs"),
                include_str!("settings.rs"),
            ],
        }
    }

    fn start(cx: &mut Context<'_, Self>) -> Outcome<Screen> {
        if !cx.store.seeded {
            reached!(cx);
            let now_ms = cx.unix_ms();
            seed::fill(cx.store, now_ms);
        }
        Ok(Screen::Overview(Overview::default()))
    }

    fn activity(screen: &Screen) -> &'static str {
        activity_of(screen)
    }

    fn view(look: &Look<'_, Self>, screen: &Screen) -> Outcome<Page<Message>> {
        let page = match screen {
            Screen::Overview(overview) => overview.view(look),
            Screen::Account(account) => account.view(look),
            Screen::Entry(entry) => entry.view(look),
            Screen::Transfer(transfer) => transfer.view(look),
            Screen::Report(report) => report.view(look)?,
            Screen::Categories(categories) => categories.view(look),
            Screen::Settings(settings) => settings.view(look),
        };
        Ok(page.dark(look.store.settings.theme.dark()))
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match (screen, message) {
            (Screen::Overview(overview), Message::Overview(message)) => overview.update(cx, message),
            (Screen::Account(account), Message::Account(message)) => account.update(cx, message),
            (Screen::Entry(entry), Message::Entry(message)) => entry.update(cx, message),
            (Screen::Transfer(transfer), Message::Transfer(message)) => transfer.update(cx, message),
            (Screen::Report(report), Message::Report(message)) => report.update(cx, message),
            (Screen::Categories(categories), Message::Categories(message)) => categories.update(cx, message),
            (Screen::Settings(settings), Message::Settings(message)) => settings.update(cx, message),
            (_, Message::Undo) => book::undo(cx)?,
            (_, Message::Deleted { entries }) => book::say_deleted(cx, entries),
            (_, Message::CancelExport) => export::cancel(cx),
            (_, Message::Exported { run }) => export::exported(cx, run),
            (_, Message::Tick) => reached!(cx),
            // A touch that was under way while its screen closed.
            _ => {}
        }
        Ok(())
    }

    fn recreated(look: &Look<'_, Self>, mut screen: Screen, why: Recreation) -> Screen {
        if let Screen::Entry(entry) = &mut screen
            && why == Recreation::ProcessDeath
            && look.has(LOST_AMOUNT)
        {
            entry.forget_amount();
        }
        screen
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        if moment == Lifecycle::Resumed {
            export::go_on(cx);
            match screen {
                Screen::Overview(overview) => overview.resumed(cx),
                Screen::Report(report) => report.resumed(cx),
                _ => {}
            }
        }
        Ok(())
    }
}
