//! `oddity bench pocket`: what a pocket phone costs with an app, and what an event's time is spent on.

use std::collections::BTreeMap;

use ::pocket::{Openings, PocketPhone};
use bench::{Mean, PhoneFigures};
use device::{Device as _, DeviceError};
use serde::Serialize;

use crate::cli::{BenchedPocketArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::phones;
use crate::table::Table;

pub(crate) fn run(args: &BenchedPocketArgs, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Benched {
        opened: Openings,
        figures: PhoneFigures,
        inside: Option<Inside>,
    }
    if let Some(folder) = args.plot.as_ref().and_then(|path| path.parent())
        && !folder.as_os_str().is_empty()
        && !folder.is_dir()
    {
        // Not after all that was measured.
        return Err(Failure::bad_input(format!("there is no folder {} for the plot", folder.display())));
    }
    let package = crate::apk::package_of(&args.apk)?;
    let (kit, app) = phones::pocket_app(&args.apk, &args.on)?;
    let criu = args.on.criu().ok();
    let failed = |error: DeviceError| phones::failure(&error);
    let opened = ::pocket::openings(&kit, &app, &args.on, criu.clone()).map_err(failed)?;
    let mut phone = PocketPhone::open(&kit, app, args.on.clone(), criu).map_err(failed)?;
    let figures = bench::measure(&mut phone, &package, args.events, args.seed, PocketPhone::memory_bytes)
        .map_err(failed)?;
    let inside = inside_of_events(&mut phone, &package, args.events, args.seed).map_err(failed)?;
    let points: Vec<(u64, f64)> =
        figures.memory.iter().map(|&(events, bytes)| (events, bytes as f64 / 1e6)).collect();
    match args.format {
        TableFormat::Json => output.json(&Benched { opened, figures, inside })?,
        TableFormat::Text => output.print(table_of(&opened, &figures, inside.as_ref()))?,
    }
    if let Some(path) = &args.plot {
        let picture = bench::plot(&points, "events", "memory in MB");
        crate::input::write(path, picture.as_bytes())?;
    }
    Ok(Exit::Clean)
}

/// The figures beside those of the prototype on Activity Diary, and the goals.
fn table_of(opened: &Openings, figures: &PhoneFigures, inside: Option<&Inside>) -> Table<4> {
    let mut table = Table::new(["what", "here", "prototype", "goal"]);
    let mut row = |what: &str, here: String, prototype: &str, goal: &str| {
        table.row([what.to_owned(), here, prototype.to_owned(), goal.to_owned()]);
    };
    let ms = |mean: Mean| format!("{mean} ms");
    let first = |ms: f64| format!("{ms:.0} ms");
    row("first screen on a JVM that comes up", first(opened.cold_ms), "7000-9500 ms", "5000 ms");
    if let Some(images) = &opened.with_images {
        row("the same, making images for later", first(images.first_ms), "", "");
        row("first screen of an unseen app, from an image", first(images.unseen_ms), "", "3000 ms");
        row("first screen of a known app, from an image", first(images.again_ms), "", "400 ms");
    }
    row("fresh start", ms(figures.fresh_start_ms), "7000 ms", "400 ms from an image");
    row("event, rest and dump", format!("{:.1} ms", figures.event_ms), "34-71 ms", "25 ms");
    row(
        "the same among the first 20 of a fresh start",
        format!("{:.1} ms", figures.early_event_ms),
        "",
        "twice that",
    );
    if let Some(drawn) = figures.drawn_event_ms {
        row("the same with a picture", format!("{drawn:.1} ms"), "100-133 ms mdpi", "50 ms mdpi");
    }
    if let Some(inside) = inside {
        for (what, name) in INSIDE {
            row(&format!("of an event, {what}"), inside.told(name), "", "");
        }
        let beside = |ms: f64| format!("{ms:.1} ms");
        row("beside an event, code compiled", beside(inside.compiling_ms), "", "");
        row("beside an event, garbage collected", beside(inside.collecting_ms), "", "");
    }
    row("dump", ms(figures.look_ms), "5-10 ms", "2 ms");
    row(
        "empty question, coverage told",
        ms(figures.question_ms),
        "0.3-0.8 ms the coverage",
        "0.2 ms the coverage",
    );
    if let Some(picture) = figures.picture_ms {
        row("picture", ms(picture), "20 ms mdpi, 80 ms xhdpi", "10 ms mdpi");
    }
    row("10 s of waiting", ms(figures.long_wait_ms), "190 ms", "50 ms");
    if let Some(travel) = &figures.travel {
        if travel.has_process {
            row("snapshot", ms(travel.save_ms), "250 ms", "150 ms");
            row("going back", ms(travel.restore_ms), "250 ms", "200 ms");
            let early = format!("{:.1} ms", travel.early_event_ms);
            row("an event among the first 20 after that", early, "", "twice that of others");
            if let Some(bytes) = travel.bytes {
                row("a further snapshot", format!("{:.1} MB", bytes.mean / 1e6), "34 MB", "15 MB");
            }
        } else {
            row("the app's data kept", ms(travel.save_ms), "", "");
            row("the app's data put back", ms(travel.restore_ms), "6 ms", "6 ms");
        }
    }
    if let Some((events, bytes)) = figures.memory.last() {
        let most = figures.memory.iter().map(|reading| reading.1).max().unwrap_or_default();
        let (now, most) = (*bytes as f64 / 1e6, most as f64 / 1e6);
        let here = format!("{now:.0} MB after {events} events, at most {most:.0}");
        row("memory", here, "750-1250 MB after 360", "700 MB after 10000");
    }
    row("opened again in the walk", figures.restarts.to_string(), "", "");
    let (failures, last) = &figures.failures;
    let last = last.as_deref().map(|last| format!(": {}", gui::escaped(last))).unwrap_or_default();
    row("failures of the phone", format!("{failures}{last}"), "", "0");
    table
}

/// What the main thread may be at, for people and by its name.
const INSIDE: [(&str, &str); 7] = [
    ("the app's own code", "app"),
    ("Android's code", "framework"),
    ("classes loaded and linked", "linking"),
    ("layout", "layout"),
    ("dump", "dump"),
    ("waiting for the app's other threads", "threads"),
    ("the answer", "answer"),
];

/// What an event's time is spent on, in milliseconds.
#[derive(Serialize)]
struct Inside {
    event_ms: f64,
    /// Of it, by what the app's main thread is at.
    main_ms: BTreeMap<String, f64>,
    /// Processor time of the JVM's own threads beside it.
    compiling_ms: f64,
    collecting_ms: f64,
}

impl Inside {
    fn told(&self, name: &str) -> String {
        let ms = self.main_ms.get(name).copied().unwrap_or_default();
        format!("{ms:.1} ms, {:.0} %", 100.0 * ms / self.event_ms.max(f64::MIN_POSITIVE))
    }
}

/// So often it is tried to see one process of the app through a whole walk.
const TRIES: u64 = 3;

/// A walk with somebody who looks what the app is at; `None` where its process ends in each.
fn inside_of_events(
    phone: &mut PocketPhone,
    package: &str,
    events: u64,
    seed: u64,
) -> Result<Option<Inside>, DeviceError> {
    for seed in seed..seed + TRIES {
        phone.launch(package)?;
        let sampling = phone.begin_samples()?;
        let (done, event_ms) = bench::walked(phone, package, events, seed)?;
        let Some(samples) = phone.end_samples(sampling)? else { continue };
        let each = |spent: std::time::Duration| spent.as_secs_f64() * 1_000.0 / done.max(1) as f64;
        let seen: u64 = samples.main.values().sum();
        let share = |count: u64| event_ms * count as f64 / seen.max(1) as f64;
        return Ok(Some(Inside {
            event_ms,
            main_ms: samples.main.into_iter().map(|(name, count)| (name, share(count))).collect(),
            compiling_ms: each(samples.compiling),
            collecting_ms: each(samples.collecting),
        }));
    }
    Ok(None)
}
