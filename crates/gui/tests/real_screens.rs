//! Selectors and offers on screens that phones really showed.

use gui::{Confidence, Flag, Layout};

fn real_layouts() -> Vec<(String, Layout)> {
    let Some(folder) = testkit::shared_data("android-fixtures/uidump") else { return Vec::new() };
    let read = |path: &std::path::PathBuf| {
        let parsed = Layout::parse(&std::fs::read(path).ok()?).ok()?;
        Some((path.display().to_string(), parsed.layout))
    };
    let layouts: Vec<_> = testkit::files_in(&folder).iter().filter_map(read).collect();
    assert!(layouts.len() > 100, "only {} dumps could be read", layouts.len());
    layouts
}

#[test]
fn every_widget_is_found_by_its_own_selector() {
    for (name, layout) in real_layouts() {
        let selectors = layout.selectors();
        for node in layout.nodes() {
            let selector = selectors.of(node.id());
            let found = selector.resolve(&layout).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(found.node, node, "{name}: {selector}");
            assert_ne!(found.confidence, Confidence::Likely, "{name}: {selector}");
            assert_eq!(selector.to_string().parse(), Ok(selector), "{name}");
        }
    }
}

#[test]
fn every_offer_is_for_a_widget_that_can_be_reached() {
    for (name, layout) in real_layouts() {
        for event in layout.events() {
            let Some(target) = event.target() else { continue };
            let node = target.resolve(&layout).unwrap_or_else(|e| panic!("{name}: {e}")).node;
            assert!(node.is(Flag::Enabled) && !node.bounds().is_empty(), "{name}: {event}");
        }
    }
}
