//! Every crate we build with is under a licence that `deny.toml` allows.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

#[test]
fn every_dependency_is_under_an_allowed_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let allowed =
        allowed_licences(&fs::read_to_string(root.join("deny.toml")).expect("deny.toml lies at the root"));
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(&root)
        .output()
        .expect("cargo runs the tests, so it can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 20, "cargo metadata names only {} packages", packages.len());
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(|licence| permits(licence, &allowed)))
        .map(|package| format!("{} {}: {}", package["name"], package["version"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "not allowed by deny.toml:\n{}", refused.join("\n"));
}

#[test]
fn expressions_are_understood() {
    let allowed = ["MIT".to_owned(), "Apache-2.0".to_owned(), "NCSA".to_owned()];
    for (licence, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("MIT/Apache-2.0", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND NCSA", true),
        ("(MIT OR GPL-3.0) AND Unknown", false),
        ("Apache-2.0 WITH LLVM-exception", false),
    ] {
        assert_eq!(permits(licence, &allowed), expected, "{licence}");
    }
}

/// The quoted lines between `allow = [` and `]`.
fn allowed_licences(deny: &str) -> Vec<String> {
    let list = deny
        .split_once("allow = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .expect("a list of licences")
        .0;
    list.lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.split('"').next())
        .map(str::to_owned)
        .collect()
}

/// Whether an SPDX expression can be met by the allowed licences alone.
fn permits(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.trim();
    if let Some([left, right]) = split_outside_parentheses(expression, &[" OR ", "/"]) {
        return permits(left, allowed) || permits(right, allowed);
    }
    if let Some([left, right]) = split_outside_parentheses(expression, &[" AND "]) {
        return permits(left, allowed) && permits(right, allowed);
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => permits(inner, allowed),
        None => allowed.iter().any(|licence| licence == expression),
    }
}

/// The parts around an operator that stands outside of all parentheses; `None` where there is none.
fn split_outside_parentheses<'a>(expression: &'a str, operators: &[&str]) -> Option<[&'a str; 2]> {
    let mut depth = 0;
    for (at, c) in expression.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        let operator =
            operators.iter().find(|operator| depth == 0 && expression[at..].starts_with(**operator));
        if let Some(operator) = operator {
            return Some([&expression[..at], &expression[at + operator.len()..]]);
        }
    }
    None
}
