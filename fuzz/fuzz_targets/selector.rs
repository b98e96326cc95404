//! Any text as a selector: no panic; what parses prints, parses again to the same, and resolves or says why not.

#![no_main]

use gui::{Layout, Selector};

const SCREEN: &str = r#"<hierarchy><node class="android.widget.LinearLayout" resource-id="a:id/list"><node class="a.Row"
    clickable="true" bounds="[0,0][9,9]"><node text="milk" resource-id="a:id/name"/><node class="a.CheckBox"
    resource-id="a:id/done"/></node><node class="a.Row" clickable="true" bounds="[0,9][9,19]"><node text="bread"
    resource-id="a:id/name"/></node></node><node class="android.widget.Button" text="Save" content-desc="Save all"/></hierarchy>"#;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(selector) = text.parse::<Selector>() else { return };
    // Escapes can make it longer than what is read back; selectors that we build are far from that.
    let printed = selector.to_string();
    if printed.len() <= 16 << 10 {
        assert_eq!(printed.parse().as_ref(), Ok(&selector));
    }
    let layout = Layout::parse(SCREEN.as_bytes()).expect("a good dump").layout;
    match selector.resolve(&layout) {
        Ok(found) => assert!(found.node.id().0 < 7),
        Err(none) => assert!(!none.to_string().is_empty()),
    }
});
