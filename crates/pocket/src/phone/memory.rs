//! How much memory a phone takes.

use std::collections::HashMap;
use std::fs;

use crate::phone::PocketPhone;

impl PocketPhone {
    /// The memory that the app's process has in use, in bytes, with what keeps watch over it. `None` without a process, and on
    /// computers that do not say (only Linux does).
    pub fn memory_bytes(&self) -> Option<u64> {
        let processes: Vec<Process> =
            fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| read(&entry)).collect();
        Some(with_offspring(&processes, self.pid()?)).filter(|&bytes| bytes > 0)
    }
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

/// The memory of a process and all that descend from it.
fn with_offspring(processes: &[Process], first: u32) -> u64 {
    let mut children: HashMap<u32, Vec<Process>> = HashMap::new();
    for process in processes {
        children.entry(process.parent).or_default().push(*process);
    }
    let mut bytes = processes.iter().find(|process| process.id == first).map_or(0, |process| process.bytes);
    let mut parents = vec![first];
    while let Some(parent) = parents.pop() {
        for child in children.remove(&parent).unwrap_or_default() {
            bytes += child.bytes;
            parents.push(child.id);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_and_theirs_count_and_strangers_do_not() {
        let processes = [(1, 0, 1), (7, 1, 10), (8, 7, 100), (9, 7, 200), (12, 9, 1_000), (13, 1, 50_000)]
            .map(|(id, parent, bytes)| Process { id, parent, bytes });
        assert_eq!(with_offspring(&processes, 7), 1_310);
        assert_eq!(with_offspring(&processes, 99), 0);
    }

    #[test]
    fn numbers_are_read_as_the_kernel_tells_them() {
        let status = "Name:\tjava\nPPid:\t7\nVmRSS:\t  123456 kB\n";
        assert_eq!((field(status, "PPid:"), field(status, "VmRSS:")), (Some(7), Some(123_456)));
        assert_eq!(field::<u64>("Name:\tjava\n", "VmRSS:"), None);
    }
}
