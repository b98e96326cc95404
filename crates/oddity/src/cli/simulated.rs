//! What kind of phone is simulated.

use clap::Args;

/// What kind of phone is simulated, and what happens on it by chance.
#[derive(Debug, Args)]
#[command(next_help_heading = "Simulated phone")]
pub(crate) struct SimulatedArgs {
    /// The seed of everything that is left to chance.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) phone: Simulated,
}

/// What kind of phone is simulated.
#[derive(Debug, Args)]
#[command(next_help_heading = "Simulated phone")]
pub(crate) struct Simulated {
    /// Android's API level, 21 to 36.
    #[arg(long, value_name = "LEVEL", default_value_t = 34, value_parser = clap::value_parser!(u32).range(21..=36))]
    pub(crate) api: u32,

    /// Width and height of the screen in pixels, 240 to 4096 each.
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1080x1920", value_parser = screen_size)]
    pub(crate) size: (u32, u32),

    /// Dots per inch, 72 to 1000; 160 makes a dp a pixel.
    #[arg(long, value_name = "DPI", default_value_t = 420, value_parser = clap::value_parser!(u32).range(72..=1000))]
    pub(crate) density: u32,

    /// The language, as `de-DE`. Apps that do not speak it stay English; diary and budget speak some German.
    #[arg(long, value_name = "TAG", default_value = "en-US", value_parser = language_tag)]
    pub(crate) locale: String,

    /// Dark mode.
    #[arg(long)]
    pub(crate) dark: bool,

    /// The size of letters in percent, 50 to 300.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u16).range(50..=300))]
    pub(crate) font_scale: u16,
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
