//! Whether a phone works on this computer, by using one.

use device::{Device as _, Patience, settle};

use crate::app::App;
use crate::kit::{Kit, KitError};
use crate::phone::PocketPhone;
use crate::profile::Profile;
use crate::room::criu::Criu;

/// A small app of ours.
const SAMPLE: &[u8] = include_bytes!("../../../pocket/samples/apk/departures.apk");

/// Opens a sample app on a new phone of an API level, and says in a line what was seen.
pub fn try_out(kit: &Kit, level: u32) -> Result<String, KitError> {
    let folder = tempfile::tempdir().map_err(|error| KitError::Trial(error.to_string()))?;
    let apk = folder.path().join("departures.apk");
    std::fs::write(&apk, SAMPLE).map_err(|error| KitError::File { path: apk.clone(), error })?;
    let app = App::convert(kit, &apk)?;
    let failed = |error: device::DeviceError| KitError::Trial(error.to_string());
    let profile = Profile::android(level);
    let mut phone = PocketPhone::open(kit, app, profile, Criu::find().ok()).map_err(failed)?;
    phone.launch().map_err(failed)?;
    let seen = settle(&mut phone, Patience::default()).map_err(failed)?.observation;
    let picture = phone.screenshot().map_err(failed)?;
    if !phone.is_app_in_front() {
        return Err(KitError::Trial("it is not in front after it was opened".to_owned()));
    }
    let label = &phone.installed.label;
    let (width, height) = (picture.width_px, picture.height_px);
    Ok(format!(
        "the sample app {label} shows {} widgets on {width} x {height} pixels",
        seen.layout.nodes().count()
    ))
}
