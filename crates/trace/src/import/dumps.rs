//! A folder of uiautomator dumps, as a trace of screens between which nobody recorded what happened.

use std::path::Path;

use gui::Layout;

use super::{ImportError, Imported, files_like, read_limited};
use crate::step::{Moment, Remarks};
use crate::trace::{Header, Trace};

/// Reads the `.xml` files of a folder in natural order of their names: `dump2.xml` before `dump10.xml`.
///
/// A dump that the phone broke off is read as far as it goes. A picture with the name of a dump is its screenshot.
pub fn dumps(folder: &Path) -> Result<Imported, ImportError> {
    let files = files_like(folder, "", ".xml")
        .map_err(|source| ImportError::Io { path: folder.to_owned(), source })?;
    let mut imported = Imported::default();
    let mut trace: Option<Trace> = None;
    for file in files {
        let Some(moment) = moment_of(&file, &mut imported) else { continue };
        match &mut trace {
            Some(trace) => trace.step(None, moment, Remarks::default()),
            None => trace = Some(Trace::new(Header::default(), moment)),
        }
    }
    let Some(mut trace) = trace else {
        let expected = "folder of uiautomator dumps: no .xml file in it is one";
        return Err(ImportError::NotThat { path: folder.to_owned(), expected });
    };
    trace.header = Header {
        app: super::app_most_seen(&trace),
        source: "uiautomator dumps".to_owned(),
        ..Header::default()
    };
    trace.end = Some("the recording ends here".to_owned());
    imported.traces.push(trace);
    Ok(imported)
}

fn moment_of(file: &Path, imported: &mut Imported) -> Option<Moment> {
    let parsed = read_limited(file, gui::MAX_DUMP_BYTES as u64)
        .map_err(|e| e.to_string())
        .and_then(|bytes| Layout::parse_partial(&bytes).map_err(|e| e.to_string()));
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(why) => return imported.leave_out(file, &why),
    };
    for warning in &parsed.warnings {
        imported.warn(file, &format!(": {warning}"));
    }
    let screenshot = ["png", "jpg"].iter().find_map(|kind| imported.picture(file.with_extension(kind)));
    Some(Moment { screenshot, ..Moment::of(parsed.layout) })
}
