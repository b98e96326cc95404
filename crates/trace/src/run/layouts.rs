//! The folder of packed layouts: which segment holds which layout.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gui::{Digest, Layout};

use super::journal::Damage;
use super::{LAYOUTS, RunError};
use crate::pack::{Segment, SegmentWriter, Tables, Tear};

/// How many distinct layouts a reader keeps at hand; apps come back to the same few screens.
const KEPT_LAYOUTS: usize = 256;

/// The segments of a run, in the order in which they were written.
#[derive(Debug)]
pub(super) struct Layouts {
    folder: PathBuf,
    segments: Vec<Segment>,
    /// Digest to segment and record.
    places: HashMap<Digest, (usize, usize)>,
    last_number: u32,
    /// The segments that cannot be read, in words.
    pub(super) unreadable: Vec<String>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    layouts: HashMap<Digest, Arc<Layout>>,
    /// The segment read last; a trace's layouts lie together.
    loaded: Option<(usize, Arc<Tables>)>,
}

impl Layouts {
    /// Looks through all segments of the run.
    pub(super) fn scan(run: &Path, damage: Damage) -> Result<Layouts, RunError> {
        let folder = run.join(LAYOUTS);
        let mut layouts = Layouts {
            folder,
            segments: Vec::new(),
            places: HashMap::new(),
            last_number: 0,
            unreadable: Vec::new(),
            kept: Mutex::default(),
        };
        for number in layouts.numbers()? {
            layouts.last_number = number;
            let segment = match (Segment::scan(&layouts.path(number)), damage) {
                (Err(damaged @ RunError::Damaged { .. }), Damage::LeaveOut) => {
                    layouts.unreadable.push(format!("{damaged}; its layouts are left out"));
                    continue;
                }
                (segment, _) => segment?,
            };
            for (record, &digest) in segment.digests.iter().enumerate() {
                layouts.places.entry(digest).or_insert((layouts.segments.len(), record));
            }
            layouts.segments.push(segment);
        }
        Ok(layouts)
    }

    pub(super) fn has(&self, digest: Digest) -> bool {
        self.places.contains_key(&digest)
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The segments that break off within a record.
    pub(super) fn tears(&self) -> impl Iterator<Item = &Tear> {
        self.segments.iter().filter_map(|segment| segment.tear.as_ref())
    }

    /// The layout with this digest, or `None` when no segment holds it.
    pub(super) fn get(&self, digest: Digest) -> Result<Option<Arc<Layout>>, RunError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layout) = kept.layouts.get(&digest) {
            return Ok(Some(Arc::clone(layout)));
        }
        let Some(&(at, record)) = self.places.get(&digest) else { return Ok(None) };
        let tables = match &kept.loaded {
            Some((loaded, tables)) if *loaded == at => Arc::clone(tables),
            _ => Arc::new(self.segments[at].load()?),
        };
        kept.loaded = Some((at, Arc::clone(&tables)));
        let layout = Arc::new(self.segments[at].layout(&tables, record)?);
        if kept.layouts.len() == KEPT_LAYOUTS {
            kept.layouts.clear();
        }
        kept.layouts.insert(digest, Arc::clone(&layout));
        Ok(Some(layout))
    }

    /// Cuts off what a killed writer left unfinished.
    pub(super) fn mend(&mut self) -> Result<(), RunError> {
        self.segments.iter_mut().try_for_each(Segment::mend)
    }

    /// Adds layouts in a segment of its own. Segments of earlier writers are never added to: what they hold would
    /// have to be learnt first.
    pub(super) fn writer(self) -> LayoutsWriter {
        let digests = self.places.into_keys().collect();
        LayoutsWriter { folder: self.folder, digests, last_number: self.last_number, segment: None }
    }

    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(file_name(number))
    }

    fn numbers(&self) -> Result<Vec<u32>, RunError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(RunError::io("list", &self.folder, e)),
        };
        let mut numbers = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|e| RunError::io("list", &self.folder, e))?;
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".pack")?.parse().ok());
            // Files that others put here are not ours to judge.
            numbers.extend(number.filter(|&number| name.to_str() == Some(&file_name(number))));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }
}

/// Adds layouts to a run, each once.
#[derive(Debug)]
pub(super) struct LayoutsWriter {
    folder: PathBuf,
    digests: std::collections::HashSet<Digest>,
    last_number: u32,
    segment: Option<SegmentWriter>,
}

impl LayoutsWriter {
    /// Hands the layout to the kernel, unless the run has it already.
    pub(super) fn write(&mut self, layout: &Layout) -> Result<(), RunError> {
        if self.digests.contains(&layout.digest()) {
            return Ok(());
        }
        let mut segment = match self.segment.take() {
            Some(segment) if !segment.is_full() => segment,
            _ => self.next_segment()?,
        };
        // After an error the segment stays behind and the next layout begins a new one.
        segment.write(layout)?;
        self.segment = Some(segment);
        self.digests.insert(layout.digest());
        Ok(())
    }

    pub(super) fn sync(&self) -> Result<(), RunError> {
        self.segment.as_ref().map_or(Ok(()), SegmentWriter::sync)
    }

    fn next_segment(&mut self) -> Result<SegmentWriter, RunError> {
        files::make_folder(&self.folder).map_err(|e| RunError::refused("create", &self.folder, e))?;
        self.last_number = self.last_number.saturating_add(1);
        SegmentWriter::create(self.folder.join(file_name(self.last_number)))
    }
}

fn file_name(number: u32) -> String {
    format!("{number:04}.pack")
}
