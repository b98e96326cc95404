//! Fetching and building what pocket phones need, with Maven.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::kit::archive;
use crate::kit::fetched;
use crate::kit::java::{Java, maven};
use crate::kit::linked;
use crate::kit::sum;
use crate::kit::types;
use crate::kit::{Api, Kit, KitError, OURS, SOURCES, jars};

/// What is told while it goes on: a line for a person.
pub type Progress<'a> = &'a mut dyn FnMut(&str);

/// Fetches the jars and the framework of one API level into the cache folder, as far as they are not there or not whole. What was
/// fetched before an end in the middle stays with Maven, and is not fetched again.
pub fn install(cache: &Path, level: u32, progress: Progress<'_>) -> Result<Kit, KitError> {
    let api = Api::of(level).ok_or(KitError::NoSuchApi { level })?;
    api.check_java(&Java::find().map_err(KitError::NoJava)?)?;
    let framework = api.path(cache);
    let is_whole = framework.is_file() && sum::is_whole(&framework);
    if is_whole && !sum::is_kept(&framework) {
        sum::keep(&framework).map_err(at(&framework))?;
    }
    let is_built = jars(cache).join(OURS).is_file();
    if !is_built || !is_whole {
        let maven = maven().ok_or(KitError::NoMaven)?;
        if !is_built {
            build(cache, &maven, progress)?;
        }
        if !is_whole {
            fetch(cache, &maven, api, progress)?;
        }
    }
    let kit = Kit::find(cache, level)?;
    prepare(&kit, api, progress);
    Ok(kit)
}

/// Phones do without what is prepared here; they only come up more slowly.
fn prepare(kit: &Kit, api: Api, progress: Progress<'_>) {
    if let Err(error) = types::read(kit) {
        progress(&format!("the framework's classes could not be listed: {error}"));
    }
    if !linked::is_there(kit, api) {
        progress("linking the framework's calls");
        if let Err(error) = linked::make(kit, api) {
            progress(&format!("the framework's calls could not be linked, phones go without: {error}"));
        }
    }
    if archive::path(kit, api.level).is_file() {
        return;
    }
    progress("preparing the framework's classes");
    if let Err(error) = archive::make(kit, api.level) {
        progress(&format!("the framework's classes could not be prepared, phones go without: {error}"));
    }
}

/// Removes the framework of a level with all that was made of it, or everything. Says how many bytes that freed.
pub fn remove(cache: &Path, level: Option<u32>) -> Result<u64, KitError> {
    let paths = match level {
        Some(level) => {
            let api = Api::of(level).ok_or(KitError::NoSuchApi { level })?;
            let framework = api.path(cache);
            let sum = sum::beside(&framework);
            let made = archive::all(cache, level).into_iter().chain(linked::all(cache, api));
            [framework, sum].into_iter().chain(made).collect()
        }
        None => vec![cache.to_owned()],
    };
    paths.iter().map(|path| remove_if_there(path)).sum()
}

fn remove_if_there(path: &Path) -> Result<u64, KitError> {
    let bytes = size_of(path);
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        removed => removed.map(|()| bytes).map_err(at(path)),
    }
}

/// Builds our jar and gathers those that it needs. The folder appears under its name when it is whole.
fn build(cache: &Path, maven: &Path, progress: Progress<'_>) -> Result<(), KitError> {
    progress("fetching Robolectric and building the phone");
    let work = cache.join("building");
    let _ = fs::remove_dir_all(&work);
    for (name, text) in SOURCES {
        let path = work.join(name);
        let folder = path.parent().unwrap_or(&work);
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).map_err(at(&path))?;
    }
    run(maven, &work, &["-Dmaven.test.skip=true", "package"], progress)?;
    let built = work.join("target").join("lib");
    fs::rename(work.join("target").join(OURS), built.join(OURS)).map_err(at(&built))?;
    fetched::check_all(&built)?;
    let jars = jars(cache);
    fs::rename(&built, &jars).map_err(at(&jars))?;
    fs::remove_dir_all(&work).map_err(at(&work))
}

fn fetch(cache: &Path, maven: &Path, api: Api, progress: Progress<'_>) -> Result<(), KitError> {
    progress(&format!("fetching the framework of Android {} (API level {})", api.release, api.level));
    let work = cache.join("fetching");
    fs::create_dir_all(&work).map_err(at(&work))?;
    let artifact = format!("-Dartifact=org.robolectric:android-all-instrumented:{}", api.version);
    let goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
    run(maven, &work, &[goal, &artifact, "-DoutputDirectory=."], progress)?;
    let (from, to) = (work.join(api.jar()), api.path(cache));
    fetched::check(&from)?;
    let frameworks = to.parent().unwrap_or(cache);
    fs::create_dir_all(frameworks).map_err(at(frameworks))?;
    fs::rename(&from, &to).map_err(at(&from))?;
    sum::keep(&to).map_err(at(&to))
}

/// Runs Maven and tells of each file that it fetches.
fn run(maven: &Path, folder: &Path, args: &[&str], progress: Progress<'_>) -> Result<(), KitError> {
    let failed = |error: std::io::Error| KitError::Maven(error.to_string());
    let mut child = Command::new(maven)
        .args(["--batch-mode", "-Dstyle.color=never"])
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let mut error = None;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if let Some(file) = downloaded(&line) {
                progress(&format!("fetched {}", gui::escaped(file)));
            }
            if let Some(wrong) = line.strip_prefix("[ERROR] ") {
                error.get_or_insert_with(|| gui::escaped(wrong).to_string());
            }
        }
    }
    if child.wait().map_err(failed)?.success() {
        Ok(())
    } else {
        Err(KitError::Maven(error.unwrap_or_else(|| "it did not say why".to_owned())))
    }
}

/// The file and its size in `Downloaded from central: https://…/robolectric-4.17.jar (172 kB at 1.2 MB/s)`.
fn downloaded(line: &str) -> Option<&str> {
    let address = line.trim_start_matches("[INFO] ").strip_prefix("Downloaded from ")?;
    let (_, file) = address
        .rsplit_once('/')
        .filter(|(_, file)| !file.starts_with('s'))
        .or_else(|| address.split_once(" (")?.0.rsplit_once('/'))?;
    let file = file.split_once(" at ").map_or(file, |(file, _)| file);
    file.contains(".jar").then_some(file)
}

fn size_of(path: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(path) else { return fs::metadata(path).map_or(0, |data| data.len()) };
    entries.filter_map(Result::ok).map(|entry| size_of(&entry.path())).sum()
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> KitError {
    let path: PathBuf = path.to_owned();
    move |error| KitError::File { path: path.clone(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_goes_with_all_that_was_made_of_it_and_no_other_does() {
        let cache = tempfile::tempdir().unwrap();
        let files = |level| {
            let framework = Api::of(level).unwrap().path(cache.path());
            let classes = cache.path().join("classes").join(format!("jars-0-{level}-0.jsa"));
            let linked = cache.path().join("linked").join("jars-0").join(Api::of(level).unwrap().jar());
            [sum::beside(&framework), framework, classes, linked]
        };
        for file in [files(34), files(30)].iter().flatten() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "12345").unwrap();
        }
        assert_eq!(remove(cache.path(), Some(34)).unwrap(), 20);
        assert!(files(34).iter().all(|file| !file.exists()));
        assert!(files(30).iter().all(|file| file.is_file()));
        assert_eq!(remove(cache.path(), Some(34)).unwrap(), 0, "there is nothing left");
    }
}
