//! Converts an APK into a jar: `convert APP.apk TYPES.txt OUT.jar`. Prints what came of it.

use std::error::Error;
use std::fs;
use std::io::BufWriter;
use std::time::Instant;

use dex::archive::{Archive, JarWriter};

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [apk, types, out, rest @ ..] = &args[..] else {
        return Err("APP.apk TYPES.txt OUT.jar [probes]".into());
    };
    let start = Instant::now();
    let apk = fs::read(apk)?;
    let archive = Archive::parse(&apk)?;
    let files = archive.dex_files(1 << 29)?;
    let library = dex::TypeList::parse(&fs::read_to_string(types)?);
    let mut jar = JarWriter::new(BufWriter::new(fs::File::create(out)?));
    let probes = dex::ProbeKeeper {
        class: "oddity/pocket/boot/Probes".to_owned(),
        method: "of".to_owned(),
        without: Vec::new(),
    };
    let options =
        dex::Options { library: &library, probes: rest.first().map(|_| probes), is_over: &|| false };
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let converted = dex::convert(&files, &options, &mut |name, bytes| {
        jar.add(&format!("{name}.class"), bytes).map_err(|error| error.to_string())
    })?;
    jar.finish()?;
    for refused in &converted.refused {
        println!("refused {} {:?}: {}", refused.class, refused.method, refused.why);
    }
    println!(
        "{} classes, {} probes, {} refused, {:?}",
        converted.classes,
        converted.probes,
        converted.refused.len(),
        start.elapsed()
    );
    Ok(())
}
