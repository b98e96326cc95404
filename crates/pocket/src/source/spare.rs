//! A JVM that comes up while another is in use: a process that ends is followed by one that is ready.

use std::io;
use std::path::PathBuf;

use crate::cell::Cell;
use crate::jvm::Jvm;
use crate::jvm::printed::Printed;
use crate::kit::Kit;

pub(crate) struct Spare {
    kit: Kit,
    api: u32,
    /// Where JVMs keep what they print and unpack, each in a folder of its own.
    folder: PathBuf,
    printed: Printed,
    made: u32,
    cell: Option<Cell>,
    waiting: Option<Jvm>,
}

impl Spare {
    pub(crate) fn new(kit: Kit, api: u32, folder: PathBuf, printed: Printed, cell: Option<Cell>) -> Spare {
        Spare { kit, api, folder, printed, made: 0, cell, waiting: None }
    }

    /// Whom its JVMs run as, where that is not us.
    pub(crate) fn owner(&self) -> Option<u32> {
        self.cell.as_ref().and_then(Cell::owner)
    }

    /// A JVM to use. It may still be coming up; it answers when it has.
    pub(crate) fn take(&mut self) -> io::Result<Jvm> {
        match self.waiting.take() {
            Some(jvm) => Ok(jvm),
            None => self.start(),
        }
    }

    /// Has one come up for the next time.
    pub(crate) fn prepare(&mut self) -> io::Result<()> {
        if self.waiting.is_none() {
            self.waiting = Some(self.start()?);
        }
        Ok(())
    }

    fn start(&mut self) -> io::Result<Jvm> {
        let folder = self.folder.join(self.made.to_string());
        self.made += 1;
        Jvm::start(&self.kit, self.api, &folder, self.printed.clone(), self.cell.as_ref())
    }
}
