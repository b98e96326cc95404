//! `oddity devices`: the phones that could be used.

use android::devices::{DeviceState, ListedDevice};
use device::adb::{Adb, AdbSettings, Deadline};
use serde::Serialize;

use crate::cli::{DevicesArgs, TableFormat};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::phones::{self, ASKING};
use crate::table::Table;

pub(crate) fn run(args: &DevicesArgs, output: &mut Output) -> Result<Exit, Failure> {
    let connected = Adb::new(AdbSettings::from_env()).devices(Deadline::after(ASKING));
    let listing = Listing {
        phones: connected.as_deref().unwrap_or_default().iter().map(Connected::of).collect(),
        simulated: phones::simulated(),
        adb_problem: connected.as_ref().err().map(ToString::to_string),
    };
    match args.format {
        TableFormat::Json => output.json(&listing)?,
        TableFormat::Text => print(&listing, output)?,
    }
    Ok(Exit::Clean)
}

/// Everything that could be used, as the JSON has it.
#[derive(Serialize)]
struct Listing {
    phones: Vec<Connected>,
    simulated: Vec<phones::Simulated>,
    /// Why there may be phones that we do not see.
    adb_problem: Option<String>,
}

#[derive(Serialize)]
struct Connected {
    serial: String,
    state: String,
    ready: bool,
    model: Option<String>,
    product: Option<String>,
    transport_id: Option<u64>,
    /// What would make it ready.
    remedy: Option<&'static str>,
}

impl Connected {
    fn of(listed: &ListedDevice) -> Connected {
        let ready = listed.state == DeviceState::Ready;
        Connected {
            serial: gui::escaped(&listed.serial).to_string(),
            state: listed.state.to_string(),
            ready,
            model: listed.model.as_deref().map(|model| gui::escaped(model).to_string()),
            product: listed.product.as_deref().map(|product| gui::escaped(product).to_string()),
            transport_id: listed.transport_id,
            remedy: (!ready).then(|| listed.state.remedy()),
        }
    }
}

fn print(listing: &Listing, output: &mut Output) -> Result<(), Failure> {
    if let Some(problem) = &listing.adb_problem {
        output.warn(format_args!("cannot ask adb for phones: {problem}"));
    } else if listing.phones.is_empty() {
        output.print("adb sees no phone\n")?;
    }
    let mut table = Table::new(["phone", "state", "what it is"]);
    for phone in &listing.phones {
        let about = phone.remedy.map_or_else(
            || phone.model.clone().unwrap_or_default().replace('_', " "),
            |remedy| format!("to use it: {remedy}"),
        );
        table.row([phone.serial.clone(), phone.state.clone(), about]);
    }
    for app in &listing.simulated {
        table.row([app.phone.clone(), "simulated".to_owned(), app.about.clone()]);
        for fault in app.faults.iter().filter(|_| output.is_verbose()) {
            table.row([format!("  +{}", fault.name), fault.kind.clone(), fault.about.to_owned()]);
        }
    }
    output.print(table)
}
