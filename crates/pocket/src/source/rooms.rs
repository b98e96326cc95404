//! Where JVMs come from whose condition can be saved: none is started twice.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cell::{Cell, keep_to_ourselves};
use crate::image::Image;
use crate::image::shelf::{Shelf, ZYGOTE};
use crate::jvm::printed::Printed;
use crate::jvm::words::Request;
use crate::jvm::{Jvm, command_line};
use crate::kit::Kit;
use crate::phone::STARTING;
use crate::room::criu::Criu;
use crate::room::{INSIDE, Room, RoomWalls};

/// How often the JVM shows and uses a few widgets before it is saved, so that what all apps do is linked and compiled by then.
const ROUNDS: u32 = 10;

pub(crate) struct Rooms {
    criu: Criu,
    /// What comes up in a room.
    program: Vec<OsString>,
    pub(crate) walls: RoomWalls,
    pub(crate) shelf: Shelf,
    /// Where the rooms' folders are.
    folder: PathBuf,
    printed: Printed,
    made: u32,
    /// One that gets ready while another is in use.
    next: Option<(Room, PathBuf)>,
}

impl Rooms {
    pub(crate) fn new(
        criu: Criu,
        kit: &Kit,
        api: u32,
        folder: PathBuf,
        printed: Printed,
        cell: Option<&Cell>,
    ) -> io::Result<Rooms> {
        let line = command_line(kit, api, &Path::new(INSIDE).join("tmp"));
        // What an image is of depends on the walls, not on who puts them up.
        let kind = [line.clone(), cell.map(Cell::rights).unwrap_or_default()].concat();
        let shelf = Shelf::of(kit, &kind)?;
        let (mut program, mut walls) = (Vec::new(), RoomWalls::default());
        if let Some(cell) = cell {
            program = cell.around_jvm();
            walls = RoomWalls { around: cell.around_room(&criu.program, kit), owner: cell.owner() };
            keep_to_ourselves(&kit.images)?;
        }
        program.extend(line);
        Ok(Rooms { criu, program, walls, shelf, folder, printed, made: 0, next: None })
    }

    /// A JVM that has come up and has no app yet, from an image, which is made the first time.
    pub(crate) fn newborn(&mut self) -> io::Result<Jvm> {
        if let Some(image) = self.shelf.find(ZYGOTE) {
            match self.load(&image) {
                Ok(jvm) => return Ok(jvm),
                // What it was made of is not there any more: Java was updated, for instance.
                Err(_) => self.shelf.discard(&image),
            }
        }
        let mut jvm = self.boot()?;
        jvm.ask(&Request::Ready { rounds: ROUNDS }, Vec::new(), STARTING).map_err(io::Error::other)?;
        if self.shelf.keep(ZYGOTE, |image| jvm.save(image)) {
            jvm.descend_from(self.shelf.find(ZYGOTE));
        }
        Ok(jvm)
    }

    /// Takes up a JVM as it was when the image was made.
    pub(crate) fn load(&mut self, image: &Arc<Image>) -> io::Result<Jvm> {
        let (mut room, folder) = self.room()?;
        let pipes = room.load(image.path())?;
        Jvm::housed(room, pipes, &folder, Some(Arc::clone(image)), self.printed.clone())
    }

    fn boot(&mut self) -> io::Result<Jvm> {
        let (mut room, folder) = self.room()?;
        let pipes = room.start()?;
        Jvm::housed(room, pipes, &folder, None, self.printed.clone())
    }

    fn room(&mut self) -> io::Result<(Room, PathBuf)> {
        let room = match self.next.take() {
            Some(room) => room,
            None => self.open()?,
        };
        self.next = Some(self.open()?);
        Ok(room)
    }

    fn open(&mut self) -> io::Result<(Room, PathBuf)> {
        let folder = self.folder.join(self.made.to_string());
        self.made += 1;
        fs::create_dir_all(&folder)?;
        Ok((Room::open(&self.criu, &folder, &self.program, &self.walls)?, folder))
    }
}
