//! How long it takes until an app rests on its first screen, by each of the ways there.

use std::time::Instant;

use device::{DeviceError, Patience, PhoneKind, settle};
use serde::Serialize;

use crate::app::App;
use crate::kit::Kit;
use crate::phone::{PocketPhone, unreachable_phone};
use crate::profile::Profile;
use crate::room::criu::Criu;

/// From the wish for a phone until the app rests on its first screen, in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Openings {
    /// On a JVM that comes up for it.
    pub cold_ms: f64,
    /// Where there is CRIU: with images of JVMs.
    pub with_images: Option<ImagedOpenings>,
}

/// The same where images are made and used.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImagedOpenings {
    /// With no image there, so that both are made: of a JVM that has come up, and of the app opened on it.
    pub first_ms: f64,
    /// An app that was not opened before, on a JVM that has come up.
    pub unseen_ms: f64,
    /// An app that was.
    pub again_ms: f64,
}

/// Opens an app in all these ways. Images that are there already are neither used nor touched.
pub fn openings(
    kit: &Kit,
    app: &App,
    profile: &Profile,
    criu: Option<Criu>,
) -> Result<Openings, DeviceError> {
    let cold_ms = opened(kit, app, profile, None)?;
    let Some(criu) = criu else { return Ok(Openings { cold_ms, with_images: None }) };
    let images = tempfile::Builder::new()
        .prefix("images-")
        .tempdir_in(&kit.folder)
        .map_err(|error| unreachable_phone("pocket", &error.to_string()))?;
    let kit = kit.clone().with_images_in(images.path());
    // An image is of one app on one kind of phone: on another kind the app is unseen again.
    let locale = if profile.kind.locale == "fr" { "de" } else { "fr" };
    let kind = PhoneKind { locale: locale.to_owned(), ..profile.kind.clone() };
    let other = Profile { kind, ..profile.clone() };
    let with_images = ImagedOpenings {
        first_ms: opened(&kit, app, profile, Some(criu.clone()))?,
        unseen_ms: opened(&kit, app, &other, Some(criu.clone()))?,
        again_ms: opened(&kit, app, profile, Some(criu))?,
    };
    Ok(Openings { cold_ms, with_images: Some(with_images) })
}

fn opened(kit: &Kit, app: &App, profile: &Profile, criu: Option<Criu>) -> Result<f64, DeviceError> {
    let began = Instant::now();
    let mut phone = PocketPhone::open(kit, app.clone(), profile.clone(), criu)?;
    phone.launch()?;
    settle(&mut phone, Patience::default())?;
    Ok(began.elapsed().as_secs_f64() * 1000.0)
}
