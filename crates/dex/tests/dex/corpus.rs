//! Programs of our own, compiled by D8 and by R8, converted, and run beside their original classes: they say the same.
//!
//! Needs a JDK, and R8 and Kotlin's compiler, which `.ci/dex` fetches into `target/dex`. Kotlin's library is compiled and converted with
//! the programs.

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

/// What R8 must leave: where the programs begin.
const RULES: &str =
    "-keep class corpus.Main, corpus.KotlinKt { public static void main(...); }\n-dontwarn **\n";

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
        for (main, further) in [("corpus.Main", *further), ("corpus.KotlinKt", &[])] {
            let expected = tools.run_main(&[&classes, &tools.kotlin()], main, further);
            let observed = tools.run_main(&[&jar], main, further);
            let said = String::from_utf8_lossy(&observed.stderr);
            assert_eq!(text(&observed), text(&expected), "{name}, {main}: {said}");
            assert!(expected.status.success() && text(&expected).lines().count() > 10, "{main} says little");
        }
    }
}

fn convert(folder: &Path, library: &dex::TypeList) -> PathBuf {
    let files: Vec<Vec<u8>> = testkit::files_in(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "dex"))
        .map(|path| fs::read(path).unwrap())
        .collect();
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let options = dex::Options { library, probes: None, is_over: &|| false };
    let mut jar = JarWriter::new(Vec::new());
    let converted = dex::convert(&files, &options, &mut |name, bytes| {
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
    /// Where jars were fetched to.
    fetched: PathBuf,
    java: PathBuf,
}

impl Tools {
    #[track_caller]
    fn find() -> Option<Tools> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let fetched = here.join("../../target/dex");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let javac =
            std::env::split_paths(&path).find_map(|folder| fs::canonicalize(folder.join("javac")).ok());
        let Some(javac) = javac.filter(|_| fetched.join("fetched.xml").is_file()) else {
            testkit::skip("a JDK on the PATH, and R8 and Kotlin's compiler, which .ci/dex fetches");
            return None;
        };
        Some(Tools { corpus: here.join("tests/corpus"), fetched, java: javac.parent().unwrap().to_owned() })
    }

    fn compile(&self, folder: &Path) -> PathBuf {
        let classes = folder.join("original.jar");
        let work = folder.join("original");
        let (kotlin, java): (Vec<PathBuf>, Vec<PathBuf>) = testkit::files_in(&self.corpus.join("corpus"))
            .into_iter()
            .partition(|path| path.extension().is_some_and(|ending| ending == "kt"));
        let mut javac = Command::new(self.java.join("javac"));
        succeed(javac.args(["-g", "--release", "17", "-d"]).arg(&work).args(java));
        let mut kotlinc = self.of_fetched("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler");
        kotlinc.args(["-no-stdlib", "-no-reflect", "-jvm-target", "17", "-classpath"]).arg(self.kotlin());
        succeed(kotlinc.arg("-d").arg(&work).args(kotlin));
        let mut jar = Command::new(self.java.join("jar"));
        succeed(jar.arg("--create").arg("--file").arg(&classes).arg("-C").arg(&work).arg("."));
        classes
    }

    fn to_dex(&self, program: &str, options: &[&str], classes: &Path, to: &Path) {
        let home = self.java.parent().unwrap();
        let mut r8 = self.of_fetched(&format!("com.android.tools.r8.{program}"));
        r8.args(options);
        if program == "R8" {
            let rules = to.join("rules.txt");
            fs::write(&rules, RULES).unwrap();
            r8.arg("--pg-conf").arg(rules);
        }
        succeed(r8.arg("--lib").arg(home).arg("--output").arg(to).arg(classes).arg(self.kotlin()));
    }

    /// A program in one of the jars that were fetched.
    fn of_fetched(&self, main: &str) -> Command {
        let mut java = Command::new(self.java.join("java"));
        java.args(["-Xmx1g", "-XX:+UseSerialGC", "-cp"]).arg(self.fetched.join("*")).arg(main);
        java
    }

    /// Kotlin's library.
    fn kotlin(&self) -> PathBuf {
        let jars = testkit::files_in(&self.fetched).into_iter();
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        jars.filter(|path| name(path).starts_with("kotlin-stdlib-")).max().unwrap()
    }

    fn run_main(&self, jars: &[&Path], main: &str, arguments: &[&str]) -> Output {
        let path = std::env::join_paths(jars).unwrap();
        self.run(&[&["-Xverify:all", "-cp", path.to_str().unwrap(), main], arguments].concat())
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
