//! `oddity screenshot`: a picture of a phone's screen.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::cli::ScreenshotArgs;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;
use crate::phones;

pub(crate) fn run(args: &ScreenshotArgs, output: &mut Output) -> Result<Exit, Failure> {
    let mut opened = phones::open(&args.on)?;
    phones::look(&mut *opened.phone)?;
    let picture = opened.phone.screenshot().map_err(|error| phones::failure(&error))?;
    let png = picture.to_png();
    if args.output == Path::new("-") {
        // Past `output`, which takes out what would steer a terminal.
        std::io::stdout().write_all(&png).map_err(|error| Failure::output(&error))?;
        return Ok(Exit::Clean);
    }
    write_whole(&args.output, &png)?;
    let (width, height) = (picture.width_px, picture.height_px);
    output.print(format_args!(
        "{}: {width}x{height}, {} kB\n",
        input::shown(&args.output),
        png.len() / 1000
    ))?;
    Ok(Exit::Clean)
}

/// Writes a file that is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| {
        // What is left of the attempt is of no use; that it cannot be removed either says nothing new.
        let _ = fs::remove_file(&part);
        Failure::environment(format_args!("cannot write {}: {error}", input::shown(path)))
    })
}
