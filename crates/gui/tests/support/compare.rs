//! Our scanner beside `roxmltree`, on any bytes.

use gui::flat::Flat;
use gui::{DumpError, Layout};

use crate::reference;

/// Fails when the two readings disagree where they must not.
///
/// Where `roxmltree` accepts a dump, we find the same widgets. Where it does not, we either refuse too or warn.
pub(crate) fn check_against_roxmltree(bytes: &[u8]) {
    let ours = Layout::parse(bytes);
    if let Ok(parsed) = &ours {
        let again = Layout::parse(parsed.layout.to_xml().as_bytes()).map(|parsed| parsed.layout);
        assert_eq!(again.ok().as_ref(), Some(&parsed.layout), "printing loses something");
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        assert!(
            ours.map_or(true, |parsed| !parsed.warnings.is_empty()),
            "bytes that are not UTF-8 need a warning"
        );
        return;
    };
    // roxmltree has no limit on depth and would overflow its stack before we reach ours.
    if matches!(ours, Err(DumpError::Limit(_) | DumpError::TooManyAttributes { .. })) {
        return;
    }
    match roxmltree::Document::parse(text) {
        Ok(document) => match (reference::rows(&document), ours) {
            (Some(expected), Ok(_)) => assert_same_rows(text, &expected),
            (None, Err(DumpError::NotADump { .. })) => {}
            (expected, ours) => {
                panic!(
                    "roxmltree: {:?} widgets, we: {:?}",
                    expected.map(|rows| rows.len()),
                    ours.map(|p| p.layout)
                )
            }
        },
        Err(error) => {
            let warned = ours.map_or(true, |parsed| !parsed.warnings.is_empty());
            assert!(warned, "accepted without a warning, while roxmltree says: {error}");
        }
    }
}

fn assert_same_rows(text: &str, expected: &[reference::Row<'_>]) {
    let flat = Flat::scan(text.trim_start_matches('\u{feff}').trim_start()).expect("was parsed before");
    let ours: Vec<_> = flat
        .nodes()
        .iter()
        .enumerate()
        .map(|(at, node)| reference::Row {
            depth: node.depth,
            class: flat.str(node.class),
            resource_id: flat.str(node.resource_id),
            text: flat.str(node.text),
            content_desc: flat.str(node.content_desc),
            package: flat.str(node.package),
            hint: flat.str(node.hint),
            bounds: node.bounds.into(),
            index: node.index,
            drawing_order: node.drawing_order,
            flags: node.flags.bits(),
            extras: flat.extras(at).collect(),
        })
        .collect();
    assert_eq!(ours, expected);
}
