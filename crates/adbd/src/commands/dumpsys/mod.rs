//! `dumpsys`: what the system's services know.

mod window;
mod activity;
pub(super) mod package;
mod others;

use std::io::Write;

use super::{Call, Outcome};

type Service = fn(&mut Call<'_>) -> Outcome;

const SERVICES: &[(&str, Service)] = &[
    ("activity", activity::activity),
    ("battery", others::battery),
    ("display", others::display),
    ("input_method", others::input_method),
    ("meminfo", others::meminfo),
    ("package", package::package),
    ("power", others::power),
    ("window", window::window),
];

/// `dumpsys [-l] [-t SECONDS] SERVICE …`.
pub(super) fn dumpsys(call: &mut Call<'_>) -> Outcome {
    let mut args = call.args;
    if let [flag, _, rest @ ..] = args
        && matches!(flag.as_str(), "-t" | "-T")
    {
        args = rest;
    }
    let service = args.first().map_or("", String::as_str);
    if matches!(service, "" | "-l") {
        writeln!(call.out, "Currently running services:")?;
        for (name, _) in SERVICES {
            writeln!(call.out, "  {name}")?;
        }
        return Ok(0);
    }
    match SERVICES.iter().find(|(name, _)| *name == service) {
        Some((_, dump)) => dump(&mut call.with(&args[1..])),
        None => {
            writeln!(call.err, "Can't find service: {service}")?;
            Ok(0)
        }
    }
}

/// A number that stays the same for the same name, as phones print before it.
fn tag_of(name: &str) -> String {
    let number =
        name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{:07x}", number & 0x0fff_ffff)
}
