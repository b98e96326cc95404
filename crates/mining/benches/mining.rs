//! How long mining and clustering take.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use gui::{Flag, Flags, Layout, LayoutBuilder, Rect, Widget, WindowInfo};
use mining::{
    Album, Behaviour, Deed, Look, LookId, PageOf, Pair, Path, Profile, Rows, Sources, cluster, mine,
};
use model::Volatile;
use trace::Moment;

/// Small numbers that look like chance.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A page with so many buttons and rows, told apart from others by its number.
fn page(name: usize, buttons: usize, rows: &[String]) -> Layout {
    let area = Rect::new(0, 0, 1080, 2400);
    let clickable = Flags::default().with(Flag::Clickable, true);
    let mut builder = LayoutBuilder::new();
    builder.window(WindowInfo::default());
    let open = |builder: &mut LayoutBuilder, class: &str, id: &str, text: &str, flags| {
        let _ = builder.open(&Widget {
            class,
            resource_id: id,
            text,
            flags,
            package: "com.example",
            bounds: area,
            ..Widget::default()
        });
    };
    open(&mut builder, "android.widget.FrameLayout", "", "", Flags::default());
    for at in 0..buttons {
        open(&mut builder, "android.widget.Button", &format!("com.example:id/b{name}_{at}"), "", clickable);
        builder.close();
    }
    open(
        &mut builder,
        "androidx.recyclerview.widget.RecyclerView",
        "com.example:id/list",
        "",
        Flags::default(),
    );
    for row in rows {
        open(&mut builder, "android.widget.LinearLayout", "com.example:id/row", "", clickable);
        open(&mut builder, "android.widget.TextView", "com.example:id/title", row, Flags::default());
        builder.close();
        builder.close();
    }
    builder.close();
    builder.close();
    builder.finish()
}

/// 5,000 distinct layouts: 60 pages in 20 variants that offer some more buttons, with four contents each that look alike or not as the
/// rows count.
fn traces(steps: usize, album: &mut Album) -> Vec<Path> {
    let mut dice = Dice(7);
    let mut layouts: Vec<(Layout, Look, LookId)> = Vec::new();
    for number in 0..5_000 {
        let (name, variant, content) = (number % 60, number / 60 % 20, number / 1_200);
        let rows: Vec<String> = (0..3 + content).map(|row| format!("row {number} {row}")).collect();
        let layout = page(name, 10 + variant, &rows);
        let look = Look::of(&layout, ".Main", "com.example", &Volatile::default(), Rows::Each);
        let Some(look) = look else { continue };
        let id = album.add(Some(&look));
        layouts.push((layout, look, id));
    }
    let mut paths = Vec::new();
    while paths.len() * 60 < steps {
        let mut here = 0;
        let mut path = Path { start: layouts[0].2, steps: Vec::new() };
        for _ in 0..60 {
            let button = dice.below(10);
            let (layout, look, _) = &layouts[here];
            let event = format!("tap #b{}_{button}", here % 60).parse();
            let Some(deed) = event.ok().and_then(|event| Deed::of(&event, layout, look)) else { break };
            // A button leads to a page; which variant and content of it depends on the data.
            here = (here % 60 * 7 + button * 11) % 60 + 60 * dice.below(83);
            path.steps.push((deed, layouts[here].2));
        }
        paths.push(path);
    }
    paths
}

fn mining(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mining");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for steps in [1_000, 10_000, 100_000] {
        let mut album = Album::default();
        let paths = traces(steps, &mut album);
        group.bench_function(format!("{steps} steps, 5000 layouts"), |bencher| {
            bencher.iter_custom(|times| {
                let mut spent = Duration::ZERO;
                for _ in 0..times {
                    let mut album = album.clone();
                    let began = Instant::now();
                    black_box(mine(&mut album, &paths));
                    spent += began.elapsed();
                }
                spent
            });
        });
    }
    group.finish();
}

fn clustering(criterion: &mut Criterion) {
    let mut pairs: Vec<(Moment, Moment)> = Vec::new();
    for number in 0..40 {
        let rows: Vec<String> = (0..22).map(|row| format!("item {number} {row}")).collect();
        let mut left = rows.clone();
        left.remove(if number == 39 { 4 } else { 3 });
        let moment = |rows: &[String]| Moment {
            layout: Some(Arc::new(page(1, 14, rows))),
            activity: Some(".Main".to_owned()),
            screenshot: None,
        };
        pairs.push((moment(&rows), moment(&left)));
    }
    let volatile = Volatile::default();
    criterion.bench_function("clustering 40 pairs of 60 widgets", |bencher| {
        bencher.iter(|| {
            let behaviours: Vec<Behaviour> = pairs
                .iter()
                .map(|(before, after)| {
                    let layout = before.layout.as_deref();
                    let receiver =
                        layout.and_then(|layout| layout.nodes().find(|node| node.text().ends_with(" 3")));
                    let sources = layout
                        .map(|layout| Sources::of(layout, receiver.map(|node| node.id()), &[]))
                        .unwrap_or_default();
                    let pair =
                        Pair { before, after, sources: &sources, app: "com.example", volatile: &volatile };
                    Behaviour::of(pair, PageOf::Frame)
                })
                .collect();
            black_box(cluster(&behaviours, Profile::Default))
        });
    });
}

criterion_group!(benches, clustering, mining);
criterion_main!(benches);
