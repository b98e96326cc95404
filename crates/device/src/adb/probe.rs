//! Who a phone is and what it can do, asked once.

use super::commands;
use super::console::Console;
use super::link::Link;
use crate::{Abilities, Ability, DeviceError, Identity, PhoneKind, Sent};
use android::props::Props;
use android::text::text_of;
use android::wm::{ScreenDensity, ScreenSize};

/// What we know of a phone before we use it.
#[derive(Debug)]
pub(super) struct Probe {
    pub(super) identity: Identity,
    pub(super) kind: PhoneKind,
    pub(super) abilities: Abilities,
    /// The emulator's console, where this is an emulator on this computer.
    pub(super) console: Option<Console>,
    /// The keyboard app that types anything, where it is installed and enabled.
    pub(super) keyboard: Option<String>,
}

/// The oldest Android we use: the first whose shell hands on bytes as they are.
const OLDEST_API: u32 = 21;

/// What works everywhere since then.
const EVERYWHERE: [Ability; 8] = [
    Ability::Screenshot,
    Ability::Coverage,
    Ability::Rotate,
    Ability::FontScale,
    Ability::WindowSize,
    Ability::Network,
    Ability::Battery,
    Ability::Broadcasts,
];

/// What came with an API level.
const SINCE: [(Ability, u32); 6] = [
    (Ability::ScreenOnOff, 21),
    (Ability::Permissions, 23),
    // `pidof`, without which nobody knows whether the process is gone.
    (Ability::KillProcess, 23),
    (Ability::DarkMode, 29),
    (Ability::SetTime, 30),
    // The language of the whole phone needs root; that of one app does not.
    (Ability::Locale, 33),
];

impl Probe {
    /// Asks the phone.
    pub(super) fn of(link: &mut Link) -> Result<Probe, DeviceError> {
        const DOING: &str = "say who it is";
        let mut budget = link.budget(link.deadlines.act);
        let output = link.ask(DOING, &commands::probe(), &mut budget)?;
        let parts = commands::parts(&output.stdout);
        let [(props, _), (size, _), (density, _), (keyboards, _), (letters, _), (night, _)] = parts[..]
        else {
            return Err(link.garbled(DOING, format!("{} of 6 answers came", parts.len()), Sent::Nothing));
        };
        let text = |part| text_of(part).text;
        let props = Props::parse(&text(props));
        let (Some(api), Some(screen_px)) = (props.sdk(), ScreenSize::parse(&text(size)).physical_px) else {
            let why = "neither its API level nor its screen's size is there";
            return Err(link.garbled(DOING, why, Sent::Nothing));
        };
        if api < OLDEST_API {
            return Err(DeviceError::Unreachable {
                serial: link.serial.clone(),
                why: format!("its Android (API level {api}) is older than 5.0 ({OLDEST_API})"),
                remedy: "use a phone or emulator with Android 5.0 or newer".to_owned(),
            });
        }
        let property = |name: &str| props.get(name).unwrap_or_default().to_owned();
        let identity = Identity {
            serial: link.serial.clone(),
            manufacturer: property("ro.product.manufacturer"),
            model: property("ro.product.model"),
            release: property("ro.build.version.release"),
            api,
            screen_px,
            density_dpi: ScreenDensity::parse(&text(density)).effective_dpi().unwrap_or(160),
        };
        let kind = kind(&identity, &props, &text(letters), &text(night));
        let console = Console::of_serial(link.transport.adb().settings(), &link.serial);
        // A console that does not let us in is none.
        let console = console.filter(|console| console.run("avd name", budget.deadline()).is_ok());
        let keyboard = super::typing::keyboard_in(&text(keyboards));
        let abilities = abilities(api, console.is_some(), keyboard.is_some());
        Ok(Probe { identity, kind, abilities, console, keyboard })
    }
}

/// What the phone does not say is taken to be usual.
fn kind(identity: &Identity, props: &Props, letters: &str, night: &str) -> PhoneKind {
    let usual = PhoneKind::of(identity);
    let chosen = props.get("persist.sys.locale").or(props.get("ro.product.locale"));
    // Without wishes for digits and calendars, and only a name that could be written: it comes from a stranger.
    let tag = chosen.and_then(|tag| tag.trim().split("-u-").next()).filter(|tag| !tag.contains(','));
    let named = tag.and_then(|tag| usual.with_words(&format!("locale={tag}")).ok());
    let percent = letters.trim().parse().ok().map(|scale: f32| (scale * 100.0).round() as u16);
    PhoneKind {
        dark: night.trim() == "Night mode: yes",
        font_percent: percent.filter(|percent| *percent > 0).unwrap_or(usual.font_percent),
        ..named.unwrap_or(usual)
    }
}

fn abilities(api: u32, has_console: bool, types_anything: bool) -> Abilities {
    let mut abilities = Abilities::of(&EVERYWHERE);
    for (ability, since) in SINCE {
        if api >= since {
            abilities = abilities.with(ability);
        }
    }
    if has_console {
        abilities = abilities.with(Ability::Snapshot).with(Ability::Telephony);
    }
    if types_anything {
        abilities = abilities.with(Ability::TypeAnything);
    }
    abilities
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(props: &str, letters: &str, night: &str, expected: &str) {
        let identity = Identity {
            serial: "one".to_owned(),
            manufacturer: "Example".to_owned(),
            model: "One".to_owned(),
            release: "14".to_owned(),
            api: 34,
            screen_px: (1080, 2400),
            density_dpi: 420,
        };
        let kind = kind(&identity, &Props::parse(props), letters, night);
        assert_eq!(kind.to_string(), format!("api=34,size=411x914,density=420,{expected}"), "{props}");
    }

    #[test]
    fn a_phones_kind_is_what_it_says_of_itself() {
        let both = "[persist.sys.locale]: [de-DE]\n[ro.product.locale]: [en-GB]\n";
        check(both, "1.3\n", "Night mode: yes\n", "locale=de-DE,dark=true,font-scale=130");
        check("[ro.product.locale]: [en-GB]\n", "1.0\n", "Night mode: no\n", "locale=en-GB");
        check("[persist.sys.locale]: [ar-EG-u-nu-latn]\n", "1.0\n", "Night mode: no\n", "locale=ar-EG");
    }

    #[test]
    fn what_it_does_not_say_is_usual() {
        check("", "null\n", "cmd: Can't find service: uimode\n", "locale=en-US");
        check("[persist.sys.locale]: [de,dark]\n", "NaN\n", "Night mode: auto\n", "locale=en-US");
    }
}
