//! What kind of phone it is, said by flags.

use clap::Args;
use device::PhoneKind;

/// What kind of phone it is, and what happens on it by chance.
#[derive(Debug, Args)]
#[command(next_help_heading = "Kind of phone")]
pub(crate) struct SimulatedArgs {
    /// The seed of everything that is left to chance.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) phone: Simulated,
}

/// What kind of phone it is, where there is only one: simulated, or that of the only `--on`.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Kind of phone")]
pub(crate) struct Simulated {
    /// Android's API level, 21 to 36. Left out: 34.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u32).range(21..=36))]
    pub(crate) api: Option<u32>,

    /// Width and height of the screen in pixels, 240 to 4096 each. Left out: 1080x1920 on a simulated phone.
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = screen_size)]
    pub(crate) size: Option<(u32, u32)>,

    /// Dots per inch, 72 to 1000; 160 makes a dp a pixel. Left out: 420 on a simulated phone, 160 on a pocket phone.
    #[arg(long, value_name = "DPI", value_parser = clap::value_parser!(u32).range(72..=1000))]
    pub(crate) density: Option<u32>,

    /// The language, as `de-DE`. Left out: `en-US`. Of the simulated apps, diary and budget speak some German.
    #[arg(long, value_name = "TAG", value_parser = language_tag)]
    pub(crate) locale: Option<String>,

    /// Dark mode.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub(crate) dark: Option<bool>,

    /// The size of letters in percent, 50 to 300. Left out: 100.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u16).range(50..=300))]
    pub(crate) font_scale: Option<u16>,
}

impl Simulated {
    /// What was said, by flag, in the words of `--on`: its keys are the flags' names. A size in pixels is in dp there, which
    /// depends on how fine the screen is.
    pub(crate) fn said(&self, density_dpi: u32) -> Vec<(&'static str, String)> {
        let dp = |px: u32| px * 160 / self.density.unwrap_or(density_dpi);
        let said = [
            self.api.map(|level| level.to_string()),
            self.size.map(|(width, height)| format!("{}x{}", dp(width), dp(height))),
            self.density.map(|dpi| dpi.to_string()),
            self.locale.clone(),
            self.dark.map(|dark| dark.to_string()),
            self.font_scale.map(|percent| percent.to_string()),
        ];
        PhoneKind::KEYS.into_iter().zip(said).filter_map(|(key, value)| Some((key, value?))).collect()
    }
}

/// Language, script and region: letters and digits between hyphens.
fn language_tag(text: &str) -> Result<String, String> {
    let mut parts = text.split('-');
    let is_language =
        |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    if parts.next().is_some_and(is_language) && parts.all(is_part) {
        Ok(text.to_owned())
    } else {
        Err("write it as de-DE".to_owned())
    }
}

fn screen_size(text: &str) -> Result<(u32, u32), String> {
    let sides =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match sides {
        Some(size @ (240..=4096, 240..=4096)) => Ok(size),
        Some(_) => Err("each side has 240 to 4096 pixels".to_owned()),
        None => Err("write it as 1080x1920".to_owned()),
    }
}
