use proptest::prelude::*;

use super::*;

fn environment(name: &str) -> Option<String> {
    (name == "PASSWORD").then(|| "tiger".to_owned())
}

/// A folder with two more flows in it.
fn files(path: &str) -> Result<Vec<u8>, String> {
    match path {
        "parts/open.yaml" => Ok(b"- launchApp\n- runFlow: ../greet.yaml\n".to_vec()),
        "greet.yaml" => Ok(b"appId: org.example.notes\n---\n- assertVisible: Hello ${WHO}\n".to_vec()),
        "endless.yaml" => Ok(b"- runFlow: endless.yaml\n".to_vec()),
        _ => Err("there is no such file".to_owned()),
    }
}

fn read(text: &str) -> Result<Flow, ScriptError> {
    super::read("login.yaml", text.as_bytes(), &environment, &files)
}

/// The orders that the commands become.
#[track_caller]
fn check(commands: &str, orders: &[&str]) {
    let flow = read(commands).unwrap();
    assert_eq!(flow.script.to_string().lines().collect::<Vec<_>>(), orders);
}

#[track_caller]
fn refused(commands: &str, problem: &str) {
    assert_eq!(read(commands).unwrap_err().to_string(), format!("login.yaml, line {problem}"));
}

#[test]
fn a_login_becomes_orders_of_our_own() {
    let flow = read(
        "appId: org.example.notes\nname: Sign in\nenv:\n  USER: ada\n---\n- launchApp:\n    clearState: true\n\
         - tapOn:\n    id: user\n- inputText: ${USER}@example.com\n- tapOn:\n    id: password\n- inputText: ${PASSWORD}\n\
         - hideKeyboard\n- tapOn: Sign in\n- waitForAnimationToEnd\n- assertVisible:\n    text: Notes (2)\n    index: 1\n",
    )
    .unwrap();
    assert_eq!(flow.app.as_deref(), Some("org.example.notes"));
    assert_eq!(
        flow.script.to_string(),
        "restart the app\nwait for #user\ntype \"ada@example.com\" into #user\nwait for #password\n\
         type $PASSWORD into #password\nhide the keyboard\nwait for labelled \"Sign in\"\ntap labelled \"Sign in\"\n\
         wait up to 7 s for 2nd labelled \"Notes (2)\"\n"
    );
    assert_eq!(flow.script.lines[2].place.to_string(), "login.yaml, line 10");
    assert!(!format!("{flow:?}").contains("tiger"));
}

#[test]
fn every_command_in_its_simplest_form() {
    check("- launchApp:\n    stopApp: false", &["open the app"]);
    check("- doubleTapOn: Map", &["wait for labelled \"Map\"", "tap labelled \"Map\" twice, quickly"]);
    check("- longPressOn:\n    id: row", &["wait for #row", "long-tap #row"]);
    check(
        "- back\n- pressKey: Volume Up\n- pressKey: lock",
        &["press back", "press volume up", "switch the screen off"],
    );
    check("- scroll\n- swipe:\n    direction: LEFT", &["scroll path 0 down", "swipe path 0 left"]);
    check(
        "- swipe:\n    direction: UP\n    from:\n      id: card\n    duration: 400",
        &["wait for #card", "swipe #card up"],
    );
    check("- assertNotVisible: Loading…", &["wait up to 7 s for labelled \"Loading…\" to be gone"]);
    check(
        "- extendedWaitUntil:\n    notVisible:\n      id: spinner\n    timeout: 1500",
        &["wait up to 1.5 s for #spinner to be gone"],
    );
    check(
        "- tapOn:\n    text: Delete\n    childOf:\n      id: list",
        &["wait for labelled \"Delete\" in #list", "tap labelled \"Delete\" in #list"],
    );
}

#[test]
fn typing_replaces_where_maestro_would_add_or_erase() {
    check("- tapOn: Note\n- eraseText", &["wait for labelled \"Note\"", "empty labelled \"Note\""]);
    check(
        "- tapOn: Note\n- inputText: milk\n- inputText: ' and eggs'\n- eraseText: 5",
        &["wait for labelled \"Note\"", "type \"milk and\" into labelled \"Note\""],
    );
    refused(
        "- launchApp\n- inputText: milk",
        "2: `inputText` needs a `tapOn` just before it that says into which text box",
    );
    refused(
        "- tapOn: Note\n- eraseText: 3",
        "2: erasing 3 characters of an unknown text cannot be read; leave the number out",
    );
    check(
        "- tapOn: A\n- eraseText\n- inputText: ${PASSWORD}",
        &["wait for labelled \"A\"", "type $PASSWORD into labelled \"A\""],
    );
    let mixed = "3: a secret and other text cannot be typed into one text box";
    refused("- tapOn: A\n- inputText: x\n- inputText: ${PASSWORD}", mixed);
    refused("- tapOn: A\n- inputText: ${PASSWORD}\n- inputText: x", mixed);
}

#[test]
fn flows_run_flows_in_their_folder_only() {
    check(
        "- runFlow:\n    file: parts/open.yaml\n    env:\n      WHO: Ada\n- runFlow:\n    commands:\n      - back",
        &["restart the app", "wait up to 7 s for labelled \"Hello Ada\"", "press back"],
    );
    check("- runFlow:\n    when:\n      platform: iOS\n    file: nowhere.yaml", &[]);
    refused("- runFlow: ../secrets.yaml", "1: \"../secrets.yaml\" leads out of the flow's folder");
    refused("- runFlow: /etc/passwd", "1: \"/etc/passwd\" leads out of the flow's folder");
    refused("- runFlow: nowhere.yaml", "1: cannot read \"nowhere.yaml\": there is no such file");
    assert_eq!(
        read("- runFlow: endless.yaml").unwrap_err().to_string(),
        "endless.yaml, line 1: more than 200 flows run each other"
    );
}

#[test]
fn what_cannot_be_read_says_so_with_its_line() {
    refused("- back\n- openLink: https://example.org", "2: the command `openLink` cannot be read");
    refused("- tapOn:\n    point: 50%, 50%", "2: `point` cannot be read; id, text, index and childOf can");
    refused(
        "- tapOn:\n    text: A\n    optional: true",
        "3: `optional` cannot be read; id, text, index and childOf can",
    );
    refused("- tapOn: Item .*", "1: \"Item .*\" is a regular expression: only plain texts can be read");
    refused("- tapOn: '\\d'", "1: \"\\\\d\" is a regular expression: only plain texts can be read");
    check("- assertVisible: 'Costs \\$5. Sure?'", &["wait up to 7 s for labelled \"Costs $5. Sure?\""]);
    refused(
        "- tapOn: ${PASSWORD}",
        "1: $PASSWORD comes from the environment: only what is typed may be secret",
    );
    refused(
        "- tapOn: A\n- inputText: x${PASSWORD}",
        "2: $PASSWORD comes from the environment: it may only be a whole text",
    );
    refused("- tapOn: A\n- inputText: ${WHO}", "2: $WHO is neither in `env` nor set in the environment");
    refused("- tapOn: A\n- inputText: ${a + b}", "2: expected ${NAME}: expressions cannot be read");
    refused(
        "- back\n- launchApp:\n    clearState: true",
        "3: `clearState` can only be read before anything was done",
    );
    refused("appId: a.b\n---\n- launchApp: c.d", "3: the flow is for a.b: other apps cannot be used");
    refused("onFlowStart: []\n---\n- back", "1: `onFlowStart` in the header cannot be read");
    refused("- pressKey: power", "1: the key \"power\" cannot be pressed");
}

#[test]
fn what_is_no_flow_is_refused() {
    refused("", "1: expected a header, a line `---` and a list of commands");
    refused("appId: a.b", "1: expected a list of commands, each behind a `-`");
    refused("- a: &x 1\n- b: *x", "2: aliases cannot be read");
    refused("- back: 1\n  back: 2", "2: \"back\" stands here twice");
    let deep = format!("- {}", "[".repeat(40) + &"]".repeat(40));
    refused(&deep, "1: nested more than 32 deep");
}

proptest! {
    #[test]
    fn any_text_is_a_flow_or_an_error(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn any_pieces_are_a_flow_or_an_error(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "- ", "tapOn", "inputText", "eraseText", "runFlow", "swipe", ": ", "\n", "  ", "id", "text", "index", "1", "'", "\"", "[",
                "]", "{", "}", "&a", "*a", "---\n", "${", "}", "PASSWORD", "greet.yaml", "\\", ".",
            ]),
            0..30,
        ),
    ) {
        let _ = read(&pieces.concat());
    }
}
