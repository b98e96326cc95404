//! `oddity screenshot`: a picture of a phone's screen.

use std::fs;
use std::io::{self, Write};
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
        io::stdout().write_all(&png).map_err(|error| Failure::output(&error))?;
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

/// Writes a file that is there whole or not at all. Devices, pipes and links are written to as they are.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let cannot =
        |error: io::Error| Failure::environment(format_args!("cannot write {}: {error}", input::shown(path)));
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes).map_err(cannot);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Readable as other files of the user's are: the system takes away what they do not want.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(cannot)?;
    file.write_all(bytes).map_err(cannot)?;
    file.persist(path).map_err(|error| cannot(error.error))?;
    Ok(())
}
