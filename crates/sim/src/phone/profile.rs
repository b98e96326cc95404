//! Which kind of phone is simulated.

use device::{Identity, PhoneKind};

/// A phone as it leaves the shop. Take [`Profile::default`] and change what matters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Profile {
    /// What people choose it by: `sim:notes`.
    pub serial: String,
    /// Who made it.
    pub manufacturer: String,
    /// What its maker calls it.
    pub model: String,
    /// The Android release people know: `14`.
    pub release: String,
    /// The API level, 21 to 36.
    pub api: u32,
    /// Width and height of the screen, held upright.
    pub screen_px: (u32, u32),
    /// Dots per inch.
    pub density_dpi: u32,
    /// The language tag, `en-US`.
    pub locale: String,
    /// Whether dark mode is on.
    pub dark: bool,
    /// The size of letters; 100 is normal.
    pub font_percent: u16,
}

impl Default for Profile {
    fn default() -> Profile {
        Profile {
            serial: "sim".to_owned(),
            manufacturer: "Oddity".to_owned(),
            model: "Pocket One".to_owned(),
            release: "14".to_owned(),
            api: 34,
            screen_px: (1080, 1920),
            density_dpi: 420,
            locale: "en-US".to_owned(),
            dark: false,
            font_percent: 100,
        }
    }
}

impl Profile {
    /// The default phone with another Android.
    pub fn android(api: u32) -> Profile {
        Profile { api, release: release_of(api).to_owned(), ..Profile::default() }
    }

    /// The default phone as another kind. A side has as many pixels as its dp need; a screen as large and as fine as the
    /// default one has the very same.
    pub fn of_kind(kind: &PhoneKind) -> Profile {
        let usual = Profile::default();
        let px = |dp: u32| (dp * kind.density_dpi).div_ceil(160);
        let is_usual = (kind.size_dp, kind.density_dpi) == (usual.kind().size_dp, usual.density_dpi);
        Profile {
            screen_px: if is_usual { usual.screen_px } else { (px(kind.size_dp.0), px(kind.size_dp.1)) },
            density_dpi: kind.density_dpi,
            locale: kind.locale.clone(),
            dark: kind.dark,
            font_percent: kind.font_percent,
            ..Profile::android(kind.api)
        }
    }

    /// What kind of phone that is, in whole dp.
    pub fn kind(&self) -> PhoneKind {
        PhoneKind {
            locale: self.locale.clone(),
            dark: self.dark,
            font_percent: self.font_percent,
            ..PhoneKind::of(&self.identity())
        }
    }

    /// Which phone that is.
    pub(super) fn identity(&self) -> Identity {
        Identity {
            serial: self.serial.clone(),
            manufacturer: self.manufacturer.clone(),
            model: self.model.clone(),
            release: self.release.clone(),
            api: self.api,
            screen_px: self.screen_px,
            density_dpi: self.density_dpi,
        }
    }
}

/// The release of an API level; those after 36 are not out yet.
fn release_of(api: u32) -> &'static str {
    match api {
        ..=21 => "5.0",
        22 => "5.1",
        23 => "6.0",
        24 => "7.0",
        25 => "7.1",
        26 => "8.0",
        27 => "8.1",
        28 => "9",
        29 => "10",
        30 => "11",
        31 => "12",
        32 => "12L",
        33 => "13",
        34 => "14",
        35 => "15",
        36.. => "16",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_kind_is_the_usual_phone() {
        let usual = Profile::default();
        assert_eq!(usual.kind().to_string(), "api=34,size=411x731,density=420,locale=en-US");
        assert_eq!(Profile::of_kind(&usual.kind()), usual);
    }

    #[test]
    fn a_phone_is_of_the_kind_that_it_was_made_from() {
        for (words, screen_px) in [
            ("locale=de,dark,font-scale=130", (1080, 1920)),
            ("api=30,size=360x640,density=xhdpi", (720, 1280)),
            ("size=361x641", (948, 1683)),
            ("size=200x1400,density=mdpi", (200, 1400)),
        ] {
            let kind = Profile::default().kind().with_words(words).unwrap();
            let profile = Profile::of_kind(&kind);
            assert_eq!((profile.kind(), profile.screen_px), (kind, screen_px), "{words}");
        }
        assert_eq!(Profile::of_kind(&Profile::android(30).kind()).release, "11");
    }
}
