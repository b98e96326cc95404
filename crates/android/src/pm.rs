//! The package manager's answers (`pm list packages`, `pm path`, `install`, `uninstall`, `clear`).

use serde::Serialize;

use super::text::lines;

/// One line of `pm list packages`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListedPackage {
    /// The application id.
    pub name: String,
    /// Its APK, with `-f`.
    pub path: Option<String>,
    /// Its version, with `--show-versioncode`.
    pub version_code: Option<u64>,
    /// Its Linux user, with `-U`.
    pub uid: Option<u32>,
}

/// The packages of `pm list packages`, in printed order.
pub fn listed_packages(text: &str) -> Vec<ListedPackage> {
    lines(text).filter_map(listed_package).collect()
}

/// The APKs of `pm path`: the base first, then splits.
pub fn package_paths(text: &str) -> Vec<&str> {
    let paths = lines(text).filter_map(|line| line.trim().strip_prefix("package:"));
    paths.map(str::trim).filter(|path| !path.is_empty()).collect()
}

/// How an installation, an uninstallation or a clearing of data ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PackageReply {
    /// It is done.
    Success,
    /// It is not.
    Failure {
        /// The phone's short word, such as `INSTALL_FAILED_VERSION_DOWNGRADE`; empty where it gave none.
        code: String,
        /// What it said beyond that.
        detail: String,
    },
    /// Neither `Success` nor a failure: older phones say nothing when the connection breaks, so it may be done.
    Silent,
}

impl PackageReply {
    /// Reads what `adb install`, `pm install`, `pm uninstall` or `pm clear` printed; exit codes are not to be trusted.
    pub fn parse(text: &str) -> Self {
        let mut silent = Self::Silent;
        for line in lines(text) {
            let line = line.trim();
            if line == "Success" {
                return Self::Success;
            }
            if let Some(failure) = failure_in(line) {
                return failure;
            }
            let error = line.strip_prefix("Error: ").or_else(|| line.strip_prefix("adb: failed to install "));
            let error = error.or_else(|| line.strip_prefix("adb: error: "));
            if let (Some(detail), Self::Silent) = (error, &silent) {
                silent = Self::Failure { code: String::new(), detail: detail.to_owned() };
            }
        }
        silent
    }
}

/// `Failure [CODE: detail]`, also after `adb: failed to install x.apk:`; `pm clear` says `Failed` alone.
fn failure_in(line: &str) -> Option<PackageReply> {
    let (_, rest) = line
        .split_once("Failure")
        .filter(|(before, _)| before.is_empty() || before.ends_with(": "))
        .or_else(|| (line == "Failed").then_some(("", "")))?;
    let inside = rest
        .trim()
        .strip_prefix('[')
        .map_or(rest.trim(), |inside| inside.strip_suffix(']').unwrap_or(inside));
    let is_code = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    let (code, detail) = inside.split_once(':').unwrap_or((inside, ""));
    let (code, detail) = if is_code(code.trim()) { (code.trim(), detail.trim()) } else { ("", inside) };
    Some(PackageReply::Failure { code: code.to_owned(), detail: detail.to_owned() })
}

/// `package:[/path.apk=]name[ versionCode:12][ uid:10086]`.
fn listed_package(line: &str) -> Option<ListedPackage> {
    let body = line.trim().strip_prefix("package:")?;
    let mut words = body.split_whitespace();
    let first = words.next()?;
    // Android 11 puts random text ending in `==` into the path, so the name is what stands after the last sign.
    let (path, name) = first.rsplit_once('=').map_or((None, first), |(path, name)| (Some(path), name));
    if name.is_empty() {
        return None;
    }
    let mut found =
        ListedPackage { name: name.to_owned(), path: path.map(str::to_owned), ..ListedPackage::default() };
    for word in words {
        if let Some(code) = word.strip_prefix("versionCode:") {
            found.version_code = code.parse().ok();
        } else if let Some(uid) = word.strip_prefix("uid:") {
            found.uid = uid.split(',').next().and_then(|uid| uid.parse().ok());
        }
    }
    Some(found)
}

/// What a phone said about a permission that could not be granted or revoked; `None` when it said nothing.
pub fn permission_refusal(text: &str) -> Option<String> {
    let says = |line: &&str| {
        line.contains("SecurityException")
            || line.contains("IllegalArgumentException")
            || line.starts_with("Operation not allowed")
    };
    let line = lines(text).map(str::trim).find(says)?;
    Some(line.split_once("Exception: ").map_or(line, |(_, detail)| detail).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lists() {
        let found = listed_packages(
            "package:a.b\r\npackage:/data/app/~~x==/c.d-y==/base.apk=c.d\npackage:e.f versionCode:12 uid:10086,10087\nWARNING: linker\npackage:\n",
        );
        let seen: Vec<_> =
            found.iter().map(|p| (p.name.as_str(), p.path.as_deref(), p.version_code, p.uid)).collect();
        assert_eq!(
            seen,
            [
                ("a.b", None, None, None),
                ("c.d", Some("/data/app/~~x==/c.d-y==/base.apk"), None, None),
                ("e.f", None, Some(12), Some(10086)),
            ]
        );
        assert_eq!(
            package_paths("package:/a/base.apk\npackage:/a/split.apk\r\n"),
            ["/a/base.apk", "/a/split.apk"]
        );
    }

    fn check(text: &str, expected: Option<(&str, &str)>) {
        let expected = expected.map_or(PackageReply::Success, |(code, detail)| PackageReply::Failure {
            code: code.to_owned(),
            detail: detail.to_owned(),
        });
        assert_eq!(PackageReply::parse(text), expected, "{text}");
    }

    #[test]
    fn reads_replies() {
        check("Performing Streamed Install\nSuccess\n", None);
        check("Failure [INSTALL_FAILED_OLDER_SDK]", Some(("INSTALL_FAILED_OLDER_SDK", "")));
        check(
            "adb: failed to install a.apk: Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package a.b signatures: x]",
            Some(("INSTALL_FAILED_UPDATE_INCOMPATIBLE", "Package a.b signatures: x")),
        );
        check("Failure [not installed for 0]", Some(("", "not installed for 0")));
        check("Failed\n", Some(("", "")));
        check(
            "adb: failed to install x.apk: cmd: Can't find service: package",
            Some(("", "x.apk: cmd: Can't find service: package")),
        );
        assert_eq!(PackageReply::parse("Performing Push Install\n"), PackageReply::Silent);
    }

    #[test]
    fn reads_refusals_of_permissions() {
        assert_eq!(permission_refusal(""), None);
        assert_eq!(
            permission_refusal("\nException occurred while executing 'grant':\njava.lang.SecurityException: Permission x is not changeable\n\tat a.B.c(B.java:1)").as_deref(),
            Some("Permission x is not changeable")
        );
    }
}
