//! What kind of phone it is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Identity;

/// What kind of phone it is: all that an app's look and behaviour may depend on, as the phone came to us.
///
/// It prints as words that [`with_words`](Self::with_words) reads again: `api=34,size=411x731,density=420,locale=en-US`,
/// and `dark=true` and `font-scale=130` where that is not usual.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PhoneKind {
    /// The API level.
    pub api: u32,
    /// Width and height of the screen in dp, held upright.
    pub size_dp: (u32, u32),
    /// Dots per inch.
    pub density_dpi: u32,
    /// The language tag, `en-US`.
    pub locale: String,
    /// Whether dark mode is on.
    pub dark: bool,
    /// The size of letters in percent; 100 is usual.
    pub font_percent: u16,
}

/// Words that make no phone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KindError {
    /// Phones have no such property.
    #[error("a phone has no {}: it has {}", gui::quoted(.0), PhoneKind::KEYS.join(", "))]
    NoSuchKey(String),
    /// The same property again, and nobody knows which of both is meant.
    #[error("{0} is said twice")]
    Twice(String),
    /// No phone is like that.
    #[error("{wanted}, not {}", gui::quoted(.seen))]
    CannotBe {
        /// What would do.
        wanted: &'static str,
        /// What was written.
        seen: String,
    },
}

/// What Android calls usual densities.
const DENSITIES: [(&str, u32); 7] = [
    ("ldpi", 120),
    ("mdpi", 160),
    ("tvdpi", 213),
    ("hdpi", 240),
    ("xhdpi", 320),
    ("xxhdpi", 480),
    ("xxxhdpi", 640),
];

/// More than any phone has keys: each is compared with all before it.
const MOST_WORDS: usize = 32;

impl PhoneKind {
    /// What a phone can be told apart by, as it is written.
    pub const KEYS: [&str; 6] = ["api", "size", "density", "locale", "dark", "font-scale"];

    /// What is known of any phone. Its language and letters are taken to be usual.
    pub fn of(identity: &Identity) -> PhoneKind {
        let dpi = identity.density_dpi.max(1);
        // Rounded down, as Android does; in 64 bits, for a phone may say anything.
        let dp = |px: u32| u32::try_from(u64::from(px) * 160 / u64::from(dpi)).unwrap_or(u32::MAX);
        let (width, height) = (dp(identity.screen_px.0), dp(identity.screen_px.1));
        PhoneKind {
            api: identity.api,
            size_dp: (width.min(height), width.max(height)),
            density_dpi: dpi,
            locale: "en-US".to_owned(),
            dark: false,
            font_percent: 100,
        }
    }

    /// The same but for what the words say: `api=30,size=360x640,density=xhdpi,locale=de,dark,font-scale=130`, any of these.
    pub fn with_words(&self, text: &str) -> Result<PhoneKind, KindError> {
        let mut kind = self.clone();
        for (key, value) in PhoneKind::words(text)? {
            match key {
                "api" => kind.api = api(value)?,
                "size" => kind.size_dp = size(value)?,
                "density" => kind.density_dpi = density(value)?,
                "locale" => kind.locale = locale(value)?,
                "dark" => kind.dark = dark(value)?,
                "font-scale" => kind.font_percent = font_percent(value)?,
                _ => return Err(KindError::NoSuchKey(key.to_owned())),
            }
        }
        Ok(kind)
    }

    /// The words of a text, taken apart; each key at most once. A key without `=` has an empty value.
    pub fn words(text: &str) -> Result<Vec<(&str, &str)>, KindError> {
        let mut words: Vec<(&str, &str)> = Vec::new();
        for word in text.split(',').filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if words.iter().any(|&(said, _)| said == key) {
                return Err(KindError::Twice(key.to_owned()));
            }
            if words.len() == MOST_WORDS {
                return Err(KindError::NoSuchKey(key.to_owned()));
            }
            words.push((key, value));
        }
        Ok(words)
    }

    /// What Android calls the density, as in its resource qualifiers: `xhdpi`, `420dpi`.
    pub fn density_name(&self) -> String {
        let named = DENSITIES.iter().find(|(_, dpi)| *dpi == self.density_dpi);
        named.map_or_else(|| format!("{}dpi", self.density_dpi), |(name, _)| (*name).to_owned())
    }
}

impl fmt::Display for PhoneKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PhoneKind { api, size_dp: (width, height), density_dpi, locale, dark, font_percent } = self;
        write!(f, "api={api},size={width}x{height},density={density_dpi},locale={locale}")?;
        if *dark {
            f.write_str(",dark=true")?;
        }
        if *font_percent == 100 { Ok(()) } else { write!(f, ",font-scale={font_percent}") }
    }
}

fn api(value: &str) -> Result<u32, KindError> {
    let wanted = "the API level is a number from 21 to 36";
    value.parse().ok().filter(|level| (21..=36).contains(level)).ok_or_else(|| cannot_be(wanted, value))
}

fn size(value: &str) -> Result<(u32, u32), KindError> {
    let wanted = "the size is width by height in dp, held upright, 200 to 1400 each, as 411x731";
    match value.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
    {
        Some((width @ 200..=1400, height @ 200..=1400)) if width <= height => Ok((width, height)),
        _ => Err(cannot_be(wanted, value)),
    }
}

fn density(value: &str) -> Result<u32, KindError> {
    let wanted = "the density is mdpi, hdpi, xhdpi, xxhdpi and the like, or 72 to 1000 dots per inch";
    if let Some((_, dpi)) = DENSITIES.iter().find(|(name, _)| *name == value) {
        return Ok(*dpi);
    }
    let number = value.strip_suffix("dpi").unwrap_or(value).parse().ok();
    number.filter(|dpi| (72..=1000).contains(dpi)).ok_or_else(|| cannot_be(wanted, value))
}

/// Language, script and region: letters and digits between hyphens.
fn locale(value: &str) -> Result<String, KindError> {
    let mut parts = value.split('-');
    let is_language =
        |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_part =
        |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    if parts.next().is_some_and(is_language) && parts.all(is_part) {
        Ok(value.to_owned())
    } else {
        Err(cannot_be("the locale is written as de or de-DE", value))
    }
}

fn dark(value: &str) -> Result<bool, KindError> {
    match value {
        "" | "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(cannot_be("dark is true or false", value)),
    }
}

fn font_percent(value: &str) -> Result<u16, KindError> {
    let wanted = "the size of letters is 50 to 300 percent, or 0.5 to 3.0";
    let percent = if value.contains('.') {
        // What is out of range, or no number at all, ends up at an edge or at 0, and is refused below.
        value.parse::<f32>().ok().map(|times| (times * 100.0).round() as u16)
    } else {
        value.parse().ok()
    };
    percent.filter(|percent| (50..=300).contains(percent)).ok_or_else(|| cannot_be(wanted, value))
}

fn cannot_be(wanted: &'static str, seen: &str) -> KindError {
    KindError::CannotBe { wanted, seen: seen.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(screen_px: (u32, u32), density_dpi: u32) -> Identity {
        Identity {
            serial: "one".to_owned(),
            manufacturer: "Example".to_owned(),
            model: "One".to_owned(),
            release: "14".to_owned(),
            api: 34,
            screen_px,
            density_dpi,
        }
    }

    fn usual() -> PhoneKind {
        PhoneKind::of(&identity((1080, 1920), 420))
    }

    #[test]
    fn words_change_what_they_name_and_are_read_back() {
        for (words, expected) in [
            ("", "api=34,size=411x731,density=420,locale=en-US"),
            ("api=30,locale=de", "api=30,size=411x731,density=420,locale=de"),
            ("size=360x640,density=xhdpi", "api=34,size=360x640,density=320,locale=en-US"),
            ("density=440dpi", "api=34,size=411x731,density=440,locale=en-US"),
            ("locale=sr-Latn-RS,", "api=34,size=411x731,density=420,locale=sr-Latn-RS"),
            ("dark", "api=34,size=411x731,density=420,locale=en-US,dark=true"),
            (
                "dark=true,font-scale=130",
                "api=34,size=411x731,density=420,locale=en-US,dark=true,font-scale=130",
            ),
            ("dark=false,font-scale=100", "api=34,size=411x731,density=420,locale=en-US"),
            ("font-scale=1.15", "api=34,size=411x731,density=420,locale=en-US,font-scale=115"),
        ] {
            let kind = usual().with_words(words).unwrap();
            assert_eq!(kind.to_string(), expected, "{words}");
            assert_eq!(usual().with_words(expected), Ok(kind), "{words}");
        }
    }

    #[test]
    fn more_words_than_any_phone_has_are_not_compared_with_each_other() {
        let endless: Vec<String> = (0..300_000).map(|word| format!("w{word}")).collect();
        let begun = std::time::Instant::now();
        assert!(matches!(PhoneKind::words(&endless.join(",")), Err(KindError::NoSuchKey(_))));
        assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    }

    #[test]
    fn what_no_phone_is_like_is_refused_with_what_would_do() {
        for (words, said) in [
            ("api=20", "the API level is a number from 21 to 36, not \"20\""),
            ("api", "the API level is a number from 21 to 36, not \"\""),
            (
                "size=0",
                "the size is width by height in dp, held upright, 200 to 1400 each, as 411x731, not \"0\"",
            ),
            ("size=0x0", "the size is width by height in dp"),
            ("size=731x411", "the size is width by height in dp, held upright"),
            (
                "density=retina",
                "the density is mdpi, hdpi, xhdpi, xxhdpi and the like, or 72 to 1000 dots per inch",
            ),
            ("density=71", "the density is mdpi"),
            ("locale=d", "the locale is written as de or de-DE, not \"d\""),
            ("locale=de_DE", "the locale is written as de or de-DE"),
            ("dark=perhaps", "dark is true or false, not \"perhaps\""),
            ("font-scale=49", "the size of letters is 50 to 300 percent, or 0.5 to 3.0, not \"49\""),
            ("font-scale=9.9", "the size of letters is 50 to 300 percent"),
            ("font-scale=.", "the size of letters is 50 to 300 percent"),
            ("colour=red", "a phone has no \"colour\": it has api, size, density, locale, dark, font-scale"),
            ("api=30,api=30", "api is said twice"),
        ] {
            let error = usual().with_words(words).unwrap_err().to_string();
            assert!(error.starts_with(said), "{words}: {error}");
        }
    }

    #[test]
    fn a_tablet_is_measured_upright() {
        assert_eq!(PhoneKind::of(&identity((2560, 1600), 320)).size_dp, (800, 1280));
        assert_eq!(PhoneKind::of(&identity((u32::MAX, 1), 0)).size_dp, (160, u32::MAX));
    }

    #[test]
    fn densities_have_androids_names() {
        for (words, name) in
            [("density=160", "mdpi"), ("density=420", "420dpi"), ("density=xxxhdpi", "xxxhdpi")]
        {
            assert_eq!(usual().with_words(words).unwrap().density_name(), name);
        }
    }
}
