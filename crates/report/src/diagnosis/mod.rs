//! Why tools missed known bugs, on one page.

mod clues;
mod drawing;
mod sheet;

use automata::{Best, Bug, Change, Clues, Figures, Walk};
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use sheet::Page;

/// All that there is to tell about some tools and some bugs.
pub struct Diagnosed<'a> {
    /// The bugs.
    pub bugs: Vec<DiagnosedBug<'a>>,
    /// Which program made the page, with its version.
    pub made_by: String,
}

/// What tools did with one bug.
pub struct DiagnosedBug<'a> {
    /// What the bug is called.
    pub name: &'a str,
    /// Its automaton and words.
    pub bug: &'a Bug,
    /// The tools.
    pub tools: Vec<DiagnosedTool<'a>>,
}

/// What one tool did with one bug.
pub struct DiagnosedTool<'a> {
    /// What the tool is called.
    pub name: &'a str,
    /// The best of its runs; `None` where all failed.
    pub best: Option<&'a Best>,
    /// How many runs left nothing of use.
    pub failed: usize,
    /// What became of it since the baseline.
    pub change: Option<Change>,
    /// The run that came nearest,
    pub nearest: Option<DiagnosedRun<'a>>,
}

/// One run of a tool.
pub struct DiagnosedRun<'a> {
    /// Where it was read from.
    pub name: String,
    /// What it consists of: `line` or `step`.
    pub unit: &'static str,
    /// Its figures,
    pub figures: &'a Figures,
    /// and how they came about.
    pub walk: &'a Walk<'a>,
    /// What a recorded run shows of the event that was missed first, and the picture of its screen.
    pub clues: Option<(&'a Clues<'a>, Option<&'a [u8]>)>,
}

/// What the browser may do: show this page. There is no script.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The whole page, which needs nothing beside it.
pub fn diagnosis_html(diagnosed: &Diagnosed<'_>) -> String {
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.add_global("policy", POLICY);
    templates.add_global("style", concat!(include_str!("../html/style.css"), include_str!("style.css")));
    templates
        .render_str(include_str!("page.html.j2"), Serde(&Page::of(diagnosed)))
        .expect("the template fits the page: every test renders it")
}
