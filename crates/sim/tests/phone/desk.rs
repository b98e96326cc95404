//! A small app that uses everything a simulated phone offers.

use std::time::Duration;

use android::logcat::Priority;
use gui::SystemEvent;
use sim::*;

pub(crate) const PACKAGE: &str = "org.example.desk";
pub(crate) const CONTACTS: &str = "android.permission.READ_CONTACTS";

sim::faults! {
    FORGETFUL "forgetful" LostInput "what was typed is gone after turning the phone";
}

pub(crate) struct Desk;

#[derive(Clone, Default, Hash)]
pub(crate) struct Store {
    pub(crate) items: Shared<Vec<String>>,
}

#[derive(Clone, Default, Hash)]
pub(crate) struct Memory {
    pub(crate) visits: u32,
}

#[derive(Clone, Hash)]
pub(crate) enum Screen {
    Main(Main),
    Edit(Edit),
    List,
}

#[derive(Clone, Default, Hash)]
pub(crate) struct Main {
    /// What happened last.
    pub(crate) last: String,
    pub(crate) ticks: u32,
    pub(crate) asking: bool,
    pub(crate) loading: bool,
    pub(crate) broken: bool,
    pub(crate) choice: usize,
    pub(crate) level: usize,
    pub(crate) ticked: bool,
}

#[derive(Clone, Default, Hash)]
pub(crate) struct Edit {
    pub(crate) name: String,
    pub(crate) amount: String,
    pub(crate) note: String,
}

#[derive(Clone, Debug)]
pub(crate) enum Message {
    OpenEdit,
    OpenList,
    OpenLater,
    Crash,
    CrashLater,
    NativeCrash,
    BreakView,
    Hang(u64),
    Toast,
    Snack,
    Undo,
    StartTimer,
    StartTicking,
    Tick,
    Load,
    Loaded,
    AskPermission,
    Permitted(bool),
    Share,
    Confirm,
    Cancel,
    ClearAll,
    Choose(usize),
    Level(usize),
    Toggle,
    Held,
    Swiped,
    Menu(&'static str),
    Fill,
    FocusNote,
    Name(String),
    Amount(String),
    Note(String),
    Save,
    Saved(String),
    Up,
    Back,
    Remove(usize),
}

impl App for Desk {
    type Store = Store;
    type Memory = Memory;
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "desk",
            package: PACKAGE,
            label: "Desk",
            icon: Icon::Note,
            color: Color::TEAL,
            version: "1.2",
            permissions: &[CONTACTS],
            broadcasts: &["org.example.REFRESH"],
            activities: &["MainActivity", "EditActivity", "ListActivity"],
            faults: FAULTS,
            sources: &[include_str!("desk.rs")],
        }
    }

    fn start(cx: &mut Context<'_, Self>) -> Outcome<Screen> {
        reached!(cx);
        cx.log(Priority::Info, "Desk", "started");
        Ok(Screen::Main(Main::default()))
    }

    fn activity(screen: &Screen) -> &'static str {
        match screen {
            Screen::Main(_) => "MainActivity",
            Screen::Edit(_) => "EditActivity",
            Screen::List => "ListActivity",
        }
    }

    fn view(look: &Look<'_, Self>, screen: &Screen) -> Outcome<Page<Message>> {
        match screen {
            Screen::Main(main) => main_page(look, main),
            Screen::Edit(edit) => Ok(edit_page(edit)),
            Screen::List => Ok(list_page(look)),
        }
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match screen {
            Screen::Main(main) => update_main(cx, main, message),
            Screen::Edit(edit) => {
                update_edit(cx, edit, message);
                Ok(())
            }
            Screen::List => {
                match message {
                    Message::Remove(at) => drop(remove_item(&mut cx.store.items, at)?),
                    _ => cx.finish(),
                }
                Ok(())
            }
        }
    }

    fn recreated(look: &Look<'_, Self>, screen: Screen, why: Recreation) -> Screen {
        match screen {
            Screen::Edit(edit) if look.has(FORGETFUL) => Screen::Edit(Edit { name: String::new(), ..edit }),
            Screen::Main(main) => Screen::Main(Main { last: format!("made anew: {why:?}"), ..main }),
            screen => screen,
        }
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        let name = Self::activity(screen);
        cx.log(Priority::Debug, "Desk", format!("{name} {moment:?}"));
        if moment == Lifecycle::Resumed {
            cx.memory.visits += 1;
        }
        Ok(())
    }

    fn received(cx: &mut Context<'_, Self>, screen: &mut Screen, event: &SystemEvent) -> Outcome {
        reached!(cx);
        if let Screen::Main(main) = screen {
            main.last = event.to_string();
        }
        Ok(())
    }
}

fn main_page(look: &Look<'_, Desk>, main: &Main) -> Outcome<Page<Message>> {
    if main.broken {
        return Err(Exception::illegal_state("cannot draw"));
    }
    let button = |id, label: &'static str, message| button(label).id(id).on_tap(message);
    let body = column([
        text(main.last.clone()).id("last"),
        text(format!("{} ticks", main.ticks)).id("ticks"),
        text(format!("{} visits", look.memory.visits)).id("visits"),
        text(format!("{} items", look.store.items.len())).id("count"),
        text(format!("{} {}", look.config.locale, if look.config.online { "online" } else { "offline" }))
            .id("config"),
        row([
            button("crash", "Crash", Message::Crash),
            button("native", "Native", Message::NativeCrash),
            button("break", "Break", Message::BreakView),
            button("hang", "Hang", Message::Hang(60)),
            button("pause", "Pause", Message::Hang(3)),
        ])
        .wrap(),
        row([
            button("edit", "Edit", Message::OpenEdit),
            button("list", "List", Message::OpenList),
            button("toast", "Toast", Message::Toast),
            button("snack", "Snack", Message::Snack),
            button("confirm", "Confirm", Message::Confirm),
        ])
        .wrap(),
        row([
            button("timer", "Timer", Message::StartTimer),
            button("tick", "Tick", Message::StartTicking),
            button("load", "Load", Message::Load),
            button("ask", "Ask", Message::AskPermission),
            button("share", "Share", Message::Share),
        ])
        .wrap(),
        spinner().hidden(!main.loading),
        check_box("Ticked", main.ticked).id("ticked").on_tap(Message::Toggle),
        dropdown(["one", "two", "three"], main.choice, Message::Choose).id("choice"),
        slider(main.level as u8, Message::Level).id("level"),
        text("hold or swipe me")
            .id("target")
            .padding(8)
            .on_long_tap(Message::Held)
            .on_swipe_left(Message::Swiped),
        text("context").id("context").padding(8).context_menu(vec![MenuItem::new(
            "copy",
            "Copy",
            Message::Menu("copy"),
        )]),
    ]);
    let dialog = main.asking.then(|| {
        Dialog::new("Clear?")
            .message("All items go away.")
            .button("Cancel", Message::Cancel)
            .button("Clear", Message::ClearAll)
            .on_cancel(Message::Cancel)
    });
    Ok(Page::new(scroll("page", body.padding(8).gap(4)))
        .title("Desk")
        .action(MenuItem::new("sort", "Sort", Message::Menu("sort")))
        .action(MenuItem::new("about", "About", Message::Menu("about")))
        .action(MenuItem::new("fill", "Fill", Message::Fill))
        .action(MenuItem::new("later", "Later", Message::OpenLater))
        .action(MenuItem::new("crash_later", "Crash later", Message::CrashLater))
        .dialog(dialog))
}

fn update_main(cx: &mut Context<'_, Desk>, main: &mut Main, message: Message) -> Outcome {
    match message {
        Message::OpenEdit => cx.open(Screen::Edit(Edit::default())),
        Message::OpenList => cx.open(Screen::List),
        Message::OpenLater => cx.after(Duration::from_millis(300), Message::OpenEdit),
        Message::Crash => drop(item(&cx.store.items, 1_000)?),
        Message::CrashLater => cx.after(Duration::from_secs(5), Message::Crash),
        Message::NativeCrash => return Err(Exception::native(Signal::Segv, "decode_image")),
        Message::BreakView => main.broken = true,
        Message::Hang(seconds) => {
            main.last = "hung".to_owned();
            cx.block(Duration::from_secs(seconds));
        }
        Message::Toast => cx.toast("Hello"),
        Message::Snack => cx.snackbar("Deleted", Some(("Undo", Message::Undo))),
        Message::Undo => main.last = "undone".to_owned(),
        Message::StartTimer => cx.after(Duration::from_secs(1), Message::Tick),
        Message::StartTicking => cx.every(Duration::from_secs(1), Message::Tick),
        Message::Tick => {
            reached!(cx);
            main.ticks += 1;
        }
        Message::Load => {
            main.loading = true;
            cx.background(Duration::from_secs(3), Message::Loaded);
        }
        Message::Loaded => {
            main.loading = false;
            main.last = format!("loaded {}", cx.random(1_000_000));
        }
        Message::AskPermission => cx.ask_permission(CONTACTS, Message::Permitted),
        Message::Permitted(granted) => main.last = format!("permitted: {granted}"),
        Message::Share => cx.share("some text"),
        Message::Confirm => main.asking = true,
        Message::Cancel => {
            main.asking = false;
            main.last = "cancelled".to_owned();
        }
        Message::ClearAll => {
            main.asking = false;
            cx.store.items.clear();
        }
        Message::Choose(at) => main.choice = at,
        Message::Level(level) => main.level = level,
        Message::Toggle => main.ticked = !main.ticked,
        Message::Held => main.last = "held".to_owned(),
        Message::Swiped => main.last = "swiped".to_owned(),
        Message::Menu(entry) => main.last = format!("chose {entry}"),
        Message::Fill => cx.store.items.extend((0..200).map(|number| format!("item {number}"))),
        Message::Saved(name) => {
            main.last = format!("saved {name}");
            cx.store.items.push(name);
        }
        _ => {}
    }
    Ok(())
}

fn edit_page(edit: &Edit) -> Page<Message> {
    let body = column([
        text_box(edit.name.clone()).id("name").hint("Name").on_edit(Message::Name).on_submit(Message::Save),
        number_box(edit.amount.clone()).id("amount").hint("Amount").on_edit(Message::Amount),
        text_area(edit.note.clone()).id("note").hint("Note").on_edit(Message::Note),
        button("Write a note").id("write").on_tap(Message::FocusNote),
    ]);
    let save = MenuItem::new("save", "Save", Message::Save).icon(Icon::Check);
    let leave = (!edit.note.is_empty()).then_some(Message::Back);
    Page::new(body.padding(8)).title("Edit").up(Message::Up).action(save).on_back(leave)
}

fn update_edit(cx: &mut Context<'_, Desk>, edit: &mut Edit, message: Message) {
    match message {
        Message::Name(name) => edit.name = name,
        Message::Amount(amount) => edit.amount = amount,
        Message::Note(note) => edit.note = note,
        Message::FocusNote => cx.focus("note"),
        Message::Save => cx.finish_with(Message::Saved(edit.name.clone())),
        Message::Back => edit.note.clear(),
        _ => cx.finish(),
    }
}

fn list_page(look: &Look<'_, Desk>) -> Page<Message> {
    let list = look.list("list", 56, &look.store.items, |at, item| {
        let remove = icon_button(Icon::Delete, "Delete").id("remove").on_tap(Message::Remove(at));
        row([text(item.clone()).id("item").grow(1), remove]).padding(8)
    });
    Page::new(list).title("List").up(Message::Up)
}
