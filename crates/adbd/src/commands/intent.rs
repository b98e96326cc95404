//! Intents as `am` and `pm` take them on the command line.

use std::fmt;

use android::component::Component;

/// An intent, as far as a phone of ours cares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Intent {
    pub(super) action: Option<String>,
    pub(super) categories: Vec<String>,
    pub(super) data: Option<String>,
    pub(super) component: Option<Component>,
    /// The package that `-p`, or a bare name at the end, limits it to.
    pub(super) package: Option<String>,
    pub(super) has_extras: bool,
    /// Options of the command itself: `-W`, `-S`, `--brief`.
    pub(super) options: Vec<String>,
}

pub(super) const ACTION_MAIN: &str = "android.intent.action.MAIN";
pub(super) const CATEGORY_HOME: &str = "android.intent.category.HOME";
pub(super) const CATEGORY_LAUNCHER: &str = "android.intent.category.LAUNCHER";

impl Intent {
    /// Reads the arguments. `Err` is what is wrong, in Android's words.
    pub(super) fn parse(args: &[String]) -> Result<Intent, String> {
        let mut intent = Intent::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value =
                || args.next().cloned().ok_or(format!("Error: Argument expected after \"{arg}\""));
            match arg.as_str() {
                "-a" => intent.action = Some(value()?),
                "-c" => intent.categories.push(value()?),
                "-d" => intent.data = Some(value()?),
                "-p" => intent.package = Some(value()?),
                "-n" => {
                    let name = value()?;
                    let component =
                        Component::parse(&name).ok_or(format!("Error: Bad component name: {name}"))?;
                    intent.component = Some(component);
                }
                "-t"
                | "-f"
                | "-i"
                | "--user"
                | "--display"
                | "--windowingMode"
                | "--receiver-permission"
                | "-R" => {
                    value()?;
                }
                "--esn" => {
                    value()?;
                    intent.has_extras = true;
                }
                "-e" | "--es" | "--ez" | "--ei" | "--el" | "--ef" | "--eu" | "--ecn" | "--eia" | "--esa" => {
                    value()?;
                    args.next().ok_or(format!("Error: Argument expected after \"{arg}\""))?;
                    intent.has_extras = true;
                }
                option if option.starts_with('-') => intent.options.push(option.to_owned()),
                target => intent.take_target(target),
            }
        }
        Ok(intent)
    }

    /// What stands at the end without an option: an address, a component or a package.
    fn take_target(&mut self, target: &str) {
        if target.contains(':') {
            self.data = Some(target.to_owned());
            self.action.get_or_insert_with(|| "android.intent.action.VIEW".to_owned());
        } else if let Some(component) = Component::parse(target) {
            self.component = Some(component);
        } else {
            self.package = Some(target.to_owned());
            if self.action.is_none() {
                self.action = Some(ACTION_MAIN.to_owned());
                self.categories.push(CATEGORY_LAUNCHER.to_owned());
            }
        }
    }

    pub(super) fn has(&self, option: &str) -> bool {
        self.options.iter().any(|known| known == option)
    }
}

impl fmt::Display for Intent {
    /// `Intent { act=… cat=[…] dat=… pkg=… cmp=… (has extras) }`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Intent {{ ")?;
        if let Some(action) = &self.action {
            write!(f, "act={action} ")?;
        }
        if !self.categories.is_empty() {
            write!(f, "cat=[{}] ", self.categories.join(","))?;
        }
        if let Some(data) = &self.data {
            // Since Android 4 the rest of an address is not shown.
            write!(f, "dat={}:... ", data.split(':').next().unwrap_or(data))?;
        }
        if let Some(package) = &self.package {
            write!(f, "pkg={package} ")?;
        }
        if let Some(component) = &self.component {
            write!(f, "cmp={component} ")?;
        }
        if self.has_extras {
            write!(f, "(has extras) ")?;
        }
        write!(f, "}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &str, told: Result<&str, &str>) {
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        let intent = Intent::parse(&args).map(|intent| intent.to_string());
        assert_eq!(intent.as_deref().map_err(String::as_str), told, "{args:?}");
    }

    #[test]
    fn intents_are_told_as_android_tells_them() {
        check("-n a.b/.C", Ok("Intent { cmp=a.b/.C }"));
        check("-a x.Y -c z -W", Ok("Intent { act=x.Y cat=[z] }"));
        check("https://a.b/c", Ok("Intent { act=android.intent.action.VIEW dat=https:... }"));
        check("-n a.b/.C --es k v", Ok("Intent { cmp=a.b/.C (has extras) }"));
        check("-n nonsense", Err("Error: Bad component name: nonsense"));
        check("-a", Err("Error: Argument expected after \"-a\""));
    }
}
