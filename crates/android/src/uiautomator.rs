//! The status line of `uiautomator dump`. Its errors and the dump itself are understood where layouts are.

/// Where the dump went, if the line says that there is one: `UI hierchary dumped to: /sdcard/window_dump.xml`.
///
/// The misspelling is Android's. Without this line the file is an old one: the tool leaves it in place when it
/// fails, and ends with status 0. With `/dev/tty` the line follows the XML without a line end between.
pub fn dumped_to(text: &str) -> Option<&str> {
    let rest = ["UI hierchary dumped to:", "UI hierarchy dumped to:"]
        .iter()
        .find_map(|said| text.rfind(said).map(|at| &text[at + said.len()..]))?;
    rest.lines().next().map(str::trim).filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_where_the_dump_went() {
        for (text, expected) in [
            ("UI hierchary dumped to: /sdcard/window_dump.xml\r\n", Some("/sdcard/window_dump.xml")),
            ("<hierarchy></hierarchy>UI hierchary dumped to: /dev/tty\n", Some("/dev/tty")),
            ("UI hierarchy dumped to: /x y.xml", Some("/x y.xml")),
            ("ERROR: could not get idle state.\n", None),
            ("UI hierchary dumped to:", None),
            ("", None),
        ] {
            assert_eq!(dumped_to(text), expected, "{text}");
        }
    }
}
