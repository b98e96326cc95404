//! Which kind of phone is simulated.

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
