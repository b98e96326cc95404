//! How much memory a phone takes.

use std::collections::HashMap;
use std::fs;

use crate::phone::PocketPhone;

impl PocketPhone {
    /// The memory that the app's process has in use, in bytes, with what keeps watch over it. `None` without a process, and on
    /// computers that do not say (only Linux does).
    pub fn memory_bytes(&self) -> Option<u64> {
        let family = family_of(self.pid()?)?;
        Some(family.iter().map(|process| process.bytes).sum()).filter(|&bytes| bytes > 0)
    }

    /// The processes that the app's process consists of, with what keeps watch over it.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let family = self.pid().and_then(family_of).unwrap_or_default();
        family.iter().map(|process| process.id).collect()
    }
}

/// A process and all that descend from it.
fn family_of(first: u32) -> Option<Vec<Process>> {
    let processes: Vec<Process> =
        fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| read(&entry)).collect();
    Some(with_offspring(&processes, first))
}

#[derive(Debug, Clone, Copy)]
struct Process {
    id: u32,
    parent: u32,
    bytes: u64,
}

/// `None` of what is no process, or no longer.
fn read(entry: &fs::DirEntry) -> Option<Process> {
    let id = entry.file_name().to_str()?.parse().ok()?;
    let status = fs::read_to_string(entry.path().join("status")).ok()?;
    let parent = field(&status, "PPid:")?;
    // A process that has ended and waits for its parent has no memory.
    let kilobytes: u64 = field(&status, "VmRSS:").unwrap_or(0);
    Some(Process { id, parent, bytes: kilobytes * 1024 })
}

fn field<T: std::str::FromStr>(status: &str, name: &str) -> Option<T> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

fn with_offspring(processes: &[Process], first: u32) -> Vec<Process> {
    let mut children: HashMap<u32, Vec<Process>> = HashMap::new();
    for process in processes {
        children.entry(process.parent).or_default().push(*process);
    }
    let mut family: Vec<Process> =
        processes.iter().find(|process| process.id == first).copied().into_iter().collect();
    let mut at = 0;
    while let Some(parent) = family.get(at) {
        family.extend(children.remove(&parent.id).unwrap_or_default());
        at += 1;
    }
    family
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_and_theirs_count_and_strangers_do_not() {
        let processes = [(1, 0, 1), (7, 1, 10), (8, 7, 100), (9, 7, 200), (12, 9, 1_000), (13, 1, 50_000)]
            .map(|(id, parent, bytes)| Process { id, parent, bytes });
        let bytes =
            |first| with_offspring(&processes, first).iter().map(|process| process.bytes).sum::<u64>();
        assert_eq!((bytes(7), bytes(99)), (1_310, 0));
    }

    #[test]
    fn numbers_are_read_as_the_kernel_tells_them() {
        let status = "Name:\tjava\nPPid:\t7\nVmRSS:\t  123456 kB\n";
        assert_eq!((field(status, "PPid:"), field(status, "VmRSS:")), (Some(7), Some(123_456)));
        assert_eq!(field::<u64>("Name:\tjava\n", "VmRSS:"), None);
    }
}
