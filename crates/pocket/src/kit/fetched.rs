//! Whether what Maven fetched is what this oddity was made with.
//!
//! Maven trusts whatever repository it is told of, and what it fetched runs on this computer. So the jars that become part of a phone are held to
//! sums that are part of the program. Maven's own plugins, which only build, are not.

use std::path::Path;

use crate::kit::KitError;
use crate::kit::sha256;

/// As `sha256sum` writes them.
const SUMS: &str = include_str!("sums.txt");

/// What we build ourselves.
const OWN: &str = "oddity-";

/// Refuses a folder with a jar in it that is not the one we know by its name.
pub(crate) fn check_all(folder: &Path) -> Result<(), KitError> {
    let failed = |error| KitError::File { path: folder.to_owned(), error };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if !name_of(&path).starts_with(OWN) {
            check(&path)?;
        }
    }
    Ok(())
}

/// Refuses a jar that is not the one we know by its name.
pub(crate) fn check(path: &Path) -> Result<(), KitError> {
    let name = name_of(path);
    let failed = |error| KitError::File { path: path.to_owned(), error };
    let found = std::fs::File::open(path).and_then(sha256::hex_of).map_err(failed)?;
    let known = SUMS.lines().filter_map(|line| line.split_once("  ")).find(|(_, known)| *known == name);
    match known {
        Some((expected, _)) if expected == found => Ok(()),
        known => Err(KitError::Foreign {
            expected: known.map(|(sum, _)| sum.to_owned()),
            found,
            file: gui::escaped(&name),
        }),
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Api;

    #[test]
    fn every_framework_has_a_sum() {
        for api in Api::ALL {
            assert!(SUMS.contains(&format!("  {}\n", api.jar())), "none for {}", api.jar());
        }
        let sums = SUMS.lines().map(|line| line.split_once("  ").map(|(sum, _)| sum.len()));
        assert!(sums.into_iter().all(|len| len == Some(64)));
    }

    #[test]
    fn what_is_not_as_it_was_or_not_known_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str| std::fs::write(folder.path().join(name), "other bytes").unwrap();
        put("oddity-pocket.jar");
        check_all(folder.path()).unwrap();
        put("guava-33.6.0-jre.jar");
        let told = check_all(folder.path()).unwrap_err().to_string();
        assert!(
            told.starts_with(
                "guava-33.6.0-jre.jar is not the file that this oddity was made with: its SHA-256 is "
            ),
            "{told}"
        );
        let told = check(&{
            put("new-1.0.jar");
            folder.path().join("new-1.0.jar")
        });
        assert!(told.unwrap_err().to_string().contains("and none is known"));
    }

    #[test]
    fn what_is_installed_here_is_what_is_known() {
        let jars = crate::kit::jars(&crate::Kit::cache_folder());
        let Ok(entries) = std::fs::read_dir(jars) else { return testkit::skip("pocket phones") };
        for entry in entries.map(Result::unwrap).filter(|entry| !name_of(&entry.path()).starts_with(OWN)) {
            // The large ones take long where nothing is optimised.
            match entry.metadata().unwrap().len() {
                0..1_000_000 => check(&entry.path()).unwrap(),
                _ => assert!(SUMS.contains(&format!("  {}\n", name_of(&entry.path())))),
            }
        }
    }
}
