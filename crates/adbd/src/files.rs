//! The phone's files, all in memory.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Where the shell's user may write.
const WRITABLE: [&str; 2] = ["/data/local/tmp", "/storage/emulated/0"];

/// Where the shell's user may not even look.
const HIDDEN: [&str; 4] = ["/data/data", "/data/user", "/data/system", "/data/app"];

/// Other names for the shared storage.
const LINKS: [(&str, &str); 4] = [
    ("/sdcard", "/storage/emulated/0"),
    ("/mnt/sdcard", "/storage/emulated/0"),
    ("/storage/self/primary", "/storage/emulated/0"),
    ("/d", "/sys/kernel/debug"),
];

/// The folders that every phone has.
const FOLDERS: [&str; 18] = [
    "/",
    "/data",
    "/data/app",
    "/data/data",
    "/data/local",
    "/data/local/tmp",
    "/data/system",
    "/data/user",
    "/mnt",
    "/storage",
    "/storage/emulated",
    "/storage/emulated/0",
    "/storage/emulated/0/DCIM",
    "/storage/emulated/0/Download",
    "/storage/emulated/0/Pictures",
    "/storage/self",
    "/system",
    "/system/bin",
];

/// The longest path Android's file transfer takes.
const MAX_PATH_BYTES: usize = 1024;

/// What one entry costs besides its content.
const ENTRY_BYTES: u64 = 256;

/// The phone's files. Cheap to clone: contents are shared until they change.
#[derive(Clone)]
pub(crate) struct Files {
    entries: BTreeMap<String, File>,
    used_bytes: u64,
    limit_bytes: u64,
}

/// A file or folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct File {
    /// `None` for a folder.
    pub(crate) content: Option<Arc<Vec<u8>>>,
    /// Kind and permissions, as `stat` tells them.
    pub(crate) mode: u32,
    /// When it was last changed, in seconds since 1970.
    pub(crate) modified: u64,
}

/// Why a file cannot be had, as Android says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileError {
    Missing,
    Denied,
    Exists,
    NotAFolder,
    IsAFolder,
    Full,
    ReadOnly,
    NameTooLong,
    NotEmpty,
}

impl FileError {
    /// Linux's number for it.
    pub(crate) fn errno(self) -> u32 {
        match self {
            FileError::Missing => 2,
            FileError::Denied => 13,
            FileError::Exists => 17,
            FileError::NotAFolder => 20,
            FileError::IsAFolder => 21,
            FileError::Full => 28,
            FileError::ReadOnly => 30,
            FileError::NameTooLong => 36,
            FileError::NotEmpty => 39,
        }
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            FileError::Missing => "No such file or directory",
            FileError::Denied => "Permission denied",
            FileError::Exists => "File exists",
            FileError::NotAFolder => "Not a directory",
            FileError::IsAFolder => "Is a directory",
            FileError::Full => "No space left on device",
            FileError::ReadOnly => "Read-only file system",
            FileError::NameTooLong => "File name too long",
            FileError::NotEmpty => "Directory not empty",
        }
    }
}

impl File {
    pub(crate) fn is_folder(&self) -> bool {
        self.content.is_none()
    }

    pub(crate) fn size(&self) -> u64 {
        self.content.as_ref().map_or(4096, |content| content.len() as u64)
    }
}

impl Files {
    pub(crate) fn new(limit_bytes: u64, now: u64) -> Files {
        let folder = |path: &str| {
            let mode = if is_below(path, &WRITABLE) { 0o040_770 } else { 0o040_755 };
            (path.to_owned(), File { content: None, mode, modified: now })
        };
        Files {
            entries: FOLDERS.iter().map(|path| folder(path)).collect(),
            used_bytes: FOLDERS.len() as u64 * ENTRY_BYTES,
            limit_bytes,
        }
    }

    /// How many bytes are taken, and of how many.
    pub(crate) fn usage(&self) -> (u64, u64) {
        (self.used_bytes, self.limit_bytes)
    }

    /// The file or folder at a path, links followed.
    pub(crate) fn get(&self, path: &str) -> Result<&File, FileError> {
        let path = resolved(path)?;
        if is_below(&path, &HIDDEN) && !HIDDEN.contains(&path.as_str()) {
            return Err(FileError::Denied);
        }
        self.entries.get(&path).ok_or(FileError::Missing)
    }

    /// Where the path itself leads, if it is a link.
    pub(crate) fn link(&self, path: &str) -> Option<&'static str> {
        let path = normalized("/", path);
        LINKS.iter().find(|(link, _)| *link == path).map(|(_, target)| *target)
    }

    /// What a file holds.
    pub(crate) fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, FileError> {
        self.get(path)?.content.clone().ok_or(FileError::IsAFolder)
    }

    /// The names in a folder, sorted.
    pub(crate) fn list(&self, path: &str) -> Result<Vec<(String, File)>, FileError> {
        let folder = resolved(path)?;
        if !self.get(path)?.is_folder() {
            return Err(FileError::NotAFolder);
        }
        if is_below(&folder, &HIDDEN) {
            return Err(FileError::Denied);
        }
        let inside = if folder == "/" { folder } else { format!("{folder}/") };
        let below = self.entries.range(inside.clone()..).take_while(|(path, _)| path.starts_with(&inside));
        let direct = below.filter_map(|(path, file)| {
            let name = &path[inside.len()..];
            (!name.is_empty() && !name.contains('/')).then(|| (name.to_owned(), file.clone()))
        });
        let mut names: Vec<(String, File)> = direct.collect();
        if inside == "/" {
            // The link is what people look for at the root.
            names.push(("sdcard".to_owned(), File { content: None, mode: 0o120_777, modified: 0 }));
            names.sort_by(|(a, _), (b, _)| a.cmp(b));
        }
        Ok(names)
    }

    /// Puts a file there, in place of a former one. Its folder must be there.
    pub(crate) fn write(
        &mut self,
        path: &str,
        content: Vec<u8>,
        mode: u32,
        now: u64,
    ) -> Result<(), FileError> {
        let path = self.writable(path)?;
        if self.entries.get(&path).is_some_and(File::is_folder) {
            return Err(FileError::IsAFolder);
        }
        self.check_parent(&path)?;
        let former = self.entries.get(&path).map_or(0, |file| file.size() + ENTRY_BYTES);
        let used_bytes = self.used_bytes - former + content.len() as u64 + ENTRY_BYTES;
        if used_bytes > self.limit_bytes {
            return Err(FileError::Full);
        }
        self.used_bytes = used_bytes;
        let mode = 0o100_000 | (mode & 0o777);
        self.entries.insert(path, File { content: Some(Arc::new(content)), mode, modified: now });
        Ok(())
    }

    /// Adds to the end of a file, or makes it.
    pub(crate) fn append(&mut self, path: &str, more: &[u8], now: u64) -> Result<(), FileError> {
        let (mut content, mode) = match self.get(path) {
            Ok(File { content: Some(content), mode, .. }) => (Vec::clone(content), *mode),
            Ok(_) => return Err(FileError::IsAFolder),
            Err(FileError::Missing) => (Vec::new(), 0o660),
            Err(error) => return Err(error),
        };
        content.extend_from_slice(more);
        self.write(path, content, mode, now)
    }

    /// Marks a file as changed now, or makes an empty one.
    pub(crate) fn touch(&mut self, path: &str, now: u64) -> Result<(), FileError> {
        let writable = self.writable(path)?;
        match self.entries.get_mut(&writable) {
            Some(file) => {
                file.modified = now;
                Ok(())
            }
            None => self.write(path, Vec::new(), 0o660, now),
        }
    }

    /// Changes the permissions of a file or folder.
    pub(crate) fn set_mode(&mut self, path: &str, mode: u32) -> Result<(), FileError> {
        self.get(path)?;
        let path = self.writable(path)?;
        if let Some(file) = self.entries.get_mut(&path) {
            file.mode = file.mode & 0o170_000 | mode & 0o777;
        }
        Ok(())
    }

    pub(crate) fn make_folder(&mut self, path: &str, now: u64) -> Result<(), FileError> {
        let exists = resolved(path).is_ok_and(|path| self.entries.contains_key(&path));
        if exists {
            return Err(FileError::Exists);
        }
        let path = self.writable(path)?;
        self.check_parent(&path)?;
        let used_bytes = self.used_bytes + ENTRY_BYTES;
        if used_bytes > self.limit_bytes {
            return Err(FileError::Full);
        }
        match self.entries.entry(path) {
            Entry::Occupied(_) => Err(FileError::Exists),
            Entry::Vacant(place) => {
                self.used_bytes = used_bytes;
                place.insert(File { content: None, mode: 0o040_770, modified: now });
                Ok(())
            }
        }
    }

    /// Makes a folder and those above it, where they are missing.
    pub(crate) fn make_folders(&mut self, path: &str, now: u64) -> Result<(), FileError> {
        let path = resolved(path)?;
        let ends = path.match_indices('/').map(|(at, _)| at).skip(1).chain([path.len()]);
        for end in ends.collect::<Vec<_>>() {
            match self.entries.get(&path[..end]) {
                Some(file) if file.is_folder() => {}
                Some(_) => return Err(FileError::NotAFolder),
                None => self.make_folder(&path[..end], now)?,
            }
        }
        Ok(())
    }

    /// Removes a file, or a folder with nothing inside.
    pub(crate) fn remove(&mut self, path: &str) -> Result<(), FileError> {
        let is_folder = self.get(path)?.is_folder();
        let path = self.writable(path)?;
        if is_folder && !self.list(&path)?.is_empty() {
            return Err(FileError::NotEmpty);
        }
        if WRITABLE.contains(&path.as_str()) {
            return Err(FileError::Denied);
        }
        if let Some(file) = self.entries.remove(&path) {
            self.used_bytes -= ENTRY_BYTES + if is_folder { 0 } else { file.size() };
        }
        Ok(())
    }

    /// Removes a folder and everything inside.
    pub(crate) fn remove_all(&mut self, path: &str) -> Result<(), FileError> {
        self.get(path)?;
        let path = self.writable(path)?;
        let inside = format!("{path}/");
        let below = self.entries.range(inside.clone()..).take_while(|(path, _)| path.starts_with(&inside));
        let below: Vec<String> = below.map(|(path, _)| path.clone()).collect();
        // The deepest come last, so that each folder is empty when its turn comes.
        for path in below.iter().rev() {
            self.remove(path)?;
        }
        self.remove(&path)
    }

    fn writable(&self, path: &str) -> Result<String, FileError> {
        let path = resolved(path)?;
        if is_below(&path, &WRITABLE) {
            Ok(path)
        } else if path.starts_with("/system") {
            Err(FileError::ReadOnly)
        } else {
            Err(FileError::Denied)
        }
    }

    fn check_parent(&self, path: &str) -> Result<(), FileError> {
        let parent = path.rsplit_once('/').map_or("/", |(parent, _)| parent);
        match self.entries.get(parent) {
            Some(folder) if folder.is_folder() => Ok(()),
            Some(_) => Err(FileError::NotAFolder),
            None => Err(FileError::Missing),
        }
    }
}

/// The path from the root, without `.`, `..` and doubled slashes.
pub(crate) fn normalized(folder: &str, path: &str) -> String {
    let whole = if path.starts_with('/') { path.to_owned() } else { format!("{folder}/{path}") };
    let mut names: Vec<&str> = Vec::new();
    for name in whole.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}

/// The path with its links followed.
fn resolved(path: &str) -> Result<String, FileError> {
    if path.len() > MAX_PATH_BYTES {
        return Err(FileError::NameTooLong);
    }
    if path.is_empty() {
        return Err(FileError::Missing);
    }
    let path = normalized("/", path);
    let followed = LINKS.iter().find_map(|(link, target)| {
        let rest = path.strip_prefix(link)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{target}{rest}"))
    });
    Ok(followed.unwrap_or(path))
}

fn is_below(path: &str, folders: &[&str]) -> bool {
    let holds = |folder: &&str| {
        path.strip_prefix(*folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    folders.iter().any(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        Files::new(15_000, 0)
    }

    #[test]
    fn the_shared_storage_has_several_names() {
        let mut files = files();
        files.write("/sdcard/a.txt", b"hi".to_vec(), 0o644, 5).unwrap();
        assert_eq!(*files.read("/storage/emulated/0/a.txt").unwrap(), b"hi");
        assert_eq!(files.get("/mnt/sdcard/./Download/../a.txt").unwrap().mode, 0o100_644);
        assert_eq!(files.link("/sdcard/"), Some("/storage/emulated/0"));
    }

    #[test]
    fn only_the_shells_own_folders_can_be_written() {
        let mut files = files();
        let mut write = |path| files.write(path, vec![], 0o644, 0);
        assert_eq!(write("/system/bin/sh"), Err(FileError::ReadOnly));
        assert_eq!(write("/data/data/a.b/x"), Err(FileError::Denied));
        assert_eq!(write("/data/local/tmp/../../../etc/passwd"), Err(FileError::Denied));
        assert_eq!(write("/sdcard/none/x"), Err(FileError::Missing));
        assert_eq!(write("/sdcard"), Err(FileError::IsAFolder));
        assert_eq!(write(&format!("/sdcard/{}", "x".repeat(2000))), Err(FileError::NameTooLong));
        assert_eq!(files.remove_all("/sdcard"), Err(FileError::Denied));
    }

    #[test]
    fn the_disk_is_finite_and_removing_frees_it() {
        let mut files = files();
        let big = vec![0; 8000];
        files.write("/sdcard/a", big.clone(), 0o644, 0).unwrap();
        assert_eq!(files.write("/sdcard/b", big.clone(), 0o644, 0), Err(FileError::Full));
        files.write("/sdcard/a", big.clone(), 0o644, 0).unwrap();
        files.remove("/sdcard/a").unwrap();
        assert_eq!(files.usage(), self::files().usage());
        files.write("/sdcard/b", big, 0o644, 0).unwrap();
    }

    #[test]
    fn folders_are_made_listed_and_removed() {
        let mut files = files();
        files.make_folders("/sdcard/x/y/z", 0).unwrap();
        files.write("/sdcard/x/y/a", vec![1], 0o644, 0).unwrap();
        let names = |files: &Files, path| {
            files.list(path).map(|list| list.into_iter().map(|(name, _)| name).collect())
        };
        assert_eq!(names(&files, "/sdcard/x/y"), Ok(vec!["a".to_owned(), "z".to_owned()]));
        assert_eq!(files.remove("/sdcard/x"), Err(FileError::NotEmpty));
        files.remove_all("/sdcard/x").unwrap();
        assert_eq!(files.get("/sdcard/x/y").map(|_| ()), Err(FileError::Missing));
        assert_eq!(files.usage(), self::files().usage());
    }
}
