//! How long it takes until an app rests on its first screen, by each of the ways there.

use std::time::{Duration, Instant};

use device::{DeviceError, Patience, settle};

use crate::app::App;
use crate::criu::Criu;
use crate::kit::Kit;
use crate::phone::{PocketPhone, unreachable_phone};
use crate::profile::Profile;

/// From the wish for a phone until the app rests on its first screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Openings {
    /// On a JVM that comes up for it.
    pub cold: Duration,
    /// Where there is CRIU: with images of JVMs.
    pub with_images: Option<ImagedOpenings>,
}

/// The same where images are made and used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImagedOpenings {
    /// With no image there, so that both are made: of a JVM that has come up, and of the app opened on it.
    pub first: Duration,
    /// An app that was not opened before, on a JVM that has come up.
    pub unseen: Duration,
    /// An app that was.
    pub again: Duration,
}

/// Opens an app in all these ways. Images that are there already are neither used nor touched.
pub fn openings(
    kit: &Kit,
    app: &App,
    profile: &Profile,
    criu: Option<Criu>,
) -> Result<Openings, DeviceError> {
    let cold = opened(kit, app, profile, None)?;
    let Some(criu) = criu else { return Ok(Openings { cold, with_images: None }) };
    let images = tempfile::Builder::new()
        .prefix("images-")
        .tempdir_in(&kit.folder)
        .map_err(|error| unreachable_phone("pocket", &error.to_string()))?;
    let kit = kit.clone().with_images_in(images.path());
    // An image is of one app on one kind of phone: on another kind the app is unseen again.
    let locale = if profile.locale == "fr" { "de" } else { "fr" };
    let other = Profile { locale: locale.to_owned(), ..profile.clone() };
    let with_images = ImagedOpenings {
        first: opened(&kit, app, profile, Some(criu.clone()))?,
        unseen: opened(&kit, app, &other, Some(criu.clone()))?,
        again: opened(&kit, app, profile, Some(criu))?,
    };
    Ok(Openings { cold, with_images: Some(with_images) })
}

fn opened(kit: &Kit, app: &App, profile: &Profile, criu: Option<Criu>) -> Result<Duration, DeviceError> {
    let began = Instant::now();
    let mut phone = PocketPhone::open(kit, app.clone(), profile.clone(), criu)?;
    phone.launch()?;
    settle(&mut phone, Patience::default())?;
    Ok(began.elapsed())
}
