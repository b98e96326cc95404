//! Which phones a comparison runs on.

use std::path::Path;

use crate::cli::On;
use crate::failure::Failure;
use crate::input;

/// The most bytes of a matrix file.
const MAX_BYTES: usize = 1 << 20;
/// More kinds of phones than one run can hold.
pub(super) const MOST: usize = 200;

/// The reference and five phones that differ from it in one or two things each.
const QUICK: [&str; 6] = [
    "api=34,size=411x731,density=xhdpi",
    "api=34,size=320x568,density=xhdpi",
    "api=28,size=411x731,density=xhdpi",
    "api=34,size=411x731,density=mdpi",
    "api=34,size=411x731,density=xhdpi,dark",
    "api=34,size=411x731,density=xhdpi,font-scale=130",
];

/// API levels, sizes, densities, languages (one written from right to left), dark mode and letters, alone and together.
const FULL: [&str; 27] = [
    "api=34,size=411x731,density=xhdpi",
    "api=21,size=411x731,density=xhdpi",
    "api=23,size=411x731,density=xhdpi",
    "api=26,size=411x731,density=xhdpi",
    "api=28,size=411x731,density=xhdpi",
    "api=29,size=411x731,density=xhdpi",
    "api=31,size=411x731,density=xhdpi",
    "api=36,size=411x731,density=xhdpi",
    "api=34,size=320x480,density=xhdpi",
    "api=34,size=320x568,density=xhdpi",
    "api=34,size=360x640,density=xhdpi",
    "api=34,size=480x854,density=xhdpi",
    "api=34,size=600x960,density=xhdpi",
    "api=34,size=800x1280,density=mdpi",
    "api=34,size=411x731,density=mdpi",
    "api=34,size=411x731,density=hdpi",
    "api=34,size=411x731,density=xxhdpi",
    "api=34,size=411x731,density=xxxhdpi",
    "api=34,size=411x731,density=xhdpi,dark",
    "api=34,size=411x731,density=xhdpi,locale=de",
    "api=34,size=411x731,density=xhdpi,font-scale=85",
    "api=34,size=411x731,density=xhdpi,font-scale=130",
    "api=23,size=320x480,density=hdpi",
    "api=28,size=320x568,density=hdpi,locale=de",
    "api=31,size=360x640,density=xhdpi,dark,font-scale=130",
    "api=34,size=411x731,density=xhdpi,locale=ar",
    "api=28,size=320x568,density=hdpi,locale=ar",
];

/// The kinds of phones that `--matrix` names, for an app that is simulated or not.
pub(crate) fn kinds_of(matrix: &str, simulated: bool) -> Result<Vec<On>, Failure> {
    // Pocket phones are not of every API level.
    let there_is = |kind: &&&str| check(kind, simulated).is_ok();
    let built_in =
        |kinds: &[&str]| kinds.iter().filter(there_is).map(|kind| (*kind).to_owned()).collect::<Vec<_>>();
    let words = match matrix {
        "quick" => built_in(&QUICK),
        "full" => built_in(&FULL),
        file => read(Path::new(file), simulated)?,
    };
    let on = |words: String| if simulated { On::Sim(words) } else { On::Pocket(words) };
    Ok(words.into_iter().map(on).collect())
}

fn read(path: &Path, simulated: bool) -> Result<Vec<String>, Failure> {
    let bytes = input::read(path, MAX_BYTES).map_err(|failure| {
        failure.hint("`--matrix` takes `quick`, `full`, or a file with one kind of phone a line")
    })?;
    let shown = input::shown(path);
    let text = String::from_utf8(bytes).map_err(|_| Failure::bad_input(format!("{shown} is no text")))?;
    let mut kinds = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.split('#').next().unwrap_or_default().trim();
        if words.is_empty() {
            continue;
        }
        device::PhoneKind::words(words)
            .map_err(|error| error.to_string())
            .and_then(|_| check(words, simulated))
            .map_err(|error| Failure::bad_input(format!("{shown}, line {number}: {error}")))?;
        kinds.push(words.to_owned());
    }
    match kinds.len() {
        0 | 1 => Err(Failure::bad_input(format!("{shown} names {} kinds of phones", kinds.len()))
            .hint("a comparison takes two or more, one a line, as `api=28,size=360x640`")),
        2..=MOST => Ok(kinds),
        many => {
            Err(Failure::bad_input(format!("{shown} names {many} kinds of phones, and {MOST} is the most")))
        }
    }
}

/// Whether there can be such a phone.
fn check(words: &str, simulated: bool) -> Result<(), String> {
    if simulated {
        sim::Profile::default().kind().with_words(words).map(drop).map_err(|error| error.to_string())
    } else {
        words.parse::<pocket::Profile>().map(drop).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(kinds: Vec<On>) -> Vec<String> {
        let words = |on| match on {
            On::Sim(words) | On::Pocket(words) => words,
        };
        kinds.into_iter().map(words).collect()
    }

    #[test]
    fn what_is_built_in_can_be_simulated_and_differs() {
        for (name, many) in [("quick", 6), ("full", 27)] {
            let on = kinds_of(name, true).unwrap();
            let profiles = crate::kinds::simulated(&on, &crate::cli::Simulated::default()).unwrap();
            assert_eq!(profiles.len(), many, "{name}");
        }
        let on = kinds_of("full", false).unwrap();
        assert!(words(on.clone()).iter().any(|words| words.contains("locale=ar")));
        assert_eq!(crate::kinds::pocket(&on, &crate::cli::Simulated::default()).unwrap().len(), 20);
    }

    fn check(text: &str, expected: Result<&[&str], &str>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matrix");
        files::write_whole(&file, text.as_bytes()).unwrap();
        let found = kinds_of(&file.to_string_lossy(), true);
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(words(found), expected),
            (found, expected) => {
                let said = found.err().map(|failure| failure.message().to_owned()).unwrap_or_default();
                assert!(said.ends_with(expected.unwrap_err()), "{said}");
            }
        }
    }

    #[test]
    fn a_file_has_one_kind_a_line() {
        check("api=30 # the reference\n\n# older\napi=23\n", Ok(&["api=30", "api=23"]));
        check("api=30\n", Err("names 1 kinds of phones"));
        check(
            "api=30\ncolour=red\n",
            Err("line 2: a phone has no \"colour\": it has api, size, density, locale, dark, font-scale"),
        );
        check("api=30\napi=31,api=32\n", Err("line 2: api is said twice"));
    }
}
