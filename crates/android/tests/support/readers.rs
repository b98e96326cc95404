//! Every parser of what phones print, called on any text or bytes. Shared by the tests and the fuzz target.

use std::hint::black_box;

use android::dumpsys::activity::Activities;
use android::dumpsys::display::Displays;
use android::dumpsys::input_method::InputMethod;
use android::dumpsys::package::Packages;
use android::dumpsys::window::Windows;
use android::logcat::Logcat;
use android::{
    am, anr, cli, component, console, crash, devices, event, host_reply, identity, input, jacoco, monkey,
    native_frame, pm, props, screencap, stack, text, tombstone, uiautomator, wm,
};

/// A parser's name, and a call of it.
type Reader = (&'static str, fn(&str));

/// Every parser of a text.
#[rustfmt::skip]
const READERS: [Reader; 29] = [
    ("logcat", |t| { black_box(Logcat::parse(t)); }),
    ("crashes", |t| { black_box(crash::java_crashes(&Logcat::parse(t))); }),
    ("crashes in text", |t| { black_box(crash::java_crashes_in_text(t)); }),
    ("identities", read_identities),
    ("stacks", |t| { black_box(stack::stacks(t)); }),
    ("anrs", |t| { black_box(anr::anrs(&Logcat::parse(t))); }),
    ("tombstones", |t| { black_box(tombstone::tombstones(t)); }),
    ("native crashes", |t| { black_box(tombstone::native_crashes(&Logcat::parse(t))); }),
    ("native frame", |t| { black_box(native_frame::NativeFrame::parse(t)); }),
    ("events", |t| { black_box(event::process_events(&Logcat::parse(t))); }),
    ("component", |t| { black_box(component::Component::parse(t)); }),
    ("window", |t| { let w = Windows::parse(t); black_box((w.focused_window(), w.focused_app())); }),
    ("activity", |t| { black_box(Activities::parse(t)); }),
    ("package", |t| { black_box(Packages::parse(t)); }),
    ("display", |t| { black_box(Displays::parse(t)); }),
    ("input method", |t| { black_box(InputMethod::parse(t)); }),
    ("props", |t| { black_box(props::Props::parse(t)); }),
    ("wm size", |t| { black_box(wm::ScreenSize::parse(t)); }),
    ("wm density", |t| { black_box(wm::ScreenDensity::parse(t)); }),
    ("pm", |t| { black_box((pm::listed_packages(t), pm::package_paths(t), pm::PackageReply::parse(t), pm::permission_refusal(t))); }),
    ("am", |t| { black_box((am::StartReply::parse(t), am::broadcast_result(t))); }),
    ("monkey", |t| { black_box(monkey::MonkeyRun::parse(t)); }),
    ("console", |t| { let c = console::ConsoleReply::parse(t); black_box((c.snapshots(), c.token_file())); }),
    ("devices", |t| { black_box(devices::listed_devices(t)); }),
    ("cli", |t| { black_box((cli::ConnectReply::parse(t), cli::AdbFailure::parse(t))); }),
    ("input refusal", |t| { black_box(input::InputRefusal::parse(t)); }),
    ("uiautomator", |t| { black_box(uiautomator::dumped_to(t)); }),
    ("features", |t| { black_box(host_reply::features(t)); }),
    ("text", |t| { black_box(text::text_of(t.as_bytes())); }),
];

fn read_identities(text: &str) {
    for crash in crash::java_crashes_in_text(text) {
        for package in ["", "a", "a.b", "com.app.debug"] {
            black_box((
                identity::paper_identity(&crash, package),
                identity::own_frames_identity(&crash, package),
            ));
        }
    }
    for crash in tombstone::tombstones(text) {
        black_box(identity::native_identity(&crash, "a.b"));
    }
}

pub(crate) fn read_all(text: &str) {
    for (_, read) in READERS {
        read(text);
    }
}

pub(crate) fn read_bytes(bytes: &[u8]) {
    let _ = black_box((host_reply::status(bytes), host_reply::sized_text(bytes), host_reply::answer(bytes)));
    let _ = black_box((host_reply::transport_id(bytes), host_reply::server_version(bytes)));
    let _ = black_box(screencap::RawScreenshot::parse(bytes));
    let _ = black_box(jacoco::probes(bytes));
    read_all(&text::text_of(bytes).text);
}
