//! What an app says of itself.

use crate::{Color, Fault, Icon};

/// What an app says of itself.
#[derive(Debug, Clone, Copy)]
pub struct Manifest {
    /// What people choose it by: `notes`.
    pub name: &'static str,
    /// The application id: `org.oddity.notes`.
    pub package: &'static str,
    /// The name below its icon.
    pub label: &'static str,
    /// Its icon in the launcher.
    pub icon: Icon,
    /// Its colour.
    pub color: Color,
    /// Its version.
    pub version: &'static str,
    /// The runtime permissions it may ask for: `android.permission.READ_CONTACTS`.
    pub permissions: &'static [&'static str],
    /// The actions of the broadcasts it takes, besides what the system tells everyone.
    pub broadcasts: &'static [&'static str],
    /// Its activities, the launcher's first: `MainActivity`.
    pub activities: &'static [&'static str],
    /// The mistakes that can be switched on.
    pub faults: &'static [Fault],
    /// Its source files, whose `reached!` points are counted: `&[include_str!("notes.rs")]`.
    pub sources: &'static [&'static str],
}

impl Manifest {
    /// How many places in the source are marked with [`reached!`](crate::reached).
    pub fn points(&self) -> u32 {
        let marks = self.sources.iter().map(|source| source.matches("reached!(").count()).sum::<usize>();
        u32::try_from(marks).unwrap_or(u32::MAX)
    }
}
