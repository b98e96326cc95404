//! Tell people what a run found: one HTML file, JSON, `JUnit`, the terminal.
//!
//! A [`Run`] is all there is to tell, as plain data that can be made from a run's folder alone. Everything else here turns it, or
//! what a run under way knows of itself, into text. Nothing here prints, waits, or reads a file. What apps and phones wrote is
//! shown as text and never obeyed: not by a browser, not by a terminal.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod run; // all there is to tell about a run
mod show; // findings and models as there is something to see of them
mod exhibits; // the sides of a comparison, made comparable: step beside step, screen beside screen
mod differences; // what is different about a screen, for people to look at
mod words; // verdict, findings and numbers in words that a person understands
mod health; // how well the testing went, in words that a person understands
mod spending; // where the time of the phones went, in words
mod html; // `report.html`: one file that needs no server, no network and nothing beside it
mod diagnosis; // why tools missed known bugs, on one page
mod json; // `findings.json`: what was found, for programs
mod junit; // `junit.xml`: what was found, for continuous integration
pub mod terminal; // what a run says on the terminal, while it goes on and in the end

pub use diagnosis::{Diagnosed, DiagnosedBug, DiagnosedRun, DiagnosedTool, diagnosis_html};
pub use health::{Check, Weight};
pub use html::html;
pub use json::findings_json;
pub use junit::junit_xml;
pub use run::{
    Behaviours, Cluster, Curve, Differing, Graph, Mark, Matrix, Move, Reached, Run, Setting, Shown,
    ShownExhibit, ShownStep, Sight, Unproven,
};
