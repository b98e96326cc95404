//! Stacks with the names of the source.

use super::Mapping;
use super::member::{Member, members_of, source_file};

/// No compiler puts so many methods into each other: whoever wrote the mapping wants to see us drown.
const MOST_FRAMES: usize = 100;

/// See [`beginning`].
const MOST_OF_CLASS: usize = 8 << 20;

/// What stands before an exception in a stack, besides nothing.
const BEFORE: [&str; 3] = ["Caused by: ", "Suppressed: ", "Exception in thread \"main\" "];

impl Mapping {
    /// A line of a log with the names of the source: several where methods were put into each other, the inner first. Lines that are
    /// no frame of a stack stay, unless the log is about a crash and they begin with the name of an exception.
    pub(crate) fn retraced(&self, line: &str, is_of_crash: bool) -> Vec<String> {
        let start = line.len() - line.trim_start().len();
        let (indent, said) = line.split_at(start);
        if let Some(frame) = said.strip_prefix("at ").and_then(Frame::parse) {
            if let Some(frames) = self.frames(&frame) {
                return frames.into_iter().map(|frame| format!("{indent}at {frame}")).collect();
            }
        } else if let Some(head) = is_of_crash.then(|| self.head(said)).flatten() {
            return vec![format!("{indent}{head}")];
        }
        vec![line.to_owned()]
    }

    /// A frame alone, `a.b.c(SourceFile:3)`: where it was written.
    pub(crate) fn retraced_frame(&self, frame: &str) -> String {
        let frames = Frame::parse(frame).and_then(|frame| self.frames(&frame));
        frames.and_then(|frames| frames.into_iter().next()).unwrap_or_else(|| frame.to_owned())
    }

    /// The first line of a throwable: the class, and what it says.
    pub(crate) fn retraced_throwable(&self, line: &str) -> String {
        self.head(line).unwrap_or_else(|| line.to_owned())
    }

    fn head(&self, line: &str) -> Option<String> {
        let before = BEFORE.into_iter().find(|before| line.starts_with(before)).unwrap_or_default();
        let said = &line[before.len()..];
        let end = said.find(':').unwrap_or(said.len());
        let class = self.class(&said[..end])?;
        Some(format!("{before}{class}{}", &said[end..]))
    }

    /// The frames that one stands for; `None` where its class is not known.
    fn frames(&self, frame: &Frame<'_>) -> Option<Vec<String>> {
        let class = self.classes.get(frame.class)?;
        let original = self.text.get(class.original.clone())?;
        let said = beginning(self.text.get(class.members.clone())?);
        let own_file = source_file(said);
        let told = |member: &Member<'_>| {
            let other = member.class.filter(|class| *class != original);
            let name = other.unwrap_or(original);
            let others = |class: &str| self.text.get(self.by_original.get(class)?.clone());
            let file = match other {
                Some(class) => others(class).and_then(source_file),
                None => own_file,
            };
            let file = file.map_or_else(|| guessed_file(name, frame.file), str::to_owned);
            let line = member.line(frame.line).map(|line| format!(":{line}")).unwrap_or_default();
            format!("{name}.{}({file}{line})", member.method)
        };
        let members = members_of(said, frame.method);
        let mut chosen = chosen(&members, frame.line);
        chosen.truncate(MOST_FRAMES);
        if chosen.is_empty() {
            let file = own_file.map_or_else(|| guessed_file(original, frame.file), str::to_owned);
            let line = frame.line.map(|line| format!(":{line}")).unwrap_or_default();
            return Some(vec![format!("{original}.{}({file}{line})", frame.method)]);
        }
        // What the compiler made up is in no source, unless there is nothing else.
        let written: Vec<String> =
            chosen.iter().filter(|member| !member.is_synthesized).map(|member| told(member)).collect();
        if written.is_empty() { Some(chosen.into_iter().map(told).collect()) } else { Some(written) }
    }
}

/// What is read of a class for each frame: hundreds of times what the largest has.
fn beginning(said: &str) -> &str {
    let end = (0..=MOST_OF_CLASS.min(said.len())).rev().find(|at| said.is_char_boundary(*at));
    &said[..end.unwrap_or(0)]
}

/// Those of the members of one name that a line is of: the first range that has it, all of that range. Without a line, the one method
/// that there is, if it is one.
fn chosen<'a, 'm>(members: &'a [Member<'m>], line: Option<u32>) -> Vec<&'a Member<'m>> {
    let has =
        |member: &Member<'_>, line: u32| member.lines.as_ref().is_some_and(|lines| lines.contains(&line));
    if let Some(line) = line
        && let Some(first) = members.iter().find(|member| has(member, line))
    {
        let from = members.iter().skip_while(|member| !has(member, line));
        return from.take_while(|member| member.lines == first.lines).collect();
    }
    let without: Vec<_> = members.iter().filter(|member| member.lines.is_none()).collect();
    let all: Vec<_> = if without.is_empty() { members.iter().collect() } else { without };
    match all.split_first() {
        Some((first, rest))
            if rest.iter().all(|other| (other.class, other.method) == (first.class, first.method)) =>
        {
            vec![first]
        }
        _ => Vec::new(),
    }
}

/// `a.b.c(SourceFile:3)`
struct Frame<'l> {
    class: &'l str,
    method: &'l str,
    file: &'l str,
    line: Option<u32>,
}

impl<'l> Frame<'l> {
    fn parse(text: &'l str) -> Option<Frame<'l>> {
        let (qualified, place) = text.trim_end().strip_suffix(')')?.split_once('(')?;
        let (class, method) = qualified.rsplit_once('.')?;
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) => (file, line.parse().ok()),
            None => (place, None),
        };
        Some(Frame { class, method, file, line })
    }
}

/// The file that a class is usually in: that of the outermost one.
fn guessed_file(class: &str, file: &str) -> String {
    let simple = class.rsplit('.').next().unwrap_or(class);
    let outer = simple.split('$').next().unwrap_or(simple);
    let is_kotlin = file.ends_with(".kt") || outer.ends_with("Kt");
    match outer.strip_suffix("Kt") {
        Some(name) if !name.is_empty() => format!("{name}.kt"),
        _ => format!("{outer}.{}", if is_kotlin { "kt" } else { "java" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPPING: &str = r##"# {"id":"com.android.tools.r8.mapping","version":"2.2"}
com.example.Notes -> a.b:
# {"id":"sourceFile","fileName":"Notebook.kt"}
    java.lang.String title -> a
    1:3:void open(int):7:9 -> c
    4:4:int com.example.Shelf.find(java.lang.String):31:31 -> c
    4:4:void open(int):12 -> c
    5:5:void com.example.Made.up():0:0 -> c
    # {"id":"com.android.tools.r8.synthesized"}
    5:5:void open(int):14 -> c
    void close() -> d
    void <init>() -> <init>
    1:1:void first():20 -> e
    2:2:void second():30 -> e
    1:65535:void plain() -> f
com.example.LostException -> a.x:
    1:1:void <init>():3:3 -> <init>
"##;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let mapping = Mapping::parse(MAPPING.to_owned());
        assert_eq!(mapping.retraced(line, true), expected, "{line}");
    }

    #[test]
    fn a_frame_is_told_by_its_names_in_the_source() {
        check("\tat a.b.c(SourceFile:2)", &["\tat com.example.Notes.open(Notebook.kt:8)"]);
        check("\tat a.b.d(SourceFile)", &["\tat com.example.Notes.close(Notebook.kt)"]);
        check("\tat a.b.f(SourceFile:9)", &["\tat com.example.Notes.plain(Notebook.kt:9)"]);
        check("\tat a.b.<init>(r8-map-id-0a:5)", &["\tat com.example.Notes.<init>(Notebook.kt:5)"]);
    }

    #[test]
    fn a_method_that_was_put_into_another_has_a_frame_of_its_own() {
        check(
            "\tat a.b.c(SourceFile:4)",
            &["\tat com.example.Shelf.find(Shelf.java:31)", "\tat com.example.Notes.open(Notebook.kt:12)"],
        );
    }

    #[test]
    fn what_the_compiler_made_up_is_left_out() {
        check("\tat a.b.c(SourceFile:5)", &["\tat com.example.Notes.open(Notebook.kt:14)"]);
    }

    #[test]
    fn where_it_could_be_several_only_the_class_is_told() {
        check("\tat a.b.e(Unknown Source)", &["\tat com.example.Notes.e(Notebook.kt)"]);
        check("\tat a.b.e(SourceFile:7)", &["\tat com.example.Notes.e(Notebook.kt:7)"]);
    }

    #[test]
    fn exceptions_have_their_names() {
        check("a.x: not there", &["com.example.LostException: not there"]);
        check("Caused by: a.x", &["Caused by: com.example.LostException"]);
    }

    #[test]
    fn a_mapping_that_was_made_to_drown_us_makes_a_log_no_longer_than_it_is() {
        let put_in = "    4:4:int com.example.Shelf.find(java.lang.String):31:31 -> c\n";
        let mapping = Mapping::parse(format!("a.Notes -> a.b:\n{}", put_in.repeat(400_000)));
        let begun = std::time::Instant::now();
        let lines = (0..20).map(|_| mapping.retraced("at a.b.c(SourceFile:4)", true).len());
        assert_eq!(lines.max(), Some(MOST_FRAMES));
        assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    }

    #[test]
    fn everything_else_stays() {
        for line in [
            "\tat android.view.View.performClick(View.java:7659)",
            "\t... 10 more",
            "java.lang.IllegalStateException: a.x",
            "at the end a.b.c",
            "",
        ] {
            check(line, &[line]);
        }
        let mapping = Mapping::parse(MAPPING.to_owned());
        assert_eq!(mapping.retraced("a.x: 5", false), ["a.x: 5"], "a line of the app's own");
        assert_eq!(mapping.retraced_frame("a.b.c(SourceFile:2)"), "com.example.Notes.open(Notebook.kt:8)");
        assert_eq!(mapping.retraced_throwable("a.x: gone"), "com.example.LostException: gone");
    }

    /// As R8 8.2 wrote it for a program of our own, which it put into one method without lines.
    const OF_R8: &str = r##"corpus.LostException -> a.a:
# {"id":"sourceFile","fileName":"Shop.java"}
corpus.Shelf -> R8$$REMOVED$$CLASS$$0:
# {"id":"sourceFile","fileName":"Shop.java"}
corpus.Shop -> corpus.Shop:
# {"id":"sourceFile","fileName":"Shop.java"}
    int count -> a
    0:1:void main(java.lang.String[]):6:6 -> main
    2:4:void <init>():0:0 -> main
    2:4:void main(java.lang.String[]):6 -> main
    5:25:void main(java.lang.String[]):6:6 -> main
    26:29:java.lang.String corpus.Shelf.find(java.lang.String,int):32:32 -> main
    26:29:void serve(int):23 -> main
    26:29:void open(int):17 -> main
    26:29:void main(java.lang.String[]):6 -> main
    30:32:void corpus.LostException.<init>(java.lang.String):40:40 -> main
    30:32:java.lang.String corpus.Shelf.find(java.lang.String,int):32 -> main
    30:32:void serve(int):23 -> main
    30:32:void open(int):17 -> main
    30:32:void main(java.lang.String[]):6 -> main
    33:40:java.lang.String corpus.Shelf.find(java.lang.String,int):32:32 -> main
    33:40:void serve(int):23 -> main
    33:40:void open(int):17 -> main
    33:40:void main(java.lang.String[]):6 -> main
    41:44:void main(java.lang.String[]):8:8 -> main
"##;

    #[test]
    fn a_program_that_became_one_method_has_all_its_frames() {
        let mapping = Mapping::parse(OF_R8.to_owned());
        assert_eq!(mapping.retraced("a.a: no milk", true), ["corpus.LostException: no milk"]);
        assert_eq!(
            mapping.retraced("\tat corpus.Shop.main(SourceFile:30)", true),
            [
                "\tat corpus.LostException.<init>(Shop.java:40)",
                "\tat corpus.Shelf.find(Shop.java:32)",
                "\tat corpus.Shop.serve(Shop.java:23)",
                "\tat corpus.Shop.open(Shop.java:17)",
                "\tat corpus.Shop.main(Shop.java:6)",
            ]
        );
    }
}
