//! A folder of uiautomator dumps, as a trace of screens between which nobody recorded what happened.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gui::{Layout, Warning, WarningKind};

use super::{ImportError, Imported, files_like, read_limited};
use crate::step::{Moment, Remarks};
use crate::trace::{Header, Trace};

/// Reads the `.xml` and `.uix` files of a folder in natural order of their names: `dump2.xml` before `dump10.xml`.
///
/// A dump that the phone broke off is read as far as it goes. A picture with the name of a dump is its screenshot.
/// Each step names the file whose screen it leads to.
pub fn dumps(folder: &Path) -> Result<Imported, ImportError> {
    let files = files_like(folder, "", &[".xml", ".uix"])
        .map_err(|source| ImportError::Io { path: folder.to_owned(), source })?;
    let mut imported = Imported::default();
    let mut let_pass = LetPass::default();
    let mut trace: Option<Trace> = None;
    for file in files {
        let Some(moment) = moment_of(&file, &mut imported, &mut let_pass) else { continue };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match &mut trace {
            Some(trace) => trace.step(None, moment, Remarks { note: Some(name), ..Remarks::default() }),
            None => trace = Some(Trace::new(Header::default(), moment)),
        }
    }
    let Some(mut trace) = trace else {
        let expected = "folder of uiautomator dumps: no .xml or .uix file in it is one";
        return Err(ImportError::NotThat { path: folder.to_owned(), expected });
    };
    trace.header = Header {
        app: super::app_most_seen(&trace),
        source: "uiautomator dumps".to_owned(),
        ..Header::default()
    };
    trace.end = Some("the recording ends here".to_owned());
    imported.traces.push(trace);
    let_pass.tell(&mut imported);
    Ok(imported)
}

fn moment_of(file: &Path, imported: &mut Imported, let_pass: &mut LetPass) -> Option<Moment> {
    let parsed = read_limited(file, gui::MAX_DUMP_BYTES as u64)
        .map_err(|e| e.to_string())
        .and_then(|bytes| Layout::parse_partial(&bytes).map_err(|e| e.to_string()));
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(why) => return imported.leave_out(file, &why),
    };
    parsed.warnings.iter().for_each(|warning| let_pass.note(file, warning));
    let screenshot = ["png", "jpg"].iter().find_map(|kind| imported.picture(file.with_extension(kind)));
    Some(Moment { screenshot, ..Moment::of(parsed.layout) })
}

/// What was let pass in which files: a folder of a hundred dumps from one tool has the same oddity a hundred times.
#[derive(Default)]
struct LetPass(BTreeMap<WarningKind, (PathBuf, Warning, usize)>);

impl LetPass {
    fn note(&mut self, file: &Path, warning: &Warning) {
        if warning.kind != WarningKind::StatusLine {
            self.0.entry(warning.kind).or_insert_with(|| (file.to_owned(), warning.clone(), 0)).2 += 1;
        }
    }

    fn tell(self, imported: &mut Imported) {
        for (file, warning, files) in self.0.into_values() {
            let others = match files {
                1 => String::new(),
                2 => " and another file".to_owned(),
                _ => format!(" and {} other files", files - 1),
            };
            imported.warn(&file, &format!("{others}: {warning}"));
        }
    }
}
