//! One call of a native backtrace.

use serde::Serialize;

use super::text::shortened;

/// One call of a native backtrace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NativeFrame {
    /// Where in the file; differs from build to build.
    pub pc: u64,
    /// The library, program, APK or mapped region.
    pub path: String,
    /// The function, without the distance into it; absent in stripped files.
    pub function: Option<String>,
}

impl NativeFrame {
    /// Reads `#00 pc 000092a0  /system/lib/libc.so (abort+166) (BuildId: 32)`.
    pub fn parse(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix('#')?;
        let (_, rest) = rest.split_once(" pc ")?;
        let (pc, rest) = rest.trim_start().split_once(' ')?;
        let pc = u64::from_str_radix(pc.trim_start_matches("0x"), 16).ok()?;
        let rest = rest.trim();
        let (path, details) = rest.find(" (").map_or((rest, ""), |at| rest.split_at(at));
        Some(Self { pc, path: shortened(path, 1024).to_owned(), function: function_in(details) })
    }

    /// The file without the folders around it, some of which an installation names at random.
    pub fn file(&self) -> &str {
        if self.path.starts_with(['[', '<']) {
            // `<anonymous:7b3c>` and `[anon:…]` hold addresses and the names of more files.
            return self.path.split(':').next().unwrap_or("");
        }
        self.path.rsplit('/').next().unwrap_or("")
    }
}

/// The first parenthesis that holds a function and not an offset, a build id or a remark.
fn function_in(details: &str) -> Option<String> {
    let mut rest = details;
    while let Some(at) = rest.find('(') {
        let inside = &rest[at + 1..];
        let end = closing(inside);
        let group = &inside[..end];
        if !group.starts_with("offset 0x")
            && !group.starts_with("BuildId: ")
            && group != "deleted"
            && !group.is_empty()
        {
            return Some(shortened(without_distance(group), 1024).to_owned());
        }
        rest = &inside[end..];
    }
    None
}

/// Where the parenthesis closes that was open before `text`; functions hold pairs of their own.
fn closing(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return at,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// `abort+166` is the function `abort`; the compiler's own suffix (`.llvm.102…`) changes with each build.
fn without_distance(function: &str) -> &str {
    let function = match function.rsplit_once('+') {
        Some((name, distance)) if distance.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => function,
    };
    function.split(" (.llvm.").next().unwrap_or(function).split(".llvm.").next().unwrap_or(function).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<(u64, &str, &str)>) {
        let frame = NativeFrame::parse(line);
        let seen = frame.as_ref().map(|f| (f.pc, f.file(), f.function.as_deref().unwrap_or("-")));
        assert_eq!(seen, expected, "{line}");
    }

    #[test]
    fn reads_frames() {
        check("#00 pc 0004b644  /system/lib/libc.so (tgkill+12)", Some((0x4b644, "libc.so", "tgkill")));
        check(
            "  #01  pc 0x0e40  /data/app/~~x==/a.b-y==/lib/arm64/libg.so (S::S(std::v<c, d>, (int)2)+8)",
            Some((0xe40, "libg.so", "S::S(std::v<c, d>, (int)2)")),
        );
        check("#00 pc 92a0  /data/app/a.b-c==/base.apk (offset 0x21a000)", Some((0x92a0, "base.apk", "-")));
        check(
            "#00 pc 92a0  /data/app/base.apk (offset 0x21a000) (f+1) (BuildId: 3f)",
            Some((0x92a0, "base.apk", "f")),
        );
        check(
            "#02 pc 10  /x/libart.so (art::Execute(int) (.llvm.1027)+5)",
            Some((16, "libart.so", "art::Execute(int)")),
        );
        check("#03 pc 10  <anonymous:7b3c>", Some((16, "<anonymous", "-")));
        check("#10 pc 10  /x/libil2cpp.so (BuildId: 26)", Some((16, "libil2cpp.so", "-")));
    }

    #[test]
    fn refuses_other_lines() {
        for line in ["", "#", "#00  d2a46608  d2a46628", "#00 pc zz /x", "#00 pc 10", "pc 10 /x"] {
            check(line, None);
        }
    }
}
