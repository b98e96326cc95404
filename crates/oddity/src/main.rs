//! oddity finds the Android bugs that do not crash.
fn main() {}
