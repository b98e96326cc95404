//! What the user asked for on this computer, written down: one line of JSON each, in a file of theirs alone.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::Ask;

/// The most bytes of the file: beyond them the older half is forgotten.
const MAX_BYTES: u64 = 1 << 20;

/// All that was asked for, the oldest first. What cannot be read was not asked for.
pub(super) fn read() -> Vec<Ask> {
    file().map(|path| read_from(&path)).unwrap_or_default()
}

/// Adds to it.
pub(super) fn add(asks: &[&Ask]) {
    if let Some(path) = file().filter(|_| !asks.is_empty()) {
        // Whoever cannot write here is asked again.
        let _ = add_to(&path, asks);
    }
}

fn file() -> Option<PathBuf> {
    let named =
        |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = named("XDG_STATE_HOME").or_else(|| Some(named("HOME")?.join(".local").join("state")));
    Some(state?.join("oddity").join("asked.jsonl"))
}

fn read_from(path: &Path) -> Vec<Ask> {
    let text = files::text(path, 2 * MAX_BYTES).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn add_to(path: &Path, asks: &[&Ask]) -> Result<(), files::Refused> {
    let folder = path.parent().unwrap_or(Path::new(""));
    files::make_folders(folder.parent().unwrap_or(Path::new("")))?;
    files::make_private_folder(folder)?;
    let lines = asks.iter().filter_map(|ask| serde_json::to_string(ask).ok());
    let new: String = lines.map(|line| format!("{line}\n")).collect();
    files::check(new.as_bytes())?;
    let mut file = files::append(path)?;
    if file.metadata()?.len() + new.len() as u64 <= MAX_BYTES {
        // In one piece: another oddity may be at it too.
        return Ok(file.write_all(new.as_bytes())?);
    }
    let there = read_from(path);
    let newer = there[there.len() / 2..].iter().filter_map(|ask| serde_json::to_string(ask).ok());
    let kept: String = newer.map(|line| format!("{line}\n")).collect();
    files::own(path, format!("{kept}{new}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_is_known_again_and_the_file_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/oddity/asked.jsonl");
        assert_eq!(read_from(&path), []);
        let app = Ask::App("/home/me/app.apk".to_owned());
        let network = Ask::Network { app: "/home/me/app.apk".to_owned() };
        add_to(&path, &[&app, &network]).unwrap();
        assert_eq!(read_from(&path), [app.clone(), network]);
        let long = Ask::File("x".repeat(100_000));
        for _ in 0..40 {
            add_to(&path, &[&long]).unwrap();
            assert!(path.metadata().unwrap().len() <= MAX_BYTES + 200_000);
        }
        assert!(!read_from(&path).contains(&app), "the oldest goes first");
        std::fs::write(&path, "no JSON\n{\"app\":\"/a.apk\"}\n{\"other\":1}\n").unwrap();
        assert_eq!(read_from(&path), [Ask::App("/a.apk".to_owned())]);
    }
}
