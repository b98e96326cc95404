//! Commands that look at phones or start one.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values::{On, on};
use super::{LayoutFormat, SimulatedArgs};

#[derive(Debug, Args)]
pub(crate) struct DevicesArgs {
    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The exit code is 4 when no app of yours can be tested here: no phone that works, neither connected nor pocket, or no room on\nthe disk; with an APK, when it does not run on a pocket phone.")]
pub(crate) struct DoctorArgs {
    /// An app: say what of it will not work on a pocket phone, and nothing about phones.
    #[arg(value_name = "APK")]
    pub(crate) app: Option<PathBuf>,

    /// Also convert the app's code and load all of its classes, and say which do not.
    #[arg(long, requires = "app")]
    pub(crate) verify: bool,

    /// Only this phone, by its serial.
    #[arg(long, value_name = "SERIAL", env = "ANDROID_SERIAL")]
    pub(crate) device: Option<String>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum TableFormat {
    /// A table for people.
    Text,
    /// The same for programs.
    Json,
}

/// Which app on which phone.
#[derive(Debug, Args)]
pub(crate) struct OnPhoneArgs {
    /// `sim:NAME[+FAULT...]` for a simulated phone fresh from its box, or a package to open first on a connected phone, or
    /// an `.apk` to install there and open. Left out: the connected phone as it is.
    pub(crate) app: Option<String>,

    /// The connected phone, by its serial; else the one of `ANDROID_SERIAL`, else the only one.
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Option<String>,

    /// The kind of phone: `pocket` for an `.apk` or `sim` for a `sim:` app, alone or with any of
    /// `:api=34,size=411x731,density=xhdpi,locale=de,dark,font-scale=130`; a pocket phone also takes `network=allowed`
    /// and `zone=Europe/Berlin`.
    #[arg(long, value_name = "KIND", value_parser = on)]
    pub(crate) on: Option<On>,

    #[command(flatten)]
    pub(crate) simulated: SimulatedArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity dump sim:notes
  oddity dump com.example.notes --device emulator-5554 --format tree")]
pub(crate) struct DumpArgs {
    #[command(flatten)]
    pub(crate) on: OnPhoneArgs,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = LayoutFormat::Xml)]
    pub(crate) format: LayoutFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  oddity screenshot sim:notes --dark -o notes.png
  oddity screenshot --device emulator-5554 -o - > screen.png")]
pub(crate) struct ScreenshotArgs {
    #[command(flatten)]
    pub(crate) on: OnPhoneArgs,

    /// The PNG file to write; `-` for standard output.
    #[arg(short, long, value_name = "FILE", default_value = "screenshot.png")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Prints the `adb connect` line and serves until Ctrl-C. The shell is our own: nothing that comes in over adb reaches this \
computer's programs or files.

Examples:
  oddity phone sim:notes
  oddity phone sim:notes+all --record my-run
  oddity phone sim:tasks --as-emulator
  oddity phone app-debug.apk")]
pub(crate) struct PhoneArgs {
    /// The app on it: `sim:NAME[+FAULT...]`, which `oddity devices` lists, or an `.apk` for a pocket phone.
    pub(crate) app: String,

    /// The kind of phone: `pocket` for an `.apk` or `sim` for a `sim:` app, alone or with any of
    /// `:api=34,size=411x731,density=xhdpi,locale=de,dark,font-scale=130`; a pocket phone also takes `network=allowed`
    /// and `zone=Europe/Berlin`.
    #[arg(long, value_name = "KIND", value_parser = on)]
    pub(crate) on: Option<On>,

    /// The address to listen on. Anything but loopback needs `--authorized-keys`.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: std::net::IpAddr,

    /// The port for adb, or with `--as-emulator` for the console, adb being on the next; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,

    /// A file of public keys (adb's `adbkey.pub`, one a line): only their owners may connect.
    #[arg(long, value_name = "FILE")]
    pub(crate) authorized_keys: Option<PathBuf>,

    /// Appear as an emulator, with a console that saves and loads snapshots (`adb emu avd snapshot save NAME`).
    #[arg(long)]
    pub(crate) as_emulator: bool,

    /// Let whoever is connected save and return: `adb shell oddity save NAME`, `return NAME`, `list`, `drop NAME`.
    #[arg(long)]
    pub(crate) travel: bool,

    /// Whether the phone's clock goes on by itself.
    #[arg(long, value_enum, default_value_t = ClockKind::Virtual)]
    pub(crate) clock: ClockKind,

    /// Let connections from the phone reach ports of this computer (`adb reverse`).
    #[arg(long)]
    pub(crate) allow_host_ports: bool,

    /// Write down what is done to the phone, as a run in this new folder.
    #[arg(long, value_name = "RUN")]
    pub(crate) record: Option<PathBuf>,

    /// Failing calls in a thousand, in all ways that phones fail.
    #[arg(long, value_name = "PER_MILLE", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub(crate) faulty: u16,

    #[command(flatten)]
    pub(crate) simulated: SimulatedArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClockKind {
    /// It advances on input and while settling, so that the same calls give the same screens.
    Virtual,
    /// It also goes on by itself, as fast as this computer's.
    Real,
}
