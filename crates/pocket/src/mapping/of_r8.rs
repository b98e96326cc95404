//! Mappings that R8 writes, held to the program that it was given: converted and run, it fails with the original's stack.
//!
//! Needs a JDK, and R8, which `.ci/dex` fetches into `target/dex`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use dex::archive::JarWriter;
use dex::{Options, ProbeKeeper, TypeList};

use super::Mapping;

const KEPT: &str =
    "-keep class mapped.Shop { public static void main(...); }\n-keep class mapped.Ran { *; }\n";
/// What the program needs of Java's own classes.
const LIBRARY: &str = "java/lang/Object -\njava/lang/Throwable java/lang/Object\njava/lang/Exception java/lang/Throwable\n\
     java/lang/RuntimeException java/lang/Exception\njava/lang/IllegalStateException java/lang/RuntimeException\n";
const RENAMED: [&str; 2] = ["mapped.Shelf", "mapped.LostException"];

#[test]
fn a_minified_program_fails_with_the_stack_of_the_original_one() {
    for (rules, level) in [
        ("-keepattributes SourceFile,LineNumberTable", "21"),
        ("-keepattributes SourceFile,LineNumberTable", "34"),
        ("-dontoptimize\n-keepattributes LineNumberTable\n-renamesourcefileattribute SourceFile", "21"),
        ("-dontoptimize", "34"),
    ] {
        let Some(program) = Program::compile() else { return };
        let expected = text(&program.run(&program.classes));
        let (jar, mapping) = program.minified(&format!("{KEPT}{rules}\n"), level);
        let minified = text(&program.run(&jar));
        for name in RENAMED {
            assert!(expected.contains(name), "{expected}");
            assert!(!minified.contains(name), "R8 has renamed nothing: {minified}");
        }
        let retraced: Vec<String> = minified
            .lines()
            .filter(|line| is_of_stack(line))
            .flat_map(|line| mapping.retraced(line, true))
            // A JVM leaves an exception's constructor out of its stack, unless it was put into another method.
            .filter(|line| !line.contains(".LostException.<init>("))
            .collect();
        let expected: Vec<&str> = expected.lines().filter(|line| is_of_stack(line)).collect();
        assert_eq!(retraced, expected, "{rules}, Android {level}: {minified}");
    }
}

#[test]
fn what_ran_of_a_minified_program_has_the_names_of_the_source() {
    let Some(program) = Program::compile() else { return };
    let (jar, mapping) = program.minified(&format!("{KEPT}-dontoptimize\n"), "26");
    let said = text(&program.run(&jar));
    let ran = said.lines().filter_map(|line| line.strip_prefix("ran "));
    let mut real: Vec<String> = ran.filter_map(|name| mapping.any_class(name)).collect();
    real.sort();
    assert_eq!(real.join(" ").replace('/', "."), "mapped.LostException mapped.Shelf mapped.Shop", "{said}");
}

/// How many further frames a cause shares with what it caused is counted in frames that are there.
fn is_of_stack(line: &str) -> bool {
    !line.starts_with("ran ") && !line.trim_start().starts_with("... ")
}

/// The program, as javac compiles it.
struct Program {
    folder: tempfile::TempDir,
    classes: PathBuf,
    java: PathBuf,
    r8: PathBuf,
}

impl Program {
    #[track_caller]
    fn compile() -> Option<Program> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let r8 = here.join("../../target/dex");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let java = std::env::split_paths(&path).find(|folder| folder.join("javac").is_file());
        let Some(java) = java.filter(|_| r8.join("fetched.xml").is_file()) else {
            testkit::skip("a JDK on the PATH, and R8, which .ci/dex fetches");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let classes = folder.path().join("classes");
        let sources = testkit::files_in(&here.join("../dex/tests/corpus/mapped"));
        succeed(
            Command::new(java.join("javac"))
                .args(["-g", "--release", "17", "-d"])
                .arg(&classes)
                .args(sources),
        );
        Some(Program { folder, classes, java, r8 })
    }

    /// Made small by these rules, converted with probes.
    fn minified(&self, rules: &str, level: &str) -> (PathBuf, Mapping) {
        let to = tempfile::tempdir_in(self.folder.path()).unwrap().keep();
        let (given, written) = (to.join("rules.txt"), to.join("mapping.txt"));
        fs::write(&given, rules).unwrap();
        let home = fs::canonicalize(self.java.join("javac")).unwrap();
        let mut r8 = Command::new(self.java.join("java"));
        r8.args(["-Xmx1g", "-XX:+UseSerialGC", "-cp"]).arg(self.r8.join("*")).arg("com.android.tools.r8.R8");
        r8.args(["--release", "--min-api", level, "--pg-conf"])
            .arg(given)
            .arg("--pg-map-output")
            .arg(&written);
        r8.arg("--lib").arg(home.parent().unwrap().parent().unwrap()).arg("--output").arg(&to);
        succeed(r8.args(testkit::files_in(&self.classes.join("mapped"))));
        let code = fs::read(to.join("classes.dex")).unwrap();
        let library = TypeList::parse(LIBRARY);
        let probes = ProbeKeeper {
            class: "mapped/Ran".to_owned(),
            method: "of".to_owned(),
            without: vec!["mapped/Ran".to_owned()],
        };
        let options = Options { library: &library, probes: Some(probes), is_over: &|| false };
        let mut jar = JarWriter::new(Vec::new());
        let converted = dex::convert(&[&code], &options, &mut |name, bytes| {
            jar.add(&format!("{name}.class"), bytes).map_err(|error| error.to_string())
        });
        assert_eq!(converted.unwrap().refused, []);
        let path = to.join("converted.jar");
        fs::write(&path, jar.finish().unwrap()).unwrap();
        (path, Mapping::read(&written).unwrap())
    }

    fn run(&self, classes: &Path) -> Output {
        let mut java = Command::new(self.java.join("java"));
        succeed(java.args(["-XX:TieredStopAtLevel=1", "-cp"]).arg(classes).arg("mapped.Shop"))
    }
}

#[track_caller]
fn succeed(command: &mut Command) -> Output {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    done
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
