//! Programs of our own, compiled by D8 and by R8, converted, and run beside their original classes: they say the same.
//!
//! Needs a JDK and R8, which `.ci/dex` fetches into `target/dex`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use dex::archive::JarWriter;

/// A way to compile: the program, its options, and what of the corpus depends on them. Handles of methods are there from Android 8
/// on; what a program sees of itself R8 changes.
type Mode = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const MODES: &[Mode] = &[
    ("D8, debug, Android 5", "D8", &["--debug", "--min-api", "21"], &["mirror"]),
    ("D8, release, Android 8", "D8", &["--release", "--min-api", "26"], &["handles", "mirror"]),
    ("D8, release, Android 14", "D8", &["--release", "--min-api", "34"], &["handles", "mirror"]),
    (
        "R8, names kept, Android 7",
        "R8",
        &["--release", "--min-api", "24", "--no-minification", "--no-tree-shaking"],
        &[],
    ),
    ("R8, Android 5", "R8", &["--release", "--min-api", "21"], &[]),
    ("R8, Android 14", "R8", &["--release", "--min-api", "34"], &["handles"]),
    ("R8, as ProGuard was, Android 8", "R8", &["--release", "--min-api", "26", "--pg-compat"], &["handles"]),
];

#[test]
fn converted_programs_say_what_the_original_ones_say() {
    let Some(tools) = Tools::find() else { return };
    let folder = tempfile::tempdir().unwrap();
    let classes = tools.compile(folder.path());
    let library =
        dex::TypeList::parse(&text(&tools.run(&[tools.corpus.join("ListJava.java").to_str().unwrap()])));
    for (name, program, options, further) in MODES {
        let out = folder.path().join(name);
        fs::create_dir_all(&out).unwrap();
        tools.to_dex(program, options, &classes, &out);
        let jar = convert(&out, &library);
        let expected = tools.run_main(&classes, further);
        let observed = tools.run_main(&jar, further);
        assert_eq!(text(&observed), text(&expected), "{name}: {}", String::from_utf8_lossy(&observed.stderr));
    }
}

fn convert(folder: &Path, library: &dex::TypeList) -> PathBuf {
    let file = fs::read(folder.join("classes.dex")).unwrap();
    let options = dex::Options { library, probes: None, is_over: &|| false };
    let mut jar = JarWriter::new(Vec::new());
    let converted = dex::convert(&[&file], &options, &mut |name, bytes| {
        jar.add(&format!("{name}.class"), bytes).map_err(|error| error.to_string())
    });
    let converted = converted.unwrap();
    assert_eq!(converted.refused, [], "{}", folder.display());
    let path = folder.join("converted.jar");
    fs::write(&path, jar.finish().unwrap()).unwrap();
    path
}

struct Tools {
    corpus: PathBuf,
    r8: PathBuf,
    java: PathBuf,
}

impl Tools {
    #[track_caller]
    fn find() -> Option<Tools> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let fetched = here.join("../../target/dex");
        let r8 = fs::read_dir(&fetched).into_iter().flatten().flatten().map(|entry| entry.path());
        let r8 = r8.filter(|path| path.extension().is_some_and(|ending| ending == "jar")).max();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let javac =
            std::env::split_paths(&path).find_map(|folder| fs::canonicalize(folder.join("javac")).ok());
        let (Some(r8), Some(javac)) = (r8, javac) else {
            testkit::skip("a JDK on the PATH and R8, which .ci/dex fetches");
            return None;
        };
        Some(Tools { corpus: here.join("tests/corpus"), r8, java: javac.parent().unwrap().to_owned() })
    }

    fn compile(&self, folder: &Path) -> PathBuf {
        let classes = folder.join("original.jar");
        let work = folder.join("original");
        let sources = testkit::files_in(&self.corpus.join("corpus"));
        let mut javac = Command::new(self.java.join("javac"));
        succeed(javac.args(["-g", "--release", "17", "-d"]).arg(&work).args(sources));
        let mut jar = Command::new(self.java.join("jar"));
        succeed(jar.arg("--create").arg("--file").arg(&classes).arg("-C").arg(&work).arg("."));
        classes
    }

    fn to_dex(&self, program: &str, options: &[&str], classes: &Path, to: &Path) {
        let home = self.java.parent().unwrap();
        let mut r8 = Command::new(self.java.join("java"));
        r8.arg("-cp").arg(&self.r8).arg(format!("com.android.tools.r8.{program}")).args(options);
        if program == "R8" {
            let rules = to.join("rules.txt");
            fs::write(&rules, "-keep class corpus.Main { public static void main(...); }\n-dontwarn **\n")
                .unwrap();
            r8.arg("--pg-conf").arg(rules);
        }
        succeed(r8.arg("--lib").arg(home).arg("--output").arg(to).arg(classes));
    }

    fn run_main(&self, jar: &Path, arguments: &[&str]) -> Output {
        self.run(&[&["-Xverify:all", "-cp", jar.to_str().unwrap(), "corpus.Main"], arguments].concat())
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(self.java.join("java"))
            .args(["-XX:TieredStopAtLevel=1", "-Duser.language=en"])
            .args(arguments)
            .output()
            .unwrap()
    }
}

fn succeed(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
