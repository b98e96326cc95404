//! Lists the Java side's sources, so that the program carries them and a user's Maven builds them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let java = crate_folder.join("../../pocket").canonicalize()?;
    println!("cargo::rerun-if-changed={}", java.join("pom.xml").display());
    println!("cargo::rerun-if-changed={}", java.join("src").display());
    let mut files = vec![java.join("pom.xml")];
    for folder in ["src/main", "src/outside"] {
        list(&java.join(folder), &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&java).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    list.push(']');
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("sources.rs"), list)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
