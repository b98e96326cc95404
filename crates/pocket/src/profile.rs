//! What kind of pocket phone is wanted.

use std::fmt;
use std::str::FromStr;

use device::{KindError, PhoneKind};

use crate::kit::Api;
use crate::room::criu::Criu;

/// What kind of pocket phone: `api=34,size=411x731,density=xhdpi,locale=de,dark,font-scale=130,network=allowed,zone=Europe/Berlin`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Profile {
    /// What an app can tell phones apart by.
    pub kind: PhoneKind,
    /// Whether the app may reach the computer's network.
    pub network: bool,
    /// The time zone, by its name in the time zone database.
    pub zone: String,
}

/// The zone of a phone of which nobody says where it is.
const UTC: &str = "UTC";

/// The longest name of the database has 32 letters.
const LONGEST_ZONE: usize = 40;

/// Words that make no phone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProfileError(String);

impl Default for Profile {
    /// A phone of today on a screen that costs little to draw.
    fn default() -> Profile {
        let kind = PhoneKind {
            api: 34,
            size_dp: (411, 731),
            density_dpi: 160,
            locale: "en-US".to_owned(),
            dark: false,
            font_percent: 100,
        };
        Profile { kind, network: false, zone: UTC.to_owned() }
    }
}

impl Profile {
    /// What a pocket phone can be told besides [`PhoneKind::KEYS`].
    pub const OWN_KEYS: [&str; 2] = ["network", "zone"];

    /// The usual phone with another Android.
    pub fn android(api: u32) -> Profile {
        let usual = Profile::default();
        Profile { kind: PhoneKind { api, ..usual.kind }, ..usual }
    }

    /// The same but for what the words say, any of those that it prints.
    pub fn with_words(&self, text: &str) -> Result<Profile, ProfileError> {
        let mut profile = self.clone();
        for (key, value) in PhoneKind::words(text)? {
            match key {
                "api" => profile.kind.api = api(value)?,
                "network" => profile.network = network(value)?,
                "zone" => profile.zone = zone(value)?,
                _ => profile.kind = profile.kind.with_words(&format!("{key}={value}"))?,
            }
        }
        Ok(profile)
    }

    /// Width and height of the screen, held upright, in pixels.
    pub fn screen_px(&self) -> (u32, u32) {
        let px = |dp: u32| dp * self.kind.density_dpi / 160;
        (px(self.kind.size_dp.0), px(self.kind.size_dp.1))
    }

    /// What saves processes of such a phone; else why nothing does, in words.
    pub fn criu(&self) -> Result<Criu, String> {
        if self.network {
            Err("with the network allowed there are none, for nobody else goes back in time".to_owned())
        } else {
            Criu::find()
        }
    }

    /// The Android release people know.
    pub fn release(&self) -> &'static str {
        Api::of(self.kind.api).map_or("", |api| api.release)
    }

    /// As Android writes resource qualifiers.
    pub(crate) fn qualifiers(&self, locale: &str, dark: bool) -> String {
        let (width, height) = self.kind.size_dp;
        let night = if dark { "night" } else { "notnight" };
        let (locale, density) = (locale_qualifier(locale), self.kind.density_name());
        format!("{locale}-w{width}dp-h{height}dp-port-{night}-{density}")
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
        Profile::default().with_words(text)
    }
}

fn api(value: &str) -> Result<u32, ProfileError> {
    value.parse().ok().filter(|&level| Api::of(level).is_some()).ok_or_else(|| {
        let levels: Vec<String> = Api::ALL.iter().map(|api| api.level.to_string()).collect();
        ProfileError(format!("the API level is one of {}, not {}", levels.join(", "), gui::quoted(value)))
    })
}

fn network(value: &str) -> Result<bool, ProfileError> {
    match value {
        "allowed" => Ok(true),
        "none" => Ok(false),
        _ => Err(ProfileError(format!("the network is allowed or none, not {}", gui::quoted(value)))),
    }
}

/// Which of them there are, Java knows.
fn zone(value: &str) -> Result<String, ProfileError> {
    let is_name = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte))
    };
    if value.len() <= LONGEST_ZONE && value.split('/').all(is_name) {
        Ok(value.to_owned())
    } else {
        Err(ProfileError(format!("the zone is written as Europe/Berlin or UTC, not {}", gui::quoted(value))))
    }
}

impl From<KindError> for ProfileError {
    fn from(error: KindError) -> ProfileError {
        match error {
            KindError::NoSuchKey(key) => ProfileError(format!(
                "a pocket phone has no {}: it has {}, {}",
                gui::quoted(&key),
                PhoneKind::KEYS.join(", "),
                Profile::OWN_KEYS.join(", ")
            )),
            error => ProfileError(error.to_string()),
        }
    }
}

impl fmt::Display for Profile {
    /// As it can be written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind, if self.network { ",network=allowed" } else { "" })?;
        match self.zone.as_str() {
            UTC => Ok(()),
            zone => write!(f, ",zone={zone}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_usual() {
        let profile: Profile = "density=xhdpi,locale=de".parse().unwrap();
        assert_eq!(profile.to_string(), "api=34,size=411x731,density=320,locale=de");
        assert_eq!(profile.to_string().parse(), Ok(profile.clone()));
        assert_eq!(profile.screen_px(), (822, 1462));
        assert_eq!("".parse(), Ok(Profile::default()));
        assert_eq!("network=none".parse(), Ok(Profile::default()));
    }

    #[test]
    fn phones_that_look_different_print_differently() {
        // Images of first screens are found again by what a profile prints.
        let profile: Profile = "dark,font-scale=1.3,density=420".parse().unwrap();
        assert_eq!(
            profile.to_string(),
            "api=34,size=411x731,density=420,locale=en-US,dark=true,font-scale=130"
        );
        assert_eq!(profile.to_string().parse(), Ok(profile.clone()));
        assert_eq!(profile.qualifiers("en-US", true), "en-rUS-w411dp-h731dp-port-night-420dpi");
    }

    #[test]
    fn with_the_network_there_is_no_going_back() {
        let profile: Profile = "network=allowed".parse().unwrap();
        assert!(profile.network && profile.criu().is_err());
        assert_eq!(profile.to_string().parse(), Ok(profile));
    }

    #[test]
    fn a_phone_is_somewhere() {
        let profile: Profile = "zone=America/Argentina/Buenos_Aires".parse().unwrap();
        assert_eq!(
            profile.to_string(),
            "api=34,size=411x731,density=160,locale=en-US,zone=America/Argentina/Buenos_Aires"
        );
        assert_eq!(profile.to_string().parse(), Ok(profile));
        assert_eq!("zone=UTC".parse(), Ok(Profile::default()));
    }

    #[test]
    fn slips_are_told_with_what_would_do() {
        for (text, said) in [
            ("api=12", "the API level is one of 36, 35, 34, 30, 28, not \"12\""),
            ("size=731x411", "the size is width by height in dp, held upright"),
            ("density=retina", "the density is mdpi, hdpi, xhdpi, xxhdpi"),
            ("locale=d", "the locale is written as de or de-DE"),
            ("dark=dusk", "dark is true or false"),
            ("font-scale=0", "the size of letters is 50 to 300 percent"),
            ("network=slow", "the network is allowed or none"),
            ("network=none,network=allowed", "network is said twice"),
            ("zone=Europe//Berlin", "the zone is written as Europe/Berlin or UTC"),
            ("zone=../etc", "the zone is written as Europe/Berlin or UTC"),
            (
                "colour=red",
                "a pocket phone has no \"colour\": it has api, size, density, locale, dark, font-scale, network, zone",
            ),
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
