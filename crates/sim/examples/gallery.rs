//! Draws sample pages of each kind of widget to a folder: `cargo run --example gallery -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use sim::{
    Align, Color, Configuration, Dialog, Icon, MenuItem, Page, Preview, TextSize, Tone, button, card,
    check_box, chip, column, divider, dropdown, filter_chip, floating_button, icon_button, image, number_box,
    password_box, progress, radio, row, scroll, slider, space, spinner, switch, tabs, text, text_area,
    text_box,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args_os().nth(1).ok_or("say where the pictures should go")?);
    fs::create_dir_all(&folder)?;
    let phone = Configuration::default();
    let small = Configuration { window_px: (720, 1280), density_dpi: 320, ..phone.clone() };
    let large = Configuration { window_px: (1440, 3040), density_dpi: 560, ..phone.clone() };
    let turned = Configuration { window_px: (1920, 1080), ..phone.clone() };
    let big_letters = Configuration { font_percent: 130, ..phone.clone() };
    let dark = Configuration { dark: true, ..phone.clone() };
    for (name, config) in [
        ("phone", &phone),
        ("small", &small),
        ("large", &large),
        ("turned", &turned),
        ("big-letters", &big_letters),
        ("dark", &dark),
    ] {
        for (page, shown) in [
            ("notes", notes as fn() -> Page<()>),
            ("form", form),
            ("widgets", widgets),
            ("dialog", dialog),
            ("icons", icons),
        ] {
            let mut preview = Preview::new(config, Color::INDIGO);
            preview.show(shown());
            fs::write(folder.join(format!("{name}-{page}.png")), preview.picture().to_png())?;
        }
    }
    Ok(())
}

fn notes() -> Page<()> {
    let note = |title: &'static str, line: &'static str, time: &'static str, icon: Icon| {
        row([
            image(icon).width(40).height(40).ground(Tone::Primary),
            column([
                text(title).size(TextSize::Large).max_lines(1),
                text(line).color(Tone::Muted).max_lines(1),
            ])
            .grow(1),
            text(time).size(TextSize::Small).color(Tone::Muted),
        ])
        .gap(16)
        .padding(16)
        .on_tap(())
    };
    let list = column([
        note(
            "Shopping",
            "Milk, bread, apples and something for the weekend that is nice",
            "09:12",
            Icon::Note,
        ),
        divider(),
        note("Ideas for the garden", "Plant tomatoes in May", "Yesterday", Icon::Star),
        divider(),
        note("Books", "The Left Hand of Darkness – Ursula K. Le Guin", "12 May", Icon::Book),
        divider(),
        note("Größe, naïve, Ελλάδα, Москва", "漢字 and 🥛 are boxes", "3 May", Icon::File),
        divider(),
    ]);
    let chips =
        row([filter_chip("All", true), filter_chip("Starred", false), chip("Archive")]).gap(8).padding(12);
    let body =
        column([tabs([("Notes", ()), ("Tasks", ()), ("Archive", ())], 0), chips, scroll("notes", list)]);
    Page::new(body)
        .title("Notes")
        .navigation(Icon::Menu, "Open menu", ())
        .action(MenuItem::new("search", "Search", ()).icon(Icon::Search))
        .action(MenuItem::new("settings", "Settings", ()))
        .floating(floating_button(Icon::Add, "New note").on_tap(()))
        .bottom(
            row([
                icon_button(Icon::Home, "Home").selected(true).grow(1).on_tap(()),
                icon_button(Icon::Calendar, "Calendar").grow(1).on_tap(()),
                icon_button(Icon::Person, "Profile").grow(1).on_tap(()),
            ])
            .ground(Tone::Surface),
        )
}

fn form() -> Page<()> {
    let body = column([
        text_box("").hint("Title").on_edit(|_| ()),
        text_box("Anna Lindqvist").hint("Name").on_edit(|_| ()),
        text_area("A longer text\nthat has several lines, of which one is long enough to be broken in two.")
            .hint("Note")
            .on_edit(|_| ()),
        number_box("12.50").hint("Amount").on_edit(|_| ()),
        password_box("secret").hint("Password").on_edit(|_| ()),
        row([
            dropdown(["Home", "Work"], 1, |_| ()).grow(1),
            text_box("").hint("City").grow(1).on_edit(|_| ()),
        ])
        .gap(12),
        switch("Remind me", true),
        switch("Repeat every week", false),
        row([space(), button("Cancel").ground(Tone::Surface).on_tap(()), button("Save").on_tap(())]).gap(8),
    ]);
    Page::new(scroll("form", body.padding(16).gap(12)))
        .title("Edit contact")
        .subtitle("Changed 3 minutes ago")
        .up(())
        .action(MenuItem::new("save", "Save", ()).icon(Icon::Check))
}

fn widgets() -> Page<()> {
    let body = column([
        card([
            text("Balance").color(Tone::Muted),
            text("€ 1,284.50").size(TextSize::Display).bold(),
            progress(62),
            row([text("62 % of May").size(TextSize::Small), space(), text("Over budget").color(Tone::Danger)]),
        ])
        .gap(8),
        card([
            check_box("Check box", true),
            check_box("Not ticked", false),
            check_box("Greyed out", true).enabled(false),
            row([radio("Light", false), radio("Dark", true), radio("Off", false).enabled(false)]),
        ]),
        slider(40, |_| ()),
        row([spinner(), button("Wait").enabled(false), button("Delete").ground(Tone::Danger).on_tap(())]).gap(12),
        text("Done already").struck(true),
        text("In the middle, in a title's size, over two lines at most, then an ellipsis where it goes on and on and on").size(TextSize::Title).centered().max_lines(2),
        row([chip("Small"), filter_chip("Ticked", true), filter_chip("Open", false), chip("A fourth that goes to the next line"), chip("Fifth")]).wrap().gap(8),
    ]);
    Page::new(scroll("all", body.padding(16).gap(12).align(Align::Stretch))).title("Widgets")
}

fn dialog() -> Page<()> {
    let dialog = Dialog::new("Delete this note?")
        .message("“Shopping” will be gone for good. This cannot be undone.")
        .body(check_box("Do not ask again", false))
        .button("Cancel", ())
        .button("Delete", ())
        .on_cancel(());
    notes().dialog(Some(dialog))
}

fn icons() -> Page<()> {
    let body =
        row(Icon::ALL.iter().map(|&icon| image(icon).width(48).height(48).color(Tone::Usual))).wrap().gap(12);
    Page::new(scroll("icons", column([body]).padding(16))).title("Icons")
}
