//! What a program of the kernel's own language can do in each kind of cell: nothing to what is not the app's.
//!
//! An app may bring a library in machine code. Here Perl stands for it: it makes the very same calls.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whoever runs in a cell, where we may choose.
const NOBODY: u32 = 65_534;

/// Tries every way, and prints the names of those that worked. `VICTIM` lies outside, `SHARED` may be read, `OWN` is a folder to write in.
const WAYS: &str = r#"
my ($victim, $shared, $own, $outside) = @ARGV;
sub way { my ($name, $got) = @_; print STDERR "got $name\n" if $got }
sub asked { my ($name, @call) = @_; my $told = syscall(shift @call, @call); way($name, $told != -1) }
way('own file', open(my $o, '>', "$own/own") && rename("$own/own", "$own/a/moved"));
way('reading', open(my $r, '<', $victim));
way('writing', open(my $w, '>>', $victim));
way('truncating', truncate($victim, 0));
way('emptying', sysopen(my $e, $shared, 01000));
way('shared writing', open(my $x, '>>', $shared));
way('rights', chmod(0777, $victim));
way('times', utime(0, 0, $victim));
way('owner', chown($<, -1, $victim));
if (open(my $s, '<', $shared)) {
    way('shared rights', chmod(0600, $s));
    asked('shared attribute', 190, fileno($s), "user.oddity", "x", 1, 0);
}
asked('attribute', 188, $victim, "user.oddity", "x", 1, 0);
way('linking', link($victim, "$own/link"));
way('moving', rename($victim, "$own/gone"));
way('removing', unlink($victim));
way('making', open(my $m, '>', "$victim.new"));
symlink($victim, "$own/sign");
way('by a link', open(my $l, '>>', "$own/sign"));
asked('watching', 254, syscall(294, 0), "$victim.folder", 0x100);
way('process', defined(my $child = fork));
exit if defined $child && !$child;
way('signal', kill(0, $outside));
asked('limits', 302, $outside, 7, 0, my $limits = "\0" x 16);
asked('memory', 310, $outside, my $some = "\0" x 16, 1, my $theirs = "\0" x 16, 1, 0);
asked('tracing', 101, 16, $outside, 0, 0);
asked('priority', 141, 0, $outside, 5);
asked('descriptor', 434, $outside, 0);
my $segment = syscall(29, 0, 4096, 0600);
way('shared memory', $segment != -1);
syscall(31, $segment, 0, 0);
asked('new queue', 240, "oddity-native", 0102, 0600, 0);
syscall(241, "oddity-native");
asked('unix socket', 41, 1, 1, 0);
asked('packets', 41, 17, 3, 0);
asked('ring', 425, 1, my $ring = "\0" x 120);
asked('namespace', 272, 0x10000000);
asked('mounting', 165, "none", $own, "tmpfs", 0, 0);
asked('other root', 161, $own);
asked('by handle', 304, -100, my $handle = "\0" x 64, 0);
asked('kernel log', 103, 10, 0, 0);
"#;

struct Place {
    // Goes last.
    _folder: tempfile::TempDir,
    victim: PathBuf,
    shared: PathBuf,
    own: PathBuf,
    root: PathBuf,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
        open(folder.path());
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("own/a")).unwrap();
        fs::create_dir_all(at("victim.folder")).unwrap();
        fs::create_dir_all(at("root")).unwrap();
        fs::write(at("victim"), "mine").unwrap();
        fs::write(at("shared"), "ours").unwrap();
        // Rights alone would refuse nothing of it.
        ["own", "own/a", "victim.folder", "victim", "shared"].iter().for_each(|name| open(&at(name)));
        Place {
            victim: at("victim"),
            shared: at("shared"),
            own: at("own"),
            root: at("root"),
            _folder: folder,
        }
    }

    /// What worked of all ways, behind these walls.
    fn got(&self, around: &[&str], how: &str, user: Option<u32>) -> Option<Vec<String>> {
        let mut line: Vec<OsString> = around.iter().map(OsString::from).collect();
        if !how.is_empty() {
            line.extend([env!("CARGO_BIN_EXE_pocket-cell").into(), "__cell".into(), how.into()]);
            let words =
                [("root", &self.root), ("read", &self.shared), ("write", &self.own), ("storage", &self.own)];
            line.extend(words.iter().flat_map(|(word, path)| [(*word).into(), path.as_os_str().to_owned()]));
            line.extend(user.iter().flat_map(|user| ["user".into(), user.to_string().into()]));
            line.push("--".into());
        }
        if let Some(user) = user {
            [&self.own, &self.own.join("a")]
                .iter()
                .for_each(|path| chown(path, Some(user), Some(user)).unwrap());
        }
        let mut outside = Command::new("sleep").arg("60").spawn().unwrap();
        line.extend(["/usr/bin/perl".into(), "-e".into(), WAYS.into()]);
        line.extend([&self.victim, &self.shared, &self.own].map(|path| path.as_os_str().to_owned()));
        line.push(outside.id().to_string().into());
        let done = Command::new(&line[0]).args(&line[1..]).stdin(Stdio::null()).env_clear().output().unwrap();
        outside.kill().unwrap();
        outside.wait().unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        if told.contains("cannot") || told.contains("failed") {
            testkit::skip(&format!("a cell by {how} {around:?}: {}", told.trim()));
            return None;
        }
        Some(told.lines().filter_map(|line| line.strip_prefix("got ")).map(str::to_owned).collect())
    }

    #[track_caller]
    fn check_kept_in(&self, around: &[&str], how: &str, user: Option<u32>, own: &[&str]) {
        let before = self.victim.metadata().unwrap();
        let Some(got) = self.got(around, how, user) else { return };
        assert_eq!(got, own, "{how} {around:?}");
        let after = self.victim.metadata().unwrap();
        assert_eq!((after.mode(), after.mtime(), after.uid()), (before.mode(), before.mtime(), before.uid()));
        assert_eq!(fs::read_to_string(&self.victim).unwrap(), "mine");
        assert_eq!(fs::read_to_string(&self.shared).unwrap(), "ours");
    }
}

const SPACES: [&str; 9] =
    ["unshare", "--pid", "--fork", "--kill-child", "--mount", "--ipc", "--uts", "--propagation", "private"];

/// Memory and messages are its own in a namespace of its own.
const OWN_MEMORY: [&str; 3] = ["own file", "shared memory", "new queue"];

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// The library of the kernel's calls that we try is there.
fn has_perl() -> bool {
    let there = Path::new("/usr/bin/perl").exists();
    if !there {
        testkit::skip("Perl in /usr/bin");
    }
    there
}

#[test]
fn machine_code_does_nothing_where_landlock_alone_keeps_it() {
    if has_perl() {
        Place::new().check_kept_in(&[], "landlock", None, &["own file"]);
    }
}

#[test]
fn nor_in_a_root_of_its_own_as_another_user() {
    if !is_root() {
        return testkit::skip("root");
    }
    if has_perl() {
        let around = [&SPACES[..], &["--net"]].concat();
        Place::new().check_kept_in(&around, "enter", Some(NOBODY), &OWN_MEMORY);
    }
}

#[test]
fn nor_in_a_namespace_of_its_own() {
    if has_perl() {
        let around = [&SPACES[..], &["--user", "--map-root-user", "--net"]].concat();
        Place::new().check_kept_in(&around, "enter", None, &OWN_MEMORY);
    }
}

#[test]
fn the_ways_work_where_nothing_keeps_it_in() {
    if !has_perl() {
        return;
    }
    let got = Place::new().got(&[], "", None).unwrap();
    for way in
        ["own file", "reading", "truncating", "emptying", "rights", "times", "shared rights", "linking"]
    {
        assert!(got.iter().any(|name| name == way), "{way} of {got:?}");
    }
    for way in ["watching", "process", "signal", "limits", "priority", "shared memory", "making"] {
        assert!(got.iter().any(|name| name == way), "{way} of {got:?}");
    }
}
