//! The one place where files are read and written.
//!
//! A run, a finding, an APK may come from a stranger, who chooses what lies under each name: a link into your own files, a
//! pipe that never says anything, a file without end. So what lies in a folder of ours is read and written without following links and only
//! if it is a plain file, everything is read up to a limit, what may block has a deadline, and what is replaced is there in whole before
//! and after. `clippy.toml` forbids the bare calls of `std` everywhere else.

mod refused; // why a file is not read or written
mod gate; // the last gate: bytes that hold a secret are not written, whoever asks
mod fault; // a disk that fails on demand, for tests: nothing in the program asks for one
mod patient; // reading what may never say anything
mod read; // reading, up to a limit
mod write; // writing, whole or not at all
mod folder; // folders
mod tree; // whole folders that strangers have filled

pub use fault::{FaultyDisk, Trouble};
pub use folder::{make_folder, make_folders, make_private_folder, sync_folder};
pub use gate::{Leak, check, is_leak, keep_out};
pub use read::{open, open_named, read, read_named, stream_named, text, text_named};
pub use refused::Refused;
pub use tree::{copy_tree, remove_tree};
pub use write::{
    append, create_new, cut, own, part_of, remove, sync, update, write_all, write_named, write_whole,
};
