//! `oddity screenshot`: a picture of a phone's screen.

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
    input::write(&args.output, &png)?;
    let (width, height) = (picture.width_px, picture.height_px);
    output.print(format_args!(
        "{}: {width}x{height}, {} kB\n",
        input::shown(&args.output),
        png.len() / 1000
    ))?;
    Ok(Exit::Clean)
}
