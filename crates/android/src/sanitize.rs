//! Names without what changes from build to build: counters of lambdas and accessors, hashes, flavours.

/// A class name without counters: `a.-$$Lambda$B$kW3p` is `a.-$$Lambda$B`, `a.B$11` is `a.B$`.
pub(super) fn class_of(name: &str) -> String {
    // Java's desugarer puts a hash after the class, retrolambda and the runtime a counter.
    if let Some((before, after)) = name.split_once("$$Lambda$") {
        let class = after.split(['$', '/']).next().unwrap_or("");
        let class = if class.bytes().all(|b| b.is_ascii_digit()) { "" } else { class };
        return format!("{before}$$Lambda${class}");
    }
    without_counters(name)
}

/// A method name without counters: `lambda$onCreate$0` is `lambda$onCreate$`, `access$600` is `access$`.
pub(super) fn method_of(name: &str) -> String {
    // R8 puts a hash after this.
    if let Some((before, _)) = name.split_once("$r8$lambda$") {
        return format!("{before}$r8$lambda$");
    }
    if let Some(number) = name.strip_prefix("-wrap")
        && number.bytes().all(|b| b.is_ascii_digit())
    {
        return "-wrap".to_owned();
    }
    without_counters(name)
}

/// A process name without the counter of isolated and sandboxed processes.
pub(super) fn process_of(name: &str) -> String {
    match name.split_once(':') {
        Some((package, suffix)) => {
            let suffix = suffix.split(':').next().unwrap_or("");
            format!("{package}:{}", suffix.trim_end_matches(|c: char| c.is_ascii_digit()))
        }
        None => name.to_owned(),
    }
}

/// Whether `text` names `package`, and not one whose name merely begins or ends alike.
pub(super) fn names_package(text: &str, package: &str) -> bool {
    if package.is_empty() {
        return false;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(package).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + package.len()..].chars().next();
        !before.is_some_and(|c| is_part(c) || c == '.') && !after.is_some_and(is_part)
    })
}

/// The packages in which the app's own code may lie: its id, and the id without the flavour a build added to it.
pub(super) fn own_prefixes(package: &str) -> Vec<&str> {
    let mut prefixes = vec![package];
    let mut rest = package;
    while let Some((before, last)) = rest.rsplit_once('.') {
        if !before.contains('.') || !FLAVOURS.contains(&last) {
            break;
        }
        prefixes.push(before);
        rest = before;
    }
    prefixes
}

/// Whether a class is Android's, Java's or Kotlin's, and so says nothing of whose fault it is.
pub(super) fn is_platform(class: &str) -> bool {
    PLATFORM.iter().any(|prefix| class.starts_with(prefix))
}

const FLAVOURS: [&str; 14] = [
    "alpha", "beta", "canary", "debug", "dev", "fdroid", "foss", "free", "nightly", "pro", "qa", "release",
    "staging", "test",
];

const PLATFORM: [&str; 19] = [
    "android.",
    "androidx.",
    "com.android.internal.",
    "com.android.okhttp.",
    "com.android.org.",
    "com.android.server.",
    "com.google.android.material.",
    "dalvik.",
    "java.",
    "javax.",
    "jdk.",
    "kotlin.",
    "kotlinx.",
    "libcore.",
    "oddity.pocket.",
    "org.json.",
    "org.robolectric.",
    "org.xmlpull.",
    "sun.",
];

/// Drops numbers after `$`, and those behind `…Lambda` and `…Accessor`.
fn without_counters(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (at, part) in name.split('$').enumerate() {
        if at > 0 {
            out.push('$');
        }
        let bare = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let counted = bare.is_empty()
            || ["Lambda", "Accessor", "Proxy", "SyntheticApiModelOutline", "Outline"]
                .iter()
                .any(|end| bare.ends_with(end));
        out.push_str(if counted { bare } else { part });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_lose_their_counters() {
        for (name, expected) in [
            ("a.B", "a.B"),
            ("a.B$Inner2", "a.B$Inner2"),
            ("a.B$11", "a.B$"),
            ("a.B$11$2$C", "a.B$$$C"),
            ("a.-$$Lambda$B$hQ7xTz_0kLm", "a.-$$Lambda$B"),
            ("a.B$$Lambda$3", "a.B$$Lambda$"),
            ("a.B$$ExternalSyntheticLambda12", "a.B$$ExternalSyntheticLambda"),
            ("sun.reflect.GeneratedMethodAccessor7", "sun.reflect.GeneratedMethodAccessor"),
            ("a.Md5", "a.Md5"),
        ] {
            assert_eq!(class_of(name), expected, "{name}");
        }
    }

    #[test]
    fn methods_lose_their_counters() {
        for (name, expected) in [
            ("onCreate", "onCreate"),
            ("lambda$onCreate$0", "lambda$onCreate$"),
            ("access$600", "access$"),
            ("access$openTab", "access$openTab"),
            ("-wrap20", "-wrap"),
            ("$r8$lambda$b2V9cXd", "$r8$lambda$"),
            ("place-Xy3_zA", "place-Xy3_zA"),
            ("md5", "md5"),
            ("<init>", "<init>"),
        ] {
            assert_eq!(method_of(name), expected, "{name}");
        }
    }

    #[test]
    fn processes_lose_their_counters() {
        for (name, expected) in [
            ("a.b2", "a.b2"),
            ("a.b:sync", "a.b:sync"),
            ("a.b:sandboxed_process12", "a.b:sandboxed_process"),
            ("a.b:sandboxed_process0:a.c.S0:3", "a.b:sandboxed_process"),
        ] {
            assert_eq!(process_of(name), expected, "{name}");
        }
    }

    #[test]
    fn packages_are_named_whole() {
        assert!(
            names_package("at a.b.C", "a.b")
                && names_package("a.b", "a.b")
                && names_package("{a.b/.C}", "a.b")
        );
        assert!(names_package("a.bc a.b", "a.b"));
        assert!(
            !names_package("a.bc", "a.b") && !names_package("x.a.b", "a.b") && !names_package("ba.b", "a.b")
        );
        assert!(!names_package("anything", ""));
    }

    #[test]
    fn flavours_are_not_part_of_the_code() {
        assert_eq!(own_prefixes("a.b.c.foss.debug"), ["a.b.c.foss.debug", "a.b.c.foss", "a.b.c"]);
        assert_eq!(own_prefixes("a.debug"), ["a.debug"]);
        assert_eq!(own_prefixes("a.b.c"), ["a.b.c"]);
    }
}
