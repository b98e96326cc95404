//! What the user wants done, and not done.

use std::fs;
use std::path::Path;

use crate::running::{check_exit, findings, oddity, run, text};

/// Whether the bytes stand in any file below the folder.
fn is_written(folder: &Path, secret: &str) -> bool {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| {
        if path.is_dir() {
            is_written(&path, secret)
        } else {
            fs::read(&path).unwrap().windows(secret.len()).any(|bytes| bytes == secret.as_bytes())
        }
    })
}

#[test]
fn a_login_is_done_and_its_secret_is_nowhere_in_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let (login, here) = (folder.path().join("login.oddity"), folder.path().join("run"));
    let orders = "expect #search\ntap #search\nwait for EditText\ntype $NOTES_SECRET into EditText\n\
                  hide the keyboard\npress back\nwait up to 3 s for #sort\n";
    fs::write(&login, orders).unwrap();
    let hunt = ["hunt", "sim:notes", "--events", "200", "--login", text(&login), "-o", text(&here)];
    let output = oddity().args(hunt).env("NOTES_SECRET", "tiger-in-the-tank").output().unwrap();
    check_exit(&output, 0);
    assert!(!is_written(&here, "tiger-in-the-tank"));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("tiger"));
}

/// What must stand in no file: the secret, its beginning, both in other letters, in an address, in Base64, as Windows writes it.
fn shapes(secret: &str) -> Vec<Vec<u8>> {
    let beginning = &secret[..6];
    let texts = [secret, beginning]
        .into_iter()
        .flat_map(|text| [text.to_owned(), text.to_uppercase(), text.to_lowercase()]);
    let address = secret.bytes().map(|byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    });
    let wide = secret.encode_utf16().flat_map(u16::to_le_bytes).collect();
    texts.map(String::into_bytes).chain([address.collect::<String>().into_bytes(), wide]).collect()
}

fn leaks(folder: &Path, shapes: &[Vec<u8>]) -> Vec<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                leaks(&path, shapes)
            } else {
                let bytes = fs::read(&path).unwrap();
                let found =
                    shapes.iter().filter(|shape| bytes.windows(shape.len()).any(|window| window == *shape));
                found.map(|shape| format!("{}: {}", path.display(), String::from_utf8_lossy(shape))).collect()
            }
        })
        .collect()
}

#[test]
fn a_secret_in_a_box_that_is_typed_over_is_in_no_file_of_the_run_not_even_a_piece() {
    for (secret, seed) in [("ghp_0123456789abcdefghijklmnop", "1"), ("S3cr3t-Hunter2!zq", "2")] {
        let folder = tempfile::tempdir().unwrap();
        let (login, here) = (folder.path().join("login.oddity"), folder.path().join("run"));
        // Left open in the box, and shown in lists, dialogs and toasts by whoever saves it.
        fs::write(&login, "tap #add\nwait for #title\ntype $T into #title\n").unwrap();
        let hunt = ["hunt", "sim:notes+all", "--events", "200", "--seed", seed];
        let output = oddity()
            .args(hunt)
            .args(["--login", text(&login), "-o", text(&here)])
            .env("T", secret)
            .output()
            .unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(leaks(&here, &shapes(secret)), Vec::<String>::new());
        let told = [&*output.stdout, &*output.stderr].concat();
        assert!(!String::from_utf8_lossy(&told).contains(&secret[..6]));
        // The walk did see it, by its name.
        assert!(is_written(&here, "$T"), "nobody came to where it is shown");
        assert!(here.join("screenshots").exists(), "there are no pictures");
    }
}

#[test]
fn whichever_command_types_a_secret_it_is_in_no_file() {
    let secret = "S3cr3t-Hunter2!zq";
    let commands: [&[&str]; 4] = [
        &["fuzz", "sim:notes+all", "--events", "300"],
        &["mine", "sim:notes+all", "--events", "300"],
        &[
            "compare",
            "sim:notes",
            "--with",
            "sim:notes+stale-count",
            "--events",
            "60",
            "--screenshots",
            "all",
        ],
        &["compare", "sim:notes", "--on", "sim", "--on", "sim:api=28", "--events", "60", "--looks"],
    ];
    for command in commands {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("login.oddity"), "tap #add\nwait for #title\ntype $T into #title\n").unwrap();
        let expected = at("here.expected.toml");
        let mut oddity = oddity();
        oddity.args(command).args(["--login", text(&at("login.oddity")), "-o", text(&at("here"))]);
        if command[0] == "compare" {
            oddity.args(["--expect", text(&expected), "--accept"]);
        }
        let output = oddity.env("T", secret).output().unwrap();
        let told = String::from_utf8_lossy(&[&*output.stdout, &*output.stderr].concat()).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{command:?}: {told}");
        // The login itself names a variable, and so may all that is beside it.
        assert_eq!(leaks(folder.path(), &shapes(secret)), Vec::<String>::new(), "{command:?}");
        assert!(!told.contains(&secret[..6]), "{command:?}: {told}");
        assert!(is_written(&at("here"), "$T"), "{command:?}: nobody came to where it is shown");
    }
}

#[test]
fn a_login_that_fails_says_in_which_line() {
    let folder = tempfile::tempdir().unwrap();
    let (login, here) = (folder.path().join("login.oddity"), folder.path().join("run"));
    fs::write(&login, "open the app\ntap #no_such_button\n").unwrap();
    let output = run(&["hunt", "sim:notes", "--events", "200", "--login", text(&login), "-o", text(&here)]);
    let told = [output.stdout.clone(), output.stderr.clone()].concat();
    assert!(
        String::from_utf8_lossy(&told).contains("login.oddity, line 2"),
        "{}",
        String::from_utf8_lossy(&told)
    );
    assert_ne!(output.status.code(), Some(0));
}

#[test]
fn what_is_blocked_is_never_touched_and_every_block_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    check_exit(
        &run(&[
            "hunt",
            "sim:notes",
            "--events",
            "400",
            "--block",
            "#search",
            "--block",
            "#sort",
            "-o",
            text(&here),
        ]),
        0,
    );
    let blocked = findings(&here)["health"]["blocked"].as_u64().unwrap();
    assert!(blocked > 0, "nobody tried");
    let log = fs::read_to_string(here.join("oddity.log")).unwrap();
    assert_eq!(log.lines().filter(|line| line.contains("blocked: ")).count() as u64, blocked);
    let told = run(&["trace", "show", text(&here)]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("tapped "), "{told}");
    assert!(
        !told.split_whitespace().any(|word| ["#search", "#sort"].contains(&word.trim_end_matches(':'))),
        "{told}"
    );
}

#[test]
fn a_seed_is_done_first_and_may_not_type_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let (seed, here) = (folder.path().join("seed.yaml"), folder.path().join("run"));
    fs::write(&seed, "- tapOn:\n    id: search\n- back\n").unwrap();
    let hunt = ["hunt", "sim:notes", "--events", "200", "--seeds", text(&seed), "-o", text(&here)];
    check_exit(&run(&hunt), 0);
    let told = run(&["trace", "show", text(&here), "--trace", "1"]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("1. tapped #search") && told.contains("2. pressed back"), "{told}");

    fs::write(&seed, "- tapOn:\n    id: search\n- inputText: ${NOTES_SECRET}\n").unwrap();
    let output = oddity().args(hunt).env("NOTES_SECRET", "tiger").output().unwrap();
    check_exit(&output, 2);
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("line 3: $NOTES_SECRET would not stay secret in a seed")
    );
}

#[test]
fn a_secret_that_may_not_be_typed_is_not_told_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let (login, here) = (folder.path().join("login.oddity"), folder.path().join("run"));
    fs::write(&login, "tap #search\nwait for EditText\ntype $NOTES_SECRET into EditText\n").unwrap();
    let hunt = [
        "hunt",
        "sim:notes",
        "--events",
        "200",
        "--login",
        text(&login),
        "--block",
        "EditText",
        "-o",
        text(&here),
    ];
    let output = oddity().args(hunt).env("NOTES_SECRET", "tiger-in-the-tank").output().unwrap();
    check_exit(&output, 3);
    let told = [&*output.stdout, &*output.stderr].concat();
    assert!(String::from_utf8_lossy(&told).contains("$NOTES_SECRET"), "{}", String::from_utf8_lossy(&told));
    assert!(!String::from_utf8_lossy(&told).contains("tiger"), "{}", String::from_utf8_lossy(&told));
    assert!(!is_written(&here, "tiger-in-the-tank"));
}

#[test]
fn a_run_is_told_again_elsewhere_without_its_secrets_and_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let (login, here, there) =
        (folder.path().join("login.oddity"), folder.path().join("my run"), folder.path().join("there"));
    fs::write(
        &login,
        "tap #search\nwait for EditText\ntype $NOTES_SECRET into EditText\npress back\npress back\n",
    )
    .unwrap();
    let hunt = [
        "hunt",
        "sim:notes+all",
        "--events",
        "3000",
        "--login",
        text(&login),
        "--grant",
        "all",
        "-o",
        text(&here),
    ];
    check_exit(&oddity().args(hunt).env("NOTES_SECRET", "tiger-in-the-tank").output().unwrap(), 1);
    let told = findings(&here);

    check_exit(&run(&["report", text(&here), "-o", text(&there)]), 1);
    assert_eq!(findings(&there)["findings"], told["findings"]);
    // The command can be pasted although the folder's name has a blank.
    let name = told["findings"][0]["name"].as_str().unwrap();
    assert_eq!(told["findings"][0]["replay"], format!("oddity replay '{}'", text(&here.join(name))));
}

#[test]
fn known_findings_do_not_make_up_for_a_run_that_ended_early() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("1"), folder.path().join("2"));
    let app = "sim:notes+undo-after-emptying+lost-draft";
    check_exit(&run(&["hunt", app, "--events", "8000", "-o", text(&first)]), 1);
    let known = first.join("findings.json");
    let again = ["hunt", app, "--events", "8000", "--baseline", text(&known)];
    check_exit(&oddity().args(again).args(["-o", text(&second)]).output().unwrap(), 0);

    // The same run as it would stand there if it had been asked for more.
    let config = second.join("config.toml");
    let asked = fs::read_to_string(&config).unwrap();
    assert!(asked.contains("events = 8000"), "{asked}");
    fs::write(&config, asked.replace("events = 8000", "events = 9000000")).unwrap();
    for fail_on in ["any", "none"] {
        let asked = fs::read_to_string(&config).unwrap();
        let line = asked.lines().find(|line| line.starts_with("fail-on")).unwrap().to_owned();
        fs::write(&config, asked.replace(&line, &format!("fail-on = \"{fail_on}\""))).unwrap();
        check_exit(&run(&["report", text(&second)]), 3);
    }
}
