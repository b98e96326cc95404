//! Which kinds of phones the user means, by `--on` and by flags.

use device::PhoneKind;

use crate::cli::{On, Simulated};
use crate::failure::Failure;

/// The narrowest screen that apps are laid out for.
const NARROWEST_DP: u32 = 200;

/// What a side of a simulated screen may have, in pixels.
const SIDE_PX: std::ops::RangeInclusive<u32> = 240..=4096;

/// The kinds of simulated phones, in the order in which they were named.
pub(crate) fn simulated(on: &[On], flags: &Simulated) -> Result<Vec<sim::Profile>, Failure> {
    let words =
        words_for(on, "a simulated app runs on simulated phones, not on pocket phones", |on| match on {
            On::Sim(words) => Some(words),
            On::Pocket(_) => None,
        })?;
    if words.is_empty() {
        return Ok(vec![by_flags(flags)?]);
    }
    let usual = sim::Profile::default().kind();
    let mut kinds = Vec::new();
    for words in with_flags(&words, "sim", flags, &usual)? {
        let kind = usual.with_words(&words).map_err(Failure::bad_input)?;
        let profile = sim::Profile::of_kind(&kind);
        let (width, height) = profile.screen_px;
        if !(SIDE_PX.contains(&width) && SIDE_PX.contains(&height)) {
            return Err(Failure::bad_input(format!(
                "a screen of {width}x{height} pixels cannot be simulated: each side has {} to {}",
                SIDE_PX.start(),
                SIDE_PX.end()
            ))
            .hint("choose another `size` or `density`"));
        }
        kinds.push(profile);
    }
    all_different(kinds.iter().map(|profile| format!("sim:{}", profile.kind())))?;
    Ok(kinds)
}

/// The kinds of pocket phones, in the order in which they were named.
pub(crate) fn pocket(on: &[On], flags: &Simulated) -> Result<Vec<pocket::Profile>, Failure> {
    let mut words = words_for(on, "an .apk runs on pocket phones, not on simulated phones", |on| match on {
        On::Pocket(words) => Some(words),
        On::Sim(_) => None,
    })?;
    if words.is_empty() {
        words.push("");
    }
    let usual = pocket::Profile::default();
    let kinds = with_flags(&words, "pocket", flags, &usual.kind)?.into_iter();
    let kinds: Vec<pocket::Profile> = kinds
        .map(|words| words.parse().map_err(|error: pocket::ProfileError| Failure::bad_input(error)))
        .collect::<Result<_, _>>()?;
    all_different(kinds.iter().map(|profile| format!("pocket:{}", profile.kind)))?;
    Ok(kinds)
}

/// The kinds that a run had, as far as its settings say.
pub(crate) fn recalled(on: &[On]) -> Vec<PhoneKind> {
    let kinds = on.iter().filter_map(|on| match on {
        On::Sim(words) => sim::Profile::default().kind().with_words(words).ok(),
        On::Pocket(words) => words.parse().ok().map(|profile: pocket::Profile| profile.kind),
    });
    kinds.collect()
}

/// Nobody chooses what a connected phone is like.
pub(crate) fn connected(flags: &Simulated) -> Result<(), Failure> {
    match flags.said(160).first() {
        None => Ok(()),
        Some((flag, _)) => Err(Failure::bad_input(format!("`--{flag}`: a connected phone is as it is"))
            .hint("leave it out, or use a pocket phone (`--on pocket`) or a simulated one")),
    }
}

/// What `--on` says of phones of one sort; those of another are refused.
fn words_for<'o>(
    on: &'o [On],
    refusal: &str,
    words: impl Fn(&'o On) -> Option<&'o String>,
) -> Result<Vec<&'o str>, Failure> {
    let found: Vec<&str> = on.iter().filter_map(words).map(String::as_str).collect();
    match (found.len(), on.len()) {
        (some, all) if some == all => Ok(found),
        (0, _) => {
            Err(Failure::bad_input(refusal)
                .hint("a `sim:` app goes with `--on sim`, an .apk with `--on pocket`"))
        }
        _ => Err(Failure::bad_input("`--on sim` and `--on pocket` exclude each other")
            .hint("a `sim:` app goes with `--on sim`, an .apk with `--on pocket`")),
    }
}

/// A simulated phone as today's flags describe it, exact to the pixel.
fn by_flags(flags: &Simulated) -> Result<sim::Profile, Failure> {
    let usual = flags.api.map_or_else(sim::Profile::default, sim::Profile::android);
    let profile = sim::Profile {
        screen_px: flags.size.unwrap_or(usual.screen_px),
        density_dpi: flags.density.unwrap_or(usual.density_dpi),
        locale: flags.locale.clone().unwrap_or(usual.locale),
        dark: flags.dark.unwrap_or(usual.dark),
        font_percent: flags.font_scale.unwrap_or(usual.font_percent),
        ..usual
    };
    match profile.kind().size_dp.0 {
        NARROWEST_DP.. => Ok(profile),
        narrow_dp => Err(Failure::bad_input(format!(
            "a screen of {narrow_dp} dp has no room for an app: phones have {NARROWEST_DP} or more"
        ))
        .hint("choose a larger `--size` or a smaller `--density`")),
    }
}

/// The words with those of the flags: they are meant for the only kind there is, where it does not say otherwise itself.
fn with_flags(
    words: &[&str],
    sort: &str,
    flags: &Simulated,
    usual: &PhoneKind,
) -> Result<Vec<String>, Failure> {
    let [only] = words[..] else {
        return match flags.said(160).first() {
            None => Ok(words.iter().map(|&words| words.to_owned()).collect()),
            Some((flag, _)) => {
                Err(Failure::bad_input(format!("`--{flag}`: which of {} kinds is meant?", words.len()))
                    .hint(format!("say it in `--on`, as `--on {sort}:{}`", EXAMPLES[flag_at(flag)])))
            }
        };
    };
    let told = PhoneKind::words(only).map_err(Failure::bad_input)?;
    let value_of = |key: &str| told.iter().find(|&&(told, _)| told == key).map(|&(_, value)| value);
    let read = |key: &str, value: &str| usual.with_words(&format!("{key}={value}"));
    let density = value_of("density").and_then(|value| read("density", value).ok());
    let mut all = only.to_owned();
    for (flag, value) in flags.said(density.map_or(usual.density_dpi, |kind| kind.density_dpi)) {
        let asked = read(flag, &value).map_err(|error| {
            let in_dp = if flag == "size" { "; `--size` counts pixels" } else { "" };
            Failure::bad_input(format!("`--{flag}`: {error}{in_dp}"))
        })?;
        match value_of(flag) {
            None => all.push_str(&format!(",{flag}={value}")),
            Some(told) if read(flag, told).as_ref() == Ok(&asked) => {}
            Some(told) => {
                let told = if told.is_empty() { flag.to_owned() } else { format!("{flag}={told}") };
                return Err(Failure::bad_input(format!("`--{flag}` contradicts `--on {sort}:{told}`"))
                    .hint("say it once, in `--on`"));
            }
        }
    }
    Ok(vec![all])
}

/// How each property is said in `--on`.
const EXAMPLES: [&str; 6] =
    ["api=30", "size=360x640", "density=xhdpi", "locale=de", "dark", "font-scale=130"];

fn flag_at(flag: &str) -> usize {
    PhoneKind::KEYS.iter().position(|key| *key == flag).unwrap_or_default()
}

fn all_different(kinds: impl Iterator<Item = String>) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for kind in kinds {
        if seen.contains(&kind) {
            return Err(Failure::bad_input(format!("the same kind of phone is named twice: {kind}"))
                .hint("leave one out; `--phones` says how many work at one time"));
        }
        seen.push(kind);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags() -> Simulated {
        Simulated::default()
    }

    fn check(found: Result<Vec<String>, Failure>, expected: Result<&[&str], &str>) {
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (found, expected) => assert_eq!(found.as_ref().map_err(Failure::message).err(), expected.err()),
        }
    }

    fn check_sim(on: &[&str], flags: &Simulated, expected: Result<&[&str], &str>) {
        let on: Vec<On> = on.iter().map(|words| On::Sim((*words).to_owned())).collect();
        let told = |profile: &sim::Profile| profile.kind().to_string();
        check(simulated(&on, flags).map(|kinds| kinds.iter().map(told).collect()), expected);
    }

    fn check_pocket(on: &[&str], flags: &Simulated, expected: Result<&[&str], &str>) {
        let on: Vec<On> = on.iter().map(|words| On::Pocket((*words).to_owned())).collect();
        check_mixed(&on, flags, expected);
    }

    fn check_mixed(on: &[On], flags: &Simulated, expected: Result<&[&str], &str>) {
        let told = |profile: &pocket::Profile| profile.to_string();
        check(pocket(on, flags).map(|kinds| kinds.iter().map(told).collect()), expected);
    }

    #[test]
    fn kinds_come_in_the_order_in_which_they_are_named() {
        check_sim(&[], &flags(), Ok(&["api=34,size=411x731,density=420,locale=en-US"]));
        check_sim(
            &["size=360x640", "locale=de"],
            &flags(),
            Ok(&[
                "api=34,size=360x640,density=420,locale=en-US",
                "api=34,size=411x731,density=420,locale=de",
            ]),
        );
        check_pocket(&[], &flags(), Ok(&["api=34,size=411x731,density=160,locale=en-US"]));
        check_pocket(
            &["dark", "api=30,network=allowed"],
            &flags(),
            Ok(&[
                "api=34,size=411x731,density=160,locale=en-US,dark=true",
                "api=30,size=411x731,density=160,locale=en-US,network=allowed",
            ]),
        );
    }

    #[test]
    fn flags_are_for_the_only_kind() {
        let dark = Simulated { dark: Some(true), ..flags() };
        check_sim(&[], &dark, Ok(&["api=34,size=411x731,density=420,locale=en-US,dark=true"]));
        check_sim(&["api=30"], &dark, Ok(&["api=30,size=411x731,density=420,locale=en-US,dark=true"]));
        check_pocket(&[""], &dark, Ok(&["api=34,size=411x731,density=160,locale=en-US,dark=true"]));
        check_sim(&["api=30", "api=31"], &dark, Err("`--dark`: which of 2 kinds is meant?"));
        let fine = Simulated { size: Some((720, 1280)), density: Some(320), ..flags() };
        check_pocket(&[""], &fine, Ok(&["api=34,size=360x640,density=320,locale=en-US"]));
    }

    #[test]
    fn what_is_said_twice_must_be_the_same() {
        let dark = Simulated { dark: Some(true), ..flags() };
        check_sim(&["dark"], &dark, Ok(&["api=34,size=411x731,density=420,locale=en-US,dark=true"]));
        check_sim(&["dark=false"], &dark, Err("`--dark` contradicts `--on sim:dark=false`"));
        let large = Simulated { size: Some((1080, 1920)), ..flags() };
        check_sim(&["size=411x731"], &large, Ok(&["api=34,size=411x731,density=420,locale=en-US"]));
        check_sim(&["size=360x640"], &large, Err("`--size` contradicts `--on sim:size=360x640`"));
    }

    #[test]
    fn kinds_that_cannot_be_are_refused() {
        let twice = "the same kind of phone is named twice: sim:api=34,size=411x731,density=420,locale=de";
        check_sim(&["locale=de", "api=34,locale=de"], &flags(), Err(twice));
        let twice =
            "the same kind of phone is named twice: pocket:api=34,size=411x731,density=160,locale=en-US";
        check_pocket(&["", "network=allowed"], &flags(), Err(twice));
        check_sim(
            &["size=1400x1400,density=1000"],
            &flags(),
            Err("a screen of 8750x8750 pixels cannot be simulated: each side has 240 to 4096"),
        );
        let sim = On::Sim(String::new());
        let mixed = [sim.clone(), On::Pocket(String::new())];
        check_mixed(&mixed, &flags(), Err("`--on sim` and `--on pocket` exclude each other"));
        check_mixed(&[sim], &flags(), Err("an .apk runs on pocket phones, not on simulated phones"));
    }
}
