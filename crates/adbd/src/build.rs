//! What the phone says of itself: its properties, and what its daemon can do.

use std::collections::BTreeMap;

use device::{Identity, PhoneKind};

use crate::wire::packet::{MAX_PAYLOAD, VERSION, VERSION_WITH_SUMS};

/// The date of everything that was on the phone from the beginning: 1 January 2009, as on every Android.
pub(crate) const BUILT_UNIX_MS: u64 = 1_230_768_000_000;

/// What the phone says of itself.
pub(crate) struct Build {
    api: u32,
    props: BTreeMap<&'static str, String>,
}

impl Build {
    pub(crate) fn of(identity: &Identity, kind: &PhoneKind, is_emulator: bool) -> Build {
        let device = plain(&identity.model.to_lowercase());
        let fingerprint = format!(
            "{}/{device}/{device}:{}/ODDITY/1:userdebug/test-keys",
            plain(&identity.manufacturer.to_lowercase()),
            identity.release
        );
        let mut props: BTreeMap<&'static str, String> = [
            ("ro.product.name", device.as_str()),
            ("ro.product.device", &device),
            ("ro.product.board", &device),
            ("ro.product.model", &identity.model),
            ("ro.product.manufacturer", &identity.manufacturer),
            ("ro.product.brand", &identity.manufacturer),
            ("ro.product.cpu.abi", "x86_64"),
            ("ro.product.cpu.abilist", "x86_64"),
            ("ro.build.version.sdk", &identity.api.to_string()),
            ("ro.build.version.release", &identity.release),
            ("ro.build.version.codename", "REL"),
            ("ro.build.version.incremental", "1"),
            ("ro.build.id", "ODDITY"),
            ("ro.build.type", "userdebug"),
            ("ro.build.tags", "test-keys"),
            ("ro.build.characteristics", if is_emulator { "emulator" } else { "default" }),
            ("ro.build.fingerprint", &fingerprint),
            ("ro.sf.lcd_density", &identity.density_dpi.to_string()),
            ("ro.serialno", &identity.serial),
            ("ro.debuggable", "1"),
            ("ro.secure", "1"),
            ("ro.hardware", &device),
            ("init.svc.bootanim", "stopped"),
            ("init.svc.adbd", "running"),
            ("persist.sys.timezone", "UTC"),
            ("persist.sys.locale", &kind.locale),
            ("dev.bootcomplete", "1"),
            ("sys.boot_completed", "1"),
            ("service.bootanim.exit", "1"),
        ]
        .into_iter()
        .map(|(name, value)| (name, value.to_owned()))
        .collect();
        if is_emulator {
            props.extend(["ro.kernel.qemu", "ro.boot.qemu"].map(|name| (name, "1".to_owned())));
        }
        Build { api: identity.api, props }
    }

    pub(crate) fn api(&self) -> u32 {
        self.api
    }

    /// A property; empty where there is none.
    pub(crate) fn prop(&self, name: &str) -> &str {
        self.props.get(name).map_or("", String::as_str)
    }

    pub(crate) fn props(&self) -> &BTreeMap<&'static str, String> {
        &self.props
    }

    /// What the daemon says when a server connects.
    pub(crate) fn banner(&self) -> Vec<u8> {
        let mut banner = "device::".to_owned();
        for name in ["ro.product.name", "ro.product.model", "ro.product.device"] {
            // These signs would cut the banner short, and the features with it.
            let value = self.prop(name).replace([':', ';', '=', '\0'], "_");
            banner.push_str(&format!("{name}={value};"));
        }
        if !self.features().is_empty() {
            banner.push_str(&format!("features={}", self.features()));
        }
        banner.into_bytes()
    }

    /// What the daemon of this release can do, as far as ours does it.
    pub(crate) fn features(&self) -> &'static str {
        match self.api {
            ..=23 => "",
            24..=25 => "cmd,shell_v2",
            26..=28 => "cmd,shell_v2,stat_v2",
            29 => "cmd,shell_v2,stat_v2,fixed_push_mkdir",
            30.. => "cmd,shell_v2,stat_v2,fixed_push_mkdir,ls_v2",
        }
    }

    /// The version of the protocol: until Android 8 with sums.
    pub(crate) fn version(&self) -> u32 {
        if self.api < 28 { VERSION_WITH_SUMS } else { VERSION }
    }

    /// The most bytes of a packet that the daemon of this release takes.
    pub(crate) fn max_payload(&self) -> usize {
        match self.api {
            ..=23 => 4096,
            24..=27 => 256 << 10,
            28.. => MAX_PAYLOAD,
        }
    }
}

/// A name of letters, digits and underscores.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(model: &str, api: u32) -> Build {
        let identity = Identity {
            serial: "sim:x".to_owned(),
            manufacturer: "Oddity".to_owned(),
            model: model.to_owned(),
            release: "14".to_owned(),
            api,
            screen_px: (1080, 1920),
            density_dpi: 420,
        };
        Build::of(&identity, &PhoneKind::of(&identity), false)
    }

    #[test]
    fn a_colon_in_the_model_does_not_cost_the_features() {
        let banner = String::from_utf8(build("Phone: the=best", 34).banner()).unwrap();
        assert_eq!(
            banner,
            "device::ro.product.name=phone__the_best;ro.product.model=Phone_ the_best;\
             ro.product.device=phone__the_best;features=cmd,shell_v2,stat_v2,fixed_push_mkdir,ls_v2"
        );
    }

    #[test]
    fn old_releases_know_less() {
        let old = build("Old", 23);
        assert_eq!((old.features(), old.version(), old.max_payload()), ("", VERSION_WITH_SUMS, 4096));
        assert!(!String::from_utf8(old.banner()).unwrap().contains("features"));
    }
}
