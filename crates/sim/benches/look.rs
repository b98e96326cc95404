//! What it costs to place, dump and draw a page of sixty widgets.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use sim::{
    Color, Configuration, Icon, MenuItem, Page, Preview, TextSize, Tone, button, check_box, column, divider,
    floating_button, icon_button, image, row, scroll, switch, tabs, text, text_box,
};

/// A page such as apps have: a form above a list. 60 widgets in the dump.
fn page(title: &'static str, ticked: bool) -> Page<u8> {
    let note = |at: usize| {
        row([
            image(Icon::Note).width(40).height(40).ground(Tone::Primary),
            column([
                text(format!("Note number {at}")).size(TextSize::Large).max_lines(1),
                text("Milk, bread, and something nice for the weekend").color(Tone::Muted).max_lines(1),
            ])
            .grow(1),
            check_box("", ticked && at == 2).on_tap(1),
        ])
        .gap(12)
        .on_tap(2)
    };
    let form = column([
        text_box(title).id("title").hint("Title").on_edit(|_| 3),
        row([switch("Remind me", true).id("remind").grow(1), button("Save").id("save").on_tap(4)]).gap(8),
        divider(),
    ]);
    let body = column([
        tabs([("Notes", 5), ("Tasks", 6)], 0),
        form.padding(16).gap(8),
        scroll("notes", column((0..6).map(note)).padding(16).gap(8)),
    ]);
    Page::new(body)
        .title("Notes")
        .up(7)
        .action(MenuItem::new("search", "Search", 8).icon(Icon::Search))
        .action(MenuItem::new("settings", "Settings", 9))
        .floating(floating_button(Icon::Add, "Add").id("add").on_tap(10))
        .bottom(row([Icon::Home, Icon::Star, Icon::Person].map(|icon| icon_button(icon, "Go").grow(1))))
}

fn shown() -> Preview {
    let mut preview = Preview::new(&Configuration::default(), Color::INDIGO);
    preview.show(page("Shopping", false));
    preview
}

fn layouts(c: &mut Criterion) {
    let empty = Preview::new(&Configuration::default(), Color::INDIGO);
    let full = shown();
    let widgets = full.layout().len();
    assert!((50..=70).contains(&widgets), "the page has {widgets} widgets");
    let mut group = c.benchmark_group("look");
    let mut showing = |name: &str, before: &Preview, next: fn() -> Page<u8>| {
        group.bench_function(name, |b| {
            b.iter_batched(
                || (before.clone(), next()),
                |(mut preview, page)| {
                    preview.show(page);
                    preview
                },
                BatchSize::SmallInput,
            );
        });
    };
    showing("cold layout", &empty, || page("Shopping", false));
    showing("one letter typed", &full, || page("Shopping!", false));
    showing("one box ticked", &full, || page("Shopping", true));
    showing("nothing changed", &full, || page("Shopping", false));
    group.bench_function("dump", |b| {
        let fresh = || {
            let mut preview = full.clone();
            preview.show(page("Shopping!", false));
            preview
        };
        b.iter_batched(fresh, |preview| (preview.layout(), preview), BatchSize::SmallInput);
    });
    group.finish();
}

fn pictures(c: &mut Criterion) {
    let full = shown();
    let mut group = c.benchmark_group("look");
    group.sample_size(50);
    group.bench_function("raw screenshot of 1080x1920", |b| b.iter(|| black_box(full.picture())));
    group.bench_function("screenshot as PNG", |b| b.iter(|| black_box(full.picture().to_png())));
    group.finish();
}

criterion_group!(benches, layouts, pictures);
criterion_main!(benches);
