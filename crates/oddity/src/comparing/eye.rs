//! Who looks at pictures, and who reads what they say.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use device::Picture;
use technique::{Eye, Reader};
use vision::{Image, Profile, Tree};

use crate::cli::Looks;
use crate::failure::Failure;
use crate::input;

/// The most bytes of a tree's file.
const MAX_BYTES: usize = 4 << 20;
/// How long the program may take to start, and for each picture.
const START: Duration = Duration::from_secs(20);
const PICTURE: Duration = Duration::from_secs(2);

/// Who looks at the pictures of a comparison: by rules alone, or where that is asked for by the shipped tree or a trained one, with
/// somebody who reads where one is installed. `by` reads the tree's file.
pub(crate) fn eye_of(looks: &Looks, tree: Option<&Path>, by: input::Reader) -> Result<Eye, Failure> {
    if !looks.looks {
        return match tree {
            None => Ok(Eye::rules()),
            Some(_) => Err(Failure::bad_input("`--tree` compares pictures, and that is not asked for")
                .hint("add `--looks`, or leave out `--tree`")),
        };
    }
    let mut eye = match tree {
        None => Eye::shipped(looks.looks_profile),
        Some(path) => Eye::new(looks.looks_profile, read_tree(path, looks.looks_profile, by)?),
    };
    eye.reader = Tesseract::find().map(|found| Arc::new(found) as Arc<dyn Reader>);
    Ok(eye)
}

/// Whether somebody reads texts in pictures, in words for the run's health; `None` where the tree does not ask.
pub(crate) fn reads_texts(eye: &Eye) -> Option<&'static str> {
    let asks = eye.tree.asks(eye.profile.text());
    match (&eye.reader, asks) {
        (_, false) => None,
        (Some(_), true) => Some("Texts in pictures are read by tesseract."),
        (None, true) => Some("Texts in pictures are not read: tesseract is not installed."),
    }
}

fn read_tree(path: &Path, profile: Profile, by: input::Reader) -> Result<Tree, Failure> {
    let bytes = by(path, MAX_BYTES)?;
    let tree: Tree = serde_json::from_slice(&bytes)
        .map_err(|error| {
            Failure::bad_input(format_args!("{} is no decision tree: {error}", input::shown(path)))
        })
        .map_err(|failure| failure.hint("`oddity compare --train FILE` writes one"))?;
    let (measured, asked) = (profile.features().len(), tree.features());
    if asked > measured {
        let message = format!(
            "{} asks for {asked} numbers, and by `--looks-profile {}` {measured} are measured",
            input::shown(path),
            profile.name()
        );
        return Err(
            Failure::bad_input(message).hint("a tree goes with the profile that its pairs were measured by")
        );
    }
    Ok(tree)
}

/// The program `tesseract`, started once for a batch of pictures: its start takes longer than a picture.
#[derive(Debug)]
struct Tesseract {
    program: PathBuf,
}

impl Tesseract {
    fn find() -> Option<Tesseract> {
        let folders = std::env::var_os("PATH")?;
        let program = std::env::split_paths(&folders)
            .map(|folder| folder.join("tesseract"))
            .find(|file| file.is_file())?;
        Some(Tesseract { program })
    }
}

impl Reader for Tesseract {
    fn read(&self, images: &[&Image]) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().ok()?;
        let mut list = String::new();
        for (number, image) in images.iter().enumerate() {
            let file = folder.path().join(format!("{number}.png"));
            let rgba = Arc::new(image.bytes().to_vec());
            let picture = Picture { width_px: image.width() as u32, height_px: image.height() as u32, rgba };
            files::write_whole(&file, &picture.to_png()).ok()?;
            list.push_str(&format!("{}\n", file.display()));
        }
        let (names, texts) = (folder.path().join("list.txt"), folder.path().join("texts"));
        files::write_whole(&names, list.as_bytes()).ok()?;
        let mut command = Command::new(&self.program);
        // Each picture is one line of text.
        command.arg(&names).arg(&texts).args(["--psm", "7"]).env("OMP_THREAD_LIMIT", "1");
        ends_well(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()), images.len())?;
        let text = files::text(&texts.with_extension("txt"), MAX_BYTES as u64).ok()?;
        // A page ends with a form feed.
        let pages: Vec<String> = text.split('\u{c}').take(images.len()).map(str::to_owned).collect();
        (pages.len() == images.len()).then_some(pages)
    }
}

/// Waits for a program as long as so many pictures may take.
fn ends_well(command: &mut Command, pictures: usize) -> Option<()> {
    let mut child = command.spawn().ok()?;
    let until = Instant::now() + START + PICTURE * u32::try_from(pictures).unwrap_or(u32::MAX);
    loop {
        match child.try_wait().ok()? {
            Some(status) => return status.success().then_some(()),
            None if Instant::now() > until => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that reads nothing and says this of each batch.
    fn check(script: &str, expected: Option<&[&str]>) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("tesseract");
        files::write_whole(&program, format!("#!/bin/sh\n{script}\n").as_bytes()).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let file = files::open(&program).unwrap();
            file.set_permissions(std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let image = Image::new(2, 1, vec![0; 8]).unwrap();
        let read = Tesseract { program }.read(&[&image, &image]);
        assert_eq!(
            read.as_ref().map(|texts| texts.iter().map(String::as_str).collect::<Vec<_>>()).as_deref(),
            expected
        );
    }

    #[test]
    fn a_batch_is_read_by_one_program_and_its_failure_says_nothing() {
        check(
            r#"[ "$(wc -l < "$1")" = 2 ] && printf 'milk\n\014eggs\n\014' > "$2.txt""#,
            Some(&["milk\n", "eggs\n"]),
        );
        check(r#"printf 'milk' > "$2.txt""#, None);
        check("exit 1", None);
    }
}
