//! What is installed, and what it may do (`dumpsys package`).

use std::collections::BTreeSet;

use serde::Serialize;

use crate::component::Component;
use crate::text::{between, lines, value_of};

/// An installed package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Package {
    /// The application id.
    pub name: String,
    /// The version people see.
    pub version_name: Option<String>,
    /// The version that counts up.
    pub version_code: Option<u64>,
    /// The oldest Android it runs on; not printed before Android 7.
    pub min_sdk: Option<u32>,
    /// The Android it was made for.
    pub target_sdk: Option<u32>,
    /// The Linux user it runs as.
    pub uid: Option<u32>,
    /// Where its APKs lie.
    pub code_path: Option<String>,
    /// `SYSTEM`, `DEBUGGABLE` and the like.
    pub flags: Vec<String>,
    /// When it was last installed, as printed.
    pub last_update: Option<String>,
    /// The permissions it asks for.
    pub requested: Vec<String>,
    /// The permissions that are decided, and how. Those of a shared user are listed apart and not among these.
    pub permissions: Vec<Permission>,
}

/// A permission and whether the package has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Permission {
    /// Its name.
    pub name: String,
    /// Whether it is granted.
    pub granted: bool,
    /// Whether people are asked for it while the app runs, and may take it back.
    pub runtime: bool,
}

/// What `dumpsys package` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Packages {
    /// The packages in printed order, without the factory versions that an update hides.
    pub packages: Vec<Package>,
    /// The activities a launcher shows.
    pub launchers: Vec<Component>,
    /// The activities that take some intent; those that only their own app opens are not printed.
    pub activities: BTreeSet<Component>,
    /// What the phone said instead: `Unable to find package: com.app`.
    pub refusal: Option<String>,
}

impl Package {
    /// Whether it came with the phone.
    pub fn is_system(&self) -> bool {
        self.flags.iter().any(|flag| flag == "SYSTEM")
    }
}

impl Packages {
    /// Reads the dump of one package or of all.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        let mut place = Section::Elsewhere;
        let mut list = List::None;
        for line in lines(text) {
            let body = line.trim();
            if !line.starts_with(' ') && body.ends_with(':') {
                place = Section::under(body);
                list = List::None;
            } else if body.starts_with("Unable to find package") {
                found.refusal = Some(body.to_owned());
            } else if place == Section::Packages {
                if let Some(name) = body.strip_prefix("Package [").and_then(|rest| rest.split(']').next()) {
                    found.packages.push(Package { name: name.to_owned(), ..Package::default() });
                    list = List::None;
                } else if let Some(package) = found.packages.last_mut() {
                    list = read_line(package, body, list);
                }
            } else if place == Section::Activities {
                found.read_resolver_line(body, &mut list);
            }
        }
        found
    }

    /// `android.intent.action.MAIN:`, then a line per activity, then (from Android 7 on) its filter.
    fn read_resolver_line(&mut self, body: &str, list: &mut List) {
        if let Some(activity) = body.split_whitespace().nth(1).and_then(Component::parse)
            && self.activities.len() < MAX_ACTIVITIES
        {
            self.activities.insert(activity);
        }
        if body.ends_with(':') && !body.contains(' ') {
            *list = if body == "android.intent.action.MAIN:" { List::MainActivities } else { List::None };
        } else if *list == List::MainActivities {
            let mut words = body.split_whitespace();
            let component = words.nth(1).and_then(Component::parse);
            // Without filters in the dump each main activity may be the launcher's.
            if words.next() == Some("filter") {
                *list = List::Filter(component);
            } else if let Some(component) = component {
                self.add_launcher(component);
            }
        } else if let List::Filter(component) = list {
            if body.contains("category.LAUNCHER\"") || body.contains("category.LEANBACK_LAUNCHER\"") {
                if let Some(component) = component.take() {
                    self.add_launcher(component);
                }
            } else if let Some(next) = body.split_whitespace().nth(1).and_then(Component::parse) {
                *list = List::Filter(Some(next));
            }
        }
    }

    fn add_launcher(&mut self, component: Component) {
        if self.launchers.len() < MAX_LAUNCHERS && !self.launchers.contains(&component) {
            self.launchers.push(component);
        }
    }
}

const MAX_LAUNCHERS: usize = 512;
const MAX_ACTIVITIES: usize = 20_000;

/// The part of the dump we are in.
#[derive(PartialEq, Eq)]
enum Section {
    Activities,
    Packages,
    Elsewhere,
}

impl Section {
    fn under(heading: &str) -> Self {
        match heading {
            "Activity Resolver Table:" => Self::Activities,
            "Packages:" => Self::Packages,
            _ => Self::Elsewhere,
        }
    }
}

/// The list we are in.
#[derive(PartialEq, Eq)]
enum List {
    None,
    Requested,
    Installed,
    Runtime,
    MainActivities,
    Filter(Option<Component>),
}

fn read_line(package: &mut Package, body: &str, list: List) -> List {
    match body {
        "requested permissions:" => return List::Requested,
        "install permissions:" => return List::Installed,
        "runtime permissions:" => return List::Runtime,
        _ => {}
    }
    let text = |value: &str| Some(value.to_owned()).filter(|value| value != "null");
    let (key, value) = body.split_once('=').unwrap_or((body, ""));
    match key {
        // Android 14 calls the user id by what it is.
        "userId" | "appId" => {
            package.uid = package.uid.or(value.split(' ').next().and_then(|id| id.parse().ok()));
        }
        "codePath" => package.code_path = text(value),
        "versionName" => package.version_name = text(value),
        "lastUpdateTime" => package.last_update = text(value),
        "versionCode" => {
            package.version_code = value.split(' ').next().and_then(|code| code.parse().ok());
            package.min_sdk = value_of(body, "minSdk").and_then(|sdk| sdk.parse().ok());
            package.target_sdk = value_of(body, "targetSdk").and_then(|sdk| sdk.parse().ok());
        }
        "flags" if package.flags.is_empty() => {
            let flags = between(value, "[", "]").unwrap_or("");
            package.flags = flags.split_whitespace().map(str::to_owned).collect();
        }
        _ if body.ends_with(':') || body.starts_with("User ") => return List::None,
        _ => return read_permission(package, body, list),
    }
    list
}

fn read_permission(package: &mut Package, body: &str, list: List) -> List {
    let (name, rest) = body.split_once(':').unwrap_or((body, ""));
    let is_name = !name.is_empty() && !name.contains([' ', '=', '[']);
    match list {
        List::Requested if is_name => package.requested.push(name.to_owned()),
        List::Installed | List::Runtime if is_name => {
            if let Some(granted) = value_of(rest, "granted") {
                let runtime = list == List::Runtime;
                package.permissions.push(Permission {
                    name: name.to_owned(),
                    granted: granted == "true",
                    runtime,
                });
            }
        }
        _ => {}
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n\
        \x20       1d7 a.b/.Main filter 2e2\n          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\n\
        \x20       1d8 a.b/.Hidden filter 2e3\n          Action: \"android.intent.action.MAIN\"\n\
        \x20     android.intent.action.VIEW:\n        1d9 a.b/.View filter 2e4\n          Category: \"android.intent.category.LAUNCHER\"\n\n\
        Packages:\n  Package [a.b] (3f):\n    userId=10086\n    codePath=/data/app/a.b-1\n    versionCode=19 minSdk=14 targetSdk=28\n\
        \x20   versionName=2.4 beta\n    flags=[ DEBUGGABLE HAS_CODE ]\n    lastUpdateTime=2023-10-19 02:48:34\n\
        \x20   requested permissions:\n      android.permission.CAMERA: restricted=true\n      android.permission.INTERNET\n\
        \x20   install permissions:\n      android.permission.INTERNET: granted=true\n\
        \x20   User 0: ceDataInode=1 installed=true\n      gids=[3003]\n      runtime permissions:\n\
        \x20       android.permission.CAMERA: granted=false, flags=[ USER_SET ]\n\n\
        Hidden system packages:\n  Package [a.b] (40):\n    versionCode=1 minSdk=1 targetSdk=1\n";

    #[test]
    fn reads_a_package() {
        let found = Packages::parse(DUMP);
        let activities: Vec<String> = found.activities.iter().map(Component::to_string).collect();
        assert_eq!(activities, ["a.b/.Hidden", "a.b/.Main", "a.b/.View"]);
        assert_eq!(found.packages.len(), 1);
        let package = &found.packages[0];
        assert_eq!(
            (package.name.as_str(), package.version_name.as_deref(), package.version_code),
            ("a.b", Some("2.4 beta"), Some(19))
        );
        assert_eq!((package.min_sdk, package.target_sdk, package.uid), (Some(14), Some(28), Some(10086)));
        assert!(!package.is_system());
        assert_eq!(package.requested, ["android.permission.CAMERA", "android.permission.INTERNET"]);
        let permissions: Vec<_> =
            package.permissions.iter().map(|p| (p.name.as_str(), p.granted, p.runtime)).collect();
        assert_eq!(
            permissions,
            [("android.permission.INTERNET", true, false), ("android.permission.CAMERA", false, true)]
        );
    }

    fn check_launchers(text: &str, expected: &[&str]) {
        let seen: Vec<String> = Packages::parse(text).launchers.iter().map(Component::to_string).collect();
        assert_eq!(seen, expected, "{text}");
    }

    #[test]
    fn finds_what_a_launcher_shows() {
        check_launchers(DUMP, &["a.b/.Main"]);
        check_launchers(
            "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        1d7 a.b/.Main\n      x.y:\n        1d8 a.b/.Z\n",
            &["a.b/.Main"],
        );
    }

    #[test]
    fn keeps_a_refusal() {
        assert_eq!(
            Packages::parse("Unable to find package: a.b\n").refusal.as_deref(),
            Some("Unable to find package: a.b")
        );
    }
}
