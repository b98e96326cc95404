//! Giving up rights.

use std::io;

use rustix::process::{Gid, Resource, Rlimit, Uid, setrlimit};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set, remove_capability_from_bounding_set,
    set_capabilities, set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

/// No file of an app is larger, nor what it prints.
const FILE_BYTES: u64 = 256 << 20;

/// The most memory of its own, beside the heap's limit: classes, buffers, stacks. Ten times what a JVM of ours has.
const MEMORY_BYTES: u64 = 4 << 30;

/// More threads than all phones of a computer have.
const PROCESSES: u64 = 16_384;

/// Becomes another user, where one is named, and nobody who may do anything.
pub(super) fn give_up(user: Option<u32>) -> io::Result<()> {
    limit(Resource::Fsize, FILE_BYTES)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Data, MEMORY_BYTES)?;
    for capability in CapabilitySet::all() {
        // A kernel that does not know one has nothing to take away.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let _ = clear_ambient_capability_set();
    if let Some(user) = user {
        limit(Resource::Nproc, PROCESSES)?;
        let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
        set_thread_groups(&[])?;
        set_thread_res_gid(gid, gid, gid)?;
        set_thread_res_uid(uid, uid, uid)?;
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    Ok(set_no_new_privs(true)?)
}

fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let now = rustix::process::getrlimit(resource);
    let most = now.maximum.map_or(most, |maximum| maximum.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}
