//! A client that none of us wrote: `pure-python-adb`, a package of the Python index.

use std::path::Path;
use std::process::Command;

use adbd::DoorSettings;

use crate::through_adb::Bridge;
use crate::walk::demo;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/foreign/basics.py");

#[test]
fn a_foreign_client_can_do_the_basics() {
    let Some(python) = python_with_client() else {
        return testkit::skip("Python with the package pure-python-adb (.ci/foreign-client installs it)");
    };
    let (phone, _) = demo(0);
    let Some(bridge) = Bridge::to(Box::new(phone), DoorSettings::default()) else { return };
    let port = bridge.server.port().to_string();
    let output = Command::new(python).args([SCRIPT, &port, &bridge.serial()]).output().unwrap();
    let (told, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && told.trim_end().ends_with("all well"), "{told}\n{errors}");
}

fn python_with_client() -> Option<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/foreign-client/bin/python");
    let candidates = [own.to_str().unwrap().to_owned(), "python3".to_owned()];
    candidates.into_iter().find(|python| {
        let imports = Command::new(python).args(["-c", "import ppadb"]).output();
        imports.is_ok_and(|output| output.status.success())
    })
}
