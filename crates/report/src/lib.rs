//! Tell people what a run found: one HTML file, JSON, `JUnit`, the terminal.
//!
//! A [`Run`] is all there is to tell, as plain data that can be made from a run's folder alone. Everything else here turns it, or
//! what a run under way knows of itself, into text. Nothing here prints, waits, or reads a file. What apps and phones wrote is
//! shown as text and never obeyed: not by a browser, not by a terminal.

mod run;
mod show;
mod exhibits;
mod differences;
mod words;
mod health;
mod html;
mod diagnosis;
mod json;
mod junit;
pub mod terminal;

pub use diagnosis::{Diagnosed, DiagnosedBug, DiagnosedRun, DiagnosedTool, diagnosis_html};
pub use health::{Check, Weight};
pub use html::html;
pub use json::findings_json;
pub use junit::junit_xml;
pub use run::{
    Curve, Differing, Graph, Mark, Matrix, Move, Reached, Run, Setting, Shown, ShownExhibit, ShownStep,
    Sight, Unproven,
};
