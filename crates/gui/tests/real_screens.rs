//! Selectors and offers on screens that phones really showed.

use gui::{Confidence, Flag, Flags, Layout, LayoutBuilder, Rect, Widget};

/// Reads the nodes of a well-formed dump; `None` for the others, which are for the parser's own tests.
fn layout_of(xml: &str) -> Option<Layout> {
    let document = roxmltree::Document::parse(xml).ok()?;
    let mut builder = LayoutBuilder::new();
    for child in document.root_element().children() {
        add(child, &mut builder);
    }
    Some(builder.finish())
}

fn add(node: roxmltree::Node<'_, '_>, builder: &mut LayoutBuilder) {
    let get = |name| node.attribute(name).unwrap_or("");
    let is_widget = node.attribute("bounds").is_some();
    if is_widget {
        let edges: Vec<i32> =
            get("bounds").split(['[', ']', ',']).filter_map(|edge| edge.parse().ok()).collect();
        let mut flags = Flags::default().with(Flag::Editable, get("class").contains("EditText"));
        for &flag in Flag::ALL {
            if let Some(value) = node.attribute(flag.name()) {
                flags = flags.with(flag, value == "true");
            }
        }
        let widget = Widget {
            class: get("class"),
            resource_id: get("resource-id"),
            text: get("text"),
            content_desc: get("content-desc"),
            package: get("package"),
            hint: get("hint"),
            bounds: <[i32; 4]>::try_from(edges).map_or(Rect::default(), Rect::from),
            flags,
            ..Widget::default()
        };
        builder.open(&widget).expect("real screens are small");
    }
    for child in node.children().filter(roxmltree::Node::is_element) {
        add(child, builder);
    }
    if is_widget {
        builder.close();
    }
}

fn real_layouts() -> Vec<(String, Layout)> {
    let Some(folder) = testkit::shared_data("android-fixtures/uidump") else { return Vec::new() };
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, layout_of(&std::fs::read_to_string(path).ok()?)?))
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
            assert_eq!(found.confidence, Confidence::Exact, "{name}: {selector}");
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
