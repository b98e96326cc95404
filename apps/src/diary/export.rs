//! The diary as a file, written beside everything else.

use std::time::Duration;

use sim::{
    Context, Element, Look, Outcome, Page, Tone, button, check_box, column, dropdown, progress, reached, row,
    scroll, spinner, text, text_box,
};

use super::words::word;
use super::{Diary, ENDLESS_EXPORT, Message as M};
use crate::day::ago;

const FORMATS: [&str; 3] = ["Plain text", "Web page", "PDF"];

/// The screen.
#[derive(Debug, Clone, Hash)]
pub(super) struct Export {
    name: String,
    format: usize,
    photos: bool,
    problem: Option<&'static str>,
}

/// An export under way.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Work {
    /// Counts the exports begun.
    run: u32,
    percent: Option<u8>,
    /// Tells the worker to stop.
    cancelled: bool,
}

/// What its touches mean.
#[derive(Debug, Clone)]
pub enum Message {
    Back,
    Name(String),
    Format(usize),
    Photos,
    Start,
    Cancel,
}

use Message::{Back, Cancel, Format, Name, Photos, Start};

impl Default for Export {
    fn default() -> Self {
        Export { name: "diary".to_owned(), format: 0, photos: true, problem: None }
    }
}

impl Export {
    pub(super) fn update(&mut self, cx: &mut Context<'_, Diary>, message: Message) -> Outcome {
        match message {
            Back => cx.finish(),
            Name(name) => {
                reached!(cx);
                self.name = name;
                self.problem = None;
            }
            Format(format) => {
                reached!(cx);
                self.format = format.min(FORMATS.len() - 1);
            }
            Photos => {
                reached!(cx);
                self.photos = !self.photos;
            }
            Start if self.name.trim().is_empty() => {
                reached!(cx);
                self.problem = Some("The file needs a name");
            }
            Start if cx.memory.export.percent.is_some() => {}
            Start => {
                reached!(cx);
                cx.memory.export.run += 1;
                cx.memory.export.percent = Some(0);
                if !cx.has(ENDLESS_EXPORT) {
                    cx.memory.export.cancelled = false;
                }
                next_piece(cx);
            }
            Cancel => {
                reached!(cx);
                cx.memory.export.percent = None;
                cx.memory.export.cancelled = true;
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, look: &Look<'_, Diary>) -> Page<M> {
        let body = match look.memory.export.percent {
            Some(percent) => running(look, percent),
            None => self.form(look),
        };
        Page::new(scroll("export", body.padding(16).gap(16))).title(word(look, "Export")).up(M::Export(Back))
    }

    fn form(&self, look: &Look<'_, Diary>) -> Element<M> {
        let last = match look.store.exported_ms {
            Some(when) => format!("Last export: {}", ago(look.unix_ms(), when)),
            None => "Never exported".to_owned(),
        };
        let format = dropdown(FORMATS, self.format, |at| M::Export(Format(at))).id("format");
        column([
            text("Name of the file"),
            text_box(self.name.clone()).id("name").hint("diary").on_edit(|text| M::Export(Name(text))),
            text(self.problem.unwrap_or_default()).id("problem").color(Tone::Danger),
            row([text("Format").grow(1), format]).fill_width(),
            check_box("With photos", self.photos).id("with_photos").on_tap(M::Export(Photos)),
            button("Export").id("start").on_tap(M::Export(Start)),
            text(last).id("last_export").color(Tone::Muted),
        ])
    }
}

fn running(look: &Look<'_, Diary>, percent: u8) -> Element<M> {
    column([
        row([spinner().id("working"), text(format!("Writing, {percent} %")).id("state")]).gap(12),
        progress(percent).id("progress"),
        button(word(look, "Cancel")).id("cancel").on_tap(M::Export(Cancel)),
    ])
}

fn next_piece(cx: &mut Context<'_, Diary>) {
    let run = cx.memory.export.run;
    let time = Duration::from_millis(200 + cx.random(400));
    cx.background(time, M::Exported { run });
}

/// A piece of an export is done.
pub(super) fn exported(cx: &mut Context<'_, Diary>, run: u32) -> Outcome {
    let work = &cx.memory.export;
    let Some(percent) = work.percent.filter(|_| run == work.run && !work.cancelled) else {
        reached!(cx);
        return Ok(());
    };
    if percent < 75 {
        reached!(cx);
        cx.memory.export.percent = Some(percent + 25);
        next_piece(cx);
    } else {
        reached!(cx);
        cx.memory.export.percent = None;
        cx.store.exported_ms = Some(cx.unix_ms());
        cx.toast("The diary is in your downloads");
    }
    Ok(())
}
