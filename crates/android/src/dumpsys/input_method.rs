//! Whether the keyboard is up, and which (`dumpsys input_method`).

use serde::Serialize;

use crate::component::Component;
use crate::text::{lines, value_of};

/// The state of the keyboard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InputMethod {
    /// Whether it is on screen; `None` where the phone does not say, which is not the same as hidden.
    pub shown: Option<bool>,
    /// The keyboard in use, such as `com.google.android.inputmethod.latin/…LatinIME`.
    pub current: Option<Component>,
    /// The app it types into.
    pub target_package: Option<String>,
    /// What kind of text the field wants, as Android's `inputType` bits; 0 where nothing can be typed.
    pub input_type: Option<u32>,
}

impl InputMethod {
    /// Reads the dump: first the manager's state, then that of the keyboard itself.
    ///
    /// `mInputShown` is the manager's word. From Android 15 on it is gone from some builds, and the window's own
    /// visibility is the next best.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        let mut visible = None;
        for line in lines(text) {
            let line = line.trim();
            let flag = |key: &str| value_of(line, key).and_then(|value| value.parse::<bool>().ok());
            let name = |key: &str| value_of(line, key).and_then(Component::parse);
            found.shown = found.shown.or_else(|| flag("mInputShown"));
            visible = visible.or_else(|| flag("mIsInputViewShown")).or_else(|| flag("mWindowVisible"));
            found.current = found.current.take().or_else(|| name("mCurMethodId")).or_else(|| name("mCurId"));
            let package = || value_of(line, "packageName").filter(|name| *name != "null").map(str::to_owned);
            if value_of(line, "inputType").is_some() || line.starts_with("packageName=") {
                found.target_package = found.target_package.take().or_else(package);
                found.input_type = found.input_type.or_else(|| value_of(line, "inputType").and_then(hex));
            }
        }
        found.shown = found.shown.or(visible);
        found
    }
}

fn hex(value: &str) -> Option<u32> {
    u32::from_str_radix(value.trim_start_matches("0x"), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        text: &str,
        shown: Option<bool>,
        current: Option<&str>,
        target: Option<&str>,
        input_type: Option<u32>,
    ) {
        let found = InputMethod::parse(text);
        assert_eq!(found.shown, shown, "{text}");
        assert_eq!(found.current.map(|c| c.to_string()).as_deref(), current, "{text}");
        assert_eq!((found.target_package.as_deref(), found.input_type), (target, input_type), "{text}");
    }

    #[test]
    fn reads_the_managers_word() {
        check(
            "Current Input Method Manager state:\n  mCurMethodId=com.k/.Latin\n  mCurId=com.k/.Latin mHaveConnection=true\n\
             \x20 mShowRequested=true mShowForced=false mInputShown=true\n  mSystemReady=true mInteractive=true\n\
             Input method service state for com.k.Latin@1f:\n  mWindowVisible=false mWindowWasVisible=false\n\
             \x20   inputType=0x20001 imeOptions=0x4 privateImeOptions=null\n    packageName=a.b fieldId=7\n",
            Some(true),
            Some("com.k/.Latin"),
            Some("a.b"),
            Some(0x20001),
        );
        check("mInputShown=false", Some(false), None, None, None);
    }

    #[test]
    fn falls_back_to_the_keyboards_window() {
        check(
            "  mCurMethodId=com.k/.Latin\n  mIsInputViewShown=true mStatusIcon=0\n",
            Some(true),
            Some("com.k/.Latin"),
            None,
            None,
        );
    }

    #[test]
    fn unknown_is_not_hidden() {
        check("Can't find service: input_method\n", None, None, None, None);
        check("mCurMethodId=null\nmInputShown=maybe", None, None, None, None);
    }
}
