//! What a comparison has found, in words and as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use campaign::Conclusion;
use device::PhoneKind;
use experiment::Site;
use finding::Finding;
use gui::Digest;
use report::{Differing, Matrix, Run};
use serde::{Deserialize, Serialize};
use technique::{Class, Comparer, Seen, characteristic, fewest};

use crate::failure::Failure;
use crate::hunt::Target;
use crate::output::Output;

const FORMAT: &str = "oddity-comparison";
const VERSION: u32 = 2;
/// The most bytes of `comparison.json` that are read again.
const MAX_BYTES: u64 = 64 << 20;
/// The most kinds of phones that a comparison has.
const MOST_PHONES: usize = super::matrix::MOST;

/// What a comparison has found. It is the content of `comparison.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Told {
    format: String,
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
    /// How many steps the comparison took, on all phones.
    steps: u64,
    /// Whether texts in pictures were read, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    texts: Option<String>,
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

#[derive(Debug, Serialize, Deserialize)]
struct Row {
    /// The finding, by its name; none for what was not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    kind: String,
    fingerprint: String,
    sentence: String,
    /// The paper's class.
    class: String,
    /// How many steps it takes.
    steps: usize,
    /// The phones that show it, by their places; the reference is 0.
    phones: Vec<u16>,
    /// What those phones have in common and no other has.
    #[serde(skip_serializing_if = "Option::is_none")]
    explained_by: Option<String>,
    /// Whether a person could have used the widget.
    actionable: bool,
    /// Whether people cannot use it any more though it is there.
    hampers: bool,
    /// How many walks showed it.
    times: u64,
    /// The pictures of the reference and of each phone, where they were taken.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pictures: BTreeMap<u16, [Digest; 2]>,
}

impl Told {
    /// What a run says, by its planners and its findings.
    pub(crate) fn new(ended: &Conclusion, target: &Target, declared: usize, texts: Option<&str>) -> Told {
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
            row.explained_by = characteristic(&target.kinds, &shows);
            row.class = Class::of(&row.kind, row.hampers, row.explained_by.as_deref()).name().to_owned();
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
            format: FORMAT.to_owned(),
            version: VERSION,
            app: target.name.clone(),
            with: target.builds.get(1).map(|build| build.name.clone()),
            phones: target.kinds.iter().map(PhoneKind::to_string).collect(),
            walks: comparers().map(|comparer| comparer.walks).max().unwrap_or(0),
            screens: comparers().flat_map(|comparer| comparer.screens.values()).sum(),
            not_compared: comparers().map(|comparer| comparer.astray).sum(),
            steps: comparers().map(|comparer| comparer.steps).sum(),
            texts: texts.map(str::to_owned),
            declared,
            test_on: fewest(&shows),
            renamed,
            follow: follow.collect(),
            differences,
        }
    }

    /// What an earlier run has written.
    pub(crate) fn read(folder: &Path) -> Option<Told> {
        let text = files::text(&folder.join("comparison.json"), MAX_BYTES).ok()?;
        let told: Told = serde_json::from_str(&text).ok()?;
        // Whoever wrote it may be a stranger: more than a comparison can have is no comparison.
        let fits = told.phones.len() <= MOST_PHONES
            && told.differences.iter().all(|row| row.phones.len() <= MOST_PHONES)
            && told.test_on.len() <= MOST_PHONES;
        (told.format == FORMAT && told.version == VERSION && fits).then_some(told)
    }

    /// Tells a run what is known of its phones.
    pub(crate) fn complete(&self, run: &mut Run) {
        run.remarks.extend(self.texts.clone());
        run.health.events = run.health.events.saturating_sub(self.steps);
        run.health.events_comparing = self.steps;
        let differing = |row: &Row| {
            let phones =
                row.phones.iter().map(|&phone| (phone, row.pictures.get(&phone).map(|both| both[1])));
            Some(Differing {
                finding: row.name.clone()?,
                class: row.class.clone(),
                explained_by: row.explained_by.clone(),
                phones: phones.collect(),
                reference: row.pictures.values().next().map(|both| both[0]),
            })
        };
        run.matrix = Some(Matrix {
            phones: self.phones.clone(),
            differences: self.differences.iter().filter_map(differing).collect(),
            test_on: self.test_on.clone(),
        });
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
        let hampers = seen.is_some_and(|seen| seen.hampers);
        Row {
            name: Some(finding.name.clone()),
            kind: finding.suspicion.kind.name.to_string(),
            fingerprint: finding.suspicion.fingerprint.to_string(),
            sentence: finding.suspicion.sentence.clone(),
            class: Class::of(&finding.suspicion.kind.name, hampers, None).name().to_owned(),
            steps: finding.acts.len(),
            phones: sites.iter().map(|site| site.kind.0).collect(),
            explained_by: None,
            actionable,
            hampers,
            times: seen.map_or(finding.times_seen, |seen| seen.times),
            pictures: seen.map(pictures_of).unwrap_or_default(),
        }
    }

    fn follows(seen: &Seen) -> Row {
        let suspicion = &seen.suspicion;
        Row {
            name: None,
            kind: suspicion.kind.name.to_string(),
            fingerprint: suspicion.fingerprint.to_string(),
            sentence: suspicion.sentence.clone(),
            class: Class::of(&suspicion.kind.name, seen.hampers, None).name().to_owned(),
            steps: suspicion.shows_after,
            phones: seen.sites.iter().map(|site| site.kind.0).collect(),
            explained_by: None,
            actionable: seen.actionable,
            hampers: seen.hampers,
            times: seen.times,
            pictures: BTreeMap::new(),
        }
    }
}

fn pictures_of(seen: &Seen) -> BTreeMap<u16, [Digest; 2]> {
    seen.pictures.iter().map(|(site, both)| (site.kind.0, *both)).collect()
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
        let name = gui::escaped(row.name.as_deref().unwrap_or_default());
        let class = gui::escaped(&row.class);
        output.print(format_args!("\n{number}. {} [{class}]\n", gui::escaped(&row.sentence)))?;
        let phones = if told.phones.len() > 1 {
            format!(", on {}", gui::escaped(&phones(row, told)))
        } else {
            String::new()
        };
        let steps =
            if row.steps == 0 { "at the start".to_owned() } else { counted(row.steps as u64, "step") };
        let walks = counted(row.times, "walk");
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
        let these = if phones.len() == 1 { "this one".to_owned() } else { format!("these {}", phones.len()) };
        let phones = phones.join("; ");
        output.print(format_args!("\ntest on {these} to see all of them: {}\n", gui::escaped(&phones)))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A comparison as a stranger could write it, with so many kinds of phones.
    fn strange(phones: usize) -> serde_json::Value {
        let steers = "\u{1b}]0;owned\u{7}\u{9b}31m";
        serde_json::json!({
            "format": FORMAT, "version": VERSION, "app": steers, "with": steers,
            "phones": vec![steers; phones], "walks": 1, "screens": 1, "not_compared": 0, "steps": 1, "declared": 0,
            "differences": [{
                "name": steers, "kind": steers, "fingerprint": steers, "sentence": steers, "class": steers, "steps": 1,
                "phones": [1, 60_000], "explained_by": steers, "actionable": true, "hampers": true, "times": 1
            }],
            "test_on": [1, 60_000], "renamed": [[steers, steers]], "follow": []
        })
    }

    fn read(told: &serde_json::Value) -> Option<Told> {
        let folder = tempfile::tempdir().unwrap();
        files::write_whole(&folder.path().join("comparison.json"), told.to_string().as_bytes()).unwrap();
        Told::read(folder.path())
    }

    #[test]
    fn what_a_stranger_wrote_steers_no_terminal() {
        let told = read(&strange(3)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("printed");
        let mut output = Output::written_to(files::create_new(&path).unwrap());
        print(&told, &mut output).unwrap();
        output.flush().unwrap();
        let printed = files::text(&path, 1 << 20).unwrap();
        assert!(printed.contains("owned") && printed.contains("test on"), "{printed}");
        assert!(!printed.contains(|c: char| c.is_control() && c != '\n'), "{printed:?}");
    }

    #[test]
    fn more_phones_than_a_comparison_has_are_no_comparison() {
        assert!(read(&strange(MOST_PHONES)).is_some());
        assert!(read(&strange(MOST_PHONES + 1)).is_none());
        let mut many = strange(2);
        many["test_on"] = vec![1; 70_000].into();
        assert!(read(&many).is_none());
    }
}
