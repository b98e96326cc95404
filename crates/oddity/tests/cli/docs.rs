//! The commands in the documentation: those on simulated phones are carried out, all others are ones that oddity
//! understands.
//!
//! What a page prints below `$ oddity ...` is compared by the snapshots; this is about the `sh` and `yaml` blocks, which print
//! nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ROOT;

/// A command of a page: where it stands, and its words.
struct Said {
    page: String,
    line: String,
    words: Vec<String>,
}

impl Said {
    /// Whether it needs no more than this program and files of the repository.
    fn can_run(&self) -> bool {
        let command = self.words.first().map_or("", String::as_str);
        let app = self.words.get(1).map_or("", String::as_str);
        let of_run =
            ["replay", "minimize", "report", "resume"].contains(&command) && app.starts_with("my-run");
        // Those with another app or another kind of phone are only understood.
        let is_strange = self.words.iter().any(|word| word.ends_with(".apk") || word.contains("pocket"));
        let ends = self.tests() && (command == "compare" || self.words.iter().any(|word| word == "--events"))
            || ["dump", "screenshot"].contains(&command);
        !is_strange && (of_run || app.starts_with("sim:") && ends || command == "completions")
    }

    /// Whether it tests an app.
    fn tests(&self) -> bool {
        let command = self.words.first().map_or("", String::as_str);
        ["hunt", "explore", "fuzz", "mine", "compare"].contains(&command)
    }

    /// The same with fewer events, where it has so many that a test would take minutes, or does not say.
    fn shortened(&self) -> Said {
        const MOST: u64 = 5_000;
        let mut words = self.words.clone();
        match words.iter().position(|word| word == "--events") {
            Some(at) if words[at + 1].parse().is_ok_and(|events: u64| events > MOST) => {
                words[at + 1] = MOST.to_string();
            }
            None if self.tests() => words.extend(["--events".to_owned(), "100".to_owned()]),
            _ => {}
        }
        Said { page: self.page.clone(), line: self.line.clone(), words }
    }
}

#[test]
fn commands_in_the_docs_are_understood() {
    let mut many = 0;
    for said in all() {
        // Help is printed once all words before it were understood.
        let output = oddity(Path::new(ROOT), &said).arg("--help").output().expect("oddity starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: `{}`: {told}", said.page, said.line);
        many += 1;
    }
    assert!(many > 40, "only {many} commands were found");
}

/// Page by page, each in a folder of its own: what one command writes, the next may read.
#[test]
fn commands_on_simulated_phones_do_what_the_docs_say() {
    let all = all();
    let mut ran: BTreeMap<&str, usize> = BTreeMap::new();
    let pages: BTreeSet<&str> = all.iter().map(|said| said.page.as_str()).collect();
    for page in pages {
        let folder = tempfile::tempdir().expect("a place for runs");
        // A hunt of the page's that has written `my-run` before; else one like it.
        let mut has_run = false;
        for said in all.iter().filter(|said| said.page == page && said.can_run()) {
            if said.words[0] == "hunt" && said.words.iter().any(|word| word == "my-run") {
                has_run = true;
            } else if said.words[1].starts_with("my-run") && !has_run {
                continue;
            }
            let output = oddity(folder.path(), &said.shortened()).output().expect("oddity starts");
            let told = String::from_utf8_lossy(&output.stderr);
            let code = output.status.code();
            // What is rare does not show in a few events.
            let is_too_little = code == Some(3) && said.words[0] == "mine";
            assert!(
                matches!(code, Some(0 | 1)) || is_too_little,
                "{page}: `{}` ends with {code:?}: {told}",
                said.line
            );
            let is_mended = said.words.windows(2).any(|pair| pair == ["--app", "sim:notes"]);
            if said.words[0] == "replay" {
                assert_eq!(code, Some(if is_mended { 0 } else { 1 }), "{page}: `{}`: {told}", said.line);
            }
            *ran.entry(page).or_default() += 1;
        }
    }
    let tried = ["ci", "comparing", "first-hour", "fuzzing", "hunting", "mining", "phones"];
    for page in tried.map(|name| format!("docs/{name}.md")) {
        assert!(ran.contains_key(page.as_str()), "none of {page} was carried out: {ran:?}");
    }
}

#[test]
fn the_sample_of_settings_is_understood() {
    let output = Command::new(env!("CARGO_BIN_EXE_oddity"))
        .current_dir(ROOT)
        .args(["config", "--config", "docs/oddity.toml"])
        .output()
        .expect("oddity starts");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("time = \"10m\" # docs/oddity.toml"), "{told}");
}

/// Links between the pages lead somewhere, to headings too.
#[test]
fn links_between_pages_lead_somewhere() {
    let mut many = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("readable");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") || target.contains(char::is_whitespace) {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let there =
                if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            assert!(there.exists(), "{}: {target} is not there", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&there).expect("readable");
                let mut titles = text.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(
                    titles.any(|title| title == heading),
                    "{}: {target} has no such heading",
                    page.display()
                );
            }
            many += 1;
        }
    }
    assert!(many > 80, "only {many} links were found");
}

/// Prose is wrapped where people review it side by side. Tables, code, pictures and addresses are as long as they are.
#[test]
fn prose_is_wrapped() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("readable");
        let mut in_code = false;
        for (number, line) in text.lines().enumerate() {
            let begin = line.trim_start();
            in_code ^= begin.starts_with("```");
            let is_of_one_piece = line.split_whitespace().any(|word| word.chars().count() > 60);
            let may_be_long = in_code || begin.starts_with(['|', '<']) || is_of_one_piece;
            let chars = line.chars().count();
            assert!(may_be_long || chars <= 110, "{}:{}: {chars} characters", page.display(), number + 1);
        }
    }
}

/// Each word once, where one would look for it.
#[test]
fn the_glossary_is_in_the_order_of_the_alphabet() {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/glossary.md")).expect("readable");
    let rows = text.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let words: Vec<String> =
        rows.filter_map(|row| row.split('|').nth(1)).map(|word| word.trim().to_lowercase()).collect();
    assert!(words.len() > 80, "only {} words were found", words.len());
    for pair in words.windows(2) {
        assert!(pair[0] < pair[1], "{:?} before {:?}", pair[0], pair[1]);
    }
}

/// Files that the architecture names are where it says.
#[test]
fn the_architecture_names_files_that_are_there() {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).expect("readable");
    let named: Vec<&str> = text.split('`').filter(|words| words.starts_with("crates/")).collect();
    for path in &named {
        assert!(Path::new(ROOT).join(path).exists(), "{path} is not there");
    }
    assert!(named.len() > 15, "only {} files are named", named.len());
}

/// What a heading is called in links.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn oddity(folder: &Path, said: &Said) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddity"));
    command.current_dir(folder).args(&said.words).env_remove("ANDROID_SERIAL");
    // Nobody answers there, and no server is started for it.
    command.env("ADB_SERVER_SOCKET", "tcp:0.0.0.0:1");
    command
}

/// All commands of all pages, in their order.
fn all() -> Vec<Said> {
    pages().iter().flat_map(|page| in_page(page)).collect()
}

/// All that people read: of the repository, of its documentation, of its crates.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(ROOT);
    let inside = |folder: PathBuf| -> Vec<PathBuf> {
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()).collect()
    };
    let folders = ["", "docs", "apps", "pocket", "pocket/samples"].map(|name| root.join(name));
    let mut pages: Vec<PathBuf> =
        folders.into_iter().chain(inside(root.join("crates"))).flat_map(inside).collect();
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    pages.sort();
    pages
}

fn in_page(page: &Path) -> Vec<Said> {
    let text = fs::read_to_string(page).expect("readable");
    let name = page.strip_prefix(ROOT).ok().and_then(Path::to_str).expect("a page of the repository");
    let mut inside = false;
    let mut all = Vec::new();
    for line in text.lines() {
        if let Some(language) = line.trim().strip_prefix("```") {
            inside = !inside && ["sh", "yaml"].contains(&language);
        } else if let Some(words) = command(line).filter(|_| inside) {
            all.push(Said { page: name.to_owned(), line: line.trim().to_owned(), words });
        }
    }
    all
}

/// The words behind `oddity`, where a line calls it: with variables before it, as a step of a recipe, up to a comment or a
/// redirection.
fn command(line: &str) -> Option<Vec<String>> {
    let line = line.trim().trim_start_matches("- ").trim_start_matches("run: ");
    let words = split(line);
    let at = words.iter().position(|word| !word.contains('='))?;
    (words[at] == "oddity").then(|| words[at + 1..].to_vec())
}

/// Words as a shell divides them, as far as the docs go: quotes, comments, pipes and redirections.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut begun) = (String::new(), None, false);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => (quote, begun) = (Some(c), true),
            (None, '#' | '|' | '>' | ';') if !begun => break,
            (None, ' ') if begun => {
                words.push(std::mem::take(&mut word));
                begun = false;
            }
            (None, ' ') => {}
            (_, c) => {
                word.push(c);
                begun = true;
            }
        }
    }
    words.extend(begun.then_some(word));
    words
}
