//! `report.html` without a browser.

use crate::sample::Sample;

#[test]
fn the_page_says_all_and_needs_nothing() {
    let page = Sample::new(300).html();
    if let Some(path) = std::env::var_os("REPORT_OUT") {
        std::fs::write(path, &page).unwrap();
    }
    for text in ["2 findings", "The text typed into #body is gone", "came back 3 of 3 times"] {
        assert!(page.to_lowercase().contains(&text.to_lowercase()), "{text}");
    }
}
