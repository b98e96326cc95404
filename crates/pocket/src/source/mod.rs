//! Where a phone's JVMs come from.

pub(crate) mod spare; // without CRIU: one that comes up while another is in use
pub(crate) mod rooms; // with CRIU: none is started twice

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cell::{Cell, hand_over};
use crate::jvm::Jvm;
use crate::jvm::printed::Printed;
use crate::kit::Kit;
use crate::room::INSIDE;
use crate::room::criu::Criu;
use crate::source::rooms::Rooms;
use crate::source::spare::Spare;

/// A spare JVM that comes up while another is in use; where CRIU is, images of JVMs that have come up.
pub(crate) enum Source {
    Spare(Spare),
    Rooms(Rooms),
}

impl Source {
    pub(crate) fn new(
        kit: &Kit,
        api: u32,
        criu: Option<Criu>,
        folder: PathBuf,
        printed: Printed,
        cell: Option<Cell>,
    ) -> io::Result<Source> {
        match criu {
            Some(criu) => Rooms::new(criu, kit, api, folder, printed, cell.as_ref()).map(Source::Rooms),
            None => Ok(Source::Spare(Spare::new(kit.clone(), api, folder, printed, cell))),
        }
    }

    /// A JVM without an app, and where it sees what the phone has stored. In a room it takes that in until it ends.
    pub(crate) fn take(&mut self, storage: &Path) -> io::Result<(Jvm, PathBuf)> {
        match self {
            Source::Spare(spare) => {
                hand_over(storage, spare.owner())?;
                Ok((spare.take()?, storage.to_owned()))
            }
            Source::Rooms(rooms) => {
                hand_over(storage, rooms.walls.owner)?;
                let jvm = rooms.newborn()?;
                if let Some(home) = jvm.home() {
                    fs::rename(storage, home.join(STORAGE))?;
                }
                Ok((jvm, Path::new(INSIDE).join(STORAGE)))
            }
        }
    }

    /// Has the next one come up while this one is in use.
    pub(crate) fn prepare(&mut self) -> io::Result<()> {
        match self {
            Source::Spare(spare) => spare.prepare(),
            Source::Rooms(_) => Ok(()),
        }
    }
}

/// What the phone has stored, wherever that is.
pub(crate) const STORAGE: &str = "storage";
