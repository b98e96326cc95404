//! What kind of pocket phone is wanted.

use std::fmt;
use std::str::FromStr;

use crate::criu::Criu;
use crate::kit::Api;

/// What kind of pocket phone: `api=34,size=411x731,density=xhdpi,locale=de,network=allowed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The API level.
    pub api: u32,
    /// Width and height of the screen, held upright, in dp.
    pub size_dp: (u32, u32),
    /// Dots per inch, as Android names it: `mdpi`, `xhdpi`.
    pub density: Density,
    /// The language, as `de-DE`.
    pub locale: String,
    /// Whether the app may reach the computer's network.
    pub network: bool,
}

/// How fine the screen is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Density {
    /// 160 dots per inch: a dp is a pixel.
    Mdpi,
    /// 240.
    Hdpi,
    /// 320.
    Xhdpi,
    /// 480.
    Xxhdpi,
}

/// Words that make no phone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProfileError(String);

impl Density {
    const ALL: [(&'static str, Density, u32); 4] = [
        ("mdpi", Density::Mdpi, 160),
        ("hdpi", Density::Hdpi, 240),
        ("xhdpi", Density::Xhdpi, 320),
        ("xxhdpi", Density::Xxhdpi, 480),
    ];

    /// Dots per inch.
    pub fn dpi(self) -> u32 {
        Density::ALL.iter().find(|(_, density, _)| *density == self).map_or(160, |(_, _, dpi)| *dpi)
    }

    fn name(self) -> &'static str {
        Density::ALL.iter().find(|(_, density, _)| *density == self).map_or("mdpi", |(name, ..)| name)
    }
}

impl Default for Profile {
    /// A phone of today on a screen that costs little to draw.
    fn default() -> Profile {
        let locale = "en-US".to_owned();
        Profile { api: 34, size_dp: (411, 731), density: Density::Mdpi, locale, network: false }
    }
}

impl Profile {
    /// Width and height of the screen, held upright, in pixels.
    pub fn screen_px(&self) -> (u32, u32) {
        let px = |dp: u32| dp * self.density.dpi() / 160;
        (px(self.size_dp.0), px(self.size_dp.1))
    }

    /// What saves processes of such a phone; else why nothing does, in words.
    pub fn criu(&self) -> Result<Criu, String> {
        match self.network {
            true => {
                Err("with the network allowed there are none, for nobody else goes back in time".to_owned())
            }
            false => Criu::find(),
        }
    }

    /// The Android release people know.
    pub fn release(&self) -> &'static str {
        Api::of(self.api).map_or("", |api| api.release)
    }

    /// As Android writes resource qualifiers.
    pub(crate) fn qualifiers(&self, locale: &str, dark: bool) -> String {
        let (width, height) = self.size_dp;
        let night = if dark { "night" } else { "notnight" };
        format!("{}-w{width}dp-h{height}dp-port-{night}-{}", locale_qualifier(locale), self.density.name())
    }
}

/// `de-DE` as `de-rDE`, with a script as `b+sr+Latn+RS`.
pub(crate) fn locale_qualifier(tag: &str) -> String {
    let parts: Vec<&str> = tag.split('-').collect();
    match parts[..] {
        [language] => language.to_owned(),
        [language, region] if region.len() == 2 => format!("{language}-r{region}"),
        _ => format!("b+{}", parts.join("+")),
    }
}

impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Profile, ProfileError> {
        let mut profile = Profile::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            match key {
                "api" => profile.api = api(value)?,
                "size" => profile.size_dp = size(value)?,
                "density" => profile.density = density(value)?,
                "locale" => profile.locale = locale(value)?,
                "network" => profile.network = network(value)?,
                _ => {
                    let known = "api, size, density, locale, network";
                    return Err(ProfileError(format!("a pocket phone has no {}: {known}", gui::quoted(key))));
                }
            }
        }
        Ok(profile)
    }
}

fn api(value: &str) -> Result<u32, ProfileError> {
    value.parse().ok().filter(|&level| Api::of(level).is_some()).ok_or_else(|| {
        let levels: Vec<String> = Api::ALL.iter().map(|api| api.level.to_string()).collect();
        ProfileError(format!("the API level is one of {}, not {}", levels.join(", "), gui::quoted(value)))
    })
}

fn size(value: &str) -> Result<(u32, u32), ProfileError> {
    let sides = value.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match sides {
        Some((width @ 200..=1400, height @ 200..=1400)) if width <= height => Ok((width, height)),
        _ => Err(ProfileError(format!(
            "the size is width by height in dp, held upright, 200 to 1400 each, as 411x731, not {}",
            gui::quoted(value)
        ))),
    }
}

fn density(value: &str) -> Result<Density, ProfileError> {
    let found = Density::ALL.iter().find(|(name, ..)| *name == value).map(|(_, density, _)| *density);
    found.ok_or_else(|| {
        ProfileError(format!("the density is mdpi, hdpi, xhdpi or xxhdpi, not {}", gui::quoted(value)))
    })
}

fn locale(value: &str) -> Result<String, ProfileError> {
    let is_part =
        |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    match value.split('-').all(is_part) {
        true => Ok(value.to_owned()),
        false => Err(ProfileError(format!("a locale is written as de or de-DE, not {}", gui::quoted(value)))),
    }
}

fn network(value: &str) -> Result<bool, ProfileError> {
    match value {
        "allowed" => Ok(true),
        "none" => Ok(false),
        _ => Err(ProfileError(format!("the network is allowed or none, not {}", gui::quoted(value)))),
    }
}

impl fmt::Display for Profile {
    /// As it can be written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size_dp;
        write!(
            f,
            "api={},size={width}x{height},density={},locale={}",
            self.api,
            self.density.name(),
            self.locale
        )?;
        if self.network { f.write_str(",network=allowed") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_usual() {
        let profile: Profile = "density=xhdpi,locale=de".parse().unwrap();
        assert_eq!(profile.to_string(), "api=34,size=411x731,density=xhdpi,locale=de");
        assert_eq!(profile.to_string().parse(), Ok(profile.clone()));
        assert_eq!(profile.screen_px(), (822, 1462));
        assert_eq!("".parse(), Ok(Profile::default()));
        assert_eq!("network=none".parse(), Ok(Profile::default()));
    }

    #[test]
    fn with_the_network_there_is_no_going_back() {
        let profile: Profile = "network=allowed".parse().unwrap();
        assert!(profile.network && profile.criu().is_err());
        assert_eq!(profile.to_string().parse(), Ok(profile));
    }

    #[test]
    fn slips_are_told_with_what_would_do() {
        for (text, said) in [
            ("api=12", "the API level is one of 34, 30, 28, not \"12\""),
            ("size=731x411", "the size is width by height in dp, held upright"),
            ("density=retina", "the density is mdpi, hdpi, xhdpi or xxhdpi"),
            ("locale=d", "a locale is written as de or de-DE"),
            ("network=slow", "the network is allowed or none"),
            ("colour=red", "a pocket phone has no \"colour\": api, size, density, locale, network"),
        ] {
            let error = text.parse::<Profile>().unwrap_err().to_string();
            assert!(error.starts_with(said), "{text}: {error}");
        }
    }

    #[test]
    fn qualifiers_are_androids() {
        let profile = Profile::default();
        assert_eq!(profile.qualifiers("de-DE", true), "de-rDE-w411dp-h731dp-port-night-mdpi");
        assert_eq!(locale_qualifier("sr-Latn-RS"), "b+sr+Latn+RS");
    }
}
