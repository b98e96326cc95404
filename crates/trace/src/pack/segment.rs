//! One file of records, each with its length and checksum, so that a torn end is noticed.

use std::fs::File;
use std::path::{Path, PathBuf};

use gui::{Digest, Layout};
use xxhash_rust::xxh3::xxh3_64;

use super::decode::digest_of;
use super::encode::Known;
use super::{FORMAT, MAX_WINDOWS, Tables, VERSION};
use crate::run::{RunError, check_format, name_in_run};

/// A writer begins the next segment when one has grown beyond this.
const FULL_BYTES: u64 = 16 << 20;

/// Larger files are not ours: a full segment and one more layout with all the text that a layout may have.
const MAX_SEGMENT_BYTES: u64 = 256 << 20;

/// Length and checksum in front of each record.
const FRAME_BYTES: usize = 8;

/// Adds records to a new segment.
#[derive(Debug)]
pub(crate) struct SegmentWriter {
    file: File,
    path: PathBuf,
    len: u64,
    known: Known,
}

impl SegmentWriter {
    /// Begins a segment; the file must not exist.
    pub(crate) fn create(path: PathBuf) -> Result<SegmentWriter, RunError> {
        let mut file = files::create_new(&path).map_err(|e| RunError::io("create", &path, e))?;
        let first_line = first_line();
        files::write_all(&mut file, &path, first_line.as_bytes())
            .map_err(|e| RunError::io("write to", &path, e))?;
        Ok(SegmentWriter { file, path, len: first_line.len() as u64, known: Known::default() })
    }

    /// Hands the layout to the kernel, in one write. After an error the segment must not be written to again.
    pub(crate) fn write(&mut self, layout: &Layout) -> Result<(), RunError> {
        let record = self.known.encode(layout);
        if record.len() as u64 > MAX_SEGMENT_BYTES - FULL_BYTES * 2 || layout.windows().len() > MAX_WINDOWS {
            return Err(RunError::TooLarge { file: "a layout".to_owned(), limit_bytes: MAX_SEGMENT_BYTES });
        }
        let mut framed = Vec::with_capacity(record.len() + FRAME_BYTES);
        framed.extend((record.len() as u32).to_le_bytes());
        framed.extend(checksum(&record));
        framed.extend(record);
        if let Err(e) = files::write_all(&mut self.file, &self.path, &framed) {
            // A torn record would only puzzle the reader; if it cannot be cut off, the reader copes.
            let _ = files::cut(&self.file, &self.path, self.len);
            return Err(RunError::io("write to", &self.path, e));
        }
        self.len += framed.len() as u64;
        Ok(())
    }

    pub(crate) fn is_full(&self) -> bool {
        self.len > FULL_BYTES
    }

    pub(crate) fn sync(&self) -> Result<(), RunError> {
        files::sync(&self.file, &self.path).map_err(|e| RunError::io("sync", &self.path, e))
    }
}

/// A segment to read from: where each record lies, not yet what it says.
#[derive(Debug)]
pub(crate) struct Segment {
    path: PathBuf,
    /// What the layouts are called, record by record.
    pub(crate) digests: Vec<Digest>,
    offsets: Vec<u64>,
    /// The bytes of the whole records.
    pub(crate) intact_bytes: u64,
    /// Where the file breaks off, if it does.
    pub(crate) tear: Option<Tear>,
}

/// The end of a file that was being written when its writer was killed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tear {
    pub(crate) file: String,
    pub(crate) offset: u64,
}

impl Segment {
    /// Reads which layouts the file holds, and checks every checksum.
    pub(crate) fn scan(path: &Path) -> Result<Segment, RunError> {
        let bytes = read_whole(path)?;
        let mut segment = Segment {
            path: path.to_owned(),
            digests: Vec::new(),
            offsets: Vec::new(),
            intact_bytes: 0,
            tear: None,
        };
        let Some(mut at) = segment.check_first_line(&bytes)? else {
            segment.tear = Some(Tear { file: name_in_run(path), offset: 0 });
            return Ok(segment);
        };
        while at < bytes.len() {
            let Some(record) = segment.record_at(&bytes, at)? else {
                segment.tear = Some(Tear { file: name_in_run(path), offset: at as u64 });
                break;
            };
            let digest = digest_of(record).ok_or_else(|| segment.damaged(at, "the record is too short"))?;
            segment.digests.push(digest);
            segment.offsets.push(at as u64);
            at += FRAME_BYTES + record.len();
        }
        segment.intact_bytes = at as u64;
        Ok(segment)
    }

    /// Reads everything, to take layouts from.
    pub(crate) fn load(&self) -> Result<Tables, RunError> {
        let bytes = read_whole(&self.path)?;
        let mut tables = Tables::default();
        for &offset in &self.offsets {
            let at = offset as usize;
            let record = self.record_at(&bytes, at)?.ok_or_else(|| self.damaged(at, "the record is gone"))?;
            tables.add(record).map_err(|why| self.damaged(at, why))?;
        }
        Ok(tables)
    }

    /// The layout of one record, its digest checked.
    pub(crate) fn layout(&self, tables: &Tables, record: usize) -> Result<Layout, RunError> {
        let offset = self.offsets.get(record).copied().unwrap_or_default();
        tables.layout(record).map_err(|why| self.damaged(offset as usize, &why))
    }

    /// Cuts the torn end off; a file that ends within its first line goes altogether.
    pub(crate) fn mend(&mut self) -> Result<(), RunError> {
        if self.tear.take().is_none() {
            return Ok(());
        }
        let mended = if self.intact_bytes == 0 {
            files::remove(&self.path)
        } else {
            let file = files::update(&self.path).map_err(|e| RunError::refused("mend", &self.path, e))?;
            files::cut(&file, &self.path, self.intact_bytes)
        };
        mended.map_err(|e| RunError::io("mend", &self.path, e))
    }

    /// Where the first record begins; `None` when the file ends within its first line.
    fn check_first_line(&self, bytes: &[u8]) -> Result<Option<usize>, RunError> {
        let line_end = bytes.iter().take(80).position(|&byte| byte == b'\n');
        let Some(end) = line_end else {
            let torn = first_line().as_bytes().starts_with(bytes) || bytes.iter().all(|&byte| byte == 0);
            return if torn { Ok(None) } else { Err(self.damaged(0, "it is no pack of layouts")) };
        };
        let line = String::from_utf8_lossy(&bytes[..end]);
        let (format, version) = line.split_once(' ').unwrap_or((&line, ""));
        let version = version.parse().map_err(|_| self.damaged(0, "it is no pack of layouts"))?;
        check_format(&self.path, (FORMAT, VERSION), (format, version))?;
        Ok(Some(end + 1))
    }

    /// The record at this place; `None` when the file ends within it.
    fn record_at<'a>(&self, bytes: &'a [u8], at: usize) -> Result<Option<&'a [u8]>, RunError> {
        let rest = &bytes[at.min(bytes.len())..];
        let Some((&frame, behind)) = rest.split_first_chunk::<FRAME_BYTES>() else { return Ok(None) };
        let [l0, l1, l2, l3, sum @ ..] = frame;
        let len = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        let Some(record) = behind.get(..len) else { return Ok(None) };
        // A fuzzer would never get past the checksum to what lies behind it.
        if len > 0 && (cfg!(fuzzing) || checksum(record) == sum) {
            return Ok(Some(record));
        }
        // After a power cut the last record may be there in length only, and zeros may follow it.
        if behind[len..].iter().all(|&byte| byte == 0) {
            return Ok(None);
        }
        Err(self.damaged(at, "the record does not match its checksum"))
    }

    fn damaged(&self, offset: usize, why: &str) -> RunError {
        RunError::Damaged { file: name_in_run(&self.path), offset: offset as u64, why: why.to_owned() }
    }
}

fn first_line() -> String {
    format!("{FORMAT} {VERSION}\n")
}

fn checksum(record: &[u8]) -> [u8; 4] {
    (xxh3_64(record) as u32).to_le_bytes()
}

fn read_whole(path: &Path) -> Result<Vec<u8>, RunError> {
    files::read(path, MAX_SEGMENT_BYTES).map_err(|e| RunError::refused("open", path, e))
}
