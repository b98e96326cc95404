//! An app of the tests' own: a duration that follows the phone's clock, laps that a person counts, and a dialog that three
//! activities open, one of them over the whole screen.

use std::time::Duration;

use apps::Listed;
use sim::*;

/// How long an activity takes to come to the front: as on phones, turning there and back takes more than a second.
const SLOWNESS: Duration = Duration::from_millis(1_200);
/// A run is under way when the app is opened for the first time. It is as old as a new one is after the phone was turned.
const UNDER_WAY_MS: u64 = 1_000;

sim::faults! {
    LAPS_AT_ZERO "laps-at-zero" LostInput "the laps counted are gone after turning the phone";
    DIALOG_GONE "dialog-gone" LostInput "the dialog for a remark is gone after turning the phone";
}

/// The app, ready to be put on a phone.
pub(crate) fn listed() -> Listed {
    Listed { manifest: Running::manifest(), install: install::<Running> }
}

struct Running;

#[derive(Clone, Default, Hash)]
struct Store {
    remark: String,
}

/// An activity: what it shows, and what is typed into the dialog where that is open.
#[derive(Clone, Hash)]
struct Screen {
    shows: Shows,
    typed: Option<String>,
}

#[derive(Clone, Hash)]
enum Shows {
    Run {
        began_ms: u64,
        /// What the label says. Nothing ticks: it is brought up to date when the activity comes to the front.
        duration_s: u64,
        laps: u32,
    },
    Route,
    Shoes,
}

#[derive(Clone, Debug)]
enum Message {
    StartAnew,
    Lap,
    OpenRoute,
    OpenShoes,
    Close,
    Ask,
    Typed(String),
    Save,
    Cancel,
}

impl Screen {
    fn of(shows: Shows) -> Screen {
        Screen { shows, typed: None }
    }

    /// Brings the label up to date.
    fn look_at_clock(&mut self, now_ms: u64) {
        if let Shows::Run { began_ms, duration_s, .. } = &mut self.shows {
            *duration_s = now_ms.saturating_sub(*began_ms) / 1000;
        }
    }
}

impl App for Running {
    type Store = Store;
    type Memory = ();
    type Screen = Screen;
    type Message = Message;

    fn manifest() -> Manifest {
        Manifest {
            name: "running",
            package: "org.example.running",
            label: "Running",
            icon: Icon::Note,
            color: Color::TEAL,
            version: "1.0",
            permissions: &[],
            broadcasts: &[],
            activities: &["RunActivity", "RouteActivity", "ShoesActivity"],
            faults: FAULTS,
            sources: &[],
        }
    }

    fn start(cx: &mut Context<'_, Self>) -> Outcome<Screen> {
        let began_ms = cx.unix_ms().saturating_sub(UNDER_WAY_MS);
        Ok(Screen::of(Shows::Run { began_ms, duration_s: 0, laps: 0 }))
    }

    fn activity(screen: &Screen) -> &'static str {
        match screen.shows {
            Shows::Run { .. } => "RunActivity",
            Shows::Route => "RouteActivity",
            Shows::Shoes => "ShoesActivity",
        }
    }

    fn view(look: &Look<'_, Self>, screen: &Screen) -> Outcome<Page<Message>> {
        let form = screen.typed.as_ref().map(|typed| form(Self::activity(screen), typed));
        let page = match (&screen.shows, form) {
            (Shows::Shoes, Some(form)) => return Ok(Page::new(form).on_back(Some(Message::Cancel))),
            (Shows::Run { duration_s, laps, .. }, form) => run(*duration_s, *laps).dialog(form.map(dialog)),
            (Shows::Route, form) => {
                Page::new(column([text("Along the river").id("route_name"), remark_button()]))
                    .title("Route")
                    .up(Message::Close)
                    .dialog(form.map(dialog))
            }
            (Shows::Shoes, None) => {
                let remark = text(look.store.remark.clone()).id("last_remark");
                Page::new(column([remark, remark_button()])).title("Shoes").up(Message::Close)
            }
        };
        Ok(page)
    }

    fn update(cx: &mut Context<'_, Self>, screen: &mut Screen, message: Message) -> Outcome {
        match (message, &mut screen.shows) {
            (Message::StartAnew, Shows::Run { began_ms, .. }) => {
                *began_ms = cx.unix_ms();
                screen.look_at_clock(cx.unix_ms());
            }
            (Message::Lap, Shows::Run { laps, .. }) => *laps += 1,
            (Message::OpenRoute, _) => cx.open(Screen::of(Shows::Route)),
            (Message::OpenShoes, _) => cx.open(Screen::of(Shows::Shoes)),
            (Message::Close, _) => cx.finish(),
            (Message::Ask, _) => screen.typed = Some(String::new()),
            (Message::Typed(text), _) => screen.typed = Some(text),
            (Message::Save, _) => cx.store.remark = screen.typed.take().unwrap_or_default(),
            (Message::Cancel, _) => screen.typed = None,
            (Message::StartAnew | Message::Lap, _) => {}
        }
        Ok(())
    }

    fn recreated(look: &Look<'_, Self>, mut screen: Screen, _: Recreation) -> Screen {
        if let (Shows::Run { laps, .. }, true) = (&mut screen.shows, look.has(LAPS_AT_ZERO)) {
            *laps = 0;
        }
        let typed = screen.typed.filter(|_| !look.has(DIALOG_GONE));
        Screen { typed, ..screen }
    }

    fn lifecycle(cx: &mut Context<'_, Self>, screen: &mut Screen, moment: Lifecycle) -> Outcome {
        if moment == Lifecycle::Resumed {
            screen.look_at_clock(cx.unix_ms());
            cx.block(SLOWNESS);
        }
        Ok(())
    }
}

fn run(duration_s: u64, laps: u32) -> Page<Message> {
    Page::new(column([
        text(format!("Duration: {duration_s} sec")).id("duration"),
        button("Start anew").id("start").on_tap(Message::StartAnew),
        text(format!("{laps} laps")).id("laps"),
        button("Lap").id("lap").on_tap(Message::Lap),
        button("Route").id("route").on_tap(Message::OpenRoute),
        button("Shoes").id("shoes").on_tap(Message::OpenShoes),
        remark_button(),
    ]))
    .title("Run")
}

fn remark_button() -> Element<Message> {
    button("Remark").id("ask").on_tap(Message::Ask)
}

/// What the dialog holds, whatever it looks like. What it says of itself to those who cannot see tells where it was opened.
fn form(activity: &'static str, typed: &str) -> Element<Message> {
    column([
        text("How was it?").id("remark_about").describe(activity),
        text_box(typed.to_owned()).id("remark").hint("Remark").on_edit(Message::Typed),
        button("Save").id("remark_save").on_tap(Message::Save),
        button("Cancel").id("remark_cancel").on_tap(Message::Cancel),
    ])
}

fn dialog(form: Element<Message>) -> Dialog<Message> {
    Dialog::new("Remark").body(form).on_cancel(Message::Cancel)
}
