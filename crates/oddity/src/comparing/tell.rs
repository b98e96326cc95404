//! What a comparison has found, in words and as JSON.

use std::collections::BTreeSet;

use campaign::Conclusion;
use device::PhoneKind;
use experiment::Site;
use finding::Finding;
use serde::Serialize;
use technique::{Comparer, Seen};

use super::explain;
use crate::failure::Failure;
use crate::hunt::Target;
use crate::output::Output;

/// What a comparison has found. It is the content of `comparison.json`.
#[derive(Debug, Serialize)]
pub(crate) struct Told {
    format: &'static str,
    version: u32,
    app: String,
    /// What it was compared with, where that is another build.
    with: Option<String>,
    /// The kinds of phones, the reference first.
    phones: Vec<String>,
    walks: u64,
    /// How many screens were compared, over all phones and builds.
    pub(crate) screens: u64,
    /// How many steps could not be compared: done on one side only, or on another screen.
    not_compared: u64,
    /// How many differences were declared beforehand.
    declared: usize,
    differences: Vec<Row>,
    /// The fewest phones that show all of them beside the reference, by their places.
    test_on: Vec<u16>,
    /// Ids that have another name in the new version.
    renamed: Vec<(String, String)>,
    /// Differences that show only after another one did, and may follow from it.
    follow: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    /// The finding, by its name; none for what was not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    kind: String,
    fingerprint: String,
    sentence: String,
    /// The paper's class.
    class: &'static str,
    /// How many steps it takes.
    steps: usize,
    /// The phones that show it, by their places; the reference is 0.
    phones: Vec<u16>,
    /// What those phones have in common and no other has.
    #[serde(skip_serializing_if = "Option::is_none")]
    explained_by: Option<String>,
    /// Whether a person could have used the widget.
    actionable: bool,
    /// How many walks showed it.
    times: u64,
}

impl Told {
    /// What a run says, by its planners and its findings.
    pub(crate) fn new(ended: &Conclusion, target: &Target, declared: usize) -> Told {
        let comparers = || {
            ended
                .planners
                .iter()
                .filter_map(|planner| (&**planner as &dyn std::any::Any).downcast_ref::<Comparer>())
        };
        let rows = ended.findings.iter().filter(|finding| finding.is_confirmed()).map(|finding| {
            let seen = comparers().find_map(|comparer| comparer.seen.get(&finding.suspicion.fingerprint));
            Row::of(finding, seen)
        });
        let mut differences: Vec<Row> = rows.collect();
        let several = target.kinds.len() > 1 && target.builds.len() < 2;
        for row in differences.iter_mut().filter(|_| several) {
            let shows: BTreeSet<u16> = row.phones.iter().copied().collect();
            row.explained_by = explain::characteristic(&target.kinds, &shows);
        }
        // Structural ones first, then those that one characteristic explains.
        differences
            .sort_by_key(|row| (row.class != "structural", row.explained_by.is_none(), row.kind.clone()));
        let shows: Vec<BTreeSet<u16>> =
            differences.iter().filter(|_| several).map(|row| row.phones.iter().copied().collect()).collect();
        let renamed = comparers().flat_map(|comparer| comparer.renames.iter());
        let renamed = renamed.map(|(old, new)| (old.to_owned(), new.to_owned())).collect();
        let follow = comparers()
            .flat_map(|comparer| comparer.seen.values())
            .filter(|seen| !seen.first)
            .map(Row::follows);
        Told {
            format: "oddity-comparison",
            version: 1,
            app: target.name.clone(),
            with: target.builds.get(1).map(|build| build.name.clone()),
            phones: target.kinds.iter().map(PhoneKind::to_string).collect(),
            walks: comparers().map(|comparer| comparer.walks).max().unwrap_or(0),
            screens: comparers().flat_map(|comparer| comparer.screens.values()).sum(),
            not_compared: comparers().map(|comparer| comparer.astray).sum(),
            declared,
            test_on: explain::fewest(&shows),
            renamed,
            follow: follow.collect(),
            differences,
        }
    }

    /// The findings in which a person could have used what is gone.
    pub(crate) fn gone_for_people(&self) -> BTreeSet<String> {
        let gone = self.differences.iter().filter(|row| row.actionable && row.kind.ends_with("-missing"));
        gone.map(|row| row.fingerprint.clone()).collect()
    }
}

impl Row {
    fn of(finding: &Finding, seen: Option<&Seen>) -> Row {
        let sites: BTreeSet<Site> = seen.map_or_else(|| [finding.site].into(), |seen| seen.sites.clone());
        let actionable = seen.is_some_and(|seen| seen.actionable);
        Row {
            name: Some(finding.name.clone()),
            kind: finding.suspicion.kind.name.to_string(),
            fingerprint: finding.suspicion.fingerprint.to_string(),
            sentence: finding.suspicion.sentence.clone(),
            class: class_of(&finding.suspicion.kind.name, actionable),
            steps: finding.acts.len(),
            phones: sites.iter().map(|site| site.kind.0).collect(),
            explained_by: None,
            actionable,
            times: seen.map_or(finding.times_seen, |seen| seen.times),
        }
    }

    fn follows(seen: &Seen) -> Row {
        let suspicion = &seen.suspicion;
        Row {
            name: None,
            kind: suspicion.kind.name.to_string(),
            fingerprint: suspicion.fingerprint.to_string(),
            sentence: suspicion.sentence.clone(),
            class: class_of(&suspicion.kind.name, seen.actionable),
            steps: suspicion.shows_after,
            phones: seen.sites.iter().map(|site| site.kind.0).collect(),
            explained_by: None,
            actionable: seen.actionable,
            times: seen.times,
        }
    }
}

/// The paper's class of a difference: structural, functional, or cosmetic.
fn class_of(kind: &str, actionable: bool) -> &'static str {
    match kind.rsplit('-').next() {
        Some("missing" | "added" | "elsewhere" | "crash") => "structural",
        Some("state") => "functional",
        _ if actionable && kind.ends_with("-look") => "functional",
        _ => "cosmetic",
    }
}

/// As in "1 step" and "2 steps".
fn counted(many: u64, what: &str) -> String {
    format!("{many} {what}{}", if many == 1 { "" } else { "s" })
}

/// Prints what was found for people.
pub(crate) fn print(told: &Told, output: &mut Output) -> Result<(), Failure> {
    let against = match &told.with {
        Some(with) => format!("{} and {}", gui::escaped(&told.app), gui::escaped(with)),
        None => format!("{} on {} kinds of phones", gui::escaped(&told.app), told.phones.len()),
    };
    output.print(format_args!("{against}: {} walks, {} screens compared\n", told.walks, told.screens))?;
    if told.declared > 0 {
        output.print(format_args!("{} declared differences are passed over\n", told.declared))?;
    }
    for (number, row) in (1..).zip(&told.differences) {
        let name = row.name.as_deref().unwrap_or_default();
        output.print(format_args!("\n{number}. {} [{}]\n", gui::escaped(&row.sentence), row.class))?;
        let phones =
            if told.phones.len() > 1 { format!(", on {}", phones(row, told)) } else { String::new() };
        let (steps, walks) = (counted(row.steps as u64, "step"), counted(row.times, "walk"));
        output.print(format_args!("   {name}: {steps}, seen in {walks}{phones}\n"))?;
        if let Some(why) = &row.explained_by {
            output.print(format_args!("   explained by: {}\n", gui::escaped(why)))?;
        }
        output.print(format_args!("   fingerprint {}\n", gui::escaped(&row.fingerprint)))?;
    }
    if told.differences.is_empty() {
        output.print(format_args!("\nno difference\n"))?;
    }
    if !told.test_on.is_empty() {
        let phones = told.test_on.iter().filter_map(|&kind| told.phones.get(usize::from(kind)));
        let phones: Vec<&str> = phones.map(String::as_str).collect();
        output.print(format_args!("\nthese phones show all of them: {}\n", phones.join("; ")))?;
    }
    if !told.renamed.is_empty() {
        let names: Vec<String> =
            told.renamed.iter().take(5).map(|(old, new)| format!("#{old} is #{new}")).collect();
        let more = told.renamed.len().saturating_sub(5);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        output.print(format_args!("\nrenamed: {}{more}\n", gui::escaped(&names.join(", "))))?;
    }
    if !told.follow.is_empty() {
        output.print(format_args!(
            "\n{} more show only after one of these and may follow from it (comparison.json has them)\n",
            told.follow.len()
        ))?;
    }
    Ok(())
}

fn phones(row: &Row, told: &Told) -> String {
    let named: Vec<&str> = row
        .phones
        .iter()
        .filter_map(|&kind| told.phones.get(usize::from(kind)))
        .map(String::as_str)
        .collect();
    match named.len() {
        all if all + 1 == told.phones.len() && all > 1 => format!("all {all} other phones"),
        0..=3 => named.join("; "),
        many => format!("{} and {} more", named[..2].join("; "), many - 2),
    }
}
