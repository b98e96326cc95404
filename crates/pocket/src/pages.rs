//! Pages of memory that two images have in common are kept once.
//!
//! CRIU writes all of a process's pages into one file and lists their addresses in another, its page map. An image may have a
//! parent: what the map marks as the parent's is read from there. CRIU itself does so with the help of kernels that note what is
//! written to; we compare what stands in the pages, and keep for each image that may become a parent a sum of each page.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xxhash_rust::xxh3::xxh3_128;

use crate::pagemap::{Entry, Kind, PageMap};

const PAGE: usize = 4096;

/// Where an image's sums are. One without them is no parent.
const SUMS: &str = "sums";

/// A sum of each page with its address, in the order in which CRIU tells them: from the lowest address up. Two pages with the
/// same sum are taken to be the same: that they are not is as likely as guessing 128 coin tosses.
#[derive(Default)]
struct Sums(Vec<(u64, u128)>);

impl Sums {
    /// Those of an image that may be a parent; none for one that may not.
    fn of(image: &Path) -> Sums {
        let bytes = fs::read(image.join(SUMS)).unwrap_or_default();
        let record = |record: &[u8]| {
            let (address, sum) = record.split_at(8);
            Some((u64::from_le_bytes(address.try_into().ok()?), u128::from_le_bytes(sum.try_into().ok()?)))
        };
        Sums(bytes.chunks_exact(24).filter_map(record).collect())
    }

    fn write(&self, image: &Path) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(image.join(SUMS))?);
        for (address, sum) in &self.0 {
            file.write_all(&address.to_le_bytes())?;
            file.write_all(&sum.to_le_bytes())?;
        }
        file.flush()
    }
}

/// Makes an image a possible parent, and has it share what it has in common with a parent of its own, if it gets one.
pub(crate) fn found(image: &Path, parent: Option<&Path>) -> io::Result<()> {
    let sums = match parent {
        Some(parent) => share(image, parent, &Sums::of(parent))?,
        None => whole_if_unknown(walk(image, &Sums::default(), &mut io::sink()))?.map(|walked| walked.sums),
    };
    sums.map_or(Ok(()), |sums| sums.write(image))
}

/// Throws away of an image what its parent has too. The parent must stay as long as the image. Gives the image's sums; an image
/// whose page map we do not know stays whole and has none.
fn share(image: &Path, parent: &Path, parents: &Sums) -> io::Result<Option<Sums>> {
    let rest = image.join("rest");
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&rest)?);
    let Some(walked) = whole_if_unknown(walk(image, parents, &mut file))? else { return Ok(None) };
    file.flush()?;
    let linked =
        Command::new("ln").arg("-s").arg(parent).arg(image.join("parent")).stdin(Stdio::null()).status()?;
    if !linked.success() {
        return Err(io::Error::other("the parent of an image cannot be named"));
    }
    fs::rename(rest, &walked.pages)?;
    fs::write(&walked.map, walked.shared.to_bytes())?;
    Ok(Some(walked.sums))
}

fn whole_if_unknown(walked: io::Result<Walked>) -> io::Result<Option<Walked>> {
    match walked {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(None),
        walked => walked.map(Some),
    }
}

struct Walked {
    sums: Sums,
    /// The map that goes with what was written.
    shared: PageMap,
    map: PathBuf,
    pages: PathBuf,
}

/// Goes through all pages and writes those that the parent does not have.
fn walk(image: &Path, parents: &Sums, rest: &mut impl Write) -> io::Result<Walked> {
    let map = map_in(image)?;
    let mut whole = PageMap::parse(&fs::read(&map)?)?;
    let entries = std::mem::take(&mut whole.entries);
    let pages = image.join(format!("pages-{}.img", whole.pages_id));
    let mut file = BufReader::with_capacity(1 << 20, File::open(&pages)?);
    let mut sums = Sums::default();
    let mut parents = parents.0.iter().peekable();
    let mut shared = whole;
    let mut page = [0; PAGE];
    for entry in &entries {
        for number in 0..entry.pages {
            let address = entry.address + number * PAGE as u64;
            file.read_exact(&mut page)?;
            let sum = xxh3_128(&page);
            sums.0.push((address, sum));
            while parents.next_if(|(before, _)| *before < address).is_some() {}
            let kind = match parents.next_if_eq(&&(address, sum)).is_some() {
                true => Kind::Parents,
                false => {
                    rest.write_all(&page)?;
                    entry.kind
                }
            };
            shared.push(Entry { address, pages: 1, kind });
        }
    }
    Ok(Walked { sums, shared, map, pages })
}

/// The page map of the only process in an image.
fn map_in(image: &Path) -> io::Result<PathBuf> {
    let is_map = |name: &str| {
        let number = name.strip_prefix("pagemap-").and_then(|name| name.strip_suffix(".img"));
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let files = fs::read_dir(image)?.filter_map(Result::ok);
    let mut maps = files.filter(|file| file.file_name().to_str().is_some_and(is_map)).map(|file| file.path());
    match (maps.next(), maps.next()) {
        (Some(map), None) => Ok(map),
        _ => Err(io::Error::other("an image of one process has one page map")),
    }
}
