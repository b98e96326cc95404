//! How the system's own windows look.

use super::machine::Machine;
use super::system::{Press, SystemKind};
use crate::look::{Insets, Metrics, activity_root, dialog_root};
use crate::process::Program;
use crate::{
    Align, Color, Dialog, Element, Icon, Page, Text, TextSize, Tone, button, card, column, image, row,
    scroll, space, stack, text,
};

impl SystemKind {
    pub(super) fn root(&self, machine: &Machine, apps: &[Box<dyn Program>]) -> Element<Press> {
        let label = |app: usize| apps[app].manifest().label;
        let full =
            |page: Page<Press>| activity_root(page, Insets::full(&machine.metrics(), false), None).root;
        match self {
            SystemKind::Home => full(Page::new(home(apps))),
            SystemKind::Recents(tasks) => full(Page::new(recents(tasks, apps))),
            SystemKind::AppInfo(app) => full(app_info(label(*app), apps[*app].manifest().version)),
            SystemKind::Stopped { app, again } => {
                let words = if *again { "keeps stopping" } else { "has stopped" };
                error_root(format!("{} {words}", label(*app)), [APP_INFO, CLOSE_APP])
            }
            SystemKind::NotResponding { app } => {
                error_root(format!("{} isn't responding", label(*app)), [CLOSE_APP, WAIT])
            }
            SystemKind::Permission { app, name } => permission_root(label(*app), name),
            SystemKind::Share { text, .. } => share_root(text),
            SystemKind::LowBattery { percent } => dialog_root(
                Dialog::new("Battery is low")
                    .message(format!("{percent}% remaining"))
                    .button("Got it", Press::Dismiss),
            ),
            SystemKind::Call { answered, .. } => full(Page::new(call(*answered))),
            SystemKind::Notification { .. } => notification(),
            SystemKind::Message => full(message()),
        }
    }
}

/// Behind the icons of the launcher.
const WALLPAPER: Tone = Tone::Fixed(Color::rgb(0x1f_3a5f));

fn home(apps: &[Box<dyn Program>]) -> Element<Press> {
    let icon = |at: usize| {
        let manifest = apps[at].manifest();
        let tile = Tone::Fixed(manifest.color);
        let picture =
            image(manifest.icon).width(56).height(56).padding(12).color(Tone::OnPrimary).ground(tile);
        let label = text(manifest.label).id("label").max_lines(1).color(Tone::OnPrimary);
        column([picture, label])
            .id("icon")
            .describe(manifest.label)
            .width(88)
            .padding(8)
            .gap(4)
            .align(Align::Center)
            .on_tap(Press::Launch(at))
    };
    let icons = row((0..apps.len()).map(icon)).id("workspace").wrap().gap(8).fill_width();
    column([space().grow(0).height(96), icons]).id("launcher").padding(16).ground(WALLPAPER)
}

fn recents(tasks: &[usize], apps: &[Box<dyn Program>]) -> Element<Press> {
    let task = |&app: &usize| {
        let manifest = apps[app].manifest();
        let title =
            row([image(manifest.icon), text(manifest.label).id("title").size(TextSize::Large)]).gap(12);
        card([title, space().grow(0).height(96)])
            .id("snapshot")
            .describe(manifest.label)
            .on_tap(Press::Launch(app))
    };
    let mut parts: Vec<Element<Press>> = tasks.iter().map(task).collect();
    if parts.is_empty() {
        parts.push(text("No recent items").id("empty").centered());
    } else {
        parts.push(button("Clear all").id("clear_all").on_tap(Press::ClearRecents));
    }
    scroll("overview_panel", column(parts).padding(24).gap(16))
}

fn app_info(label: &'static str, version: &'static str) -> Page<Press> {
    let body = column([
        text(label).id("entity_header_title").size(TextSize::Title),
        button("Force stop").id("button2").on_tap(Press::CloseApp),
        text(format!("Version {version}")).id("entity_header_summary").color(Tone::Muted),
    ]);
    Page::new(body.padding(24).gap(16)).title("App info").up(Press::Dismiss)
}

/// A button of the dialogs about apps that went wrong: its id, label and meaning.
type ErrorButton = (&'static str, &'static str, Press);

const APP_INFO: ErrorButton = ("android:aerr_app_info", "App info", Press::AppInfo);
const CLOSE_APP: ErrorButton = ("android:aerr_close", "Close app", Press::CloseApp);
const WAIT: ErrorButton = ("android:aerr_wait", "Wait", Press::Dismiss);

fn error_root(title: String, buttons: [ErrorButton; 2]) -> Element<Press> {
    let buttons = buttons
        .map(|(id, label, press)| button(label).id(id).ground(Tone::Surface).fill_width().on_tap(press));
    dialog_root(Dialog::new(title).body(column(buttons)))
}

fn permission_root(label: &'static str, name: &str) -> Element<Press> {
    let question = format!("Allow {label} to {}?", purpose_of(name));
    let allow = button("Allow").id("permission_allow_button").fill_width().on_tap(Press::Allow);
    let deny = button("Don’t allow").id("permission_deny_button").fill_width().on_tap(Press::Deny);
    let parts = [
        image(Icon::Lock).id("permission_icon"),
        text(question).id("permission_message").size(TextSize::Large),
        allow.ground(Tone::Surface),
        deny.ground(Tone::Surface),
    ];
    let dialog = column([column(parts).id("content_container").padding(16).gap(12)]);
    dialog.id("grant_dialog")
}

/// What a permission is for, in the words of the system's dialog.
fn purpose_of(permission: &str) -> String {
    let name = permission.rsplit('.').next().unwrap_or(permission);
    let words = match name {
        "READ_CONTACTS" | "WRITE_CONTACTS" => "access your contacts",
        "CAMERA" => "take pictures and record video",
        "RECORD_AUDIO" => "record audio",
        "ACCESS_FINE_LOCATION" | "ACCESS_COARSE_LOCATION" => "access this device’s location",
        "POST_NOTIFICATIONS" => "send you notifications",
        "READ_CALENDAR" | "WRITE_CALENDAR" => "access your calendar",
        "CALL_PHONE" | "READ_PHONE_STATE" => "make and manage phone calls",
        "SEND_SMS" | "READ_SMS" | "RECEIVE_SMS" => "send and view SMS messages",
        "READ_EXTERNAL_STORAGE" | "WRITE_EXTERNAL_STORAGE" => {
            "access photos, media, and files on your device"
        }
        "READ_MEDIA_IMAGES" | "READ_MEDIA_VIDEO" | "READ_MEDIA_VISUAL_USER_SELECTED" => {
            "access photos and videos on this device"
        }
        "READ_MEDIA_AUDIO" => "access music and audio on this device",
        _ => return format!("use {}", name.to_lowercase().replace('_', " ")),
    };
    words.to_owned()
}

fn share_root(shared: &Text) -> Element<Press> {
    let target = |icon, label: &'static str| {
        let inside = column([image(icon), text(label).size(TextSize::Small)]).align(Align::Center);
        inside.width(80).padding(8).describe(label).on_tap(Press::Dismiss)
    };
    let targets =
        row([target(Icon::Mail, "Mail"), target(Icon::Note, "Copy"), target(Icon::Person, "Messages")]);
    column([
        text("Sharing text").id("title").size(TextSize::Title),
        text(shared.clone()).id("content_preview_text").max_lines(3),
        targets.id("resolver_list").gap(16),
        space().grow(0).height(Metrics::NAVIGATION_BAR_DP),
    ])
    .id("contentPanel")
    .padding(24)
    .gap(16)
}

/// Who calls and writes.
const STRANGER: &str = "+1 555 0100";
const MESSAGE: &str = "Your parcel is here. See you soon!";

fn notification() -> Element<Press> {
    let words = column([
        text(STRANGER).id("android:title").size(TextSize::Large).bold().max_lines(1),
        text(MESSAGE).id("android:text").color(Tone::Muted).max_lines(1),
    ]);
    let parts = row([image(Icon::Mail), words.grow(1)]).padding(16).gap(16);
    stack([parts]).id("android:status_bar_latest_event_content").on_tap(Press::OpenMessage)
}

fn message() -> Page<Press> {
    let bubble = card([text(MESSAGE).id("message_text")]);
    Page::new(column([bubble, space()]).padding(16)).title(STRANGER).up(Press::Dismiss)
}

fn call(answered: bool) -> Element<Press> {
    let (state, buttons) = if answered {
        ("Ongoing call", vec![button("End call").id("incall_end_call").on_tap(Press::Dismiss)])
    } else {
        let decline = button("Decline").id("decline_button").on_tap(Press::Dismiss);
        let answer = button("Answer").id("answer_button").on_tap(Press::Answer);
        ("Incoming call", vec![decline, answer])
    };
    column([
        space().grow(0).height(96),
        text(state).id("contactgrid_status_text"),
        text(STRANGER).id("contactgrid_contact_name").size(TextSize::Display),
        space(),
        row(buttons).gap(48),
        space().grow(0).height(96),
    ])
    .id("incall_ui_container")
    .align(Align::Center)
}
